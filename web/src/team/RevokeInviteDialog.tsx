import { Text } from '@mantine/core'
import { ActionDialog } from '../graphql/ActionDialog.tsx'
import { notify } from '../ui/notify.ts'
import type { Invite_InviteFragment } from './Invite.generated.ts'
import { RevokeInviteDialog_RevokeInviteDocument } from './RevokeInviteDialog.generated.ts'

interface RevokeInviteDialogProps {
  /** The invitation to ask about; undefined while nothing is asked. */
  invite: Invite_InviteFragment | undefined
  onClose: () => void
}

/** Asks before an invitation's link stops working. */
export function RevokeInviteDialog({ invite, onClose }: RevokeInviteDialogProps) {
  return (
    <ActionDialog
      item={invite}
      title={() => 'Revoke Invitation'}
      confirmLabel="Revoke Invitation"
      document={RevokeInviteDialog_RevokeInviteDocument}
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
