import { webPaths } from '@culvert/schema/web-paths'
import { Text } from '@mantine/core'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { AgentTokenSections } from '../agent-tokens/AgentTokenSections.tsx'
import { AuthTokenPanel } from '../auth-tokens/AuthTokenPanel.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { useScreenQuery } from '../../graphql/useScreenQuery.tsx'
import { Screen } from '../site/Screen.tsx'
import { Below } from '../../ui/Below.tsx'
import { LoadingPanel } from '../../ui/LoadingPanel.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ApiKeyPanel } from './ApiKeyPanel.tsx'
import { UsageLogs } from './UsageLogs.tsx'
import { TextLink } from '../../ui/TextLink.tsx'

const pageQuery = graphql(`
  query IdentityPage_Query($accountId: ID!, $managesKeys: Boolean!) {
    account(id: $accountId) {
      id
      authToken {
        ...AuthToken_AuthToken
      }
      apiKeys @include(if: $managesKeys) {
        ...ApiKeyTable_ApiKey
      }
      gateways @include(if: $managesKeys) {
        id
        subdomain
      }
    }
  }
`)

/** The credentials that programs use to act for the account: API keys and the viewer's AuthID. */
export function IdentityPage() {
  const {
    id: accountId,
    viewerCanManageAgentTokens,
    viewerCanManageApiKeys,
    viewerCanSeeAuditLog,
  } = useActiveAccount().membership.account
  const variables = { accountId, managesKeys: viewerCanManageApiKeys }
  const { data, failure } = useScreenQuery(pageQuery, 'your credentials', { variables, live: true })
  const account = data?.account

  return (
    <Screen
      title="Identity Management"
      tabTitle="API Keys"
      description="The keys and tokens that programs use to act for this account."
      failure={failure}
    >
      {viewerCanManageApiKeys && (
        <ApiKeyPanel accountId={accountId} apiKeys={account?.apiKeys} gateways={account?.gateways ?? []} />
      )}
      {!account && !viewerCanManageApiKeys && <LoadingPanel />}
      {account?.authToken && <AuthTokenPanel accountId={accountId} token={account.authToken} />}
      {account?.authToken === null && (
        <Panel title="Your AuthID">
          <Text size="sm">
            You have no AuthID for this account. <TextLink to={webPaths.authId}>Create one</TextLink> to start tunnels.
          </Text>
        </Panel>
      )}
      <Below ready={account !== undefined}>
        {viewerCanManageAgentTokens && <AgentTokenSections />}
        {viewerCanSeeAuditLog && <UsageLogs />}
      </Below>
    </Screen>
  )
}
