import { Skeleton } from '@mantine/core'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { useAccountQuery } from '../accounts/useAccountQuery.ts'
import { findSecret } from '../auth-tokens/secrets.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import { InstallGuide } from '../install/InstallGuide.tsx'
import { Screen } from '../site/Screen.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Step } from './Step.tsx'
import { AuthenticateStep } from './AuthenticateStep.tsx'
import { NextSteps } from './NextSteps.tsx'
import { TunnelStep } from './TunnelStep.tsx'
import { useMyAgent } from './useMyAgent.ts'

const pageQuery = graphql(`
  query GettingStartedPage_Query($accountId: ID!) {
    account(id: $accountId) {
      ...StartingAccount_Account
    }
  }
`)

/** Three steps to a public URL, each ticked off by what has really happened. */
export function GettingStartedPage() {
  const { account: shown } = useActiveAccount().membership
  const { data, failure } = useAccountQuery(pageQuery, 'your account')
  const account = data?.account
  const agent = useMyAgent(account?.active.nodes)
  // A lost agent was connected once, so the step stays done.
  const connected = agent !== undefined && (agent.connected || agent.lostAt !== null)

  return (
    <Screen
      title="Getting Started"
      description={
        <>
          {shown.name} · <code>@{shown.namespace}</code>
        </>
      }
      failure={failure}
    >
      {!account && <Skeleton height={560} radius="lg" />}
      {account && (
        <>
          <Panel>
            <ol>
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
            </ol>
          </Panel>
          {connected && <NextSteps />}
        </>
      )}
    </Screen>
  )
}
