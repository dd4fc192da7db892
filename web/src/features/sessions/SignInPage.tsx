import { webPaths } from '@culvert/schema/web-paths'
import { Anchor, Checkbox, Group, PasswordInput, Text, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { findErrorCode } from '../../graphql/errors.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import { useAction } from '../../graphql/useAction.ts'
import { useSession, useSessionState } from '../../auth/SessionProvider.tsx'
import { useTitle } from '../site/useSite.ts'
import { EntryLayout } from '../site/EntryLayout.tsx'
import { Form } from '../../ui/Form.tsx'
import { LoadingScreen } from '../../ui/LoadingScreen.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { findOrigin, hasEnded } from '../../auth/origin.ts'
import { TeamInvitation } from './TeamInvitation.tsx'
import { checkInvitedEmail, describeInvitation, useInvitation, useInvitedEmail } from './useInvitation.ts'

const signInMutation = graphql(`
  mutation SignInPage_SignIn($input: SignInInput!) {
    signIn(input: $input) {
      session {
        ...Session_Session
      }
    }
  }
`)

/**
 * Signs in with e-mail and password, then goes to the page that the reader came from. A reader who followed an
 * invitation's link is asked about the invitation first.
 */
export function SignInPage() {
  useTitle('Sign in')
  const session = useSession()
  const state = useSessionState()
  const { invitation, loading, errorText: invitationError, search } = useInvitation()
  const { state: navigation } = useLocation()
  const origin = findOrigin(navigation) ?? webPaths.gettingStarted
  const form = useForm({
    initialValues: { email: '', password: '', rememberMe: false },
    validate: {
      email: (email) => isNotEmpty('Enter your email')(email) ?? checkInvitedEmail(email, invitation),
      password: isNotEmpty('Enter your password'),
    },
  })
  const signIn = useAction(signInMutation, {
    fetchPolicy: 'no-cache',
    context: { withoutSession: true },
    // The server never says which of the two is wrong.
    onError: (error) => {
      if (findErrorCode(error) === 'UNAUTHENTICATED') form.setErrors({ email: true, password: true })
    },
  })
  useInvitedEmail(form, invitation)

  if (loading) return <LoadingScreen label="Loading your invitation" />
  if (state.status === 'signed-in') {
    if (!invitation) return <Navigate to={origin} replace />
    return (
      <EntryLayout title={`Join ${invitation.accountName}`}>
        <TeamInvitation invitation={invitation} email={state.user.email} />
      </EntryLayout>
    )
  }

  const submit = form.onSubmit(async (values) => {
    const answer = await signIn.run({ input: { ...values, tokenDelivery: 'COOKIE' } })
    if (answer) session.signIn(answer.signIn.session)
  })

  return (
    <EntryLayout title={invitation ? 'Sign in to join team' : 'Sign in'}>
      {invitationError && <Notice tone="danger">{invitationError}</Notice>}
      {invitation && <Notice tone="info">{describeInvitation(invitation)}</Notice>}
      {hasEnded(navigation) && (
        <Notice tone="info">Your session has ended. Sign in again to continue where you left off.</Notice>
      )}
      <Form onSubmit={submit} action={signIn} submitLabel="Sign in" wide>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          disabled={invitation !== undefined}
          {...form.getInputProps('email')}
        />
        <PasswordInput label="Password" autoComplete="current-password" {...form.getInputProps('password')} />
        <Group justify="space-between">
          <Checkbox label="Remember me" {...form.getInputProps('rememberMe', { type: 'checkbox' })} />
          <Anchor component={Link} to={webPaths.forgotPassword} size="sm" inherit={false}>
            Forgot password?
          </Anchor>
        </Group>
      </Form>
      <Text size="sm" c="dimmed">
        No account yet?{' '}
        <Anchor component={Link} to={`${webPaths.signUp}${search}`} state={navigation}>
          Sign up
        </Anchor>
      </Text>
    </EntryLayout>
  )
}
