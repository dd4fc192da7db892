import { webPaths } from '@culvert/schema/web-paths'
import { ActionIcon, Group } from '@mantine/core'
import { CopyableValue } from '../../ui/CopyableValue.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { IconDelete, IconLive } from '../../ui/icons.ts'
import { RowLink } from '../../ui/RowLink.tsx'
import { When } from '../../ui/When.tsx'
import { CertificateNote } from './CertificateNote.tsx'
import { isServed, type Gateway } from './gateway.ts'
import { GatewayStatusBadge } from './GatewayStatusBadge.tsx'

interface GatewayTableProps {
  /** Undefined while they load. */
  gateways: Gateway[] | undefined
  canManage: boolean
  onCheck: (gateway: Gateway) => void
  onDelete: (gateway: Gateway) => void
}

/** The account's gateways. */
export function GatewayTable({ gateways, ...actions }: GatewayTableProps) {
  const columns = [...factColumns, getActionColumn(actions)]
  return <DataTable caption="Gateways" columns={columns} rows={gateways} rowKey={({ id }) => id} />
}

type GatewayColumn = Column<Gateway>

const factColumns: GatewayColumn[] = [
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

type Actions = Omit<GatewayTableProps, 'gateways'>

const getActionColumn = ({ canManage, onCheck, onDelete }: Actions): GatewayColumn => ({
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
