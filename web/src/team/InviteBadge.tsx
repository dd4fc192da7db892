import { useQuery } from '@apollo/client/react'
import { CountBadge } from '../ui/CountBadge.tsx'
import { ReceivedInvites_QueryDocument } from './ReceivedInvites.generated.ts'

/** Who is invited has no account yet whose events would tell. */
const pollMs = 30_000

/** How many invitations wait for the viewer's answer. */
export function InviteBadge() {
  const { data } = useQuery(ReceivedInvites_QueryDocument, { pollInterval: pollMs })
  return <CountBadge count={data?.viewer.invites.length ?? 0} label="pending invitations" />
}
