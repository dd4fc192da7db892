import { Box, PasswordInput } from '@mantine/core'
import { isNotEmpty, matchesField, useForm } from '@mantine/form'
import { graphql } from '../../graphql/generated/gql.ts'
import { useFormAction } from '../../graphql/useFormAction.ts'
import { checkNewPassword } from '../sessions/password-rules.ts'
import { Form } from '../../ui/Form.tsx'
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

/** Sets a new password for the viewer. */
export function ChangePasswordForm({ onChanged }: { onChanged: () => void }) {
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
    validate: {
      currentPassword: isNotEmpty('Enter your current password'),
      newPassword: checkNewPassword,
      confirmPassword: matchesField('newPassword', 'Passwords do not match'),
    },
  })
  const change = useFormAction(form, changePasswordMutation)
  const submit = form.onSubmit(async ({ currentPassword, newPassword }) => {
    if (!(await change.run({ input: { currentPassword, newPassword } }))) return
    form.reset()
    onChanged()
    notify('Your password was changed. All your other sessions have ended.')
  })

  return (
    <Box maw={400}>
      <Form onSubmit={submit} action={change} submitLabel="Change password">
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          {...form.getInputProps('currentPassword')}
        />
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
