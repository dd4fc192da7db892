import { skipToken, useQuery } from '@apollo/client/react'
import { webPaths } from '@culvert/schema/web-paths'
import type { ResultOf } from '@graphql-typed-document-node/core'
import { Anchor, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router-dom'
import { getErrorText } from '../../graphql/errors.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import { withoutSession } from '../../graphql/without-session.ts'
import { useSessionState } from '../../auth/SessionProvider.tsx'
import { toOriginState } from '../../auth/origin.ts'
import { useTitle } from '../site/useSite.ts'
import { EntryLayout } from '../site/EntryLayout.tsx'
import { LoadingScreen } from '../../ui/LoadingScreen.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ResendLink } from './ResendLink.tsx'
import { useAction } from '../../graphql/useAction.ts'
import { useOnce } from '../../ui/useOnce.ts'
import { TextLink } from '../../ui/TextLink.tsx'

const pageQuery = graphql(`
  query VerifyEmailPage_Query($token: String!) {
    emailVerification(token: $token) {
      email
      fullName
      state
      isChange
    }
  }
`)

type Verification = NonNullable<ResultOf<typeof pageQuery>['emailVerification']>

/** Verifies an address with the link from an e-mail, in the session of the person who signed up with it. */
export function VerifyEmailPage() {
  useTitle('Verify your email')
  const [query] = useSearchParams()
  const token = query.get('token')
  const session = useSessionState()
  const { data, error } = useQuery(pageQuery, token ? { variables: { token }, ...withoutSession } : skipToken)
  const verification = data?.emailVerification
  const [verified, setVerified] = useState(false)

  if (session.status === 'loading' || (token && !data && !error)) return <LoadingScreen label="Reading the link" />
  const email = session.status === 'signed-in' ? session.user.email : undefined
  return (
    <EntryLayout title={verified || verification?.state === 'VERIFIED' ? 'Email verified' : 'Verify your email'}>
      {error && <Notice tone="danger">{getErrorText(error)}</Notice>}
      {!error && (!token || !verification) && (
        <Notice tone="danger">Invalid verification link. Copy the whole link from the email and open it again.</Notice>
      )}
      {token && verification && (
        <Outcome
          token={token}
          verification={verification}
          signedInAs={email}
          verified={verified}
          onVerified={() => setVerified(true)}
        />
      )}
      <Text size="sm">
        <TextLink to={email === undefined ? webPaths.signIn : webPaths.team}>
          {email === undefined ? 'Sign in' : 'Go to Identity & Access'}
        </TextLink>
      </Text>
    </EntryLayout>
  )
}

interface OutcomeProps {
  token: string
  verification: Verification
  /** The signed-in person's address, or null if they have none; undefined if no one is signed in. */
  signedInAs: string | null | undefined
  /** It was verified a moment ago. */
  verified: boolean
  onVerified: () => void
}

function Outcome({ token, verification, signedInAs, verified, onVerified }: OutcomeProps) {
  const { email, fullName, state, isChange } = verification
  const isOwn = signedInAs === email
  if (state === 'VERIFIED') return <Notice tone="positive">{email} is verified. You are done.</Notice>
  if (state === 'EXPIRED') {
    return (
      <>
        <Notice tone="warning">
          This verification link has expired.{!isOwn && ' Sign in, and ask for a new one under Identity & Access.'}
        </Notice>
        {isOwn && <ResendLink />}
      </>
    )
  }
  if (isOwn || verified || (isChange && signedInAs !== undefined)) {
    return (
      <VerifyingEmail token={token} email={email} isChange={isChange} verified={verified} onVerified={onVerified} />
    )
  }
  if (signedInAs !== undefined) {
    return (
      <Notice tone="warning">
        This link verifies {email}, and you are signed in as {signedInAs ?? 'someone else'}.{' '}
        <Anchor href={webPaths.logout}>Sign out</Anchor>, then open the link again.
      </Notice>
    )
  }
  return <SignInFirst email={email} fullName={fullName} isChange={isChange} />
}

/** Access to the mailbox alone proves nothing: a stranger may have typed the reader's address. */
function SignInFirst({ email, fullName, isChange }: Pick<Verification, 'email' | 'fullName' | 'isChange'>) {
  const location = useLocation()
  return (
    <>
      <Text>
        {isChange
          ? `${fullName} wants to sign in with ${email} from now on. Was that you? Sign in as you have so far to confirm it.`
          : `${fullName} signed up with ${email}. Was that you? Sign in to verify it.`}
      </Text>
      <Button component={Link} to={webPaths.signIn} state={toOriginState(location, false)}>
        Sign in and verify
      </Button>
      <Text size="sm" c="dimmed">
        If it was not you, ignore the email: nobody can join a team in your name. To take over the address,{' '}
        <TextLink to={webPaths.forgotPassword}>choose a password of your own</TextLink>.
      </Text>
    </>
  )
}

const verifyEmailMutation = graphql(`
  mutation VerifyEmailPage_VerifyEmail($input: VerifyEmailInput!) {
    verifyEmail(input: $input) {
      user {
        id
        email
        emailVerifiedAt
      }
    }
  }
`)

interface VerifyingEmailProps {
  token: string
  email: string
  /** Whether it replaces the person's current address. */
  isChange: boolean
  verified: boolean
  onVerified: () => void
}

/** Verifies the signed-in person's address as soon as it is shown. */
function VerifyingEmail({ token, email, isChange, verified, onVerified }: VerifyingEmailProps) {
  const { run, errorText, pending } = useAction(verifyEmailMutation)
  const verify = async () => {
    if (await run({ input: { token } })) onVerified()
  }
  useOnce(() => void verify())

  if (verified) {
    return (
      <Notice tone="positive">
        {isChange
          ? `${email} is your address now. You sign in with it from now on.`
          : `${email} is verified. Your invitations are under Identity & Access.`}
      </Notice>
    )
  }
  if (errorText) {
    return (
      <>
        <Notice tone="danger">{errorText}</Notice>
        <Button loading={pending} onClick={() => void verify()}>
          Try again
        </Button>
      </>
    )
  }
  return <Text component="output">Verifying {email}…</Text>
}
