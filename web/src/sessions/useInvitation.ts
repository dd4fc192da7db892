import { skipToken, useQuery } from '@apollo/client/react'
import { useSearchParams } from 'react-router-dom'
import { Invitation_QueryDocument, type Invitation_QueryQuery } from './useInvitation.generated.ts'

/** An invitation that waits for an answer. */
export type Invitation = NonNullable<Invitation_QueryQuery['invite']>

interface InvitationState {
  /** The invitation of the link that was opened; undefined without one, while it loads, and when it is void. */
  invitation: Invitation | undefined
  loading: boolean
  /** Why the link's invitation is not there. */
  errorText: string | undefined
  /** The query string that takes the invitation along to another page; empty without one. */
  search: string
}

/** The invitation that the address names as `invite_token`. */
export function useInvitation(): InvitationState {
  const [query] = useSearchParams()
  const token = query.get('invite_token')
  const { data, error } = useQuery(
    Invitation_QueryDocument,
    token ? { variables: { token }, fetchPolicy: 'no-cache', context: { withoutSession: true } } : skipToken,
  )
  return {
    invitation: data?.invite ?? undefined,
    loading: token !== null && !data && !error,
    errorText: describeFailure(data, error),
    search: token ? `?${new URLSearchParams({ invite_token: token })}` : '',
  }
}

function describeFailure(data: Invitation_QueryQuery | undefined, error: unknown): string | undefined {
  if (data?.invite === null) return 'Invalid or expired invitation link'
  return error ? 'Failed to load invitation information' : undefined
}

/** Who invites whom to what, in a sentence. */
export function describeInvitation({ invitedByName, accountName }: Invitation): string {
  return `${invitedByName ?? 'Somebody'} invites you to join ${accountName}.`
}

/** What is wrong with an address beside the invited one; null when nothing is. */
export function checkInvitedEmail(email: string, invitation: Invitation | undefined): string | null {
  if (!invitation || email.trim().toLowerCase() === invitation.email) return null
  return 'Email address must match the invitation'
}
