import { ActionDialog, type DialogProps } from '../../graphql/ActionDialog.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { notify } from '../../ui/notify.ts'
import { getMemberAddress, type Member } from './member.ts'

const removeMemberMutation = graphql(`
  mutation RemoveMemberDialog_RemoveMember($input: RemoveMemberInput!) {
    removeMember(input: $input) {
      memberId
    }
  }
`)

/** Asks before a member is removed from the account. */
export function RemoveMemberDialog(dialog: DialogProps<Member>) {
  return (
    <ActionDialog
      {...dialog}
      title={() => 'Remove Team Member'}
      confirmLabel="Remove member"
      document={removeMemberMutation}
      variables={({ id }) => ({ input: { id } })}
      optimistic={({ id }) => ({ removeMember: { __typename: 'RemoveMemberPayload', memberId: id } })}
      removed={(data) => ({ __typename: 'Member', id: data.removeMember.memberId })}
      onDone={(removed) => notify(`${getMemberAddress(removed)} was removed.`)}
    >
      {(shown) => (
        <>
          <p>
            Are you sure you want to remove {getMemberAddress(shown)} from the team? They will lose access to this
            account and all associated resources.
          </p>
          <p>Their AuthID stops working, and their agents end within 2 seconds. The account's gateways stay.</p>
        </>
      )}
    </ActionDialog>
  )
}
