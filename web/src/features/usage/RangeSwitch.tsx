import { Link } from 'react-router-dom'
import { rangeLengths } from './range.ts'
import classes from './RangeSwitch.module.css'

/** Links to the same page over other ranges, side by side, with the current one marked. */
export function RangeSwitch({ days }: { days: number }) {
  return (
    <nav className={classes.root} aria-label="Range">
      {rangeLengths.map((length) => (
        <Link
          key={length}
          className={classes.segment}
          to={`?days=${length}`}
          aria-current={length === days || undefined}
        >
          {length} days
        </Link>
      ))}
    </nav>
  )
}
