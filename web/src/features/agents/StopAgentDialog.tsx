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
      {({ assignedDomain, pool }) => (
        <p>
          Its tunnel closes within 2 seconds.{' '}
          {pool
            ? `Other agents of its pool go on serving ${assignedDomain}.`
            : `Visitors to ${assignedDomain} are cut off.`}{' '}
          The culvert command exits if it has no other tunnel. You can start it again at any time.
        </p>
      )}
    </ActionDialog>
  )
}
