import { webPaths } from '@culvert/schema/web-paths'
import { Box, Skeleton, Stack } from '@mantine/core'
import { Suspense } from 'react'
import { AgentStatusBadge } from '../agents/AgentStatusBadge.tsx'
import { isServed } from '../gateways/gateway.ts'
import { lazyPart } from '../../network/chunks.ts'
import { CopyableValue } from '../../ui/CopyableValue.tsx'
import { formatCount, formatNumber } from '../../ui/format.ts'
import { OpenButton } from '../../ui/OpenButton.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { GatewaySelect } from './GatewaySelect.tsx'
import { listRunning, type StartingAccount } from './starting-account.ts'
import { TunnelPanel } from './TunnelPanel.tsx'
import type { Tunnel } from './useTunnel.ts'
import classes from './UpPanel.module.css'
import { TextLink } from '../../ui/TextLink.tsx'

// Not needed while the selection's agent runs.
const AgentCommand = lazyPart('AgentCommand', () => import('../install/AgentCommand.tsx'))

/** How many agents are listed beside the selected one. */
const listedMax = 5

interface UpPanelProps {
  account: StartingAccount
  tunnel: Tunnel
}

/** The selected gateway with its tunnel, or the command that opens one, and what else is up. */
export function UpPanel({ account, tunnel }: UpPanelProps) {
  const { agent, gateway, port } = tunnel
  const running = listRunning(account)
  const up = running.filter(({ connected }) => connected)
  const served = account.gateways.filter(isServed)
  const others = running.filter(({ id }) => id !== agent?.id)
  return (
    <Panel
      title="What is up"
      description={`${formatNumber(up.length, 'agent')} connected, ${formatCount(served.length)} of ${formatNumber(account.gateways.length, 'gateway')} served.`}
      aside={
        <TextLink to={webPaths.agents} size="sm">
          All agents
        </TextLink>
      }
    >
      <Stack gap="md">
        <Box maw={300}>
          <GatewaySelect account={account} tunnel={tunnel} />
        </Box>
        <TunnelPanel tunnel={tunnel} isAboveCommand />
        {!agent && (
          <Suspense fallback={<Skeleton height={75} />}>
            <AgentCommand port={port || '3000'} gateway={gateway?.name} />
          </Suspense>
        )}
        {others.length > 0 && (
          <ul className={classes.others} aria-label="Other agents">
            {others.slice(0, listedMax).map((other) => (
              <li key={other.id}>
                <CopyableValue
                  value={other.publicUrl}
                  label="public URL"
                  href={other.connected ? other.publicUrl : undefined}
                />
                <AgentStatusBadge agent={other} />
                {other.connected && <OpenButton href={other.publicUrl} variant="default" />}
              </li>
            ))}
          </ul>
        )}
        {others.length > listedMax && (
          <TextLink to={webPaths.agents} size="sm">
            {formatNumber(others.length - listedMax, 'more agent')}
          </TextLink>
        )}
      </Stack>
    </Panel>
  )
}
