import { Group } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { graphql } from '../../graphql/generated/gql.ts'
import { useFormAction } from '../../graphql/useFormAction.ts'
import { Form } from '../../ui/Form.tsx'
import type { SecretFormProps } from '../../ui/SecretCreation.tsx'
import { type BindableGateway, BindingFields, type BindingValues, noBinding, toBinding } from './BindingFields.tsx'

const createAgentTokenMutation = graphql(`
  mutation CreateAgentTokenForm_CreateAgentToken($input: CreateAgentTokenInput!) {
    createAgentToken(input: $input) {
      agentToken {
        id
        label
      }
      secret
    }
  }
`)

interface CreateAgentTokenFormProps extends SecretFormProps {
  accountId: string
  gateways: readonly BindableGateway[]
}

/** Creates a token for agents of one gateway or prefix. */
export function CreateAgentTokenForm({ accountId, gateways, onCreated, onCancel }: CreateAgentTokenFormProps) {
  const form = useForm<BindingValues>({
    initialValues: noBinding,
    validate: { label: isNotEmpty('Label is required') },
  })
  const create = useFormAction(form, createAgentTokenMutation, {
    // The secret is shown once and not stored.
    fetchPolicy: 'no-cache',
    // The list is refetched.
    update: (cache) => {
      cache.evict({ id: cache.identify({ __typename: 'Account', id: accountId }), fieldName: 'agentTokensConnection' })
    },
  })
  const submit = form.onSubmit(async (values) => {
    const answer = await create.run({ input: { accountId, ...toBinding(values) } })
    if (answer) onCreated({ name: values.label, secret: answer.createAgentToken.secret })
  })

  return (
    <Form onSubmit={submit} action={create} submitLabel="Create agent token" onCancel={onCancel} requested>
      <Group align="flex-start" grow preventGrowOverflow={false}>
        <BindingFields form={form} gateways={gateways} />
      </Group>
    </Form>
  )
}
