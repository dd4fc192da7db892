import type { ApolloClient } from '@apollo/client'
import { graphql } from '../../graphql/generated/gql.ts'
import { writePages, type CsvColumn, type CsvFile, type CsvProgress } from '../../ui/csv.ts'
import type { AuditEntry } from './audit-entry.ts'
import { describeAction, describeChange } from './words.ts'

const csvQuery = graphql(`
  query AuditCsv_Query($accountId: ID!, $objectType: String, $page: Int!, $to: DateTime!) {
    account(id: $accountId) {
      id
      auditLog(objectType: $objectType, page: $page, pageSize: 200, to: $to) {
        ...AuditEntry_AuditPage
      }
    }
  }
`)

const columns: CsvColumn<AuditEntry>[] = [
  { title: 'Time', value: ({ createdAt }) => createdAt },
  { title: 'What', value: ({ action }) => describeAction(action) },
  { title: 'Object', value: ({ objectName }) => objectName },
  { title: 'Changes', value: ({ changes }) => changes.map(describeChange).join('; ') },
  { title: 'Who', value: ({ actor, apiKeyName }) => actor?.fullName ?? apiKeyName },
  { title: 'Email address', value: ({ actor }) => actor?.email },
  { title: 'By', value: ({ actorKind }) => actorKind },
  { title: 'IP address', value: ({ ipAddress }) => ipAddress },
  { title: 'User agent', value: ({ userAgent }) => userAgent },
  { title: 'Action', value: ({ action }) => action },
  { title: 'Entry id', value: ({ id }) => id },
]

/** Writes an account's audit log, newest entries first. */
export function writeAuditLog(
  client: ApolloClient,
  of: { accountId: string; objectType: string | undefined },
  progress: CsvProgress,
): Promise<CsvFile> {
  // New entries would otherwise move others from page to page.
  const to = new Date().toISOString()
  return writePages<AuditEntry, number>(columns, progress, async (page = 1) => {
    const { data } = await client.query({ query: csvQuery, variables: { ...of, page, to }, fetchPolicy: 'no-cache' })
    const log = data?.account.auditLog
    return { rows: log?.nodes ?? [], next: log && page < log.pageCount ? page + 1 : undefined }
  })
}
