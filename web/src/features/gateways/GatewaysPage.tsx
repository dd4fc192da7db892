import { webPaths } from '@culvert/schema/web-paths'
import { List, Text } from '@mantine/core'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { useAccountQuery } from '../accounts/useAccountQuery.ts'
import { PlanNotice } from '../plans/PlanNotice.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import type { DomainStatus } from '../../graphql/generated/graphql.ts'
import { Screen } from '../site/Screen.tsx'
import { AddButton } from '../../ui/AddButton.tsx'
import { Columns } from '../../ui/Columns.tsx'
import { notify } from '../../ui/notify.ts'
import { Panel } from '../../ui/Panel.tsx'
import { UsageCard } from '../../ui/UsageCard.tsx'
import { useFlag } from '../../ui/useFlag.ts'
import type { Gateway } from './gateway.ts'
import { CreateGatewayForm } from './CreateGatewayForm.tsx'
import { GatewayList } from './GatewayList.tsx'
import { TextLink } from '../../ui/TextLink.tsx'

const pageQuery = graphql(`
  query GatewaysPage_Query($accountId: ID!) {
    account(id: $accountId) {
      id
      viewerCanManageGateways
      viewerCanCreateGateway {
        ...Permission_Permission
      }
      plan {
        id
        maxSubpoints
      }
      domains {
        id
        domain
        status
      }
      gateways {
        ...GatewayTable_Gateway
      }
    }
  }
`)

/** The account's reserved hostnames. */
export function GatewaysPage() {
  const { account: shown } = useActiveAccount().membership
  const { data, failure } = useAccountQuery(pageQuery, 'your gateways')
  const [formOpened, setFormOpened] = useFlag('new')

  const account = data?.account
  const canManage = (account ?? shown).viewerCanManageGateways
  const permission = account?.viewerCanCreateGateway
  const canCreate = permission?.allowed ?? canManage
  const creating = account !== undefined && formOpened && canCreate

  return (
    <Screen
      title="Gateway"
      description="A gateway is a hostname reserved for you. An agent that starts on it is reachable there at once."
      actions={
        canCreate &&
        !creating &&
        !failure && (
          <AddButton label="Create Gateway" loading={account === undefined} onClick={() => setFormOpened(true)} />
        )
      }
    >
      <Columns aside={<AboutGateways certificates={hasOwnCertificates(account?.gateways)} />}>
        {failure ?? (
          <>
            <UsageCard title="Gateway usage" used={account?.gateways.length} limit={account?.plan.maxSubpoints} />
            <PlanNotice permission={permission} />
            {creating && (
              <Panel title="Create Gateway">
                <CreateGatewayForm
                  account={shown}
                  ownDomains={account.domains.filter(isVerified).map(({ domain }) => domain)}
                  onCancel={() => setFormOpened(false)}
                  onCreated={({ subdomain }) => {
                    setFormOpened(false)
                    notify(`${subdomain} is yours.`)
                  }}
                />
              </Panel>
            )}
            <GatewayList gateways={account?.gateways} canManage={canManage} />
          </>
        )}
      </Columns>
    </Screen>
  )
}

const isVerified = ({ status }: { status: DomainStatus }) => status === 'verified'

/** Reports whether each gateway has its own certificate, rather than one for all names of a domain. */
const hasOwnCertificates = (gateways: Gateway[] = []) => gateways.some(({ certificate }) => certificate !== null)

function AboutGateways({ certificates }: { certificates: boolean }) {
  return (
    <Panel title="About Gateways">
      <Text size="sm" mb="sm">
        A gateway is a reserved hostname: a prefix, your namespace and a domain that this installation offers, or a name
        on your own custom domain.
      </Text>
      <List size="sm" spacing="xs">
        <List.Item>Nobody else can take it while you keep it, even when no agent is running.</List.Item>
        <List.Item>
          Start an agent on it with <code>--gateway</code> and its name.
        </List.Item>
        <List.Item>One agent at a time serves a gateway, or a pool of agents.</List.Item>
        <List.Item>
          Without a gateway, an agent gets a random hostname for that session
          {certificates && ', which visitors reach over HTTP only'}.
        </List.Item>
        {certificates && (
          <List.Item>
            Each gateway has its own certificate, ordered when you reserve it. The authority limits how many a domain
            can get in a week, so a new one may have to wait.
          </List.Item>
        )}
        <List.Item>
          <TextLink to={webPaths.gatewayMetrics}>Gateway Metrics</TextLink> shows how each of them is used.
        </List.Item>
      </List>
    </Panel>
  )
}
