import { useQuery } from '@apollo/client/react'
import { Button, List, Text } from '@mantine/core'
import { useState } from 'react'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { useFallbackPollMs } from '../graphql/ConnectionProvider.tsx'
import { getErrorText } from '../graphql/errors.ts'
import { useTitle } from '../site/useSite.ts'
import { Columns } from '../ui/Columns.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { IconGateway, IconPlus } from '../ui/icons.ts'
import { hasRoom } from '../ui/limits.ts'
import { LoadError } from '../ui/LoadError.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { notify } from '../ui/notify.ts'
import { UsageCard } from '../ui/UsageCard.tsx'
import { CreateGatewayForm } from './CreateGatewayForm.tsx'
import { DeleteGatewayDialog } from './DeleteGatewayDialog.tsx'
import { GatewaysPage_QueryDocument } from './GatewaysPage.generated.ts'
import { GatewayTable } from './GatewayTable.tsx'
import type { GatewayTable_GatewayFragment } from './GatewayTable.generated.ts'

/** The account's reserved hostnames. */
export function GatewaysPage() {
  useTitle('Gateway')
  const { account: shown } = useActiveAccount().membership
  const { data, error, refetch } = useQuery(GatewaysPage_QueryDocument, {
    variables: { accountId: shown.id },
    pollInterval: useFallbackPollMs(),
  })
  const [creating, setCreating] = useState(false)
  const [deleting, setDeleting] = useState<GatewayTable_GatewayFragment>()

  const account = data?.account
  const gateways = account?.gateways
  const limit = account?.plan.maxSubpoints
  const canManage = account?.viewerCanManageGateways ?? false
  const canCreate = account !== undefined && canManage && hasRoom(account.gateways.length, account.plan.maxSubpoints)

  const createButton = canCreate && !creating && (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setCreating(true)}>
      Create Gateway
    </Button>
  )

  return (
    <>
      <PageHeader
        title="Gateway"
        description="A gateway is a hostname that stays yours. An agent that starts on it is reachable there at once."
        actions={createButton}
      />
      {error && !data && <LoadError what="your gateways" reason={getErrorText(error)} onRetry={() => void refetch()} />}
      <Columns aside={<AboutGateways />}>
        <UsageCard title="Gateway Usage" used={gateways?.length} limit={limit} />
        {account && canManage && !canCreate && (
          <Notice tone="warning" title="Gateway Limit Reached">
            You've reached the maximum number of gateways for your current plan. Upgrade to create more.
          </Notice>
        )}
        {creating && canCreate && (
          <Panel title="Create Gateway">
            <CreateGatewayForm
              account={shown}
              onCancel={() => setCreating(false)}
              onCreated={({ subdomain }) => {
                setCreating(false)
                notify(`${subdomain} is yours.`)
              }}
            />
          </Panel>
        )}
        {gateways?.length === 0 ? (
          !creating && (
            <Panel>
              <EmptyState
                icon={IconGateway}
                title="No gateways yet"
                description={
                  canManage
                    ? 'Reserve a hostname, then start an agent on it.'
                    : 'An admin of this account can reserve a hostname.'
                }
              />
            </Panel>
          )
        ) : (
          <Panel title="Your gateways" flush>
            <GatewayTable gateways={gateways} canManage={canManage} onDelete={setDeleting} />
          </Panel>
        )}
      </Columns>
      <DeleteGatewayDialog gateway={deleting} onClose={() => setDeleting(undefined)} />
    </>
  )
}

function AboutGateways() {
  return (
    <Panel title="About Gateways">
      <Text size="sm" mb="sm">
        A gateway is a reserved hostname: your prefix, your namespace, and a domain of this installation.
      </Text>
      <List size="sm" spacing="xs">
        <List.Item>Nobody else can take it while you keep it, whether an agent runs or not.</List.Item>
        <List.Item>Start an agent on it with --gateway and its name.</List.Item>
        <List.Item>One agent at a time serves a gateway.</List.Item>
        <List.Item>Without a gateway, an agent gets a random hostname for that session.</List.Item>
      </List>
    </Panel>
  )
}
