import { randomUUIDv7 } from 'node:crypto'
import { z } from 'zod'
import type { AccountEvent } from '../../generated/schema.ts'
import { typedEntries } from '../../ground/typed-entries.ts'
import type { Trx } from '../../platform/db/db.ts'
import { defineJob } from '../../platform/jobs/rules.ts'
import { enqueueAll } from '../../platform/jobs/service.ts'
import * as repository from './repository.ts'
import { eventLabels } from './rules.ts'

/** Something that happened in an account, in the words of the feature in which it happened. */
export interface WebhookEvent {
  accountId: string
  event: AccountEvent
  title: string
  text: string
  /** The dashboard's screen that shows more. */
  path: string
  /** The fields that a program reads, besides those of every message. */
  facts: Record<string, string | null>
}

const eventPayload = z.object({
  eventId: z.string(),
  happenedAt: z.iso.datetime(),
  accountId: z.string(),
  event: z.enum(typedEntries(eventLabels).map(([event]) => event)),
  title: z.string(),
  text: z.string(),
  path: z.string(),
  facts: z.record(z.string(), z.string().nullable()),
})

export type EventPayload = z.infer<typeof eventPayload>

/** Makes the webhooks that send such events send what happened. */
export const eventDelivery = defineJob({ name: 'webhooks.event', payload: eventPayload })

/**
 * Makes webhooks send what happened, as part of the change in which it happens: neither exists without the other. Costs one query if no
 * webhook sends such events.
 */
export async function announce(trx: Trx, now: Date, events: readonly WebhookEvent[]): Promise<void> {
  if (events.length === 0) return
  const awaited = await repository.findAwaitedEvents(trx, [...new Set(events.map(({ accountId }) => accountId))])
  const wanted = events.filter(({ accountId, event }) => awaited.get(accountId)?.has(event))
  await enqueueAll(
    trx,
    wanted.map((webhookEvent) => {
      const payload = { ...webhookEvent, eventId: randomUUIDv7(), happenedAt: now.toISOString() }
      return { kind: eventDelivery, payload, now }
    }),
  )
}
