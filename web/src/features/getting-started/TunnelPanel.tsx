import { Box, Text } from '@mantine/core'
import { nameStarter } from '../agents/agent-name.ts'
import type { Agent } from '../agents/agent.ts'
import { CopyableValue } from '../../ui/CopyableValue.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { formatBytes, formatCount } from '../../ui/format.ts'
import { IconConnected, IconDisconnected } from '../../ui/icons.ts'
import { LostSince } from '../../ui/LostSince.tsx'
import { OpenButton } from '../../ui/OpenButton.tsx'
import { TunnelDiagram, type TunnelState } from '../../ui/TunnelDiagram.tsx'
import { TryIt } from './TryIt.tsx'
import type { Tunnel } from './useTunnel.ts'
import classes from './TunnelPanel.module.css'

interface TunnelPanelProps {
  tunnel: Tunnel
  /** Whether the command is below it; otherwise it is above. */
  isAboveCommand?: boolean
}

const words: Record<TunnelState, string> = {
  waiting: 'Waiting for your agent…',
  opening: 'Your agent has started. Opening the tunnel…',
  connected: 'Connected',
  lost: 'Reconnecting',
}

/** The tunnel of the current selection: waiting, opening, connected with its public URL and live figures, or reconnecting. */
export function TunnelPanel({ tunnel, isAboveCommand = false }: TunnelPanelProps) {
  const { agent, gateway, port, isOthers } = tunnel
  const state = getState(agent)
  const StateIcon = state === 'connected' ? IconConnected : IconDisconnected
  const url = agent?.publicUrl ?? (isAboveCommand ? gateway?.publicUrl : undefined)
  const filter = gateway ? { gatewayId: gateway.id } : { agentId: agent?.id }
  return (
    <section className={classes.root} data-state={state} aria-label="Tunnel">
      <output className={classes.status}>
        <StateIcon size={18} aria-hidden />
        {words[state]}
      </output>
      <TunnelDiagram
        state={state}
        hostname={agent?.assignedDomain ?? gateway?.subdomain ?? 'a random hostname'}
        origin={agent ? agent.forwardingTo.replace(/^https?:\/\//, '') : `localhost:${port || '3000'}`}
        requestCount={agent?.requestCount ?? 0}
      />
      {agent?.connected ? (
        <>
          <div className={classes.address}>
            <Box component="span" miw={0} fz="lg" fw={560}>
              <CopyableValue value={agent.publicUrl} label="public URL" href={agent.publicUrl} />
            </Box>
            <OpenButton href={agent.publicUrl} />
          </div>
          <FactList
            facts={[
              { name: 'Requests', value: formatCount(agent.requestCount) },
              { name: 'Data out', value: formatBytes(agent.dataOut) },
              { name: 'Started by', value: isOthers && nameStarter(agent) },
            ]}
          />
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {agent?.lostAt ? (
            <>
              The connection to {isOthers ? 'its' : 'your'} agent was <LostSince iso={agent.lostAt} />.
              <br />
              It comes back by itself while the command runs. If it has ended, run it again.
            </>
          ) : (
            `Run the command ${isAboveCommand ? 'below' : 'above'} and leave this page open. It updates by itself.`
          )}
        </Text>
      )}
      {url && <TryIt key={JSON.stringify(filter)} url={url} filter={filter} />}
    </section>
  )
}

function getState(agent: Agent | undefined): TunnelState {
  if (!agent) return 'waiting'
  if (agent.lostAt !== null) return 'lost'
  return agent.connected ? 'connected' : 'opening'
}
