import { Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { addToAccount } from '../../graphql/cache.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import type { ApiKeyScope } from '../../graphql/generated/graphql.ts'
import { useFormAction } from '../../graphql/useFormAction.ts'
import { useDraft } from '../../auth/useDraft.ts'
import { Form } from '../../ui/Form.tsx'
import { scopes } from '../../auth/scopes.ts'

const createApiKeyMutation = graphql(`
  mutation CreateApiKeyForm_CreateApiKey($input: CreateApiKeyInput!) {
    createApiKey(input: $input) {
      apiKey {
        ...ApiKeyTable_ApiKey
      }
      secret
    }
  }
`)

interface CreateApiKeyFormProps {
  accountId: string
  onCreated: (created: { name: string; secret: string }) => void
  onCancel: () => void
}

/** How long a new key works, in days; empty for ever. */
const expiries = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: '', label: 'Never' },
]

interface ApiKeyValues {
  name: string
  scopes: ApiKeyScope[]
  expiresAt: string
}

/** Creates a key for programs that read the account. */
export function CreateApiKeyForm({ accountId, onCreated, onCancel }: CreateApiKeyFormProps) {
  const form = useForm<ApiKeyValues>({
    initialValues: { name: '', scopes: ['READ_ACCOUNT'], expiresAt: '90' },
    validate: {
      name: isNotEmpty('Name is required'),
      scopes: (chosen) => (chosen.length === 0 ? 'Choose at least one scope' : null),
    },
  })
  useDraft(`api-key ${accountId}`, form)
  const create = useFormAction(form, createApiKeyMutation, {
    // The secret is shown once and kept nowhere.
    fetchPolicy: 'no-cache',
    update: (cache, { data }) => {
      if (data) addToAccount(cache, accountId, 'apiKeys', data.createApiKey.apiKey)
    },
  })
  const submit = form.onSubmit(async ({ name, scopes: chosen, expiresAt }) => {
    const input = { accountId, name, scopes: chosen, expiresAt: toExpiresAt(expiresAt) }
    const answer = await create.run({ input })
    if (answer) onCreated({ name, secret: answer.createApiKey.secret })
  })

  return (
    <Form onSubmit={submit} action={create} submitLabel="Create API Key" onCancel={onCancel} requested>
      <Group align="flex-start" grow preventGrowOverflow={false}>
        <TextInput label="Name" placeholder="Status page" autoComplete="off" {...form.getInputProps('name')} />
        <NativeSelect label="Expires" data={expiries} {...form.getInputProps('expiresAt')} />
      </Group>
      <Checkbox.Group label="Scopes" {...form.getInputProps('scopes')}>
        <Stack gap="xs" mt="xs">
          {Object.entries(scopes).map(([value, { name, description }]) => (
            <Checkbox
              key={value}
              value={value}
              label={name}
              description={description}
              aria-invalid={form.errors['scopes'] !== undefined}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </Form>
  )
}

/** When a key created now expires, as an ISO timestamp; undefined for never. */
function toExpiresAt(days: string): string | undefined {
  return days === '' ? undefined : new Date(Date.now() + Number(days) * 24 * 60 * 60 * 1000).toISOString()
}
