import { Link } from 'react-router-dom'
import classes from './Segments.module.css'

/** One of the choices. */
interface Segment {
  label: string
  /** Its address, on the same page. */
  to: string
  isCurrent: boolean
}

/** Links to the same page in other views, side by side, with the current one marked. */
export function Segments({ label, segments }: { label: string; segments: Segment[] }) {
  return (
    <nav className={classes.root} aria-label={label}>
      {segments.map(({ label: name, to, isCurrent }) => (
        <Link key={name} className={classes.segment} to={to} aria-current={isCurrent || undefined}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
