import { CopyableValue } from '../ui/CopyableValue.tsx'
import { DataTable, type Column } from '../ui/DataTable.tsx'
import { TwoLines } from '../ui/TwoLines.tsx'
import { When } from '../ui/When.tsx'
import type { AuditEntry_AuditEntryFragment } from './AuditEntry.generated.ts'
import { actorKinds, describeAction, describeChange } from './words.ts'

interface AuditTableProps {
  /** What the entries are about, for those who cannot see it. */
  caption: string
  /** Undefined while they load. */
  entries: AuditEntry_AuditEntryFragment[] | undefined
}

/** Entries of an audit log, newest first. */
export function AuditTable({ caption, entries }: AuditTableProps) {
  return <DataTable caption={caption} columns={columns} rows={entries} rowKey={({ id }) => id} />
}

const columns: Column<AuditEntry_AuditEntryFragment>[] = [
  {
    title: 'What',
    cell: ({ action, objectName, changes }) => (
      <TwoLines
        first={<strong>{describeAction(action)}</strong>}
        second={[objectName, ...changes.map(describeChange)].filter(Boolean).join(', ')}
      />
    ),
  },
  {
    title: 'Who',
    cell: ({ actor, actorKind }) => <TwoLines first={actor?.fullName ?? actorKinds[actorKind]} second={actor?.email} />,
  },
  {
    title: 'From',
    cell: ({ ipAddress }) => (ipAddress ? <CopyableValue value={ipAddress} label="IP address" /> : 'N/A'),
  },
  { title: 'When', cell: ({ createdAt }) => <When iso={createdAt} as="short-time" /> },
]
