import type { ReactNode } from 'react'
import { IconConnected, IconDisconnected, IconError, IconIdle, type Icon } from './icons.ts'
import classes from './StatusBadge.module.css'

/** The tone of a status: running, at rest, in transition, or broken. */
type StatusTone = 'positive' | 'neutral' | 'warning' | 'danger'

/** How a status looks. */
export interface StatusLook {
  word: string
  tone: StatusTone
  /** Replaces the icon of the tone. */
  icon?: Icon
}

interface StatusBadgeProps extends StatusLook {
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
export function StatusBadge({ word, tone, icon, note }: StatusBadgeProps) {
  const ToneIcon = icon ?? icons[tone]
  return (
    <span className={classes.root}>
      <span className={classes.badge} data-tone={tone}>
        <ToneIcon size={14} stroke={2} aria-hidden />
        {word}
      </span>
      {note && <span className={classes.note}>{note}</span>}
    </span>
  )
}
