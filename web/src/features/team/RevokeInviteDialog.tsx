import { Text } from '@mantine/core'
import { ActionDialog } from '../../graphql/ActionDialog.tsx'
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

interface RevokeInviteDialogProps {
  /** The invitation in question; undefined while the dialog is closed. */
  invite: Invite | undefined
  onClose: () => void
}

/** Asks before an invitation's link stops working. */
export function RevokeInviteDialog({ invite, onClose }: RevokeInviteDialogProps) {
  return (
    <ActionDialog
      item={invite}
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
      onDone={({ email }) => notify(`The invitation of ${email} was revoked.`)}
      onClose={onClose}
    >
      {({ email }) => (
        <Text size="sm">
          Are you sure you want to revoke the invitation for {email}? This will prevent them from joining the team using
          the current invitation link.
        </Text>
      )}
    </ActionDialog>
  )
}
