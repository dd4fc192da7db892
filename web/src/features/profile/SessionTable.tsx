import { describeUserAgent } from '@culvert/schema/user-agent'
import type { ResultOf } from '@graphql-typed-document-node/core'
import { Button } from '@mantine/core'
import { graphql } from '../../graphql/generated/gql.ts'
import { CopyableValue } from '../../ui/CopyableValue.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { TwoLines } from '../../ui/TwoLines.tsx'
import { When } from '../../ui/When.tsx'
import type { ProofKind } from '../../graphql/generated/graphql.ts'

const authSessionFragment = graphql(`
  fragment SessionTable_AuthSession on AuthSession {
    id
    createdAt
    lastUsedAt
    ipAddress
    userAgent
    provenBy
    current
  }
`)

export type AuthSession = ResultOf<typeof authSessionFragment>

interface SessionTableProps {
  /** Undefined while they load. */
  sessions: AuthSession[] | undefined
  onEnd: (session: AuthSession) => void
}

/** The viewer's sessions. */
export function SessionTable({ sessions, onEnd }: SessionTableProps) {
  return <DataTable caption="Sessions" columns={getColumns(onEnd)} rows={sessions} rowKey={({ id }) => id} />
}

const getColumns = (onEnd: SessionTableProps['onEnd']): Column<AuthSession>[] => [
  {
    title: 'Device',
    cell: ({ userAgent, ipAddress }) => (
      <TwoLines
        first={<strong>{describeUserAgent(userAgent)}</strong>}
        second={ipAddress ? <CopyableValue value={ipAddress} label="IP address" /> : 'Unknown address'}
      />
    ),
  },
  {
    title: 'Signed in',
    cell: ({ createdAt, provenBy }) => (
      <TwoLines first={<When iso={createdAt} as="short-time" />} second={describeProofs(provenBy)} />
    ),
  },
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

const proofNames: Record<ProofKind, string> = {
  PASSWORD: 'password',
  TOTP: 'code',
  RECOVERY_CODE: 'recovery code',
  PASSKEY: 'passkey',
  PROVIDER: 'a provider',
}

function describeProofs(proofs: readonly ProofKind[]): string {
  return `by ${proofs.map((proof) => proofNames[proof]).join(' and ')}`
}
