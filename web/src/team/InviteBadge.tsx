import { useQuery } from '@apollo/client/react'
import { useFallbackPollMs } from '../graphql/ConnectionProvider.tsx'
import { CountBadge } from '../ui/CountBadge.tsx'
import { ReceivedInvites_QueryDocument } from './ReceivedInvites.generated.ts'
import { useExpiries } from './useExpiries.ts'

/** How many invitations wait for the viewer's answer. */
export function InviteBadge() {
  const { data, refetch } = useQuery(ReceivedInvites_QueryDocument, { pollInterval: useFallbackPollMs() })
  const invites = data?.viewer.invites ?? []
  useExpiries(
    invites.map(({ expiresAt }) => expiresAt),
    () => void refetch(),
  )
  return <CountBadge count={invites.length} label="pending invitations" />
}
