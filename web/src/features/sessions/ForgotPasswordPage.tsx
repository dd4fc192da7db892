import { webPaths } from '@culvert/schema/web-paths'
import { Anchor, Text, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useState } from 'react'
import { graphql } from '../../graphql/generated/gql.ts'
import { withoutSession } from '../../graphql/without-session.ts'
import { useFormAction } from '../../graphql/useFormAction.ts'
import { useTitle } from '../site/useSite.ts'
import { EntryLayout } from '../site/EntryLayout.tsx'
import { Form } from '../../ui/Form.tsx'
import { TextLink } from '../../ui/TextLink.tsx'

const requestPasswordResetMutation = graphql(`
  mutation ForgotPasswordPage_RequestPasswordReset($input: RequestPasswordResetInput!) {
    requestPasswordReset(input: $input) {
      accepted
    }
  }
`)

/** Requests a password reset link. The answer does not reveal whether the address is known. */
export function ForgotPasswordPage() {
  useTitle('Forgot password')
  const [sentTo, setSentTo] = useState<string>()
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: isNotEmpty('Enter your email') },
  })
  const request = useFormAction(form, requestPasswordResetMutation, withoutSession)

  const submit = form.onSubmit(async ({ email }) => {
    if (await request.run({ input: { email } })) setSentTo(email)
  })

  if (sentTo !== undefined) {
    return (
      <EntryLayout title="Check your email">
        <Text component="output">
          If someone signed up with <strong>{sentTo}</strong>, a link to choose a new password is on its way there. It
          works once, for 60 minutes.
        </Text>
        <Text size="sm" c="dimmed">
          Nothing arrived? Check your spam folder, then{' '}
          <Anchor component="button" type="button" onClick={() => setSentTo(undefined)}>
            try again
          </Anchor>
          .
        </Text>
        <BackToSignIn />
      </EntryLayout>
    )
  }

  return (
    <EntryLayout title="Forgot your password?">
      <Text size="sm" c="dimmed">
        Enter the email that you signed up with. We send you a link to choose a new password.
      </Text>
      <Form onSubmit={submit} action={request} submitLabel="Send Reset Link" wide>
        <TextInput label="Email" type="email" autoComplete="username" {...form.getInputProps('email')} />
      </Form>
      <BackToSignIn />
    </EntryLayout>
  )
}

function BackToSignIn() {
  return (
    <Text size="sm">
      <TextLink to={webPaths.signIn}>Back to sign in</TextLink>
    </Text>
  )
}
