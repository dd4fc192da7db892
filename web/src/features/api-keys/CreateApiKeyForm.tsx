import { findRangeProblem } from '@culvert/schema/ip-range'
import { Group, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { addToAccount } from '../../graphql/cache.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import type { ApiKeyScope } from '../../graphql/generated/graphql.ts'
import { useFormAction } from '../../graphql/useFormAction.ts'
import { useDraft } from '../../auth/useDraft.ts'
import { Form } from '../../ui/Form.tsx'
import type { SecretFormProps } from '../../ui/SecretCreation.tsx'
import { expiries, findLastDayComplaint, toExpiresAt } from './expiry.ts'
import { type GatewayChoice, GatewayField } from './GatewayField.tsx'
import { keepAllowedScopes, ScopeField } from './ScopeField.tsx'

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

interface CreateApiKeyFormProps extends SecretFormProps {
  accountId: string
  /** What the key can be limited to. */
  gateways: readonly GatewayChoice[]
}

interface ApiKeyValues {
  name: string
  scopes: ApiKeyScope[]
  isLimited: boolean
  gatewayIds: string[]
  /** One network per line. */
  allowedNetworks: string
  expiresAt: string
  lastDay: string
}

/** Creates a key for programs that act in the account. No scope that writes is selected initially. */
export function CreateApiKeyForm({ accountId, gateways, onCreated, onCancel }: CreateApiKeyFormProps) {
  const form = useForm<ApiKeyValues>({
    initialValues: {
      name: '',
      scopes: ['READ_ACCOUNT'],
      isLimited: false,
      gatewayIds: [],
      allowedNetworks: '',
      expiresAt: '90',
      lastDay: '',
    },
    validate: {
      name: isNotEmpty('Name is required'),
      scopes: (chosen) => (chosen.length === 0 ? 'Choose at least one scope' : null),
      gatewayIds: (ids, { isLimited }) => (isLimited && ids.length === 0 ? 'Choose at least one gateway' : null),
      allowedNetworks: findNetworkComplaint,
      lastDay: (lastDay, { expiresAt }) => findLastDayComplaint(expiresAt, lastDay),
    },
  })
  useDraft(`api-key ${accountId}`, form)
  const create = useFormAction(form, createApiKeyMutation, {
    // The secret is shown once and not stored.
    fetchPolicy: 'no-cache',
    update: addToAccount(accountId, 'apiKeys', ({ createApiKey }) => createApiKey.apiKey),
  })
  const submit = form.onSubmit(async ({ isLimited, gatewayIds, allowedNetworks, expiresAt, lastDay, ...values }) => {
    const networks = listLines(allowedNetworks)
    const input = {
      accountId,
      ...values,
      gatewayIds: isLimited ? gatewayIds : undefined,
      allowedNetworks: networks.length > 0 ? networks : undefined,
      expiresAt: toExpiresAt(expiresAt, lastDay),
    }
    const answer = await create.run({ input })
    if (answer) onCreated({ name: values.name, secret: answer.createApiKey.secret })
  })
  const { isLimited, scopes, expiresAt } = form.values

  return (
    <Form onSubmit={submit} action={create} submitLabel="Create API key" onCancel={onCancel} requested>
      <Group align="flex-start" grow preventGrowOverflow={false}>
        <TextInput label="Name" placeholder="Status page" autoComplete="off" {...form.getInputProps('name')} />
        <NativeSelect label="Expires" data={expiries} {...form.getInputProps('expiresAt')} />
        {expiresAt === 'date' && <TextInput label="Last day" type="date" {...form.getInputProps('lastDay')} />}
      </Group>
      <GatewayField
        gateways={gateways}
        isLimited={isLimited}
        onLimit={(wanted) => {
          form.setFieldValue('isLimited', wanted)
          if (wanted) form.setFieldValue('scopes', keepAllowedScopes(scopes))
        }}
        chosen={form.getInputProps('gatewayIds')}
      />
      <ScopeField isLimited={isLimited} chosen={form.getInputProps('scopes')} />
      <Textarea
        label="Allowed networks (optional)"
        description="Addresses or ranges from which the key is accepted, one per line. It is accepted from anywhere when this is empty."
        placeholder="203.0.113.0/24"
        autosize
        minRows={2}
        maxRows={8}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('allowedNetworks')}
      />
    </Form>
  )
}

/** Returns what is wrong with the first invalid network in a text; null if nothing is. */
function findNetworkComplaint(text: string): string | null {
  for (const line of listLines(text)) {
    const complaint = findRangeProblem(line)
    // Short forms of IPv6 are accepted unchanged.
    if (complaint && complaint.fullForm === undefined) return `${line}: ${complaint.reason}`
  }
  return null
}

function listLines(text: string): string[] {
  return text.split(/[\n,]/).flatMap((line) => line.trim() || [])
}
