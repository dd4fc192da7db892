import type { ReactNode } from 'react'
import classes from './Tag.module.css'

/** The colour of a tag. */
export type TagTone = 'accent' | 'ink' | 'soft'

/** A word in a pill: a role, a plan. */
export function Tag({ tone, children }: { tone: TagTone; children: ReactNode }) {
  return (
    <span className={classes.root} data-tone={tone}>
      {children}
    </span>
  )
}
