import { Link } from 'react-router-dom'
import { IconLock } from '../ui/icons.ts'
import classes from './DocsNavigation.module.css'
import type { DocsSection } from './sections.ts'

/** The sections in reading order. */
export function DocsNavigation({ sections, current }: { sections: DocsSection[]; current: string }) {
  return (
    <nav aria-label="Sections">
      <ol className={classes.root}>
        {sections.map(({ id, title, restricted }) => (
          <li key={id}>
            <Link className={classes.link} to={`/docs/${id}`} aria-current={id === current ? 'page' : undefined}>
              <span>{title}</span>
              {restricted && (
                <span className={classes.mark}>
                  <IconLock size={13} aria-hidden /> contact us for access
                </span>
              )}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
