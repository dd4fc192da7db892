import classes from './AuditTable.module.css'
import type { AuditEntry } from './audit-entry.ts'
import { CopyableValue } from '../../ui/CopyableValue.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { TwoLines } from '../../ui/TwoLines.tsx'
import { When } from '../../ui/When.tsx'
import { actorKinds, describeAction, describeChange } from './words.ts'

interface AuditTableProps {
  /** What the entries are about, for screen readers. */
  caption: string
  /** Undefined while they load. */
  entries: AuditEntry[] | undefined
  /** The reader's id if all entries are about them: entries then say "you" instead of a name. */
  readerId?: string
}

/** Entries of an audit log, newest first. */
export function AuditTable({ caption, entries, readerId }: AuditTableProps) {
  return <DataTable caption={caption} columns={listColumns(readerId)} rows={entries} rowKey={({ id }) => id} />
}

/** An IPv4 address stays on one line. */
function IpAddress({ value }: { value: string }) {
  return (
    <div className={classes.address}>
      <CopyableValue value={value} label="IP address" />
    </div>
  )
}

const listColumns = (readerId: string | undefined): Column<AuditEntry>[] => [
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
    cell: ({ actor, actorKind, apiKeyName }) =>
      readerId && actor?.id === readerId ? (
        'You'
      ) : (
        <TwoLines first={actor?.fullName ?? actorKinds[actorKind]} second={actor?.email ?? apiKeyName} />
      ),
  },
  {
    title: 'From',
    cell: ({ ipAddress }) => (ipAddress ? <IpAddress value={ipAddress} /> : 'N/A'),
  },
  { title: 'When', cell: ({ createdAt }) => <When iso={createdAt} as="short-time" /> },
]
