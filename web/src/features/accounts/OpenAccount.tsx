import { webPaths } from '@culvert/schema/web-paths'
import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { Link } from 'react-router-dom'
import { graphql } from '../../graphql/generated/gql.ts'
import { useFormAction } from '../../graphql/useFormAction.ts'
import { Form } from '../../ui/Form.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { addMembership } from './add-membership.ts'

const createAccountMutation = graphql(`
  mutation OpenAccount_CreateAccount($input: CreateAccountInput!) {
    createAccount(input: $input) {
      membership {
        ...ActiveAccount_Membership
      }
    }
  }
`)

/** Opens an account for somebody who belongs to none. */
export function OpenAccount() {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '' },
    validate: { name: isNotEmpty('Account name is required') },
  })
  const create = useFormAction(form, createAccountMutation, {
    update: (cache, { data }) => {
      if (data) addMembership(cache, data.createAccount.membership)
    },
  })
  const submit = form.onSubmit(async ({ name }) => {
    await create.run({ input: { name } })
  })
  return (
    <Form onSubmit={submit}>
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
        <Anchor component={Link} to={webPaths.logout} size="sm" ta="center">
          Sign out
        </Anchor>
      </Stack>
    </Form>
  )
}
