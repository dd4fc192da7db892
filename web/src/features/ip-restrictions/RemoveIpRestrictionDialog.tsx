import { ActionDialog, type DialogProps } from '../../graphql/ActionDialog.tsx'
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

/** Asks before an address is allowed again. */
export function RemoveIpRestrictionDialog(dialog: DialogProps<IpRestriction>) {
  return (
    <ActionDialog
      {...dialog}
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
      removed={(data) => data.removeIpRestriction.ipRestriction}
      onDone={({ ipAddress }) => notify(`Visitors from ${ipAddress} can connect again.`)}
    >
      {({ ipAddress }) => (
        <p>
          Are you sure you want to remove the IP restriction for "{ipAddress}"? This will allow connections from this IP
          address again.
        </p>
      )}
    </ActionDialog>
  )
}
