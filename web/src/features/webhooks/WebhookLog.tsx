import { Button, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Code } from '../../exchanges/Code.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { useAction } from '../../graphql/useAction.ts'
import { useScreenQuery } from '../../graphql/useScreenQuery.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { type Fact, FactList } from '../../ui/FactList.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Item, ItemList } from '../../ui/ItemList.tsx'
import { LoadingPanel } from '../../ui/LoadingPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { When } from '../../ui/When.tsx'
import { type Delivery, getDeliveryLook } from './webhook.ts'

const logQuery = graphql(`
  query WebhookLog_Query($accountId: ID!, $id: ID!, $page: Int!) {
    account(id: $accountId) {
      id
      webhook(id: $id) {
        id
        isOn
        deliveries(page: $page) {
          pageCount
          nodes {
            ...Webhook_Delivery
          }
        }
      }
    }
  }
`)

const redeliverMutation = graphql(`
  mutation WebhookLog_Redeliver($input: RedeliverWebhookInput!) {
    redeliverWebhook(input: $input) {
      delivery {
        ...Webhook_Delivery
      }
    }
  }
`)

interface WebhookLogProps {
  accountId: string
  webhookId: string
  /** The webhook's name; undefined if it is gone. */
  name: string | undefined
  onClose: () => void
}

/** Shows what a webhook has sent, and the outcome. */
export function WebhookLog({ accountId, webhookId, name, onClose }: WebhookLogProps) {
  const [page, setPage] = useState(1)
  const variables = { accountId, id: webhookId, page }
  const { data, failure } = useScreenQuery(logQuery, 'the deliveries', { variables, live: true })
  const redeliver = useAction(redeliverMutation, { fallbackText: 'Error sending it again' })
  const webhook = data?.account.webhook
  return (
    <Modal opened onClose={onClose} title={name ? `Deliveries to ${name}` : 'Deliveries'} size="lg">
      <Stack gap="0.75rem">
        {failure ?? (!data && <LoadingPanel />)}
        {data && !webhook && <Notice tone="info">This webhook is gone.</Notice>}
        {redeliver.errorText && <Notice tone="danger">{redeliver.errorText}</Notice>}
        {webhook?.deliveries.nodes.length === 0 && (
          <Text size="sm" c="dimmed">
            Nothing has been sent yet. The last 100 that were sent stay here, for up to 30 days.
          </Text>
        )}
        {webhook && (
          <ItemList label="Deliveries">
            {webhook.deliveries.nodes.map((delivery) => (
              <DeliveryItem
                key={delivery.id}
                delivery={delivery}
                canSend={webhook.isOn && !redeliver.pending}
                onSend={() => void redeliver.run({ input: { id: delivery.id } })}
              />
            ))}
          </ItemList>
        )}
        <Pager
          label="Deliveries"
          page={page}
          pageCount={webhook?.deliveries.pageCount}
          onChange={(number) => setPage(number)}
        />
      </Stack>
    </Modal>
  )
}

interface DeliveryItemProps {
  delivery: Delivery
  canSend: boolean
  onSend: () => void
}

function DeliveryItem({ delivery, canSend, onSend }: DeliveryItemProps) {
  const { title, type, createdAt, fault, answer, body } = delivery
  return (
    <Item
      title={title}
      tags={<StatusBadge {...getDeliveryLook(delivery)} />}
      description={
        <>
          <When iso={createdAt} as="time" /> · <code>{type}</code>
        </>
      }
      actions={
        <Button variant="default" size="xs" disabled={!canSend} aria-label={`Send again: ${title}`} onClick={onSend}>
          Send again
        </Button>
      }
    >
      {fault !== null && <Text size="sm">{fault}</Text>}
      <Disclosure title="Details">
        <FactList facts={listFacts(delivery)} />
        <Text size="sm" mt="sm">
          Sent
        </Text>
        <Code label="What was sent">{format(body)}</Code>
        {answer !== null && (
          <>
            <Text size="sm">Answered</Text>
            <Code label="What was answered">{answer === '' ? 'Nothing' : answer}</Code>
          </>
        )}
      </Disclosure>
    </Item>
  )
}

function listFacts({ id, attempts, attemptedAt, nextAttemptAt, status, durationMs }: Delivery): Fact[] {
  return [
    { name: 'webhook-id', value: <code>{id}</code> },
    { name: 'Attempts', value: attempts },
    { name: 'Last attempt', value: attemptedAt && <When iso={attemptedAt} as="time" /> },
    { name: 'Next attempt', value: nextAttemptAt && <When iso={nextAttemptAt} as="time" /> },
    { name: 'Status', value: status },
    { name: 'Took', value: durationMs !== null && formatNumber(durationMs, 'millisecond') },
  ]
}

/** Formats JSON over several lines. */
function format(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2)
}
