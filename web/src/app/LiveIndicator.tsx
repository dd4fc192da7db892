import { useNetwork } from '@mantine/hooks'
import { useLiveStatus, useServerReachable } from '../graphql/ConnectionProvider.tsx'
import type { LiveStatus } from '../graphql/live-connection.ts'
import classes from './LiveIndicator.module.css'

type ShownStatus = LiveStatus | 'offline'

const words: Record<ShownStatus, string> = {
  offline: 'Offline',
  idle: 'Connecting…',
  connecting: 'Connecting…',
  live: 'Live',
  reconnecting: 'Reconnecting…',
}

/** Whether the figures on screen move by themselves right now. */
export function LiveIndicator() {
  const status = useShownStatus()
  return (
    <output className={classes.root} data-status={status}>
      <span className={classes.dot} aria-hidden="true" />
      {words[status]}
    </output>
  )
}

/** A live connection that broke seems to live until its next heartbeat: what else shows that it does not comes first. */
function useShownStatus(): ShownStatus {
  const status = useLiveStatus()
  const reachable = useServerReachable()
  const { online } = useNetwork()
  if (!online) return 'offline'
  return status === 'live' && !reachable ? 'reconnecting' : status
}
