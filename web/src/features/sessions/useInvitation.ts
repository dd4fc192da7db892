import { inviteLinkInvalid, otherThanInvited } from '@culvert/schema/validation-messages'
import { skipToken, useQuery } from '@apollo/client/react'
import type { ResultOf } from '@graphql-typed-document-node/core'
import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router-dom'
import { graphql } from '../../graphql/generated/gql.ts'
import { withoutSession } from '../../graphql/without-session.ts'

const invitationQuery = graphql(`
  query Invitation_Query($token: String!) {
    invite(token: $token) {
      inviteId
      email
      token
      accountName
      accountNamespace
      invitedByName
      role
    }
  }
`)

/** A pending invitation. */
export type Invitation = NonNullable<ResultOf<typeof invitationQuery>['invite']>

interface InvitationState {
  /** The invitation of the opened link; undefined without a link, while it loads, and when the link is invalid. */
  invitation: Invitation | undefined
  loading: boolean
  /** Why there is no invitation. */
  errorText: string | undefined
  /** The query string that carries the invitation to another page; empty without one. */
  search: string
}

/** Returns the invitation that the address names as `invite_token`. */
export function useInvitation(): InvitationState {
  const [query] = useSearchParams()
  return useInvitationOf(query.get('invite_token'))
}

/** Returns the invitation of a link; none if no link was followed. */
export function useInvitationOf(token: string | null): InvitationState {
  const { data, error } = useQuery(invitationQuery, token ? { variables: { token }, ...withoutSession } : skipToken)
  return {
    invitation: data?.invite ?? undefined,
    loading: token !== null && !data && !error,
    errorText: describeFailure(data, error),
    search: token ? toInvitationSearch(token) : '',
  }
}

/** Returns the query string that carries an invitation. */
export function toInvitationSearch(token: string): string {
  return `?${new URLSearchParams({ invite_token: token })}`
}

function describeFailure(data: ResultOf<typeof invitationQuery> | undefined, error: unknown): string | undefined {
  if (data?.invite === null) return inviteLinkInvalid
  return error ? 'Failed to load invitation information' : undefined
}

/** The part of a Mantine form that is used here. */
interface EmailForm {
  setFieldValue: (field: 'email', value: string) => void
}

/** Enters the invited address once it is known. */
export function useInvitedEmail(form: EmailForm, invitation: Invitation | undefined): void {
  const email = invitation?.email
  const enter = useEffectEvent((invited: string) => form.setFieldValue('email', invited))
  useEffect(() => {
    if (email !== undefined) enter(email)
  }, [email])
}

/** Describes an invitation in a sentence. */
export function describeInvitation({ invitedByName, accountName }: Invitation): string {
  return invitedByName === null
    ? `You are invited to join ${accountName}.`
    : `${invitedByName} invites you to join ${accountName}.`
}

/** Returns what is wrong with an address compared with the invited one; null if nothing is. */
export function checkInvitedEmail(email: string, invitation: Invitation | undefined): string | null {
  if (!invitation || email.trim().toLowerCase() === invitation.email) return null
  return otherThanInvited
}
