import { useQuery, useSubscription } from '@apollo/client/react'
import { Text } from '@mantine/core'
import { AuditTable } from '../audit/AuditTable.tsx'
import { useFallbackPollMs } from '../graphql/ConnectionProvider.tsx'
import { getErrorText } from '../graphql/errors.ts'
import { LoadError } from '../ui/LoadError.tsx'
import { Panel } from '../ui/Panel.tsx'
import { UsageLogs_AccountChangedDocument, UsageLogs_QueryDocument } from './UsageLogs.generated.ts'

/** The latest that was done to the account's credentials, and with its AuthIDs. */
export function UsageLogs({ accountId }: { accountId: string }) {
  const variables = { accountId }
  const { data, error, refetch } = useQuery(UsageLogs_QueryDocument, { variables, pollInterval: useFallbackPollMs() })
  useSubscription(UsageLogs_AccountChangedDocument, { variables, ignoreResults: true })
  const entries = data?.account.auditLog.nodes
  if (error && !entries) {
    return <LoadError what="the usage logs" reason={getErrorText(error)} onRetry={() => void refetch()} />
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
