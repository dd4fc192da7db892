import { Text } from '@mantine/core'
import { useAccountQuery } from '../accounts/useAccountQuery.ts'
import { AuditTable } from '../audit/AuditTable.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { Panel } from '../../ui/Panel.tsx'

const logsQuery = graphql(`
  query UsageLogs_Query($accountId: ID!) {
    account(id: $accountId) {
      id
      auditLog(
        action: [
          "api_key.created"
          "api_key.revoked"
          "agent_token.created"
          "agent_token.revoked"
          "trust.created"
          "trust.deleted"
          "auth_token.created"
          "auth_token.deleted"
          "machine_token.created"
          "machine_token.deleted"
          "agent.started"
        ]
        pageSize: 10
      ) {
        ...AuditEntry_AuditPage
      }
    }
  }
`)

/** The latest changes of the account's credentials, and uses of its AuthIDs. */
export function UsageLogs() {
  const { data, failure } = useAccountQuery(logsQuery, 'the usage logs', { live: true })
  const entries = data?.account.auditLog.nodes
  if (failure) return failure
  return (
    <Panel
      title="Usage logs"
      description="How AuthIDs, tokens and API keys were last used and changed."
      flush={entries?.length !== 0}
    >
      {entries?.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing has been used or changed yet.
        </Text>
      ) : (
        <AuditTable caption="Usage logs" entries={entries} />
      )}
    </Panel>
  )
}
