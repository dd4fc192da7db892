import { Checkbox, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ComponentProps } from 'react'
import { addToAccount } from '../../graphql/cache.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import type { AccountEvent, NoticeKind, WebhookFormat } from '../../graphql/generated/graphql.ts'
import { useFormAction } from '../../graphql/useFormAction.ts'
import { Form } from '../../ui/Form.tsx'
import { notify } from '../../ui/notify.ts'
import { type Choices, formats, getHost, type Webhook } from './webhook.ts'

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

interface WebhookFormProps {
  accountId: string
  choices: Choices
  /** The webhook to change; undefined for a new one. */
  webhook?: Webhook
  /** Called with the secret of a new webhook. */
  onCreated?: (created: { name: string; secret: string }) => void
  onClose: () => void
}

interface WebhookValues {
  url: string
  format: WebhookFormat
  kinds: NoticeKind[]
  events: AccountEvent[]
}

/** Creates or changes a webhook; only changed fields are sent, so that what somebody else changed meanwhile stays. */
export function WebhookForm({ accountId, choices, webhook, onCreated, onClose }: WebhookFormProps) {
  const form = useForm<WebhookValues>({
    initialValues: webhook
      ? { url: webhook.url, format: webhook.format, kinds: [...webhook.kinds], events: [...webhook.events] }
      : { url: '', format: 'STANDARD', kinds: choices.kinds.map(({ kind }) => kind), events: [] },
  })
  const create = useFormAction(form, createMutation, {
    // The secret is shown once and not stored.
    fetchPolicy: 'no-cache',
    update: addToAccount(accountId, 'webhooks', ({ createWebhook }) => createWebhook.webhook),
  })
  const update = useFormAction(form, updateMutation)
  const submit = form.onSubmit(async (values) => {
    if (webhook) {
      const { url, format, kinds, events } = values
      const changed = {
        ...(form.isDirty('url') && { url }),
        ...(form.isDirty('format') && { format }),
        ...(form.isDirty('kinds') && { kinds }),
        ...(form.isDirty('events') && { events }),
      }
      if (!(await update.run({ input: { id: webhook.id, ...changed } }))) return
      notify('The webhook was changed.')
      onClose()
      return
    }
    const answer = await create.run({ input: { accountId, ...values } })
    if (answer) {
      const { webhook: created, secret } = answer.createWebhook
      onCreated?.({ name: getHost(created), secret })
    }
  })

  return (
    <Form
      onSubmit={submit}
      action={webhook ? update : create}
      submitLabel={webhook ? 'Save' : 'Create webhook'}
      disabled={webhook !== undefined && !form.isDirty()}
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
            ? 'Paste the URL of an incoming webhook. For Discord, add /slack to its end.'
            : 'Signed requests. The API documentation shows how to check them.'
        }
        data={Object.entries(formats).map(([value, { label }]) => ({ value, label }))}
        {...form.getInputProps('format')}
      />
      <ChoiceGroup
        label="Notices"
        choices={choices.kinds.map(({ kind, label }) => ({ value: kind, label }))}
        chosen={form.getInputProps('kinds')}
      />
      <ChoiceGroup
        label="Events"
        choices={choices.events.map(({ event, label }) => ({ value: event, label }))}
        chosen={form.getInputProps('events')}
      />
    </Form>
  )
}

interface ChoiceGroupProps {
  label: string
  choices: readonly { value: string; label: string }[]
  chosen: Pick<ComponentProps<typeof Checkbox.Group>, 'value' | 'onChange' | 'error'>
}

function ChoiceGroup({ label, choices, chosen }: ChoiceGroupProps) {
  return (
    <Checkbox.Group label={label} {...chosen}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt="xs">
        {choices.map((choice) => (
          <Checkbox key={choice.value} {...choice} aria-invalid={Boolean(chosen.error)} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}
