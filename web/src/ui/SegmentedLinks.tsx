import { Link } from 'react-router-dom'
import classes from './SegmentedLinks.module.css'

/** One of several views of the same thing. */
export interface Segment {
  label: string
  to: string
  isCurrent: boolean
}

/** Links side by side, with the current view marked. */
export function SegmentedLinks({ label, segments }: { label: string; segments: Segment[] }) {
  return (
    <nav className={classes.root} aria-label={label}>
      {segments.map(({ label: text, to, isCurrent }) => (
        <Link key={to} className={classes.segment} to={to} aria-current={isCurrent || undefined}>
          {text}
        </Link>
      ))}
    </nav>
  )
}
