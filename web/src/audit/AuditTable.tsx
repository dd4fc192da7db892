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
  /** The reader, where all entries are about them alone: then they say "you", and do not repeat whom they are about. */
  readerId?: string
}

/** Entries of an audit log, newest first. */
export function AuditTable({ caption, entries, readerId }: AuditTableProps) {
  return <DataTable caption={caption} columns={listColumns(readerId)} rows={entries} rowKey={({ id }) => id} />
}

const listColumns = (readerId: string | undefined): Column<AuditEntry_AuditEntryFragment>[] => [
  {
    title: 'What',
    cell: ({ action, objectName, changes }) => (
      <TwoLines
        first={<strong>{describeAction(action)}</strong>}
        second={[readerId ? null : objectName, ...changes.map(describeChange)].filter(Boolean).join(', ')}
      />
    ),
  },
  {
    title: 'Who',
    cell: ({ actor, actorKind }) =>
      readerId && actor?.id === readerId ? (
        'You'
      ) : (
        <TwoLines first={actor?.fullName ?? actorKinds[actorKind]} second={actor?.email} />
      ),
  },
  {
    title: 'From',
    cell: ({ ipAddress }) => (ipAddress ? <CopyableValue value={ipAddress} label="IP address" /> : 'N/A'),
  },
  { title: 'When', cell: ({ createdAt }) => <When iso={createdAt} as="short-time" /> },
]
