import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { addToAccount } from '../../graphql/cache.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import type { NoticeKind, WebhookFormat } from '../../graphql/generated/graphql.ts'
import { useFormAction } from '../../graphql/useFormAction.ts'
import { Form } from '../../ui/Form.tsx'
import { notify } from '../../ui/notify.ts'
import { formats, getHost, type Webhook } from './webhook.ts'

const createMutation = graphql(`
  mutation WebhookForm_Create($input: CreateWebhookInput!) {
    createWebhook(input: $input) {
      webhook {
        ...Webhook_Webhook
      }
      secret
    }
  }
`)

const updateMutation = graphql(`
  mutation WebhookForm_Update($input: UpdateWebhookInput!) {
    updateWebhook(input: $input) {
      webhook {
        ...Webhook_Webhook
      }
    }
  }
`)

export interface KindChoice {
  kind: NoticeKind
  label: string
}

interface WebhookFormProps {
  accountId: string
  /** The kinds that there are. */
  kinds: readonly KindChoice[]
  /** The webhook to change; undefined for a new one. */
  webhook?: Webhook
  /** Called with the secret of a new webhook. */
  onCreated?: (created: { host: string; secret: string }) => void
  onClose: () => void
}

interface WebhookValues {
  url: string
  format: WebhookFormat
  kinds: NoticeKind[]
}

/** Creates or changes a webhook. */
export function WebhookForm({ accountId, kinds, webhook, onCreated, onClose }: WebhookFormProps) {
  const form = useForm<WebhookValues>({
    initialValues: webhook
      ? { url: webhook.url, format: webhook.format, kinds: [...webhook.kinds] }
      : { url: '', format: 'STANDARD', kinds: kinds.map(({ kind }) => kind) },
  })
  const create = useFormAction(form, createMutation, {
    // The secret is shown once and kept nowhere.
    fetchPolicy: 'no-cache',
    update: (cache, { data }) => {
      if (data) addToAccount(cache, accountId, 'webhooks', data.createWebhook.webhook)
    },
  })
  const update = useFormAction(form, updateMutation)
  const submit = form.onSubmit(async (values) => {
    if (webhook) {
      if (!(await update.run({ input: { id: webhook.id, ...values } }))) return
      notify('The webhook was changed.')
      onClose()
      return
    }
    const answer = await create.run({ input: { accountId, ...values } })
    if (answer) {
      const { webhook: created, secret } = answer.createWebhook
      onCreated?.({ host: getHost(created), secret })
    }
  })

  return (
    <Form
      onSubmit={submit}
      action={webhook ? update : create}
      submitLabel={webhook ? 'Save' : 'Create Webhook'}
      onCancel={onClose}
      requested
    >
      <TextInput
        label="URL"
        type="url"
        placeholder="https://example.com/culvert"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('url')}
      />
      <NativeSelect
        label="Format"
        description={
          form.values.format === 'SLACK'
            ? 'Paste the URL of an incoming webhook. To one of Discord, add /slack at its end.'
            : 'Signed requests, as the documentation of the API shows how to check them.'
        }
        data={Object.entries(formats).map(([value, { label }]) => ({ value, label }))}
        {...form.getInputProps('format')}
      />
      <Checkbox.Group label="Notices" {...form.getInputProps('kinds')}>
        <Stack gap="xs" mt="xs">
          {kinds.map(({ kind, label }) => (
            <Checkbox key={kind} value={kind} label={label} aria-invalid={form.errors['kinds'] !== undefined} />
          ))}
        </Stack>
      </Checkbox.Group>
    </Form>
  )
}
