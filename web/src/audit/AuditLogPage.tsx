import { useQuery, useSubscription } from '@apollo/client/react'
import { NativeSelect } from '@mantine/core'
import { useSearchParams } from 'react-router-dom'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { useFallbackPollMs } from '../graphql/ConnectionProvider.tsx'
import { getErrorText } from '../graphql/errors.ts'
import { useTitle } from '../site/useSite.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { IconAudit } from '../ui/icons.ts'
import { LoadError } from '../ui/LoadError.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Pager } from '../ui/Pager.tsx'
import { usePageNumber } from '../ui/usePageNumber.ts'
import { Panel } from '../ui/Panel.tsx'
import { AuditLogPage_AccountChangedDocument, AuditLogPage_QueryDocument } from './AuditLogPage.generated.ts'
import { AuditTable } from './AuditTable.tsx'
import { describeObjectType } from './words.ts'

const objectTypes = [
  'account',
  'agent',
  'api_key',
  'auth_token',
  'domain',
  'gateway',
  'invite',
  'ip_restriction',
  'member',
]

/** What happened in the account. Filter and page are in the address, to be shared and gone back to. */
export function AuditLogPage() {
  useTitle('Audit Log')
  const { account } = useActiveAccount().membership
  const [query, setQuery] = useSearchParams()
  const objectType = query.get('about') ?? ''
  const [page, setPage] = usePageNumber()
  const variables = { accountId: account.id, objectType: objectType || null, page }
  const { data, previousData, error, refetch } = useQuery(AuditLogPage_QueryDocument, {
    variables,
    pollInterval: useFallbackPollMs(),
  })
  useSubscription(AuditLogPage_AccountChangedDocument, { variables, ignoreResults: true })
  // While another page loads, the one before it stays: the layout does not jump.
  const log = (data ?? previousData)?.account.auditLog

  return (
    <>
      <PageHeader title="Audit Log" description="Who did what in this account, when and from where." />
      {error && !log ? (
        <LoadError what="the audit log" reason={getErrorText(error)} onRetry={() => void refetch()} />
      ) : (
        <Panel
          title="Entries"
          aside={
            <NativeSelect
              size="xs"
              aria-label="Show entries about"
              data={[
                { value: '', label: 'About everything' },
                ...objectTypes.map((value) => ({ value, label: `About ${describeObjectType(value)}` })),
              ]}
              value={objectType}
              onChange={({ currentTarget: { value } }) => setQuery(value ? { about: value } : {})}
            />
          }
          flush
        >
          {log?.nodes.length === 0 ? (
            <EmptyState
              icon={IconAudit}
              title="No entries"
              description={
                objectType
                  ? 'Nothing of this kind happened in the account yet.'
                  : 'What members and the server do in this account is listed here.'
              }
            />
          ) : (
            <AuditTable caption="Audit log" entries={log?.nodes} />
          )}
          <Pager label="Audit log" page={page} pageCount={log?.pageCount ?? 1} onChange={setPage} />
        </Panel>
      )}
    </>
  )
}
