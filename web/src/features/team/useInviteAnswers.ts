import { addMembership } from '../accounts/add-membership.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import { replacing, useAction } from '../../graphql/useAction.ts'

const acceptInviteMutation = graphql(`
  mutation InviteAnswers_AcceptInvite($input: AcceptInviteInput!) {
    acceptInvite(input: $input) {
      membership {
        ...ActiveAccount_Membership
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

/** The two answers to an invitation that is addressed to the viewer. */
export function useInviteAnswers() {
  const accept = useAction(acceptInviteMutation, {
    update: (cache, { data }) => {
      if (data) addMembership(cache, data.acceptInvite.membership)
    },
  })
  const decline = useAction(declineInviteMutation)
  return { accept: replacing(accept, decline), decline: replacing(decline, accept) }
}
