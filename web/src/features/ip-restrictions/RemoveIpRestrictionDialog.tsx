import { Text } from '@mantine/core'
import { ActionDialog } from '../../graphql/ActionDialog.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { notify } from '../../ui/notify.ts'
import type { IpRestriction } from './IpRestrictionTable.tsx'

const removeIpRestrictionMutation = graphql(`
  mutation RemoveIpRestrictionDialog_RemoveIpRestriction($input: RemoveIpRestrictionInput!) {
    removeIpRestriction(input: $input) {
      ipRestriction {
        id
      }
    }
  }
`)

interface RemoveIpRestrictionDialogProps {
  /** The restriction in question; undefined while the dialog is closed. */
  restriction: IpRestriction | undefined
  onClose: () => void
}

/** Asks before an address is allowed again. */
export function RemoveIpRestrictionDialog({ restriction, onClose }: RemoveIpRestrictionDialogProps) {
  return (
    <ActionDialog
      item={restriction}
      title={() => 'Remove IP Restriction'}
      confirmLabel="Remove restriction"
      document={removeIpRestrictionMutation}
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
