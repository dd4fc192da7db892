import type { ReactNode } from 'react'
import classes from './Exchange.module.css'

interface CodeProps {
  label: string
  /** Whether its lines are not wrapped, as in a table. */
  hasColumns?: boolean
  children: ReactNode
}

/** Text as it is. Long text scrolls, so it can take the focus: arrow keys scroll it. */
export function Code({ label, hasColumns = false, children }: CodeProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- what scrolls must be reached by keys, and is no part of a form
    <div className={classes.code} data-columns={hasColumns} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}
