import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { Link } from 'react-router-dom'
import { useFormAction } from '../graphql/useFormAction.ts'
import { Notice } from '../ui/Notice.tsx'
import { addMembership } from './add-membership.ts'
import { OpenAccount_CreateAccountDocument } from './OpenAccount.generated.ts'

/** Opens an account for somebody who belongs to none. */
export function OpenAccount() {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '' },
    validate: { name: isNotEmpty('Account name is required') },
  })
  const create = useFormAction(form, OpenAccount_CreateAccountDocument, {
    update: (cache, { data }) => {
      if (data) addMembership(cache, data.createAccount.membership)
    },
  })
  const submit = form.onSubmit(async ({ name }) => {
    await create.run({ input: { name } })
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack ta="start">
        <TextInput
          label="Account Name"
          autoComplete="organization"
          {...form.getInputProps('name')}
          key={form.key('name')}
        />
        {create.errorText && <Notice tone="danger">{create.errorText}</Notice>}
        <Button type="submit" loading={create.pending}>
          Open account
        </Button>
        <Anchor component={Link} to="/logout" size="sm" ta="center">
          Sign out
        </Anchor>
      </Stack>
    </form>
  )
}
