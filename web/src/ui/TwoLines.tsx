import type { ReactNode } from 'react'
import classes from './TwoLines.module.css'

/** A value with a quieter one under it. */
export function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <div className={classes.root}>
      <div>{first}</div>
      <div className={classes.second}>{second}</div>
    </div>
  )
}
