import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import classes from './DataTable.module.css'

/** The name of a table's row, which leads to its page from anywhere in the row. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={classes.rowLink} to={to}>
      {children}
    </Link>
  )
}
