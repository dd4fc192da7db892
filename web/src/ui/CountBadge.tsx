import { VisuallyHidden } from '@mantine/core'
import classes from './CountBadge.module.css'

interface CountBadgeProps {
  count: number
  /** What is counted, for those who cannot see it, for example `pending invitations`. */
  label: string
}

/** A red count of what waits for the reader; nothing when nothing does. */
export function CountBadge({ count, label }: CountBadgeProps) {
  if (count === 0) return null
  return (
    <span className={classes.root}>
      {count}
      <VisuallyHidden> {label}</VisuallyHidden>
    </span>
  )
}
