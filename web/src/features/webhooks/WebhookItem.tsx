import { Box, Button, Group, Switch, Text } from '@mantine/core'
import '@mantine/core/styles/Switch.css'
import type { ReactNode } from 'react'
import { graphql } from '../../graphql/generated/gql.ts'
import { replacing, useAction } from '../../graphql/useAction.ts'
import { Breakable } from '../../ui/Breakable.tsx'
import { Item } from '../../ui/ItemList.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { notify } from '../../ui/notify.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { When } from '../../ui/When.tsx'
import { type Choices, formats, getDeliveryLook, getWebhookLook, type Webhook } from './webhook.ts'

const switchMutation = graphql(`
  mutation WebhookItem_Switch($input: UpdateWebhookInput!) {
    updateWebhook(input: $input) {
      webhook {
        ...Webhook_Webhook
      }
    }
  }
`)

const testMutation = graphql(`
  mutation WebhookItem_Test($input: TestWebhookInput!) {
    testWebhook(input: $input) {
      delivery {
        ...Webhook_Delivery
      }
    }
  }
`)

interface WebhookItemProps {
  webhook: Webhook
  /** Tells it from the others. */
  name: string
  choices: Choices
  onEdit: () => void
  onShowLog: () => void
  onRotate: () => void
  onDelete: () => void
  /** The form, while it is open. */
  children: ReactNode
}

/** A webhook: where it sends, whether that works, and what can be done. */
export function WebhookItem(props: WebhookItemProps) {
  const { webhook, name, choices, onEdit, onShowLog, onRotate, onDelete, children } = props
  const { id, url, format, isOn, offBecause, failingSince, previousSecretUntil, lastDelivery } = webhook
  const switching = useAction(switchMutation, { fallbackText: 'Error switching the webhook' })
  const testing = useAction(testMutation, { fallbackText: 'Error sending a test' })
  const turn = replacing(switching, testing)
  const test = replacing(testing, switching)
  const errorText = turn.errorText ?? test.errorText
  const sendTest = async () => {
    if (await test.run({ input: { id } })) notify('A test is under way.')
  }
  return (
    <Item
      title={name}
      tags={
        <>
          <StatusBadge {...getWebhookLook(webhook)} />
          <Tag tone="soft">{formats[format].short}</Tag>
        </>
      }
      description={describeSent(webhook, choices)}
      actions={
        <Switch
          aria-label={`Webhook to ${name}`}
          checked={isOn}
          disabled={turn.pending}
          onChange={({ currentTarget }) => void turn.run({ input: { id, isOn: currentTarget.checked } })}
        />
      }
    >
      <Box component="code" c="dimmed" fz="xs" style={{ overflowWrap: 'anywhere' }}>
        <Breakable>{url}</Breakable>
      </Box>
      {offBecause !== null && (
        <Notice tone="danger" title="It was switched off">
          {offBecause} Check its deliveries, fix what is wrong, and switch it on again.
        </Notice>
      )}
      {isOn && failingSince !== null && (
        <Notice tone="warning">
          Nothing has come through since <When iso={failingSince} as="short-time" />. After five days it is switched
          off.
        </Notice>
      )}
      {previousSecretUntil !== null && (
        <Notice tone="info">
          Requests are also signed with the previous secret, until <When iso={previousSecretUntil} as="short-time" />.
        </Notice>
      )}
      {errorText && <Notice tone="danger">{errorText}</Notice>}
      {lastDelivery && (
        <Group gap="0.25rem 0.625rem" fz="sm" style={{ overflowWrap: 'anywhere' }}>
          <StatusBadge {...getDeliveryLook(lastDelivery)} />
          <span>
            {lastDelivery.title}, <When iso={lastDelivery.createdAt} as="short-time" />
          </span>
          {lastDelivery.fault !== null && (
            <Text size="sm" c="dimmed">
              {lastDelivery.fault}
            </Text>
          )}
        </Group>
      )}
      <Group gap="0.5rem">
        <Button
          variant="default"
          size="xs"
          loading={test.pending}
          disabled={!isOn}
          aria-label={`Send test to ${name}`}
          onClick={() => void sendTest()}
        >
          Send test
        </Button>
        <Button variant="default" size="xs" aria-label={`Deliveries to ${name}`} onClick={onShowLog}>
          Deliveries
        </Button>
        <Button variant="default" size="xs" aria-label={`Edit the webhook to ${name}`} onClick={onEdit}>
          Edit
        </Button>
        <Button variant="default" size="xs" aria-label={`New secret for ${name}`} onClick={onRotate}>
          New secret
        </Button>
        <Button variant="subtle" color="red" size="xs" aria-label={`Delete the webhook to ${name}`} onClick={onDelete}>
          Delete
        </Button>
      </Group>
      {children}
    </Item>
  )
}

function describeSent(webhook: Webhook, choices: Choices): string {
  const kinds = choices.kinds.filter(({ kind }) => webhook.kinds.includes(kind))
  const events = choices.events.filter(({ event }) => webhook.events.includes(event))
  return [
    ...nameAllOrEach('All notices', kinds, choices.kinds),
    ...nameAllOrEach('All events', events, choices.events),
  ].join(' · ')
}

function nameAllOrEach(all: string, chosen: readonly { label: string }[], choices: readonly unknown[]): string[] {
  if (chosen.length > 0 && chosen.length === choices.length) return [all]
  return chosen.map(({ label }) => label)
}
