import { unlimited } from '@culvert/schema/units'
import { Text } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { useScreenQuery } from '../../graphql/useScreenQuery.tsx'
import { Screen } from '../site/Screen.tsx'
import { usePageNumber } from '../../ui/usePageNumber.ts'
import { lazyPart } from '../../network/chunks.ts'
import { Below } from '../../ui/Below.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { describeReconnecting, formatCount, formatNumber } from '../../ui/format.ts'
import { IconDisconnected } from '../../ui/icons.ts'
import { formatLimit } from '../../ui/limits.ts'
import { Pager } from '../../ui/Pager.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { StatStrip } from '../../ui/StatStrip.tsx'
import { UsageCard } from '../../ui/UsageCard.tsx'
import { ActivePanel } from './ActivePanel.tsx'
import type { Agent } from './agent.ts'
import { AgentCommand } from '../install/AgentCommand.tsx'
import { RecentTable } from './RecentTable.tsx'
import { SecurityFeatures } from './SecurityFeatures.tsx'

// Not needed to look at the list.
const AgentDialogs = lazyPart('AgentDialogs', () => import('./AgentDialogs.tsx'))

const pageQuery = graphql(`
  query AgentsPage_Query($accountId: ID!, $page: Int!) {
    account(id: $accountId) {
      id
      plan {
        id
        maxConcurrentAgents
      }
      active: agents(status: [active], pageSize: 1000) {
        nodes {
          ...AgentFields_Agent
        }
        totalCount
      }
      recent: agents(status: [inactive, error], page: $page, pageSize: 10) {
        nodes {
          ...AgentFields_Agent
        }
        totalCount
        page
        pageCount
      }
    }
  }
`)

/** The account's agents: figures, running ones, live, and recent sessions. */
export function AgentsPage() {
  const accountId = useActiveAccount().membership.account.id
  const [page, setPage] = usePageNumber()
  const { data, failure } = useScreenQuery(pageQuery, 'your agents', { variables: { accountId, page } })
  const [checking, setChecking] = useState<Agent>()
  const [stopping, setStopping] = useState<Agent>()
  const [areDialogsWanted, setDialogsWanted] = useState(false)
  if (!areDialogsWanted && (checking ?? stopping) !== undefined) setDialogsWanted(true)
  const account = data?.account
  // An event may end an agent before the lists are fetched again.
  const active = account?.active.nodes.filter(({ status }) => status === 'active')
  // A lost agent keeps its slot as long as it may come back.
  const lostCount = active?.filter(({ lostAt }) => lostAt !== null).length ?? 0
  const recent = account?.recent
  const limit = account?.plan.maxConcurrentAgents

  return (
    <Screen
      title="Agents & Secure Tunnels"
      tabTitle="Agents"
      description="The culvert commands that run for this account, and those that have ended."
      failure={failure}
    >
      <StatStrip
        stats={[
          {
            label: 'Active Connections',
            value: active && formatCount(active.length - lostCount),
            note: describeReconnecting(lostCount) ?? 'right now',
          },
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
          {/* Reserves space for a line that loads. */}
          {active && limit !== undefined ? describeCapacity(limit - active.length, lostCount) : '\u00a0'}
        </UsageCard>
      )}
      {active?.length === 0 ? (
        <Panel title="Active Secure Connections" flush>
          <EmptyState
            icon={IconDisconnected}
            title="No Agents Running"
            description="Start one on the machine that runs your app. It appears here by itself."
          >
            <AgentCommand />
          </EmptyState>
        </Panel>
      ) : (
        <ActivePanel agents={active} onCheck={setChecking} onStop={setStopping} />
      )}
      <Below ready={account !== undefined}>
        <Panel title="Recent Sessions" flush>
          {recent?.totalCount === 0 ? (
            <Text size="sm" c="dimmed" px="var(--gutter)" py="lg">
              Sessions that have ended are listed here.
            </Text>
          ) : (
            <RecentTable agents={recent?.nodes} />
          )}
          {recent && <Pager label="Recent sessions" page={page} pageCount={recent.pageCount} onChange={setPage} />}
        </Panel>
        <SecurityFeatures />
      </Below>
      <Suspense>
        {areDialogsWanted && (
          <AgentDialogs
            checked={active?.find(({ id }) => id === checking?.id)}
            onChecked={() => setChecking(undefined)}
            stopping={stopping}
            onStopped={() => setStopping(undefined)}
          />
        )}
      </Suspense>
    </Screen>
  )
}

function formatUtilization(used: number, limit: number): string {
  if (limit === unlimited) return '0%'
  return `${limit > 0 ? Math.round((used / limit) * 100) : 100}%`
}

function describeCapacity(room: number, lostCount: number): string {
  const counted =
    lostCount > 0
      ? ` ${formatNumber(lostCount, 'reconnecting agent')} ${lostCount === 1 ? 'counts' : 'count'} as connected.`
      : ''
  if (room <= 0) return `You have reached your connection limit.${counted}`
  return `You have ${formatNumber(room, 'connection')} remaining on your current plan.${counted}`
}
