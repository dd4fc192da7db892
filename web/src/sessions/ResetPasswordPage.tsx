import { Anchor, Button, PasswordInput, Stack, Text } from '@mantine/core'
import { matchesField, useForm } from '@mantine/form'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useFormAction } from '../graphql/useFormAction.ts'
import { useSite, useTitle } from '../site/useSite.ts'
import { EntryLayout } from '../ui/EntryLayout.tsx'
import { Notice } from '../ui/Notice.tsx'
import { checkNewPassword } from './password-rules.ts'
import { PasswordUpdated } from './PasswordUpdated.tsx'
import { ResetPasswordPage_ResetPasswordDocument } from './ResetPasswordPage.generated.ts'
import { useResetLink } from './useResetLink.ts'

/** Sets a new password by the link of the mail. */
export function ResetPasswordPage() {
  useTitle('Reset password')
  const brandName = useSite()?.brandName
  const link = useResetLink()
  const [updated, setUpdated] = useState(false)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', confirmPassword: '' },
    validate: { password: checkNewPassword, confirmPassword: matchesField('password', 'Passwords do not match') },
  })
  const reset = useFormAction(form, ResetPasswordPage_ResetPasswordDocument, {
    fetchPolicy: 'no-cache',
    context: { withoutSession: true },
  })

  if (updated) return <PasswordUpdated brandName={brandName} />

  const submit = form.onSubmit(async ({ password }) => {
    if (link && (await reset.run({ input: { ...link, password } }))) setUpdated(true)
  })

  return (
    <EntryLayout brandName={brandName} title="Choose a new password">
      {link ? (
        <form onSubmit={submit} noValidate>
          <Stack>
            <PasswordInput
              label="New password"
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
            {reset.errorText && <Notice tone="danger">{reset.errorText}</Notice>}
            <Button type="submit" loading={reset.pending}>
              Update password
            </Button>
          </Stack>
        </form>
      ) : (
        <Notice tone="danger">Invalid reset link. Please request a new password reset.</Notice>
      )}
      <Text size="sm">
        <Anchor component={Link} to="/forgot-password">
          Request a new link
        </Anchor>
      </Text>
    </EntryLayout>
  )
}
