import { useMounted } from '@mantine/hooks'
import { ConnectionDialog } from '../diagnostics/ConnectionDialog.tsx'
import type { Agent } from './agent.ts'
import { AgentHealth } from './AgentHealth.tsx'
import { getAgentName } from './agent-name.ts'
import { StopAgentDialog } from './StopAgentDialog.tsx'

interface AgentDialogsProps {
  /** The agent whose connection is checked; undefined while that dialog is closed. */
  checked: Agent | undefined
  onChecked: () => void
  /** The agent to stop; undefined while that dialog is closed. */
  stopping: Agent | undefined
  onStopped: () => void
}

/** Contains the dialogs for one agent of the list of running agents. */
export function AgentDialogs({ checked, onChecked, stopping, onStopped }: AgentDialogsProps) {
  // Opened only after they have mounted, so that the dialogs know where to return focus.
  const mounted = useMounted()
  return (
    <>
      <ConnectionDialog
        item={mounted ? checked : undefined}
        title={(agent) => `Connection of ${getAgentName(agent)}`}
        target={({ id }) => ({ kind: 'agent', id })}
        onClose={onChecked}
      >
        {(agent) => <AgentHealth agent={agent} />}
      </ConnectionDialog>
      <StopAgentDialog item={mounted ? stopping : undefined} onClose={onStopped} />
    </>
  )
}
