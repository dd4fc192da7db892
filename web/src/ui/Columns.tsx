import type { ReactNode } from 'react'
import classes from './Columns.module.css'

/** The main part of a screen with help beside it, or below it where there is no room. */
export function Columns({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className={classes.root}>
      <div className={classes.main}>{children}</div>
      <aside className={classes.aside}>{aside}</aside>
    </div>
  )
}
