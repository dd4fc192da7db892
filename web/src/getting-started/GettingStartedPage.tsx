import { useQuery } from '@apollo/client/react'
import { Skeleton } from '@mantine/core'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { findSecret } from '../auth-tokens/secrets.ts'
import { useFallbackPollMs } from '../graphql/ConnectionProvider.tsx'
import { getErrorText } from '../graphql/errors.ts'
import { InstallGuide } from '../install/InstallGuide.tsx'
import { useTitle } from '../site/useSite.ts'
import { LoadError } from '../ui/LoadError.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Step, Steps } from '../ui/Steps.tsx'
import { AuthenticateStep } from './AuthenticateStep.tsx'
import { GettingStartedPage_QueryDocument } from './GettingStartedPage.generated.ts'
import { NextSteps } from './NextSteps.tsx'
import { TunnelStep } from './TunnelStep.tsx'
import { useMyAgent } from './useMyAgent.ts'

/** Three steps from nothing to a public URL, each ticked by what really happened. */
export function GettingStartedPage() {
  useTitle('Getting Started')
  const { account: shown } = useActiveAccount().membership
  const { data, error, refetch } = useQuery(GettingStartedPage_QueryDocument, {
    variables: { accountId: shown.id },
    pollInterval: useFallbackPollMs(),
  })
  const account = data?.account
  const agent = useMyAgent(account?.active.nodes)
  const connected = agent?.connected ?? false

  return (
    <>
      <PageHeader
        title="Getting Started"
        description={
          <>
            {shown.name} · <code>@{shown.namespace}</code>
          </>
        }
      />
      {error && !data && <LoadError what="your account" reason={getErrorText(error)} onRetry={() => void refetch()} />}
      {!account && !error && <Skeleton height={560} radius="lg" />}
      {account && (
        <>
          <Panel>
            <Steps>
              <Step
                number={1}
                title="Install the agent"
                description="On the machine where your application runs: Windows 10+, macOS 10.15+ or Ubuntu 18.04+."
                done={account.active.totalCount + account.past.totalCount > 0}
              >
                <InstallGuide brief />
              </Step>
              <Step
                number={2}
                title="Authenticate"
                description="The AuthID tells the server that the agent is yours. It is shown once and kept in this browser."
                done={account.authToken !== null}
              >
                <AuthenticateStep accountId={account.id} token={account.authToken} />
              </Step>
              <Step
                number={3}
                title="Start tunneling"
                description="Run the command on the machine where your application runs."
                done={connected}
              >
                <TunnelStep
                  account={account}
                  agent={agent}
                  secret={account.authToken ? findSecret(account.authToken.id) : undefined}
                />
              </Step>
            </Steps>
          </Panel>
          {connected && <NextSteps />}
        </>
      )}
    </>
  )
}
