import { useQuery, useSubscription } from '@apollo/client/react'
import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { AuthTokenPanel } from '../auth-tokens/AuthTokenPanel.tsx'
import { useFallbackPollMs } from '../graphql/ConnectionProvider.tsx'
import { getErrorText } from '../graphql/errors.ts'
import { useTitle } from '../site/useSite.ts'
import { LoadError } from '../ui/LoadError.tsx'
import { LoadingPanel } from '../ui/LoadingPanel.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { ApiKeyPanel } from './ApiKeyPanel.tsx'
import { IdentityPage_AccountChangedDocument, IdentityPage_QueryDocument } from './IdentityPage.generated.ts'
import { UsageLogs } from './UsageLogs.tsx'

/** The credentials with which programs act for the account: API keys and the viewer's AuthID. */
export function IdentityPage() {
  useTitle('Identity Management')
  const { id: accountId, viewerCanManageApiKeys, viewerCanSeeAuditLog } = useActiveAccount().membership.account
  const variables = { accountId, managesKeys: viewerCanManageApiKeys }
  const { data, error, refetch } = useQuery(IdentityPage_QueryDocument, {
    variables,
    pollInterval: useFallbackPollMs(),
  })
  useSubscription(IdentityPage_AccountChangedDocument, { variables, ignoreResults: true })
  const account = data?.account

  return (
    <>
      <PageHeader
        title="Identity Management"
        description="The keys and tokens with which programs act for this account."
      />
      {error && !account ? (
        <LoadError what="your credentials" reason={getErrorText(error)} onRetry={() => void refetch()} />
      ) : (
        <>
          {viewerCanManageApiKeys && <ApiKeyPanel accountId={accountId} apiKeys={account?.apiKeys} />}
          {!account && <LoadingPanel />}
          {account?.authToken && <AuthTokenPanel accountId={accountId} token={account.authToken} />}
          {account?.authToken === null && (
            <Panel title="CLI authentication token">
              <Text size="sm">
                You have no AuthID for this account.{' '}
                <Anchor component={Link} to="/admin/auth-id">
                  Create one
                </Anchor>{' '}
                to start tunnels.
              </Text>
            </Panel>
          )}
          {viewerCanSeeAuditLog && <UsageLogs accountId={accountId} />}
        </>
      )}
    </>
  )
}
