import { Link } from 'react-router-dom'
import { IconArrowRight } from './icons.ts'
import classes from './LinkList.module.css'

/** A link with a description. */
export interface LinkListEntry {
  to: string
  title: string
  description: string
}

/** Links with descriptions, one per line. */
export function LinkList({ links }: { links: LinkListEntry[] }) {
  return (
    <ul className={classes.root}>
      {links.map(({ to, title, description }) => (
        <li key={to}>
          <Link className={classes.link} to={to}>
            <span>
              <strong>{title}</strong>
              <span className={classes.description}>{description}</span>
            </span>
            <IconArrowRight size={18} aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  )
}
