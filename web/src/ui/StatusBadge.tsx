import type { ReactNode } from 'react'
import { IconConnected, IconDisconnected, IconError, IconIdle, type Icon } from './icons.ts'
import classes from './StatusBadge.module.css'

/** The tone of a status: running, at rest, in transition, or broken. */
export type StatusTone = 'positive' | 'neutral' | 'warning' | 'danger'

interface StatusBadgeProps {
  tone: StatusTone
  children: ReactNode
  /** Replaces the icon of the tone. */
  icon?: Icon
  /** A few quiet words under the status. */
  note?: ReactNode
}

const icons: Record<StatusTone, Icon> = {
  positive: IconConnected,
  neutral: IconIdle,
  warning: IconDisconnected,
  danger: IconError,
}

/** A status as word, icon and colour together. */
export function StatusBadge({ tone, icon, children, note }: StatusBadgeProps) {
  const ToneIcon = icon ?? icons[tone]
  return (
    <span className={classes.root}>
      <span className={classes.badge} data-tone={tone}>
        <ToneIcon size={14} stroke={2} aria-hidden />
        {children}
      </span>
      {note && <span className={classes.note}>{note}</span>}
    </span>
  )
}
