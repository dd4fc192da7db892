import { Text } from '@mantine/core'
import { ActionDialog } from '../../graphql/ActionDialog.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { notify } from '../../ui/notify.ts'
import type { Agent } from './agent.ts'
import { getAgentName } from './columns.tsx'

const stopAgentMutation = graphql(`
  mutation StopAgentDialog_StopAgent($input: StopAgentInput!) {
    stopAgent(input: $input) {
      agent {
        ...AgentFields_Agent
      }
    }
  }
`)

interface StopAgentDialogProps {
  /** The agent in question; undefined while the dialog is closed. */
  agent: Agent | undefined
  onClose: () => void
}

/** Asks before an agent is stopped. */
export function StopAgentDialog({ agent, onClose }: StopAgentDialogProps) {
  return (
    <ActionDialog
      item={agent}
      title={(shown) => `Stop ${getAgentName(shown)}`}
      confirmLabel="Stop agent"
      document={stopAgentMutation}
      variables={({ id }) => ({ input: { id } })}
      onDone={(stopped) => notify(`${getAgentName(stopped)} was stopped.`)}
      onClose={onClose}
    >
      {({ assignedDomain }) => (
        <Text size="sm">
          Visitors of {assignedDomain} are cut off within 2 seconds, and the culvert command exits. It can be started
          again at any time.
        </Text>
      )}
    </ActionDialog>
  )
}
