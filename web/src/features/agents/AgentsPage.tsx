import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { useScreenQuery } from '../../graphql/useScreenQuery.tsx'
import { Screen } from '../site/Screen.tsx'
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
  const { account } = useActiveAccount().membership
  const [page, setPage] = usePageNumber()
  const { data, failure } = useScreenQuery(pageQuery, 'your agents', { variables: { accountId: account.id, page } })

  return (
    <Screen
      title="Agents & Secure Tunnels"
      tabTitle="Agents"
      description="The culvert commands that run for this account, and those that have ended."
      failure={failure}
    >
      <AgentsOverview account={data?.account} page={page} onPageChange={setPage} />
    </Screen>
  )
}
