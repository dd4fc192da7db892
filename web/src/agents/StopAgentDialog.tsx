import { Text } from '@mantine/core'
import { useAction } from '../graphql/useAction.ts'
import { notify } from '../ui/notify.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
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
  const stop = useAction(StopAgentDialog_StopAgentDocument)
  const close = () => {
    stop.reset()
    onClose()
  }
  const confirm = async () => {
    if (!agent || !(await stop.run({ input: { id: agent.id } }))) return
    close()
    notify(`${getAgentName(agent)} was stopped.`)
  }

  return (
    <ConfirmDialog
      opened={agent !== undefined}
      title={agent ? `Stop ${getAgentName(agent)}` : ''}
      confirmLabel="Stop agent"
      pending={stop.pending}
      error={stop.errorText}
      onConfirm={() => void confirm()}
      onClose={close}
    >
      <Text size="sm">
        Visitors of {agent?.assignedDomain} are cut off within 2 seconds, and the culvert command exits. It can be
        started again at any time.
      </Text>
    </ConfirmDialog>
  )
}
