import { useQuery } from '@apollo/client/react'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { useFallbackPollMs } from '../graphql/ConnectionProvider.tsx'
import { getErrorText } from '../graphql/errors.ts'
import { useTitle } from '../site/useSite.ts'
import { LoadError } from '../ui/LoadError.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { usePageNumber } from '../ui/usePageNumber.ts'
import { AgentsOverview } from './AgentsOverview.tsx'
import { AgentsPage_QueryDocument } from './AgentsPage.generated.ts'

/** The account's agents: those that run, live, and those that ended. */
export function AgentsPage() {
  useTitle('Agents')
  const { account } = useActiveAccount().membership
  const [page, setPage] = usePageNumber()
  const { data, previousData, error, refetch } = useQuery(AgentsPage_QueryDocument, {
    variables: { accountId: account.id, page },
    pollInterval: useFallbackPollMs(),
  })
  // While another page loads, the one before it stays: the layout does not jump.
  const shown = data ?? previousData

  return (
    <>
      <PageHeader
        title="Agents & Secure Tunnels"
        description="Every culvert command that runs for this account, and those that ran before."
      />
      {error && !shown ? (
        <LoadError what="your agents" reason={getErrorText(error)} onRetry={() => void refetch()} />
      ) : (
        <AgentsOverview account={shown?.account} page={page} onPageChange={setPage} />
      )}
    </>
  )
}
