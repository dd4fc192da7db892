import { Text } from '@mantine/core'
import { useAccountChanges, useAccountQuery } from '../accounts/useAccountQuery.ts'
import { AuditTable } from '../audit/AuditTable.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { QueryError } from '../../graphql/QueryError.tsx'
import { Panel } from '../../ui/Panel.tsx'

const logsQuery = graphql(`
  query UsageLogs_Query($accountId: ID!) {
    account(id: $accountId) {
      ...UsageLogs_Account
    }
  }

  fragment UsageLogs_Account on Account {
    id
    auditLog(
      action: ["api_key.created", "api_key.revoked", "auth_token.created", "auth_token.deleted", "agent.started"]
      pageSize: 10
    ) {
      ...AuditEntry_AuditPage
    }
  }
`)

const accountChangedSubscription = graphql(`
  subscription UsageLogs_AccountChanged($accountId: ID!) {
    accountChanged(accountId: $accountId) {
      ...UsageLogs_Account
    }
  }
`)

/** The latest changes of the account's credentials, and uses of its AuthIDs. */
export function UsageLogs() {
  const { data, error, refetch } = useAccountQuery(logsQuery)
  useAccountChanges(accountChangedSubscription)
  const entries = data?.account.auditLog.nodes
  if (error && !entries) {
    return <QueryError what="the usage logs" error={error} onRetry={() => void refetch()} />
  }
  return (
    <Panel
      title="Usage Logs"
      description="The latest uses and changes of AuthIDs and API keys."
      flush={entries?.length !== 0}
    >
      {entries?.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing was used or changed yet.
        </Text>
      ) : (
        <AuditTable caption="Usage logs" entries={entries} />
      )}
    </Panel>
  )
}
