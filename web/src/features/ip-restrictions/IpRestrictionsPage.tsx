import { List, Text, ActionIcon } from '@mantine/core'
import { useState } from 'react'
import type { ResultOf } from '@graphql-typed-document-node/core'
import { useAccountQuery } from '../accounts/useAccountQuery.ts'
import { PlanNotice } from '../plans/PlanNotice.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { Screen } from '../site/Screen.tsx'
import { Columns } from '../../ui/Columns.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconBlock, IconDelete } from '../../ui/icons.ts'
import { LoadingPanel } from '../../ui/LoadingPanel.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { UsageCard } from '../../ui/UsageCard.tsx'
import { AddIpRestrictionForm } from './AddIpRestrictionForm.tsx'
import { ActionDialog } from '../../graphql/ActionDialog.tsx'
import { notify } from '../../ui/notify.ts'
import { CopyableValue } from '../../ui/CopyableValue.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { When } from '../../ui/When.tsx'

const ipRestrictionFragment = graphql(`
  fragment IpRestrictionsPage_IpRestriction on IpRestriction {
    id
    ipAddress
    description
    createdAt
  }
`)

type IpRestriction = ResultOf<typeof ipRestrictionFragment>

const removeIpRestrictionMutation = graphql(`
  mutation IpRestrictionsPage_Remove($input: RemoveIpRestrictionInput!) {
    removeIpRestriction(input: $input) {
      ipRestriction {
        id
      }
    }
  }
`)

const pageQuery = graphql(`
  query IpRestrictionsPage_Query($accountId: ID!) {
    account(id: $accountId) {
      id
      viewerCanManageIpRestrictions
      viewerCanAddIpRestriction {
        ...Permission_Permission
      }
      plan {
        id
        maxIpRestrictions
      }
      ipRestrictions {
        ...IpRestrictionsPage_IpRestriction
      }
    }
  }
`)

/** The addresses whose visitors the account's tunnels refuse. */
export function IpRestrictionsPage() {
  const { data, failure } = useAccountQuery(pageQuery, 'your IP restrictions', { live: true })
  const [removing, setRemoving] = useState<IpRestriction>()

  const account = data?.account
  const restrictions = account?.ipRestrictions
  const limit = account?.plan.maxIpRestrictions
  const adding = account?.viewerCanAddIpRestriction
  const available = adding?.refusal?.reason !== 'NOT_IN_PLAN'
  const canManage = account?.viewerCanManageIpRestrictions ?? false

  return (
    <Screen title="IP Restrictions" description="Block visitors from the addresses you name.">
      <Columns aside={<AboutIpRestrictions />}>
        {failure}
        {!failure && available && <UsageCard title="IP restriction usage" used={restrictions?.length} limit={limit} />}
        <PlanNotice permission={adding} />
        {account && adding?.allowed && (
          <Panel title="Add IP Restriction">
            <AddIpRestrictionForm accountId={account.id} />
          </Panel>
        )}
        {restrictions?.length === 0 && available && (
          <Panel>
            <EmptyState
              icon={IconBlock}
              title="No IP restrictions"
              description="Visitors from any address can reach your tunnels."
            />
          </Panel>
        )}
        {!account && !failure && <LoadingPanel />}
        {restrictions && restrictions.length > 0 && (
          <Panel title="Blocked addresses" flush>
            <DataTable
              caption="IP restrictions"
              columns={canManage ? [...factColumns, getActionColumn(setRemoving)] : factColumns}
              rows={restrictions}
              rowKey={({ id }) => id}
            />
          </Panel>
        )}
      </Columns>
      <ActionDialog
        item={removing}
        onClose={() => setRemoving(undefined)}
        title={() => 'Remove IP Restriction'}
        confirmLabel="Remove restriction"
        document={removeIpRestrictionMutation}
        variables={({ id }) => ({ input: { id } })}
        optimistic={({ id }) => ({
          removeIpRestriction: {
            __typename: 'RemoveIpRestrictionPayload',
            ipRestriction: { __typename: 'IpRestriction', id },
          },
        })}
        removed={({ removeIpRestriction }) => removeIpRestriction.ipRestriction}
        onDone={({ ipAddress }) => notify(`Visitors from ${ipAddress} can connect again.`)}
      >
        {({ ipAddress }) => (
          <p>
            Are you sure you want to remove the IP restriction for "{ipAddress}"? This will allow connections from this
            IP address again.
          </p>
        )}
      </ActionDialog>
    </Screen>
  )
}

function AboutIpRestrictions() {
  return (
    <Panel title="About IP restrictions">
      <Text size="sm" mb="sm">
        A restriction blocks visitors from an address or a range on all tunnels of this account.
      </Text>
      <List size="sm" spacing="xs">
        <List.Item>It takes effect within 2 seconds, even on open tunnels.</List.Item>
        <List.Item>
          Blocked visitors get status <code>403</code>. Their requests never reach your app.
        </List.Item>
        <List.Item>
          A range is written with a mask: <code>203.0.113.0/24</code> covers 256 addresses.
        </List.Item>
        <List.Item>IPv6 addresses are written in full, with eight groups.</List.Item>
      </List>
    </Panel>
  )
}

const factColumns: Column<IpRestriction>[] = [
  {
    title: 'IP address or range',
    cell: ({ ipAddress }) => <CopyableValue value={ipAddress} label="IP address" />,
    sortBy: ({ ipAddress }) => ipAddress,
  },
  {
    title: 'Description',
    sortBy: ({ description }) => description,
    cell: ({ description }) =>
      description ?? (
        <Text span size="sm" c="dimmed">
          No description
        </Text>
      ),
  },
  { title: 'Created', cell: ({ createdAt }) => <When iso={createdAt} />, sortBy: ({ createdAt }) => createdAt },
]

const getActionColumn = (onRemove: (restriction: IpRestriction) => void): Column<IpRestriction> => ({
  title: 'Actions',
  cell: (restriction) => (
    <ActionIcon
      color="red"
      aria-label={`Remove the restriction for ${restriction.ipAddress}`}
      title="Remove restriction"
      onClick={() => onRemove(restriction)}
    >
      <IconDelete size={17} aria-hidden />
    </ActionIcon>
  ),
})
