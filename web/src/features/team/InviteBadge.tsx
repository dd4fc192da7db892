import { useQuery } from '@apollo/client/react'
import { useFallbackPollMs } from '../../graphql/ConnectionProvider.tsx'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { receivedInvitesQuery } from './received-invites.ts'
import { useExpiries } from './useExpiries.ts'

/** The number of invitations that await the viewer's answer. */
export function InviteBadge() {
  const { data, refetch } = useQuery(receivedInvitesQuery, { pollInterval: useFallbackPollMs() })
  const invites = data?.viewer.invites ?? []
  useExpiries(
    invites.map(({ expiresAt }) => expiresAt),
    () => void refetch(),
  )
  return <CountBadge count={invites.length} label="pending invitations" />
}
