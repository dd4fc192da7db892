import { Anchor, Button, Checkbox, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { showFieldError } from '../graphql/showFieldError.ts'
import { useAction } from '../graphql/useAction.ts'
import { useSession, useSessionState } from '../session/SessionProvider.tsx'
import { useSite, useTitle } from '../site/useSite.ts'
import { EntryLayout } from '../ui/EntryLayout.tsx'
import { Notice } from '../ui/Notice.tsx'
import { signUpRules, type SignUpValues } from './sign-up-rules.ts'
import { SignUpPage_SignUpDocument } from './SignUpPage.generated.ts'
import { SignUpSuccess } from './SignUpSuccess.tsx'

/** Makes a user with an account, and signs in. */
export function SignUpPage() {
  useTitle('Sign up')
  const site = useSite()
  const session = useSession()
  const { status } = useSessionState()
  const [signedUp, setSignedUp] = useState(false)
  const [fieldBlamed, setFieldBlamed] = useState(false)
  const signUp = useAction(SignUpPage_SignUpDocument, {
    fetchPolicy: 'no-cache',
    context: { withoutSession: true },
    onError: (error) => setFieldBlamed(showFieldError(form, error)),
  })
  const form = useForm<SignUpValues>({
    mode: 'uncontrolled',
    initialValues: { firstName: '', lastName: '', email: '', password: '', confirmPassword: '', acceptTerms: false },
    validate: signUpRules,
  })

  if (signedUp) return <SignUpSuccess brandName={site?.brandName} firstName={form.getValues().firstName} />
  if (status === 'signed-in') return <Navigate to="/" replace />

  const submit = form.onSubmit(async ({ firstName, lastName, email, password, acceptTerms }) => {
    const input = { firstName, lastName, email, password, acceptTerms, tokenDelivery: 'COOKIE' } as const
    const answer = await signUp.run({ input })
    if (!answer) return
    setSignedUp(true)
    session.signIn(answer.signUp.session)
  })

  return (
    <EntryLayout brandName={site?.brandName} title="Create your account">
      <form onSubmit={submit} noValidate>
        <Stack>
          <Group grow align="flex-start">
            <TextInput
              label="First name"
              autoComplete="given-name"
              {...form.getInputProps('firstName')}
              key={form.key('firstName')}
            />
            <TextInput
              label="Last name"
              autoComplete="family-name"
              {...form.getInputProps('lastName')}
              key={form.key('lastName')}
            />
          </Group>
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            {...form.getInputProps('email')}
            key={form.key('email')}
          />
          <PasswordInput
            label="Password"
            autoComplete="new-password"
            {...form.getInputProps('password')}
            key={form.key('password')}
          />
          <PasswordInput
            label="Confirm password"
            autoComplete="new-password"
            {...form.getInputProps('confirmPassword')}
            key={form.key('confirmPassword')}
          />
          <Checkbox
            label="I agree to the Terms of Service and Privacy Policy"
            {...form.getInputProps('acceptTerms', { type: 'checkbox' })}
            key={form.key('acceptTerms')}
          />
          {signUp.errorText && !fieldBlamed && <Notice tone="danger">{signUp.errorText}</Notice>}
          <Button type="submit" loading={signUp.pending}>
            Create account
          </Button>
        </Stack>
      </form>
      <Text size="sm" c="dimmed">
        Already have an account?{' '}
        <Anchor component={Link} to="/signin" inherit>
          Sign in
        </Anchor>
      </Text>
    </EntryLayout>
  )
}
