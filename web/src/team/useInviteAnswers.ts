import { addMembership } from '../accounts/add-membership.ts'
import { useAction } from '../graphql/useAction.ts'
import {
  InviteAnswers_AcceptInviteDocument,
  InviteAnswers_DeclineInviteDocument,
} from './useInviteAnswers.generated.ts'

/** The two answers to an invitation that is addressed to the viewer. */
export function useInviteAnswers() {
  const accept = useAction(InviteAnswers_AcceptInviteDocument, {
    update: (cache, { data }) => {
      if (data) addMembership(cache, data.acceptInvite.membership)
    },
  })
  const decline = useAction(InviteAnswers_DeclineInviteDocument)
  return { accept, decline }
}
