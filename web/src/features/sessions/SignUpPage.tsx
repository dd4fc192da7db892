import { termsNotAccepted } from '@culvert/schema/validation-messages'
import { webPaths } from '@culvert/schema/web-paths'
import { Text } from '@mantine/core'
import { isNotEmpty, matchesField, useForm } from '@mantine/form'
import { useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { graphql } from '../../graphql/generated/gql.ts'
import { withoutSession } from '../../graphql/without-session.ts'
import { useFormAction } from '../../graphql/useFormAction.ts'
import { useSession, useSessionState } from '../../auth/SessionProvider.tsx'
import { findOrigin } from '../../auth/origin.ts'
import { ProviderButtons } from '../identities/ProviderButtons.tsx'
import { useTitle } from '../site/useSite.ts'
import { EntryLayout } from '../site/EntryLayout.tsx'
import { Form } from '../../ui/Form.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { LoadingScreen } from '../../ui/LoadingScreen.tsx'
import { NameFields } from '../../ui/NameFields.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { InvitedEmailInput } from './InvitedEmailInput.tsx'
import { checkNewPassword } from './password-rules.ts'
import { TermsCheckbox } from './TermsCheckbox.tsx'
import { Welcome } from './Welcome.tsx'
import { checkInvitedEmail, describeInvitation, useInvitation, useInvitedEmail } from './useInvitation.ts'
import { TextLink } from '../../ui/TextLink.tsx'

const signUpMutation = graphql(`
  mutation SignUpPage_SignUp($input: SignUpInput!) {
    signUp(input: $input) {
      session {
        ...Session_Session
      }
    }
  }
`)

/** Creates a user with an account, and signs in. Then goes to the page that the reader came from. */
export function SignUpPage() {
  useTitle('Sign up', 'Create an account and open your first tunnel. Early Access is free, and you need no card.')
  const session = useSession()
  const { status } = useSessionState()
  const { state: navigation } = useLocation()
  const origin = findOrigin(navigation) ?? webPaths.gettingStarted
  const { invitation, loading, errorText: invitationError, search } = useInvitation()
  const [signedUp, setSignedUp] = useState(false)
  const form = useForm({
    initialValues: { firstName: '', lastName: '', email: '', password: '', confirmPassword: '', acceptTerms: false },
    validate: {
      firstName: isNotEmpty('Enter your first name'),
      lastName: isNotEmpty('Enter your last name'),
      email: (email) => isNotEmpty('Enter your email')(email) ?? checkInvitedEmail(email, invitation),
      password: checkNewPassword,
      confirmPassword: matchesField('password', 'Passwords do not match'),
      acceptTerms: (value) => (value ? null : termsNotAccepted),
    },
  })
  const signUp = useFormAction(form, signUpMutation, withoutSession)
  useInvitedEmail(form, invitation)

  if (signedUp) return <Welcome firstName={form.values.firstName} invitation={invitation} to={origin} />
  if (status === 'signed-in') return <Navigate to={search ? `${webPaths.signIn}${search}` : origin} replace />
  if (loading) return <LoadingScreen label="Loading your invitation" />

  const submit = form.onSubmit(async ({ firstName, lastName, email, password, acceptTerms }) => {
    const who = { firstName, lastName, email, password, acceptTerms }
    const input = { ...who, inviteToken: invitation?.token, tokenDelivery: 'COOKIE' } as const
    const answer = await signUp.run({ input })
    if (!answer) return
    setSignedUp(true)
    session.signIn(answer.signUp.session)
  })

  return (
    <EntryLayout title="Create your account">
      {invitationError && <Notice tone="danger">{invitationError}</Notice>}
      {invitation && <Notice tone="info">{describeInvitation(invitation)}</Notice>}
      <Form onSubmit={submit} action={signUp} submitLabel="Create account" wide>
        <NameFields first={form.getInputProps('firstName')} last={form.getInputProps('lastName')} />
        <InvitedEmailInput invitation={invitation} {...form.getInputProps('email')} />
        <PasswordInput label="Password" autoComplete="new-password" {...form.getInputProps('password')} />
        <PasswordInput
          label="Confirm password"
          autoComplete="new-password"
          {...form.getInputProps('confirmPassword')}
        />
        <TermsCheckbox {...form.getInputProps('acceptTerms', { type: 'checkbox' })} />
      </Form>
      <ProviderButtons
        getPendingRedirect={() => ({ origin: findOrigin(navigation), inviteToken: invitation?.token })}
      />
      <Text size="sm" c="dimmed">
        Already have an account?{' '}
        <TextLink to={`${webPaths.signIn}${search}`} state={navigation}>
          Sign in
        </TextLink>
      </Text>
    </EntryLayout>
  )
}
