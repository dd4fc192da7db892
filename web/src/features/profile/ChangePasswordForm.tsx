import { Box } from '@mantine/core'
import { isNotEmpty, matchesField, useForm } from '@mantine/form'
import { graphql } from '../../graphql/generated/gql.ts'
import { useFormAction } from '../../graphql/useFormAction.ts'
import { checkNewPassword } from '../sessions/password-rules.ts'
import { Form } from '../../ui/Form.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { notify } from '../../ui/notify.ts'

const changePasswordMutation = graphql(`
  mutation ChangePasswordForm_ChangePassword($input: ChangePasswordInput!) {
    changePassword(input: $input) {
      user {
        id
      }
    }
  }
`)

interface ChangePasswordFormProps {
  /** Whether the viewer already has a password. */
  hasPassword: boolean
  /** The address that signs in with the password; null for a user who has only a phone number. */
  email: string | null
  onChanged: () => void
}

/** Sets a new password for the viewer, or their first one. */
export function ChangePasswordForm({ hasPassword, email, onChanged }: ChangePasswordFormProps) {
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
    validate: {
      currentPassword: (password) => (hasPassword ? isNotEmpty('Enter your current password')(password) : null),
      newPassword: checkNewPassword,
      confirmPassword: matchesField('newPassword', 'Passwords do not match'),
    },
  })
  const change = useFormAction(form, changePasswordMutation)
  const submit = form.onSubmit(async ({ currentPassword, newPassword }) => {
    const input = hasPassword ? { currentPassword, newPassword } : { newPassword }
    if (!(await change.run({ input }))) return
    form.reset()
    onChanged()
    notify(`Your password was ${hasPassword ? 'changed' : 'set'}. All your other sessions have ended.`)
  })

  return (
    <Box maw={400}>
      <Form onSubmit={submit} action={change} submitLabel={hasPassword ? 'Change password' : 'Set password'}>
        {/* With it, a password manager replaces the entry for this address, instead of adding one without an address. */}
        <input type="text" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
        {hasPassword && (
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            {...form.getInputProps('currentPassword')}
          />
        )}
        <PasswordInput label="New password" autoComplete="new-password" {...form.getInputProps('newPassword')} />
        <PasswordInput
          label="Confirm new password"
          autoComplete="new-password"
          {...form.getInputProps('confirmPassword')}
        />
      </Form>
    </Box>
  )
}
