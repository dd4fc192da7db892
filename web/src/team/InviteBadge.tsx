import { useQuery } from '@apollo/client/react'
import { useFallbackPollMs } from '../graphql/ConnectionProvider.tsx'
import { CountBadge } from '../ui/CountBadge.tsx'
import { ReceivedInvites_QueryDocument } from './ReceivedInvites.generated.ts'

/** How many invitations wait for the viewer's answer. */
export function InviteBadge() {
  const { data } = useQuery(ReceivedInvites_QueryDocument, { pollInterval: useFallbackPollMs() })
  return <CountBadge count={data?.viewer.invites.length ?? 0} label="pending invitations" />
}
