import { Text } from '@mantine/core'
import { ActionDialog } from '../graphql/ActionDialog.tsx'
import { notify } from '../ui/notify.ts'
import type { AgentFields_AgentFragment } from './AgentFields.generated.ts'
import { getAgentName } from './columns.tsx'
import { StopAgentDialog_StopAgentDocument } from './StopAgentDialog.generated.ts'

interface StopAgentDialogProps {
  /** The agent to ask about; undefined while nothing is asked. */
  agent: AgentFields_AgentFragment | undefined
  onClose: () => void
}

/** Asks before an agent is stopped. */
export function StopAgentDialog({ agent, onClose }: StopAgentDialogProps) {
  return (
    <ActionDialog
      item={agent}
      title={(shown) => `Stop ${getAgentName(shown)}`}
      confirmLabel="Stop agent"
      document={StopAgentDialog_StopAgentDocument}
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
