import { useQuery, useSubscription } from '@apollo/client/react'
import { List, Text } from '@mantine/core'
import { useState } from 'react'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { PlanNotice } from '../billing/PlanNotice.tsx'
import { useFallbackPollMs } from '../graphql/ConnectionProvider.tsx'
import { getErrorText } from '../graphql/errors.ts'
import { useTitle } from '../site/useSite.ts'
import { Columns } from '../ui/Columns.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { IconBlock } from '../ui/icons.ts'
import { hasRoom } from '../ui/limits.ts'
import { LoadError } from '../ui/LoadError.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { UsageCard } from '../ui/UsageCard.tsx'
import { AddIpRestrictionForm } from './AddIpRestrictionForm.tsx'
import {
  IpRestrictionsPage_AccountChangedDocument,
  IpRestrictionsPage_QueryDocument,
} from './IpRestrictionsPage.generated.ts'
import type { IpRestrictionTable_IpRestrictionFragment } from './IpRestrictionTable.generated.ts'
import { IpRestrictionTable } from './IpRestrictionTable.tsx'
import { RemoveIpRestrictionDialog } from './RemoveIpRestrictionDialog.tsx'

/** The addresses whose visitors the account's tunnels refuse. */
export function IpRestrictionsPage() {
  useTitle('IP Restrictions')
  const variables = { accountId: useActiveAccount().membership.account.id }
  const { data, error, refetch } = useQuery(IpRestrictionsPage_QueryDocument, {
    variables,
    pollInterval: useFallbackPollMs(),
  })
  useSubscription(IpRestrictionsPage_AccountChangedDocument, { variables, ignoreResults: true })
  const [removing, setRemoving] = useState<IpRestrictionTable_IpRestrictionFragment>()

  const account = data?.account
  const restrictions = account?.ipRestrictions
  const limit = account?.plan.maxIpRestrictions
  const available = limit !== 0
  const full = restrictions !== undefined && limit !== undefined && !hasRoom(restrictions.length, limit)
  const canManage = account?.viewerCanManageIpRestrictions ?? false
  const failed = error !== undefined && !account

  return (
    <>
      <PageHeader title="IP Restrictions" description="Addresses from which no visitor reaches your tunnels." />
      <Columns aside={<AboutIpRestrictions />}>
        {failed && (
          <LoadError what="your IP restrictions" reason={getErrorText(error)} onRetry={() => void refetch()} />
        )}
        {!failed && available && <UsageCard title="IP Restriction Usage" used={restrictions?.length} limit={limit} />}
        {!available && (
          <PlanNotice tone="info" title="IP Restrictions Not Available">
            IP restrictions are available on Pro and Custom plans.
          </PlanNotice>
        )}
        {available && full && canManage && (
          <PlanNotice tone="warning" title="IP Restriction Limit Reached">
            You've reached the maximum number of IP restrictions for your current plan. Upgrade to add more.
          </PlanNotice>
        )}
        {account && canManage && !full && (
          <Panel title="Add IP Restriction">
            <AddIpRestrictionForm accountId={account.id} />
          </Panel>
        )}
        {restrictions?.length === 0 && available && (
          <Panel>
            <EmptyState
              icon={IconBlock}
              title="No IP Restrictions"
              description="Visitors from every address reach your tunnels."
            />
          </Panel>
        )}
        {!failed && restrictions?.length !== 0 && (
          <Panel title="Refused addresses" flush>
            <IpRestrictionTable restrictions={restrictions} canManage={canManage} onRemove={setRemoving} />
          </Panel>
        )}
      </Columns>
      <RemoveIpRestrictionDialog restriction={removing} onClose={() => setRemoving(undefined)} />
    </>
  )
}

function AboutIpRestrictions() {
  return (
    <Panel title="About IP Restrictions">
      <Text size="sm" mb="sm">
        A restriction refuses visitors from an address or a range, on all tunnels of this account.
      </Text>
      <List size="sm" spacing="xs">
        <List.Item>It takes effect within 2 seconds, also on tunnels that are open.</List.Item>
        <List.Item>
          Refused visitors get the status <code>403</code>; your app never hears of them.
        </List.Item>
        <List.Item>
          A range is written with a mask: <code>203.0.113.0/24</code> covers 256 addresses.
        </List.Item>
        <List.Item>IPv6 addresses are written in full, with eight groups.</List.Item>
      </List>
    </Panel>
  )
}
