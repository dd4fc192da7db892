import { useState } from 'react'
import { webPaths } from '@culvert/schema/web-paths'
import { ActionIcon, Group } from '@mantine/core'
import { ConnectionDialog } from '../diagnostics/ConnectionDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FindPanel } from '../../ui/FindPanel.tsx'
import { IconGateway, IconDelete, IconLive } from '../../ui/icons.ts'
import { Panel } from '../../ui/Panel.tsx'
import { DeleteGatewayDialog } from './DeleteGatewayDialog.tsx'
import { type Gateway, isServed } from './gateway.ts'
import { CopyableValue } from '../../ui/CopyableValue.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import { When } from '../../ui/When.tsx'
import { CertificateNote } from './CertificateNote.tsx'
import { GatewayStatusBadge } from './GatewayStatusBadge.tsx'

interface GatewayListProps {
  /** Undefined while they load. */
  gateways: Gateway[] | undefined
  canManage: boolean
}

/** The account's gateways, with a delete button for viewers who may. */
export function GatewayList({ gateways, canManage }: GatewayListProps) {
  const [checking, setChecking] = useState<Gateway>()
  const [deleting, setDeleting] = useState<Gateway>()
  const columns = [...factColumns, getActionColumn(canManage, setChecking, setDeleting)]
  return (
    <>
      {gateways?.length === 0 ? (
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
      ) : (
        <FindPanel
          title="Your gateways"
          label="Find a gateway"
          items={gateways}
          listWords={({ name, subdomain }) => [name, subdomain]}
        >
          {(found) => <DataTable caption="Gateways" columns={columns} rows={found} rowKey={({ id }) => id} />}
        </FindPanel>
      )}
      <ConnectionDialog
        item={checking}
        title={({ name }) => `Connection of ${name}`}
        target={({ id }) => ({ kind: 'gateway', id })}
        onClose={() => setChecking(undefined)}
      />
      <DeleteGatewayDialog item={deleting} onClose={() => setDeleting(undefined)} />
    </>
  )
}

const factColumns: Column<Gateway>[] = [
  {
    title: 'Name',
    cell: ({ id, name }) => <RowLink to={`${webPaths.gateways}/${id}`}>{name}</RowLink>,
    sortBy: ({ name }) => name,
  },
  {
    title: 'Domain',
    wide: true,
    sortBy: ({ subdomain }) => subdomain,
    cell: (gateway) => (
      <>
        <CopyableValue
          value={gateway.subdomain}
          label="hostname"
          href={isServed(gateway) ? gateway.publicUrl : undefined}
        />
        {gateway.certificate && <CertificateNote certificate={gateway.certificate} />}
      </>
    ),
  },
  {
    title: 'Status',
    besideName: true,
    cell: (gateway) => <GatewayStatusBadge gateway={gateway} />,
    sortBy: (gateway) => Number(!isServed(gateway)),
  },
  { title: 'Created', cell: ({ createdAt }) => <When iso={createdAt} />, sortBy: ({ createdAt }) => createdAt },
]

const getActionColumn = (
  canManage: boolean,
  onCheck: (gateway: Gateway) => void,
  onDelete: (gateway: Gateway) => void,
): Column<Gateway> => ({
  title: 'Actions',
  cell: (gateway) => (
    <Group gap="xs" wrap="nowrap">
      <ActionIcon
        aria-label={`Check the connection of ${gateway.name}`}
        title="Check connection"
        onClick={() => onCheck(gateway)}
      >
        <IconLive size={17} aria-hidden />
      </ActionIcon>
      {canManage && (
        <ActionIcon
          color="red"
          aria-label={`Delete gateway ${gateway.name}`}
          title="Delete gateway"
          onClick={() => onDelete(gateway)}
        >
          <IconDelete size={17} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  ),
})
