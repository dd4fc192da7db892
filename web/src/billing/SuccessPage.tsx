import { useQuery } from '@apollo/client/react'
import { Button, Group } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { chooseMembership, findRememberedAccountId } from '../accounts/active-account-id.ts'
import { useIsSignedIn } from '../session/SessionProvider.tsx'
import { useTitle } from '../site/useSite.ts'
import { CopyableValue } from '../ui/CopyableValue.tsx'
import { MessageScreen } from '../ui/MessageScreen.tsx'
import { SuccessPage_QueryDocument } from './SuccessPage.generated.ts'

/** The payment provider tells the server of a payment within this time. */
const waitMs = 5000

/** Where the payment provider sends the reader after a payment. */
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
        <Button component={Link} to={isSignedIn ? '/admin/getting-started' : '/signup'}>
          {isSignedIn ? 'Go to Dashboard' : 'Sign up'}
        </Button>
        <Button component={Link} to="/" variant="default">
          Back to home
        </Button>
      </Group>
    </MessageScreen>
  )
}

/** The name of the plan that the active account is on now; null when there is none to welcome to, undefined at first. */
function usePaidPlan(isSignedIn: boolean): string | null | undefined {
  const [waited, setWaited] = useState(false)
  useTimeout(() => setWaited(true), waitMs, { autoInvoke: true })
  const { data, error } = useQuery(SuccessPage_QueryDocument, { skip: !waited || !isSignedIn })
  if (!waited || (isSignedIn && !data && !error)) return undefined
  const account = chooseMembership(data?.viewer.memberships ?? [], findRememberedAccountId())?.account
  return account && !account.plan.isFree ? account.plan.name : null
}

function describePlan(plan: string | null | undefined): string {
  if (plan === undefined) return 'Thank you. We are looking for your subscription…'
  if (plan === null) return 'Thank you. Activation may take a few moments.'
  return `Welcome to the ${plan} plan!`
}
