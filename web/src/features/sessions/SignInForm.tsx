import { webPaths } from '@culvert/schema/web-paths'
import { useApolloClient } from '@apollo/client/react'
import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { findErrorCode, findErrorField } from '../../graphql/errors.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import { withoutSession } from '../../graphql/without-session.ts'
import { useAction } from '../../graphql/useAction.ts'
import { useSteps } from '../../graphql/useSteps.ts'
import { useSession } from '../../auth/SessionProvider.tsx'
import type { Session } from '../../auth/session.ts'
import { CodeField } from '../factors/CodeField.tsx'
import { toCode } from '../factors/codes.ts'
import { Form } from '../../ui/Form.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { InvitedEmailInput } from './InvitedEmailInput.tsx'
import { useAskedFactors } from './useAskedFactors.ts'
import { checkInvitedEmail, type Invitation, useInvitedEmail } from './useInvitation.ts'
import { TextLink } from '../../ui/TextLink.tsx'

const signInMutation = graphql(`
  mutation SignInForm_SignIn($input: SignInInput!) {
    signIn(input: $input) {
      session {
        ...Session_Session
      }
    }
  }
`)

interface SignInFormProps {
  /** The invitation, whose invitee alone may sign in. */
  invitation?: Invitation | undefined
  /** The initial address. */
  email?: string | undefined
  /** Called once the person is signed in. */
  onSignedIn?: () => void
  /** Other ways to sign in, below the form. */
  children?: (getValues: () => { rememberMe: boolean }) => ReactNode
}

/** Signs in with e-mail and password, and with a code if the server asks for one; or with a passkey. */
export function SignInForm({ invitation, email = '', onSignedIn, children }: SignInFormProps) {
  const session = useSession()
  const client = useApolloClient()
  const { factors, isAsked, noteError } = useAskedFactors()
  const form = useForm({
    initialValues: { email, password: '', code: '', rememberMe: false },
    validate: {
      email: (entered) => isNotEmpty('Enter your email')(entered) ?? checkInvitedEmail(entered, invitation),
      password: isNotEmpty('Enter your password'),
      code: (code) => (factors ? isNotEmpty('Enter a code')(code) : null),
    },
  })
  const signIn = useAction(signInMutation, {
    ...withoutSession,
    onError: (error) => {
      noteError(error)
      if (findErrorCode(error) !== 'UNAUTHENTICATED') return
      // The server never reveals which of the two is wrong.
      form.setErrors(findErrorField(error) === 'code' ? { code: true } : { email: true, password: true })
    },
  })
  const enter = (entered: Session) => {
    session.signIn(entered)
    onSignedIn?.()
  }
  const passkey = useSteps(async () => {
    signIn.reset()
    const { signInByPasskey } = await import('../factors/sign-in-by-passkey.ts')
    enter(await signInByPasskey(client, form.getValues().rememberMe))
  })
  const forget = () => {
    signIn.reset()
    passkey.reset()
  }
  useInvitedEmail(form, invitation)

  const submit = form.onSubmit(async ({ code, ...values }) => {
    const proof = factors ? { code: toCode(code) } : {}
    const answer = await signIn.run({ input: { ...values, ...proof, tokenDelivery: 'COOKIE' } })
    if (answer) enter(answer.signIn.session)
  })

  return (
    <>
      <Form
        onSubmit={submit}
        action={{ ...signIn, errorText: isAsked ? undefined : signIn.errorText, reset: forget }}
        submitLabel="Sign in"
        wide
        requested={factors !== undefined}
      >
        <InvitedEmailInput invitation={invitation} {...form.getInputProps('email')} />
        <PasswordInput label="Password" autoComplete="current-password" {...form.getInputProps('password')} />
        {factors && <CodeField factors={factors} data-autofocus {...form.getInputProps('code')} />}
        <Group justify="space-between">
          <Checkbox label="Remember me" {...form.getInputProps('rememberMe', { type: 'checkbox' })} />
          <TextLink to={webPaths.forgotPassword} size="sm" inherit={false}>
            Forgot password?
          </TextLink>
        </Group>
      </Form>
      <Stack gap="sm">
        <Button variant="default" loading={passkey.pending} onClick={passkey.run}>
          Sign in with a passkey
        </Button>
        {passkey.errorText && <Notice tone="danger">{passkey.errorText}</Notice>}
        {children?.(form.getValues)}
      </Stack>
    </>
  )
}
