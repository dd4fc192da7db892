import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../../graphql/generated/gql.ts'
import type { AccountEvent, NoticeKind, WebhookFormat } from '../../graphql/generated/graphql.ts'
import type { StatusLook } from '../../ui/StatusBadge.tsx'

export const webhookFragment = graphql(`
  fragment Webhook_Webhook on Webhook {
    id
    url
    format
    kinds
    events
    isOn
    offBecause
    failingSince
    previousSecretUntil
    lastDelivery {
      ...Webhook_Delivery
    }
  }

  fragment Webhook_Delivery on WebhookDelivery {
    id
    type
    title
    state
    createdAt
    attempts
    attemptedAt
    nextAttemptAt
    status
    fault
    durationMs
    answer
    body
  }
`)

export type Webhook = ResultOf<typeof webhookFragment>

export type Delivery = NonNullable<Webhook['lastDelivery']>

/** The kinds of notices and the events that an account's webhooks may send. */
export interface Choices {
  kinds: readonly { kind: NoticeKind; label: string }[]
  events: readonly { event: AccountEvent; label: string }[]
}

/** Each format in words. */
export const formats: Record<WebhookFormat, { label: string; short: string }> = {
  STANDARD: { label: 'JSON for programs (Standard Webhooks)', short: 'JSON' },
  SLACK: { label: 'Text for Slack, Mattermost or Discord', short: 'Slack' },
}

/** Returns a webhook's host, which names it in sentences: its address is long, and may be a secret. */
export function getHost({ url }: Pick<Webhook, 'url'>): string {
  return new URL(url).host
}

/** Returns the webhooks, newest first as given, with names: their hosts, numbered from the oldest on where several have the same. */
export function nameWebhooks(webhooks: readonly Webhook[]): { webhook: Webhook; name: string }[] {
  const byHost = Map.groupBy(webhooks, getHost)
  return webhooks.map((webhook) => {
    const host = getHost(webhook)
    const alike = byHost.get(host) ?? []
    return { webhook, name: alike.length > 1 ? `${host} (${alike.length - alike.indexOf(webhook)})` : host }
  })
}

export function getWebhookLook({ isOn, offBecause, failingSince }: Webhook): StatusLook {
  if (!isOn) return offBecause === null ? { word: 'Off', tone: 'neutral' } : { word: 'Switched off', tone: 'danger' }
  return failingSince === null ? { word: 'On', tone: 'positive' } : { word: 'Failing', tone: 'warning' }
}

export function getDeliveryLook({ state, attempts }: Delivery): StatusLook {
  switch (state) {
    case 'DELIVERED':
      return { word: 'Delivered', tone: 'positive' }
    case 'FAILED':
      return { word: 'Failed', tone: 'danger' }
    case 'PENDING':
      return attempts === 0 ? { word: 'Sending', tone: 'neutral' } : { word: 'Waiting', tone: 'warning' }
    default:
      return state satisfies never
  }
}
