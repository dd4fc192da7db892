import { Button, Skeleton, Stack } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { useAccountQuery } from '../accounts/useAccountQuery.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import { lazyPart } from '../../network/chunks.ts'
import { Screen } from '../site/Screen.tsx'
import { NextSteps } from './NextSteps.tsx'
import { isConnectedNow, type StartingAccount } from './starting-account.ts'
import { Steps } from './Steps.tsx'
import { TunnelPanel } from './TunnelPanel.tsx'
import { useTunnel } from './useTunnel.ts'

// Only one of the two is needed first: one by people who have just signed up, the other by everyone else.
const CommandForm = lazyPart('CommandForm', () => import('./CommandForm.tsx'))
const Overview = lazyPart('Overview', () => import('./Overview.tsx'))

const pageQuery = graphql(`
  query GettingStartedPage_Query($accountId: ID!) {
    account(id: $accountId) {
      ...StartingAccount_Account
    }
  }
`)

/** Three steps to a public URL, each ticked off by what has actually happened; once they are done, an overview of the account. */
export function GettingStartedPage() {
  const { account: shown } = useActiveAccount().membership
  const { data, failure } = useAccountQuery(pageQuery, 'your account')
  const account = data?.account
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
      {account ? <Guide key={account.id} account={account} /> : <Skeleton height={560} radius="lg" />}
    </Screen>
  )
}

function Guide({ account }: { account: StartingAccount }) {
  const tunnel = useTunnel(account)
  const [hasConnected, setHasConnected] = useState(account.hasConnected)
  // It is done at once, and stays done if the agent ends before the edges have counted it.
  if (!hasConnected && (account.hasConnected || isConnectedNow(account))) setHasConnected(true)
  // Nothing moves while the reader sees their first tunnel open: the overview appears on request, or on the next visit.
  const [isOverview, setOverview] = useState(hasConnected || isConnectedNow(account))

  if (isOverview) {
    return (
      <Suspense fallback={<Skeleton height={560} radius="lg" />}>
        <Overview account={account} tunnel={tunnel}>
          <Steps account={account} hasConnected={hasConnected} areBelow>
            <CommandForm account={account} tunnel={tunnel} />
          </Steps>
          <NextSteps />
        </Overview>
      </Suspense>
    )
  }
  return (
    <>
      <Steps account={account} hasConnected={hasConnected}>
        <Stack gap="lg">
          <CommandForm account={account} tunnel={tunnel} />
          <TunnelPanel tunnel={tunnel} />
        </Stack>
      </Steps>
      {hasConnected && (
        <NextSteps
          action={
            <Button variant="default" size="xs" onClick={() => setOverview(true)}>
              See the overview
            </Button>
          }
        />
      )}
    </>
  )
}
