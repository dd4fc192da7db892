import { useLiveStatus } from '../graphql/ConnectionProvider.tsx'
import type { LiveStatus } from '../graphql/live-connection.ts'
import classes from './LiveIndicator.module.css'

const words: Record<LiveStatus, string> = {
  idle: 'Connecting…',
  connecting: 'Connecting…',
  live: 'Live',
  reconnecting: 'Reconnecting…',
}

/** Whether the figures on screen move by themselves right now. */
export function LiveIndicator() {
  const status = useLiveStatus()
  return (
    <output className={classes.root} data-status={status}>
      <span className={classes.dot} aria-hidden="true" />
      {words[status]}
    </output>
  )
}
