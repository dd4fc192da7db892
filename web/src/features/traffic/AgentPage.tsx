import type { ResultOf } from '@graphql-typed-document-node/core'
import { webPaths } from '@culvert/schema/web-paths'
import { Button, Skeleton, Stack } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { AgentHealth } from '../agents/AgentHealth.tsx'
import { getAgentName, nameStarter } from '../agents/agent-name.ts'
import { AgentStatusBadge } from '../agents/AgentStatusBadge.tsx'
import { StopAgentDialog } from '../agents/StopAgentDialog.tsx'
import { useServingEdges } from '../agents/useServingEdges.tsx'
import { HopStrip } from '../diagnostics/HopStrip.tsx'
import { AgentCommand } from '../install/AgentCommand.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { useScreenQuery } from '../../graphql/useScreenQuery.tsx'
import { Screen } from '../site/Screen.tsx'
import { Columns } from '../../ui/Columns.tsx'
import { FactList, type Fact } from '../../ui/FactList.tsx'
import { formatBytes, formatCount, formatDuration } from '../../ui/format.ts'
import { IconStop } from '../../ui/icons.ts'
import { Notice } from '../../ui/Notice.tsx'
import { OpenButton } from '../../ui/OpenButton.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useNow } from '../../ui/useNow.ts'
import { When } from '../../ui/When.tsx'
import { LastErrors } from './LastErrors.tsx'
import { MissingScreen } from './MissingScreen.tsx'
import { PublicAddress } from './PublicAddress.tsx'
import { RestrictionPanel } from './RestrictionPanel.tsx'
import { TrafficPanel } from './TrafficPanel.tsx'
import { TrafficStats } from './TrafficStats.tsx'
import { useTraffic } from './useTraffic.ts'
import { TextLink } from '../../ui/TextLink.tsx'

const pageQuery = graphql(`
  query AgentPage_Query($accountId: ID!, $id: ID!) {
    account(id: $accountId) {
      id
      ...RestrictionPanel_Account
      agent(id: $id) {
        ...AgentFields_Agent
        gateway {
          id
          name
          deletedAt
        }
      }
    }
  }
`)

type Account = ResultOf<typeof pageQuery>['account']
type PageAgent = NonNullable<Account['agent']>

/** One agent, running or ended: whether it works and what it carried. */
export function AgentPage() {
  const { id = '' } = useParams()
  const accountId = useActiveAccount().membership.account.id
  const { data, failure } = useScreenQuery(pageQuery, 'the agent', { variables: { accountId, id } })
  const account = data?.account
  if (account?.agent === null) return <MissingScreen what="agent" list={webPaths.agents} />
  if (!account?.agent) {
    return (
      <Screen title="Agent" failure={failure}>
        <Skeleton height={100} />
        <Skeleton height={320} />
      </Screen>
    )
  }
  return <AgentView key={account.agent.id} account={account} agent={account.agent} />
}

function AgentView({ account, agent }: { account: Account; agent: PageAgent }) {
  const { id, assignedDomain, publicUrl, forwardingTo, status, connected, lostAt, viewerCanStop } = agent
  const view = useTraffic({ kind: 'agent', id })
  const [isStopping, setStopping] = useState(false)
  const isRunning = status === 'active'
  const name = getAgentName(agent)
  return (
    <Screen
      title={name}
      tabTitle={name}
      description={`${assignedDomain} leads to ${forwardingTo}.`}
      actions={
        <>
          {isRunning && connected && <OpenButton href={publicUrl} variant="default" />}
          {viewerCanStop && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconStop size={14} aria-hidden />}
              onClick={() => setStopping(true)}
            >
              Stop
            </Button>
          )}
        </>
      }
    >
      {!isRunning && <EndNotice agent={agent} />}
      <TrafficStats status={<AgentStatusBadge agent={agent} />} view={view} />
      {isRunning && <HopStrip key={`${connected} ${lostAt}`} target={{ kind: 'agent', id }} />}
      <Columns aside={<Aside account={account} agent={agent} />}>
        <TrafficPanel view={view} />
        <LastErrors view={view} />
      </Columns>
      <StopAgentDialog item={isStopping ? agent : undefined} onClose={() => setStopping(false)} />
    </Screen>
  )
}

function EndNotice({ agent: { status, stoppedAt } }: { agent: PageAgent }) {
  return status === 'error' ? (
    <Notice tone="warning" title="This agent was lost">
      It has stopped responding. If its command is still running, it reconnects by itself. If not, start it again.
    </Notice>
  ) : (
    <Notice tone="info" title="This agent has ended">
      {stoppedAt && (
        <>
          It ended <When iso={stoppedAt} as="time" />.{' '}
        </>
      )}
      Its traffic stays here for as long as requests are kept.
    </Notice>
  )
}

const durationTickMs = 15_000

function Aside({ account, agent }: { account: Account; agent: PageAgent }) {
  const now = useNow(durationTickMs)
  const { publicUrl, status, connected, gateway, startedAt, stoppedAt, requestCount, dataIn, dataOut } = agent
  const isRunning = status === 'active'
  const edges = useServingEdges(isRunning ? agent.id : null)
  const facts: Fact[] = [
    {
      name: 'Gateway',
      value: gateway ? (
        <TextLink to={`${webPaths.gateways}/${gateway.id}`}>{gateway.name}</TextLink>
      ) : (
        'None, a random hostname'
      ),
    },
    { name: 'Leads to', value: <code>{agent.forwardingTo}</code> },
    ...edges,
    { name: 'Started by', value: nameStarter(agent) },
    { name: 'Started', value: <When iso={startedAt} as="time" /> },
    { name: 'Ended', value: stoppedAt && <When iso={stoppedAt} as="time" /> },
    {
      name: 'Duration',
      value: (stoppedAt !== null || isRunning) && formatDuration(startedAt, stoppedAt ? Date.parse(stoppedAt) : now),
    },
    { name: 'Requests', value: formatCount(requestCount) },
    { name: 'Data', value: `${formatBytes(dataIn)} in, ${formatBytes(dataOut)} out` },
  ]
  return (
    <Stack gap="lg">
      <Panel title="Session">
        <FactList facts={facts} />
      </Panel>
      {isRunning && (
        <>
          <Panel title="Health">
            <AgentHealth agent={agent} />
          </Panel>
          <Panel title="Address">
            <PublicAddress url={publicUrl} isServed={connected} />
          </Panel>
          <RestrictionPanel account={account} />
        </>
      )}
      {!isRunning && gateway?.deletedAt !== undefined && gateway.deletedAt === null && (
        <Panel title="Start it again">
          <AgentCommand port={getTarget(agent.forwardingTo)} gateway={gateway.name} />
        </Panel>
      )}
    </Stack>
  )
}

/** Returns the command's argument for a local address: only the port if the app is on this machine. */
function getTarget(forwardingTo: string): string {
  const url = URL.parse(forwardingTo)
  return url?.protocol === 'http:' && url.hostname === 'localhost' && url.port ? url.port : forwardingTo
}
