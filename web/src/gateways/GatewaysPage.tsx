import { useQuery } from '@apollo/client/react'
import type { DomainStatus } from '@culvert/schema/client-types'
import { Anchor, Button, List, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { PlanNotice } from '../billing/PlanNotice.tsx'
import { useFallbackPollMs } from '../graphql/ConnectionProvider.tsx'
import { getErrorText } from '../graphql/errors.ts'
import { useTitle } from '../site/useSite.ts'
import { Columns } from '../ui/Columns.tsx'
import { IconPlus } from '../ui/icons.ts'
import { hasRoom } from '../ui/limits.ts'
import { LoadError } from '../ui/LoadError.tsx'
import { notify } from '../ui/notify.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { UsageCard } from '../ui/UsageCard.tsx'
import { useFlag } from '../ui/useFlag.ts'
import { CreateGatewayForm } from './CreateGatewayForm.tsx'
import { GatewayList } from './GatewayList.tsx'
import { GatewaysPage_QueryDocument } from './GatewaysPage.generated.ts'

/** The account's reserved hostnames. */
export function GatewaysPage() {
  useTitle('Gateway')
  const { account: shown } = useActiveAccount().membership
  const { data, error, refetch } = useQuery(GatewaysPage_QueryDocument, {
    variables: { accountId: shown.id },
    pollInterval: useFallbackPollMs(),
  })
  const [formOpened, setFormOpened] = useFlag('new')

  const account = data?.account
  const canManage = account?.viewerCanManageGateways ?? false
  const full = account !== undefined && !hasRoom(account.gateways.length, account.plan.maxSubpoints)
  const creating = account !== undefined && formOpened && canManage && !full

  return (
    <>
      <PageHeader
        title="Gateway"
        description="A gateway is a hostname that stays yours. An agent that starts on it is reachable there at once."
        actions={
          canManage &&
          !full &&
          !creating && (
            <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setFormOpened(true)}>
              Create Gateway
            </Button>
          )
        }
      />
      <Columns aside={<AboutGateways />}>
        {error && !account ? (
          <LoadError what="your gateways" reason={getErrorText(error)} onRetry={() => void refetch()} />
        ) : (
          <>
            <UsageCard title="Gateway Usage" used={account?.gateways.length} limit={account?.plan.maxSubpoints} />
            {full && canManage && (
              <PlanNotice tone="warning" title="Gateway Limit Reached">
                You've reached the maximum number of gateways for your current plan. Upgrade to create more.
              </PlanNotice>
            )}
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
    </>
  )
}

const isVerified = ({ status }: { status: DomainStatus }) => status === 'verified'

function AboutGateways() {
  return (
    <Panel title="About Gateways">
      <Text size="sm" mb="sm">
        A gateway is a reserved hostname: your prefix, your namespace, and a domain of this installation. Or it is a
        name on a custom domain of your own.
      </Text>
      <List size="sm" spacing="xs">
        <List.Item>Nobody else can take it while you keep it, whether an agent runs or not.</List.Item>
        <List.Item>
          Start an agent on it with <code>--gateway</code> and its name.
        </List.Item>
        <List.Item>One agent at a time serves a gateway.</List.Item>
        <List.Item>Without a gateway, an agent gets a random hostname for that session.</List.Item>
        <List.Item>
          <Anchor component={Link} to="/admin/gateway-metrics">
            Gateway Metrics
          </Anchor>{' '}
          shows how each of them is used.
        </List.Item>
      </List>
    </Panel>
  )
}
