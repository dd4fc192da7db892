import type { ApolloClient } from '@apollo/client'
import { graphql } from '../../graphql/generated/gql.ts'
import { writePages, type CsvColumn, type CsvFile, type CsvProgress } from '../../ui/csv.ts'
import type { AuditEntry } from './audit-entry.ts'
import { actorKinds, describeAction, describeChange } from './words.ts'

const csvQuery = graphql(`
  query AuditCsv_Query($accountId: ID!, $objectType: String, $after: String) {
    account(id: $accountId) {
      id
      auditLogConnection(objectType: $objectType, first: 200, after: $after) {
        nodes {
          ...AuditEntry_AuditEntry
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`)

const columns: CsvColumn<AuditEntry>[] = [
  { title: 'Time', value: ({ createdAt }) => createdAt },
  { title: 'What', value: ({ action }) => describeAction(action) },
  { title: 'Object', value: ({ objectName }) => objectName },
  { title: 'Changes', value: ({ changes }) => changes.map(describeChange).join('; ') },
  { title: 'Who', value: ({ actor, actorKind, apiKeyName }) => actor?.fullName ?? apiKeyName ?? actorKinds[actorKind] },
  { title: 'Email address', value: ({ actor }) => actor?.email },
  { title: 'By', value: ({ actorKind }) => actorKind },
  { title: 'IP address', value: ({ ipAddress }) => ipAddress },
  { title: 'User agent', value: ({ userAgent }) => userAgent },
  { title: 'Action', value: ({ action }) => action },
  { title: 'Entry id', value: ({ id }) => id },
]

/** Writes an account's audit log, newest entries first. Entries that come meanwhile are not in it. */
export function writeAuditLog(
  client: ApolloClient,
  of: { accountId: string; objectType: string | undefined },
  progress: CsvProgress,
): Promise<CsvFile> {
  return writePages<AuditEntry, string>(columns, progress, async (after) => {
    const { data } = await client.query({ query: csvQuery, variables: { ...of, after }, fetchPolicy: 'no-cache' })
    const log = data?.account.auditLogConnection
    return {
      rows: log?.nodes ?? [],
      next: log?.pageInfo.hasNextPage ? (log.pageInfo.endCursor ?? undefined) : undefined,
    }
  })
}
