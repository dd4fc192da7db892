import { useQuery } from '@apollo/client/react'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { useFallbackPollMs } from '../../graphql/ConnectionProvider.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { QueryError } from '../../graphql/QueryError.tsx'
import { useSteady } from '../../graphql/useSteady.ts'
import { useTitle } from '../site/useSite.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { usePageNumber } from '../../ui/usePageNumber.ts'
import { AgentsOverview } from './AgentsOverview.tsx'

const pageQuery = graphql(`
  query AgentsPage_Query($accountId: ID!, $page: Int!) {
    account(id: $accountId) {
      ...AgentsAccount_Account
    }
  }
`)

/** The account's agents: running ones, live, and recent sessions. */
export function AgentsPage() {
  useTitle('Agents')
  const { account } = useActiveAccount().membership
  const [page, setPage] = usePageNumber()
  const { data, previousData, error, refetch } = useSteady(
    useQuery(pageQuery, {
      variables: { accountId: account.id, page },
      pollInterval: useFallbackPollMs(),
    }),
  )
  // While another page loads, the one before it stays: the layout does not jump.
  const shown = data ?? previousData

  return (
    <>
      <PageHeader
        title="Agents & Secure Tunnels"
        description="Every culvert command that runs for this account, and those that ran before."
      />
      {error && !shown ? (
        <QueryError what="your agents" error={error} onRetry={() => void refetch()} />
      ) : (
        <AgentsOverview account={shown?.account} page={page} onPageChange={setPage} />
      )}
    </>
  )
}
