import { ActionDialog, type DialogProps } from '../../graphql/ActionDialog.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { notify } from '../../ui/notify.ts'
import type { Invite } from './InviteTable.tsx'

const revokeInviteMutation = graphql(`
  mutation RevokeInviteDialog_RevokeInvite($input: RevokeInviteInput!) {
    revokeInvite(input: $input) {
      invite {
        ...Invite_Invite
      }
    }
  }
`)

/** Asks before an invitation's link stops working. */
export function RevokeInviteDialog(dialog: DialogProps<Invite>) {
  return (
    <ActionDialog
      {...dialog}
      title={() => 'Revoke Invitation'}
      confirmLabel="Revoke Invitation"
      document={revokeInviteMutation}
      variables={({ id }) => ({ input: { id } })}
      optimistic={(revoked) => ({
        revokeInvite: {
          __typename: 'RevokeInvitePayload',
          invite: { ...revoked, status: 'expired' as const, url: null, viewerCanRevoke: false },
        },
      })}
      onDone={({ email }) => notify(`The invitation for ${email} was revoked.`)}
    >
      {({ email }) => (
        <p>
          Are you sure you want to revoke the invitation for {email}? This will prevent them from joining the team using
          the current invitation link.
        </p>
      )}
    </ActionDialog>
  )
}
