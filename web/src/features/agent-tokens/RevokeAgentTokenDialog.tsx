import { ActionDialog, type DialogProps } from '../../graphql/ActionDialog.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { notify } from '../../ui/notify.ts'
import type { AgentToken } from './AgentTokenTable.tsx'
import { describeBinding } from './binding.ts'

const revokeAgentTokenMutation = graphql(`
  mutation RevokeAgentTokenDialog_RevokeAgentToken($input: RevokeAgentTokenInput!) {
    revokeAgentToken(input: $input) {
      agentToken {
        id
      }
    }
  }
`)

/** Asks before a token ends with its agents. */
export function RevokeAgentTokenDialog(dialog: DialogProps<AgentToken>) {
  return (
    <ActionDialog
      {...dialog}
      title={() => 'Revoke Agent Token'}
      confirmLabel="Revoke token"
      document={revokeAgentTokenMutation}
      variables={({ id }) => ({ input: { id } })}
      removed={(data) => data.revokeAgentToken.agentToken}
      onDone={({ label }) => notify(`The token of ${label} stopped working.`)}
    >
      {(token) => (
        <p>
          The token of "{token.label}" for <code>{describeBinding(token)}</code> stops working at once, and its agents
          end within 2 seconds. This cannot be undone.
        </p>
      )}
    </ActionDialog>
  )
}
