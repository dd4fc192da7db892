import { useApolloClient } from '@apollo/client/react'
import { viewerQuery } from '../accounts/membership.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import { replacing, useAction } from '../../graphql/useAction.ts'

/** Asks for no more than an account shows to a session that lacks a second factor which it requires. */
const acceptInviteMutation = graphql(`
  mutation InviteAnswers_AcceptInvite($input: AcceptInviteInput!) {
    acceptInvite(input: $input) {
      membership {
        id
        account {
          id
        }
      }
    }
  }
`)

const declineInviteMutation = graphql(`
  mutation InviteAnswers_DeclineInvite($input: DeclineInviteInput!) {
    declineInvite(input: $input) {
      inviteId
    }
  }
`)

/** What to do about an account that the viewer has joined and that is not open to the session. */
export const closedText = 'It requires a second factor: to add one, switch to it in the header.'

/** An account that the viewer has joined. */
interface Joined {
  accountId: string
  /** Whether the session may open it: it may require a second factor. */
  isOpen: boolean
}

/** The two answers to an invitation that is addressed to the viewer. */
export function useInviteAnswers() {
  const client = useApolloClient()
  const accept = useAction(acceptInviteMutation)
  const decline = replacing(useAction(declineInviteMutation), accept)
  /** Accepts the invitation; resolves to undefined if that failed. */
  const join = async (token: string): Promise<Joined | undefined> => {
    const answer = await replacing(accept, decline).run({ input: { token } })
    if (!answer) return undefined
    const accountId = answer.acceptInvite.membership.account.id
    // An event brings the membership as well, if this fails.
    const asked = await client.query({ query: viewerQuery, fetchPolicy: 'network-only' }).catch(() => undefined)
    const closed = asked?.data?.viewer.closedMemberships ?? []
    return { accountId, isOpen: closed.every(({ account }) => account.id !== accountId) }
  }
  return { accept, join, decline }
}
