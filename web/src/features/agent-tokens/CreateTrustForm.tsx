import { Group, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { addToAccount } from '../../graphql/cache.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import { useFormAction } from '../../graphql/useFormAction.ts'
import { Form } from '../../ui/Form.tsx'
import { type BindableGateway, BindingFields, noBinding, toBinding } from './BindingFields.tsx'
import { ConditionFields, type TrustValues } from './ConditionFields.tsx'

const createTrustMutation = graphql(`
  mutation CreateTrustForm_CreateTrust($input: CreateTrustInput!) {
    createTrust(input: $input) {
      trust {
        ...TrustPanel_Trust
      }
    }
  }
`)

interface CreateTrustFormProps {
  accountId: string
  gateways: readonly BindableGateway[]
  onCreated: (trust: { id: string; name: string }) => void
  onCancel: () => void
}

/** The issuer of GitHub Actions, which most workloads use. */
const github = 'https://token.actions.githubusercontent.com'

/** Lets a workload exchange its tokens. */
export function CreateTrustForm({ accountId, gateways, onCreated, onCancel }: CreateTrustFormProps) {
  const form = useForm<TrustValues>({
    initialValues: { ...noBinding, name: '', issuer: github, conditions: [{ claim: 'repository', value: '' }] },
    validate: { name: isNotEmpty('Name is required'), label: isNotEmpty('Label is required') },
  })
  const create = useFormAction(form, createTrustMutation, {
    update: addToAccount(accountId, 'trusts', ({ createTrust }) => createTrust.trust),
  })
  const submit = form.onSubmit(async ({ name, issuer, conditions, ...binding }) => {
    const answer = await create.run({ input: { accountId, name, issuer, conditions, ...toBinding(binding) } })
    if (answer) onCreated(answer.createTrust.trust)
  })

  return (
    <Form onSubmit={submit} action={create} submitLabel="Trust workload" onCancel={onCancel} requested>
      <Group align="flex-start" grow preventGrowOverflow={false}>
        <TextInput label="Name" placeholder="Previews" autoComplete="off" {...form.getInputProps('name')} />
        <TextInput label="Issuer" autoComplete="off" {...form.getInputProps('issuer')} />
      </Group>
      <ConditionFields form={form} />
      <Group align="flex-start" grow preventGrowOverflow={false}>
        <BindingFields form={form} gateways={gateways} />
      </Group>
    </Form>
  )
}
