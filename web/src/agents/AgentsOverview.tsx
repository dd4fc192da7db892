import { Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { findSecret } from '../auth-tokens/secrets.ts'
import { ConnectionDialog } from '../diagnostics/ConnectionDialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { formatCount } from '../ui/format.ts'
import { IconDisconnected } from '../ui/icons.ts'
import { formatLimit, unlimited } from '../ui/limits.ts'
import { Pager } from '../ui/Pager.tsx'
import { Panel } from '../ui/Panel.tsx'
import { StatStrip } from '../ui/StatStrip.tsx'
import { UsageCard } from '../ui/UsageCard.tsx'
import { ActivePanel } from './ActivePanel.tsx'
import { AgentCommand } from './AgentCommand.tsx'
import type { AgentFields_AgentFragment } from './AgentFields.generated.ts'
import { AgentHealth } from './AgentHealth.tsx'
import type { AgentsPage_QueryQuery } from './AgentsPage.generated.ts'
import { getAgentName } from './columns.tsx'
import { RecentTable } from './RecentTable.tsx'
import { SecurityFeatures } from './SecurityFeatures.tsx'
import { StopAgentDialog } from './StopAgentDialog.tsx'

interface AgentsOverviewProps {
  /** Undefined while it loads. */
  account: AgentsPage_QueryQuery['account'] | undefined
  /** The page of recent sessions. */
  page: number
  onPageChange: (page: number) => void
}

/** Figures, running agents and recent sessions of an account. */
export function AgentsOverview({ account, page, onPageChange }: AgentsOverviewProps) {
  const [checking, setChecking] = useState<AgentFields_AgentFragment>()
  const [stopping, setStopping] = useState<AgentFields_AgentFragment>()
  // An event may end an agent before the lists are read anew.
  const active = account?.active.nodes.filter(({ status }) => status === 'active')
  const recent = account?.recent
  const limit = account?.plan.maxConcurrentAgents

  return (
    <>
      <StatStrip
        stats={[
          { label: 'Active Connections', value: active && formatCount(active.length) },
          { label: 'Connection Limit', value: limit === undefined ? undefined : formatLimit(limit) },
          {
            label: 'Utilization',
            value: active && limit !== undefined ? formatUtilization(active.length, limit) : undefined,
          },
          { label: 'Stopped Agents', value: recent && formatCount(recent.totalCount) },
        ]}
      />
      {limit !== unlimited && (
        <UsageCard title="Connection Usage" used={active?.length} limit={limit}>
          {active && limit !== undefined ? describeRoom(limit - active.length) : <Skeleton height={20} width={280} />}
        </UsageCard>
      )}
      {active?.length === 0 ? (
        <Panel title="Active Secure Connections" flush>
          <EmptyState
            icon={IconDisconnected}
            title="No Agents Running"
            description="Start one where your application runs. It appears here by itself."
          >
            <AgentCommand secret={account?.authToken ? findSecret(account.authToken.id) : undefined} />
          </EmptyState>
        </Panel>
      ) : (
        <ActivePanel agents={active} onCheck={setChecking} onStop={setStopping} />
      )}
      <Panel title="Recent Sessions" flush>
        {recent?.totalCount === 0 ? (
          <Text size="sm" c="dimmed" px="var(--gutter)" py="lg">
            Sessions that have ended are listed here.
          </Text>
        ) : (
          <RecentTable agents={recent?.nodes} />
        )}
        {recent && <Pager label="Recent sessions" page={page} pageCount={recent.pageCount} onChange={onPageChange} />}
      </Panel>
      <SecurityFeatures />
      <ConnectionDialog
        item={active?.find(({ id }) => id === checking?.id)}
        title={(agent) => `Connection of ${getAgentName(agent)}`}
        target={({ id }) => ({ kind: 'agent', id })}
        onClose={() => setChecking(undefined)}
      >
        {(agent) => <AgentHealth agent={agent} />}
      </ConnectionDialog>
      <StopAgentDialog agent={stopping} onClose={() => setStopping(undefined)} />
    </>
  )
}

function formatUtilization(used: number, limit: number): string {
  if (limit === unlimited) return '0%'
  return `${limit > 0 ? Math.round((used / limit) * 100) : 100}%`
}

function describeRoom(room: number): string {
  if (room <= 0) return 'You have reached your connection limit.'
  return `You have ${room} ${room === 1 ? 'connection' : 'connections'} remaining on your current plan.`
}
