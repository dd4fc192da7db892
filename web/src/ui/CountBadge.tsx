import { VisuallyHidden } from '@mantine/core'
import classes from './CountBadge.module.css'

interface CountBadgeProps {
  count: number
  /** What is counted, for screen readers, for example `pending invitations`. */
  label: string
}

/** A red count of what awaits the reader. Renders nothing for zero. */
export function CountBadge({ count, label }: CountBadgeProps) {
  if (count === 0) return null
  return (
    <span className={classes.root}>
      {count}
      <VisuallyHidden> {label}</VisuallyHidden>
    </span>
  )
}
