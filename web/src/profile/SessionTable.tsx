import { Button } from '@mantine/core'
import { CopyableValue } from '../ui/CopyableValue.tsx'
import { DataTable, type Column } from '../ui/DataTable.tsx'
import { Tag } from '../ui/Tag.tsx'
import { TwoLines } from '../ui/TwoLines.tsx'
import { When } from '../ui/When.tsx'
import type { SessionTable_AuthSessionFragment } from './SessionTable.generated.ts'
import { describeUserAgent } from './user-agent.ts'

interface SessionTableProps {
  /** Undefined while they load. */
  sessions: SessionTable_AuthSessionFragment[] | undefined
  onEnd: (session: SessionTable_AuthSessionFragment) => void
}

/** Where the viewer is signed in. */
export function SessionTable({ sessions, onEnd }: SessionTableProps) {
  return <DataTable caption="Sessions" columns={getColumns(onEnd)} rows={sessions} rowKey={({ id }) => id} />
}

const getColumns = (onEnd: SessionTableProps['onEnd']): Column<SessionTable_AuthSessionFragment>[] => [
  {
    title: 'Device',
    cell: ({ userAgent, ipAddress }) => (
      <TwoLines
        first={<strong>{describeUserAgent(userAgent)}</strong>}
        second={ipAddress ? <CopyableValue value={ipAddress} label="IP address" /> : 'Unknown address'}
      />
    ),
  },
  { title: 'Signed in', cell: ({ createdAt }) => <When iso={createdAt} as="short-time" /> },
  { title: 'Last used', cell: ({ lastUsedAt }) => <When iso={lastUsedAt} as="short-time" /> },
  {
    title: 'Actions',
    titleHidden: true,
    cell: (session) =>
      session.current ? (
        <Tag tone="accent">This device</Tag>
      ) : (
        <Button
          variant="default"
          size="xs"
          aria-label={`Sign out ${describeUserAgent(session.userAgent)}`}
          onClick={() => onEnd(session)}
        >
          Sign out
        </Button>
      ),
  },
]
