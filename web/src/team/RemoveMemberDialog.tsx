import { Text } from '@mantine/core'
import { ActionDialog } from '../graphql/ActionDialog.tsx'
import { notify } from '../ui/notify.ts'
import { getMemberAddress } from './member-name.ts'
import type { MemberTable_MemberFragment } from './MemberTable.generated.ts'
import { RemoveMemberDialog_RemoveMemberDocument } from './RemoveMemberDialog.generated.ts'

interface RemoveMemberDialogProps {
  /** The member to ask about; undefined while nothing is asked. */
  member: MemberTable_MemberFragment | undefined
  onClose: () => void
}

/** Asks before somebody loses their place in the account. */
export function RemoveMemberDialog({ member, onClose }: RemoveMemberDialogProps) {
  return (
    <ActionDialog
      item={member}
      title={() => 'Remove Team Member'}
      confirmLabel="Remove member"
      document={RemoveMemberDialog_RemoveMemberDocument}
      variables={({ id }) => ({ input: { id } })}
      optimistic={({ id }) => ({ removeMember: { __typename: 'RemoveMemberPayload', memberId: id } })}
      update={(cache, { data }) => {
        if (data) cache.evict({ id: cache.identify({ __typename: 'Member', id: data.removeMember.memberId }) })
      }}
      onDone={(removed) => notify(`${getMemberAddress(removed)} was removed.`)}
      onClose={onClose}
    >
      {(shown) => (
        <>
          <Text size="sm">
            Are you sure you want to remove {getMemberAddress(shown)} from the team? They will lose access to this
            account and all associated resources.
          </Text>
          <Text size="sm" mt="sm">
            Their AuthID stops working, and their agents end within 2 seconds. The account's gateways stay.
          </Text>
        </>
      )}
    </ActionDialog>
  )
}
