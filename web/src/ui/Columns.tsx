import type { ReactNode } from 'react'
import classes from './Columns.module.css'

interface ColumnsProps {
  children: ReactNode
  aside: ReactNode
  /** Gives both parts the same height, for one panel beside another. */
  even?: boolean
}

/** The main part of a screen with help beside it, or below it if there is no room. */
export function Columns({ children, aside, even }: ColumnsProps) {
  return (
    <div className={classes.root} data-even={even}>
      <div className={classes.main}>{children}</div>
      <aside className={classes.aside}>{aside}</aside>
    </div>
  )
}
