import { resetLinkInvalid } from '@culvert/schema/validation-messages'
import { webPaths } from '@culvert/schema/web-paths'
import { Text } from '@mantine/core'
import { matchesField, useForm } from '@mantine/form'
import { useState } from 'react'
import { graphql } from '../../graphql/generated/gql.ts'
import { withoutSession } from '../../graphql/without-session.ts'
import { useFormAction } from '../../graphql/useFormAction.ts'
import { useTitle } from '../site/useSite.ts'
import { EntryLayout } from '../site/EntryLayout.tsx'
import { Form } from '../../ui/Form.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Confirmation } from './Confirmation.tsx'
import { checkNewPassword } from './password-rules.ts'
import { useResetLink } from './useResetLink.ts'
import { TextLink } from '../../ui/TextLink.tsx'

const resetPasswordMutation = graphql(`
  mutation ResetPasswordPage_ResetPassword($input: ResetPasswordInput!) {
    resetPassword(input: $input) {
      user {
        id
      }
    }
  }
`)

/** Sets a new password with the link from the e-mail. */
export function ResetPasswordPage() {
  useTitle('Reset password')
  const link = useResetLink()
  const [updated, setUpdated] = useState(false)
  const form = useForm({
    initialValues: { password: '', confirmPassword: '' },
    validate: { password: checkNewPassword, confirmPassword: matchesField('password', 'Passwords do not match') },
  })
  const reset = useFormAction(form, resetPasswordMutation, withoutSession)

  if (updated) {
    return (
      <Confirmation title="Password Updated!" to={webPaths.signIn} afterMs={3000}>
        You are signed out everywhere. Taking you to sign in with the new password…
      </Confirmation>
    )
  }

  const submit = form.onSubmit(async ({ password }) => {
    if (link && (await reset.run({ input: { ...link, password } }))) setUpdated(true)
  })

  return (
    <EntryLayout title="Choose a new password">
      {link ? (
        <Form onSubmit={submit} action={reset} submitLabel="Update password" wide>
          <PasswordInput label="New password" autoComplete="new-password" {...form.getInputProps('password')} />
          <PasswordInput
            label="Confirm password"
            autoComplete="new-password"
            {...form.getInputProps('confirmPassword')}
          />
        </Form>
      ) : (
        <Notice tone="danger">{resetLinkInvalid}</Notice>
      )}
      <Text size="sm">
        <TextLink to={webPaths.forgotPassword}>Request a new link</TextLink>
      </Text>
    </EntryLayout>
  )
}
