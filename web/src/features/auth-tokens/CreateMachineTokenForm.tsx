import { TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { addToAccount } from '../../graphql/cache.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import { useFormAction } from '../../graphql/useFormAction.ts'
import { useDraft } from '../../auth/useDraft.ts'
import { Form } from '../../ui/Form.tsx'
import type { SecretFormProps } from '../../ui/SecretCreation.tsx'

const createMachineTokenMutation = graphql(`
  mutation CreateMachineTokenForm_CreateMachineToken($input: CreateMachineTokenInput!) {
    createMachineToken(input: $input) {
      machineToken {
        ...MachineTokenPanel_MachineToken
      }
      secret
    }
  }
`)

interface CreateMachineTokenFormProps extends SecretFormProps {
  accountId: string
}

/** Creates a token for an unattended machine. */
export function CreateMachineTokenForm({ accountId, onCreated, onCancel }: CreateMachineTokenFormProps) {
  const form = useForm({ initialValues: { name: '' }, validate: { name: isNotEmpty('Name is required') } })
  useDraft(`machine-token ${accountId}`, form)
  const create = useFormAction(form, createMachineTokenMutation, {
    // The secret is shown once and not stored.
    fetchPolicy: 'no-cache',
    update: addToAccount(accountId, 'machineTokens', ({ createMachineToken }) => createMachineToken.machineToken),
  })
  const submit = form.onSubmit(async ({ name }) => {
    const answer = await create.run({ input: { accountId, name } })
    if (!answer) return
    const { machineToken, secret } = answer.createMachineToken
    onCreated({ name: machineToken.name, secret })
  })

  return (
    <Form onSubmit={submit} action={create} submitLabel="Create token" onCancel={onCancel} requested>
      <TextInput
        label="Name"
        description="Where you will use it."
        placeholder="github-actions"
        autoComplete="off"
        {...form.getInputProps('name')}
      />
    </Form>
  )
}
