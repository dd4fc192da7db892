import { useLiveStatus, useServerReachable } from '../graphql/ConnectionProvider.tsx'
import type { LiveStatus } from '../graphql/live-connection.ts'
import { useOnline } from '../network/useOnline.ts'
import classes from './LiveIndicator.module.css'

type ShownStatus = LiveStatus | 'offline'

const words: Record<ShownStatus, string> = {
  offline: 'Offline',
  idle: 'Connecting…',
  connecting: 'Connecting…',
  live: 'Live',
  reconnecting: 'Reconnecting…',
}

/** Shows whether the figures on screen currently update live. */
export function LiveIndicator() {
  const status = useShownStatus()
  return (
    <output className={classes.root} data-status={status}>
      <span className={classes.dot} aria-hidden="true" />
      <span className={classes.words}>{words[status]}</span>
    </output>
  )
}

/** A broken live connection looks alive until its next heartbeat, so other signs of failure take precedence. */
function useShownStatus(): ShownStatus {
  const status = useLiveStatus()
  const reachable = useServerReachable()
  const online = useOnline()
  if (!online) return 'offline'
  return status === 'live' && !reachable ? 'reconnecting' : status
}
