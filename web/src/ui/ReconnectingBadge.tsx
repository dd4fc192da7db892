import { LostSince } from './LostSince.tsx'
import { StatusBadge } from './StatusBadge.tsx'

/** The status of an agent or gateway that lost its connection and may come back. */
export function ReconnectingBadge({ lostAt }: { lostAt: string }) {
  return <StatusBadge word="Reconnecting" tone="warning" note={<LostSince iso={lostAt} />} />
}
