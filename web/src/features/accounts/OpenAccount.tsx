import { webPaths } from '@culvert/schema/web-paths'
import { Stack, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { graphql } from '../../graphql/generated/gql.ts'
import { useFormAction } from '../../graphql/useFormAction.ts'
import { Form } from '../../ui/Form.tsx'
import { addMembership } from './add-membership.ts'
import { TextLink } from '../../ui/TextLink.tsx'

const createAccountMutation = graphql(`
  mutation OpenAccount_CreateAccount($input: CreateAccountInput!) {
    createAccount(input: $input) {
      membership {
        ...ActiveAccount_Membership
      }
    }
  }
`)

/** Opens an account for a person who belongs to none. */
export function OpenAccount() {
  const form = useForm({
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
    <Stack ta="start">
      <Form onSubmit={submit} action={create} submitLabel="Open account" wide>
        <TextInput label="Account Name" autoComplete="organization" {...form.getInputProps('name')} />
      </Form>
      <TextLink to={webPaths.logout} size="sm" ta="center">
        Sign out
      </TextLink>
    </Stack>
  )
}
