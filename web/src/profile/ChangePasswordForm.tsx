import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { isNotEmpty, matchesField, useForm } from '@mantine/form'
import { useFormAction } from '../graphql/useFormAction.ts'
import { checkNewPassword } from '../sessions/password-rules.ts'
import { Notice } from '../ui/Notice.tsx'
import { notify } from '../ui/notify.ts'
import { ChangePasswordForm_ChangePasswordDocument } from './ChangePasswordForm.generated.ts'

/** Sets a new password for the viewer. */
export function ChangePasswordForm({ onChanged }: { onChanged: () => void }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
    validate: {
      currentPassword: isNotEmpty('Enter your current password'),
      newPassword: checkNewPassword,
      confirmPassword: matchesField('newPassword', 'Passwords do not match'),
    },
  })
  const change = useFormAction(form, ChangePasswordForm_ChangePasswordDocument)
  const submit = form.onSubmit(async ({ currentPassword, newPassword }) => {
    if (!(await change.run({ input: { currentPassword, newPassword } }))) return
    form.reset()
    onChanged()
    notify('Your password was changed. All other sessions of yours have ended.')
  })

  return (
    <form onSubmit={submit} noValidate>
      <Stack maw={400}>
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          {...form.getInputProps('currentPassword')}
          key={form.key('currentPassword')}
        />
        <PasswordInput
          label="New password"
          autoComplete="new-password"
          {...form.getInputProps('newPassword')}
          key={form.key('newPassword')}
        />
        <PasswordInput
          label="Confirm new password"
          autoComplete="new-password"
          {...form.getInputProps('confirmPassword')}
          key={form.key('confirmPassword')}
        />
        {change.errorText && <Notice tone="danger">{change.errorText}</Notice>}
        <Group>
          <Button type="submit" loading={change.pending}>
            Change password
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
