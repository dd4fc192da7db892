import { ActionIcon, Group, Text } from '@mantine/core'
import { CopyableValue } from '../../ui/CopyableValue.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { IconDelete, IconLive } from '../../ui/icons.ts'
import { When } from '../../ui/When.tsx'
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
  { title: 'Name', cell: ({ name }) => <strong>{name}</strong> },
  {
    title: 'Domain',
    wide: true,
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
  { title: 'Status', cell: (gateway) => <GatewayStatusBadge gateway={gateway} /> },
  { title: 'Created', cell: ({ createdAt }) => <When iso={createdAt} /> },
]

/** Says why a hostname is not reached by HTTPS yet, or might soon not be. */
function CertificateNote({ certificate }: { certificate: NonNullable<Gateway['certificate']> }) {
  const { stage, lastError, advice } = certificate
  if (lastError !== null) {
    return (
      <Text size="xs" c="dimmed">
        {stage === 'READY' ? 'HTTPS works, but the certificate could not be renewed.' : 'No HTTPS yet.'} {lastError}{' '}
        {advice}
      </Text>
    )
  }
  if (stage === 'READY') return null
  return (
    <Text size="xs" c="dimmed">
      HTTPS works in a moment: its certificate is on the way.
    </Text>
  )
}

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
