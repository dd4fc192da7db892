import { Text } from '@mantine/core'
import type { AgentFields_AgentFragment } from '../agents/AgentFields.generated.ts'
import { FactList } from '../ui/FactList.tsx'
import { formatBytes, formatCount } from '../ui/format.ts'
import { PublicAddress } from '../ui/PublicAddress.tsx'
import { TunnelCard } from '../ui/TunnelCard.tsx'
import type { TunnelState } from '../ui/TunnelDiagram.tsx'

interface TunnelPanelProps {
  agent: AgentFields_AgentFragment | undefined
  /** The hostname that the command will serve; undefined for a random one. */
  hostname: string | undefined
  port: string
}

const words: Record<TunnelState, string> = {
  waiting: 'Waiting for your agent…',
  opening: 'Your agent has started. Opening the tunnel…',
  connected: 'Connected',
}

/** The tunnel: waiting, opening, then connected with its public URL and moving figures. */
export function TunnelPanel({ agent, hostname, port }: TunnelPanelProps) {
  const state: TunnelState = agent ? (agent.connected ? 'connected' : 'opening') : 'waiting'
  return (
    <TunnelCard
      state={state}
      status={words[state]}
      hostname={agent?.assignedDomain ?? hostname ?? 'a random hostname'}
      origin={agent ? agent.forwardingTo.replace(/^https?:\/\//, '') : `localhost:${port}`}
      requestCount={agent?.requestCount ?? 0}
    >
      {agent?.connected ? (
        <>
          <PublicAddress url={agent.publicUrl} />
          <FactList
            facts={[
              { name: 'Requests', value: formatCount(agent.requestCount) },
              { name: 'Data out', value: formatBytes(agent.dataOut) },
            ]}
          />
        </>
      ) : (
        <Text size="sm" c="dimmed">
          Run the command above and leave this page open. It notices by itself.
        </Text>
      )}
    </TunnelCard>
  )
}
