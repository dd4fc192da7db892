import { Anchor, Button, Checkbox, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { useAction } from '../graphql/useAction.ts'
import { useSession, useSessionState } from '../session/SessionProvider.tsx'
import { useSite, useTitle } from '../site/useSite.ts'
import { EntryLayout } from '../ui/EntryLayout.tsx'
import { Notice } from '../ui/Notice.tsx'
import { findOrigin } from './origin.ts'
import { SignInPage_SignInDocument } from './SignInPage.generated.ts'

/** Signs in with e-mail and password, then goes to the page that the reader came from. */
export function SignInPage() {
  useTitle('Sign in')
  const site = useSite()
  const session = useSession()
  const { status } = useSessionState()
  const origin = findOrigin(useLocation().state) ?? '/admin/getting-started'
  const signIn = useAction(SignInPage_SignInDocument, { fetchPolicy: 'no-cache', context: { withoutSession: true } })
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '', rememberMe: false },
    validate: { email: isNotEmpty('Enter your email'), password: isNotEmpty('Enter your password') },
  })

  if (status === 'signed-in') return <Navigate to={origin} replace />

  const submit = form.onSubmit(async (values) => {
    const answer = await signIn.run({ input: { ...values, tokenDelivery: 'COOKIE' } })
    if (answer) session.signIn(answer.signIn.session)
  })

  return (
    <EntryLayout brandName={site?.brandName} title="Sign in">
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            {...form.getInputProps('email')}
            key={form.key('email')}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            {...form.getInputProps('password')}
            key={form.key('password')}
          />
          <Checkbox
            label="Remember me"
            {...form.getInputProps('rememberMe', { type: 'checkbox' })}
            key={form.key('rememberMe')}
          />
          {signIn.errorText && <Notice tone="danger">{signIn.errorText}</Notice>}
          <Button type="submit" loading={signIn.pending}>
            Sign in
          </Button>
        </Stack>
      </form>
      <Text size="sm" c="dimmed">
        No account yet?{' '}
        <Anchor component={Link} to="/signup" inherit>
          Sign up
        </Anchor>
      </Text>
    </EntryLayout>
  )
}
