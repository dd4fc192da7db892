import { Text } from '@mantine/core'
import { ActionDialog } from '../graphql/ActionDialog.tsx'
import { notify } from '../ui/notify.ts'
import type { IpRestrictionTable_IpRestrictionFragment } from './IpRestrictionTable.generated.ts'
import { RemoveIpRestrictionDialog_RemoveIpRestrictionDocument } from './RemoveIpRestrictionDialog.generated.ts'

interface RemoveIpRestrictionDialogProps {
  /** The restriction to ask about; undefined while nothing is asked. */
  restriction: IpRestrictionTable_IpRestrictionFragment | undefined
  onClose: () => void
}

/** Asks before visitors from an address are let in again. */
export function RemoveIpRestrictionDialog({ restriction, onClose }: RemoveIpRestrictionDialogProps) {
  return (
    <ActionDialog
      item={restriction}
      title={() => 'Remove IP Restriction'}
      confirmLabel="Remove restriction"
      document={RemoveIpRestrictionDialog_RemoveIpRestrictionDocument}
      variables={({ id }) => ({ input: { id } })}
      optimistic={({ id }) => ({
        removeIpRestriction: {
          __typename: 'RemoveIpRestrictionPayload',
          ipRestriction: { __typename: 'IpRestriction', id },
        },
      })}
      update={(cache, { data }) => {
        if (data) cache.evict({ id: cache.identify(data.removeIpRestriction.ipRestriction) })
      }}
      onDone={({ ipAddress }) => notify(`Visitors from ${ipAddress} can connect again.`)}
      onClose={onClose}
    >
      {({ ipAddress }) => (
        <Text size="sm">
          Are you sure you want to remove the IP restriction for "{ipAddress}"? This will allow connections from this IP
          address again.
        </Text>
      )}
    </ActionDialog>
  )
}
