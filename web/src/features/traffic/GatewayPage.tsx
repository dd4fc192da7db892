import type { ResultOf } from '@graphql-typed-document-node/core'
import { webPaths } from '@culvert/schema/web-paths'
import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { useServingEdges } from '../agents/useServingEdges.tsx'
import { HopStrip } from '../diagnostics/HopStrip.tsx'
import { CertificateNote } from '../gateways/CertificateNote.tsx'
import { DeleteGatewayDialog } from '../gateways/DeleteGatewayDialog.tsx'
import { EditGatewayDialog } from '../gateways/EditGatewayDialog.tsx'
import { isServed } from '../gateways/gateway.ts'
import { GatewayStatusBadge } from '../gateways/GatewayStatusBadge.tsx'
import { AgentCommand } from '../install/AgentCommand.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { useScreenQuery } from '../../graphql/useScreenQuery.tsx'
import { Screen } from '../site/Screen.tsx'
import { Columns } from '../../ui/Columns.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Notice } from '../../ui/Notice.tsx'
import { OpenButton } from '../../ui/OpenButton.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { usePageNumber } from '../../ui/usePageNumber.ts'
import { When } from '../../ui/When.tsx'
import { LastErrors } from './LastErrors.tsx'
import { MissingScreen } from './MissingScreen.tsx'
import { PublicAddress } from './PublicAddress.tsx'
import { RestrictionPanel } from './RestrictionPanel.tsx'
import { SessionPanel } from './SessionPanel.tsx'
import { TrafficPanel } from './TrafficPanel.tsx'
import { TrafficStats } from './TrafficStats.tsx'
import { useTraffic } from './useTraffic.ts'
import { TextLink } from '../../ui/TextLink.tsx'

const pageQuery = graphql(`
  query GatewayPage_Query($accountId: ID!, $id: ID!, $page: Int!) {
    account(id: $accountId) {
      id
      viewerCanManageGateways
      ...RestrictionPanel_Account
      gateway(id: $id) {
        ...GatewayTable_Gateway
        deletedAt
      }
      agents(gatewayId: $id, page: $page, pageSize: 10) {
        nodes {
          ...AgentFields_Agent
        }
        totalCount
        pageCount
      }
    }
  }
`)

type Account = ResultOf<typeof pageQuery>['account']
type PageGateway = NonNullable<Account['gateway']>

/** One gateway: whether it works, what it carried, who served it. */
export function GatewayPage() {
  const { id = '' } = useParams()
  const accountId = useActiveAccount().membership.account.id
  const [page] = usePageNumber()
  const { data, failure } = useScreenQuery(pageQuery, 'the gateway', { variables: { accountId, id, page } })
  const account = data?.account
  if (account?.gateway === null) return <MissingScreen what="gateway" list={webPaths.gateways} />
  if (!account?.gateway) {
    return (
      <Screen title="Gateway" failure={failure}>
        <Skeleton height={100} />
        <Skeleton height={320} />
      </Screen>
    )
  }
  return <GatewayView key={account.gateway.id} account={account} gateway={account.gateway} />
}

function GatewayView({ account, gateway }: { account: Account; gateway: PageGateway }) {
  const { id, name, description, subdomain, publicUrl, tunnelBinding, agentLostAt, deletedAt } = gateway
  const view = useTraffic({ kind: 'gateway', id })
  const navigate = useNavigate()
  const [isEditing, setEditing] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const isLive = deletedAt === null
  const canChange = isLive && account.viewerCanManageGateways
  return (
    <Screen
      title={name}
      tabTitle={`Gateway ${name}`}
      description={description ?? subdomain}
      actions={
        <>
          {isLive && isServed(gateway) && <OpenButton href={publicUrl} variant="default" />}
          {canChange && (
            <>
              <Button size="xs" variant="default" onClick={() => setEditing(true)}>
                Edit
              </Button>
              <Button size="xs" variant="default" color="red" onClick={() => setDeleting(true)}>
                Delete
              </Button>
            </>
          )}
        </>
      }
    >
      {deletedAt !== null && (
        <Notice tone="info" title="This gateway was deleted">
          It was deleted on {formatDateTime(deletedAt)}. Its traffic stays here for as long as requests are kept.
        </Notice>
      )}
      {gateway.block && (
        <Notice tone="danger" title="The operator has blocked this hostname">
          No agent can serve it, and visitors see why: “{gateway.block.reason}” Use another gateway, or ask the operator
          to unblock it.
        </Notice>
      )}
      <TrafficStats
        status={isLive ? <GatewayStatusBadge gateway={gateway} /> : <StatusBadge word="Deleted" tone="neutral" />}
        view={view}
      />
      {isLive && <HopStrip key={`${tunnelBinding} ${agentLostAt}`} target={{ kind: 'gateway', id }} />}
      <Columns aside={<Aside account={account} gateway={gateway} />}>
        <TrafficPanel view={view} />
        <LastErrors view={view} />
        <SessionPanel agents={account.agents} />
      </Columns>
      {canChange && (
        <>
          <EditGatewayDialog gateway={gateway} opened={isEditing} onClose={() => setEditing(false)} />
          <DeleteGatewayDialog
            item={isDeleting ? gateway : undefined}
            onClose={() => setDeleting(false)}
            onDeleted={() => void navigate(webPaths.gateways)}
          />
        </>
      )}
    </Screen>
  )
}

function Aside({ account, gateway }: { account: Account; gateway: PageGateway }) {
  const { name, publicUrl, certificate, createdAt, deletedAt, tunnelBinding } = gateway
  const isLive = deletedAt === null
  const edges = useServingEdges(tunnelBinding)
  const isPooled = account.agents.nodes.some(({ id, pool }) => pool && id === tunnelBinding)
  return (
    <Stack gap="lg">
      <Panel title="Address">
        <Stack gap="sm">
          <PublicAddress url={publicUrl} isServed={isLive && isServed(gateway)} />
          {isLive && certificate && <CertificateNote certificate={certificate} />}
          <FactList
            facts={[
              {
                name: 'Agent',
                value: <BoundAgent id={tunnelBinding} isPooled={isPooled} />,
              },
              ...edges,
              { name: 'Created', value: <When iso={createdAt} as="time" /> },
            ]}
          />
        </Stack>
      </Panel>
      {isLive && (
        <>
          <Panel title="Start an agent on it">
            <AgentCommand gateway={name} />
            <Text size="xs" c="dimmed" mt="sm">
              Replace 3000 with the port of your app.
            </Text>
          </Panel>
          <RestrictionPanel account={account} />
        </>
      )}
    </Stack>
  )
}

/** Links to the agent that serves a gateway; the agents of a pool are in the list beside it. */
function BoundAgent({ id, isPooled }: { id: string | null; isPooled: boolean }) {
  if (id === null) return 'None is running'
  if (isPooled) return 'A pool: its running agents are listed under Sessions'
  return <TextLink to={`${webPaths.agents}/${id}`}>The running agent</TextLink>
}
