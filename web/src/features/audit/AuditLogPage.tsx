import { useQuery, useSubscription } from '@apollo/client/react'
import { NativeSelect } from '@mantine/core'
import { useSearchParams } from 'react-router-dom'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { useFallbackPollMs } from '../../graphql/ConnectionProvider.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { QueryError } from '../../graphql/QueryError.tsx'
import { useSteady } from '../../graphql/useSteady.ts'
import { useTitle } from '../site/useSite.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconAudit } from '../../ui/icons.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { usePageNumber } from '../../ui/usePageNumber.ts'
import { AuditTable } from './AuditTable.tsx'
import { describeObjectType } from './words.ts'

const pageQuery = graphql(`
  query AuditLogPage_Query($accountId: ID!, $objectType: String, $page: Int!) {
    account(id: $accountId) {
      ...AuditLogPage_Account
    }
  }

  fragment AuditLogPage_Account on Account {
    id
    auditLog(objectType: $objectType, page: $page) {
      ...AuditEntry_AuditPage
    }
  }
`)

const accountChangedSubscription = graphql(`
  subscription AuditLogPage_AccountChanged($accountId: ID!, $objectType: String, $page: Int!) {
    accountChanged(accountId: $accountId) {
      ...AuditLogPage_Account
    }
  }
`)

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

/** The account's audit log. Filter and page stand in the address, so that they can be shared. */
export function AuditLogPage() {
  useTitle('Audit Log')
  const { account } = useActiveAccount().membership
  const [query, setQuery] = useSearchParams()
  const objectType = query.get('about') ?? ''
  const [page, setPage] = usePageNumber()
  const variables = { accountId: account.id, objectType: objectType || null, page }
  const { data, previousData, error, refetch } = useSteady(
    useQuery(pageQuery, {
      variables,
      pollInterval: useFallbackPollMs(),
    }),
  )
  useSubscription(accountChangedSubscription, { variables, ignoreResults: true })
  // While another page loads, the one before it stays: the layout does not jump.
  const log = (data ?? previousData)?.account.auditLog

  return (
    <>
      <PageHeader title="Audit Log" description="Who did what in this account, when and from where." />
      {error && !log ? (
        <QueryError what="the audit log" error={error} onRetry={() => void refetch()} />
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
          <Pager label="Audit log" page={page} pageCount={log?.pageCount} onChange={setPage} />
        </Panel>
      )}
    </>
  )
}
