import { useQuery } from '@apollo/client/react'
import { webPaths } from '@culvert/schema/web-paths'
import { Button, Group } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { chooseMembership, findRememberedAccountId } from '../../auth/active-account-id.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import { useIsSignedIn } from '../../auth/SessionProvider.tsx'
import { useTitle } from '../site/useSite.ts'
import { CopyableValue } from '../../ui/CopyableValue.tsx'
import { MessageScreen } from '../../ui/MessageScreen.tsx'

const pageQuery = graphql(`
  query SuccessPage_Query {
    viewer {
      memberships {
        id
        account {
          id
          plan {
            id
            name
            isFree
          }
        }
      }
    }
  }
`)

/** The time within which the payment provider reports a payment to the server. */
const waitMs = 5000

/** Welcomes the reader back from the payment provider. */
export function SuccessPage() {
  useTitle('Payment successful')
  const [search] = useSearchParams()
  const sessionId = search.get('session_id')
  const isSignedIn = useIsSignedIn()
  const plan = usePaidPlan(isSignedIn)
  return (
    <MessageScreen flowing title="Payment successful" description={<output>{describePlan(plan)}</output>}>
      {sessionId && (
        <p>
          Payment session: <CopyableValue value={sessionId} label="payment session" />
        </p>
      )}
      <Group justify="center">
        <Button component={Link} to={isSignedIn ? webPaths.gettingStarted : webPaths.signUp}>
          {isSignedIn ? 'Go to Dashboard' : 'Sign up'}
        </Button>
        <Button component={Link} to={webPaths.home} variant="default">
          Back to home
        </Button>
      </Group>
    </MessageScreen>
  )
}

/** Returns the name of the active account's current plan; null if there is none to welcome to, undefined at first. */
function usePaidPlan(isSignedIn: boolean): string | null | undefined {
  const [waited, setWaited] = useState(false)
  useTimeout(() => setWaited(true), waitMs, { autoInvoke: true })
  const { data, error } = useQuery(pageQuery, { skip: !waited || !isSignedIn })
  if (!waited || (isSignedIn && !data && !error)) return undefined
  const account = chooseMembership(data?.viewer.memberships ?? [], findRememberedAccountId())?.account
  return account && !account.plan.isFree ? account.plan.name : null
}

function describePlan(plan: string | null | undefined): string {
  if (plan === undefined) return 'Thank you. We are looking for your subscription…'
  if (plan === null) return 'Thank you. Activation may take a few moments.'
  return `Welcome to the ${plan} plan!`
}
