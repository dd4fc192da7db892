import { ActionDialog, type DialogProps } from '../../graphql/ActionDialog.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { notify } from '../../ui/notify.ts'
import type { Agent } from './agent.ts'
import { getAgentName } from './agent-name.ts'

const stopAgentMutation = graphql(`
  mutation StopAgentDialog_StopAgent($input: StopAgentInput!) {
    stopAgent(input: $input) {
      agent {
        ...AgentFields_Agent
      }
    }
  }
`)

/** Asks before an agent is stopped. */
export function StopAgentDialog(dialog: DialogProps<Agent>) {
  return (
    <ActionDialog
      {...dialog}
      title={(shown) => `Stop ${getAgentName(shown)}`}
      confirmLabel="Stop agent"
      document={stopAgentMutation}
      variables={({ id }) => ({ input: { id } })}
      onDone={(stopped) => notify(`${getAgentName(stopped)} was stopped.`)}
    >
      {({ assignedDomain }) => (
        <p>
          Visitors to {assignedDomain} are cut off within 2 seconds, and the culvert command exits. You can start it
          again at any time.
        </p>
      )}
    </ActionDialog>
  )
}
