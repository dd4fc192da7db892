import { useQuery, useSubscription } from '@apollo/client/react'
import { webPaths } from '@culvert/schema/web-paths'
import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { AuthTokenPanel } from '../auth-tokens/AuthTokenPanel.tsx'
import { useFallbackPollMs } from '../../graphql/ConnectionProvider.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { QueryError } from '../../graphql/QueryError.tsx'
import { useSteady } from '../../graphql/useSteady.ts'
import { useTitle } from '../site/useSite.ts'
import { LoadingPanel } from '../../ui/LoadingPanel.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ApiKeyPanel } from './ApiKeyPanel.tsx'
import { UsageLogs } from './UsageLogs.tsx'

const pageQuery = graphql(`
  query IdentityPage_Query($accountId: ID!, $managesKeys: Boolean!) {
    account(id: $accountId) {
      ...IdentityPage_Account
    }
  }

  fragment IdentityPage_Account on Account {
    id
    authToken {
      ...AuthToken_AuthToken
    }
    apiKeys @include(if: $managesKeys) {
      ...ApiKeyTable_ApiKey
    }
  }
`)

const accountChangedSubscription = graphql(`
  subscription IdentityPage_AccountChanged($accountId: ID!, $managesKeys: Boolean!) {
    accountChanged(accountId: $accountId) {
      ...IdentityPage_Account
    }
  }
`)

/** The credentials with which programs act for the account: API keys and the viewer's AuthID. */
export function IdentityPage() {
  useTitle('Identity Management')
  const { id: accountId, viewerCanManageApiKeys, viewerCanSeeAuditLog } = useActiveAccount().membership.account
  const variables = { accountId, managesKeys: viewerCanManageApiKeys }
  const { data, error, refetch } = useSteady(
    useQuery(pageQuery, {
      variables,
      pollInterval: useFallbackPollMs(),
    }),
  )
  useSubscription(accountChangedSubscription, { variables, ignoreResults: true })
  const account = data?.account

  return (
    <>
      <PageHeader
        title="Identity Management"
        description="The keys and tokens with which programs act for this account."
      />
      {error && !account ? (
        <QueryError what="your credentials" error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          {viewerCanManageApiKeys && <ApiKeyPanel accountId={accountId} apiKeys={account?.apiKeys} />}
          {!account && <LoadingPanel />}
          {account?.authToken && <AuthTokenPanel accountId={accountId} token={account.authToken} />}
          {account?.authToken === null && (
            <Panel title="CLI authentication token">
              <Text size="sm">
                You have no AuthID for this account.{' '}
                <Anchor component={Link} to={webPaths.authId}>
                  Create one
                </Anchor>{' '}
                to start tunnels.
              </Text>
            </Panel>
          )}
          {viewerCanSeeAuditLog && <UsageLogs />}
        </>
      )}
    </>
  )
}
