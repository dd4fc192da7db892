import { useAccountQuery } from '../accounts/useAccountQuery.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import { AgentTokenPanel } from './AgentTokenPanel.tsx'
import { TrustPanel } from './TrustPanel.tsx'

const sectionsQuery = graphql(`
  query AgentTokenSections_Query($accountId: ID!) {
    account(id: $accountId) {
      id
      agentTokensConnection(first: 100) {
        nodes {
          ...AgentTokenPanel_AgentToken
        }
        pageInfo {
          hasNextPage
        }
      }
      gateways {
        id
        subdomain
      }
      trusts {
        ...TrustPanel_Trust
      }
    }
  }
`)

/** The tokens that programs start agents with, and the workloads that get tokens on the strength of their CI's claims. */
export function AgentTokenSections() {
  const { data, failure } = useAccountQuery(sectionsQuery, 'the agent tokens', { live: true })
  if (failure) return failure
  const account = data?.account
  return (
    <>
      <AgentTokenPanel
        tokens={account?.agentTokensConnection.nodes}
        hasMore={account?.agentTokensConnection.pageInfo.hasNextPage === true}
        gateways={account?.gateways ?? []}
      />
      <TrustPanel trusts={account?.trusts} gateways={account?.gateways ?? []} />
    </>
  )
}
