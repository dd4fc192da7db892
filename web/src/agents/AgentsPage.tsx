import { useQuery } from '@apollo/client/react'
import { Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { findSecret } from '../auth-tokens/secrets.ts'
import { useFallbackPollMs } from '../graphql/ConnectionProvider.tsx'
import { getErrorText } from '../graphql/errors.ts'
import { useTitle } from '../site/useSite.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { formatCount } from '../ui/format.ts'
import { IconDisconnected } from '../ui/icons.ts'
import { formatLimit, unlimited } from '../ui/limits.ts'
import { LoadError } from '../ui/LoadError.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Pager } from '../ui/Pager.tsx'
import { Panel } from '../ui/Panel.tsx'
import { StatStrip } from '../ui/StatStrip.tsx'
import { UsageCard } from '../ui/UsageCard.tsx'
import { ActiveTable } from './ActiveTable.tsx'
import { AgentCommand } from './AgentCommand.tsx'
import type { AgentFields_AgentFragment } from './AgentFields.generated.ts'
import { AgentsPage_QueryDocument } from './AgentsPage.generated.ts'
import { RecentTable } from './RecentTable.tsx'
import { SecurityFeatures } from './SecurityFeatures.tsx'
import { StopAgentDialog } from './StopAgentDialog.tsx'

/** The account's agents: those that run, live, and those that ended. */
export function AgentsPage() {
  useTitle('Agents')
  const { account } = useActiveAccount().membership
  const [page, setPage] = useState(1)
  const [stopping, setStopping] = useState<AgentFields_AgentFragment>()
  const query = useQuery(AgentsPage_QueryDocument, {
    variables: { accountId: account.id, page },
    pollInterval: useFallbackPollMs(),
  })
  const { error, refetch } = query
  // While another page loads, the one before it stays: the layout does not jump.
  const data = query.data ?? query.previousData

  // An event may end an agent before the lists are read anew.
  const active = data?.account.active.nodes.filter(({ status }) => status === 'active')
  const recent = data?.account.recent
  const limit = data?.account.plan.maxConcurrentAgents

  return (
    <>
      <PageHeader
        title="Agents & Secure Tunnels"
        description="Every culvert command that runs for this account, and those that ran before."
      />
      {error && !data && <LoadError what="your agents" reason={getErrorText(error)} onRetry={() => void refetch()} />}
      <StatStrip
        stats={[
          { label: 'Active Connections', value: active && formatCount(active.length) },
          { label: 'Connection Limit', value: limit && formatLimit(limit) },
          { label: 'Utilization', value: active && limit && formatUtilization(active.length, limit) },
          { label: 'Stopped Agents', value: recent && formatCount(recent.totalCount) },
        ]}
      />
      {limit !== unlimited && (
        <UsageCard title="Connection Usage" used={active?.length} limit={limit}>
          {active && limit !== undefined ? describeRoom(limit - active.length) : <Skeleton height={20} width={280} />}
        </UsageCard>
      )}
      <Panel title="Active Secure Connections" flush>
        {active?.length === 0 ? (
          <EmptyState
            icon={IconDisconnected}
            title="No Agents Running"
            description="Start one where your application runs. It appears here by itself."
          >
            <AgentCommand secret={data?.account.authToken ? findSecret(data.account.authToken.id) : undefined} />
          </EmptyState>
        ) : (
          <ActiveTable agents={active} onStop={setStopping} />
        )}
      </Panel>
      <Panel title="Recent Sessions" flush>
        {recent?.totalCount === 0 ? (
          <Text size="sm" c="dimmed" px="xl" py="lg">
            Sessions that have ended are listed here.
          </Text>
        ) : (
          <RecentTable agents={recent?.nodes} />
        )}
        {recent && <Pager label="Recent sessions" page={page} pageCount={recent.pageCount} onChange={setPage} />}
      </Panel>
      <SecurityFeatures />
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
