import { randomUUIDv7 } from 'node:crypto'
import { webPaths } from '@culvert/schema/web-paths'
import { z } from 'zod'
import { notFound } from '../../ground/errors.ts'
import { authorizeOn } from '../../platform/access/authorize.ts'
import type { App } from '../../platform/app.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import { defineJob } from '../../platform/jobs/rules.ts'
import { enqueue, type JobTime } from '../../platform/jobs/service.ts'
import type { Account } from '../accounts/rules.ts'
import { lockAccount, lockAccountFor } from '../accounts/service.ts'
import { describeNotice, type StoredNotice } from '../notices/rules.ts'
import { findNotice } from '../notices/service.ts'
import * as repository from './repository.ts'
import type { EventPayload } from './events.ts'
import {
  checkIsOn,
  type Delivery,
  type Message,
  testType,
  toEventType,
  toType,
  type Webhook,
  writeBody,
} from './rules.ts'
import { findWebhookFor, noteChange } from './service.ts'
import { attemptSlots } from './turns.ts'

/**
 * One attempt at a delivery, the one with this number. The next attempt is a separate job: a receiver that is unavailable for hours is no
 * fault of a job. Jobs of one delivery share a key, so that a request for an attempt at once moves the one that waits.
 */
export const attemptJob = defineJob({
  name: 'webhooks.attempt',
  payload: z.object({ deliveryId: z.string(), attempt: z.int() }),
  ownSlots: attemptSlots,
})

/** Enqueues the next attempt at a delivery. */
export async function enqueueAttempt(
  trx: Trx,
  { id, attempts }: Pick<Delivery, 'id' | 'attempts'>,
  time: JobTime,
): Promise<void> {
  await enqueue(trx, { kind: attemptJob, payload: { deliveryId: id, attempt: attempts + 1 }, ...time, key: id })
}

/** Makes a delivery of a notice for each webhook that sends its kind, once however often it is tried. */
export async function deliverNotice(app: App, noticeId: string): Promise<void> {
  const known = await findNotice(app.db, noticeId)
  if (!known || known.accountId === null) return
  const { accountId } = known
  const { kind } = known.facts
  await deliver(app, accountId, {
    findWebhooks: (db) => repository.listWebhooksFor(db, accountId, { kind }),
    // Agents may have joined it until now.
    write: async (trx) => toMessage((await findNotice(trx, noticeId)) ?? known),
    noticeId,
    eventId: null,
  })
}

function toMessage(notice: StoredNotice): MessageFacts {
  const { kind, ...facts } = notice.facts
  return {
    type: toType(kind),
    happenedAt: notice.happenedAt,
    ...describeNotice(notice),
    facts: kind === 'AGENT_LOST' ? { ...facts, count: notice.subjectIds.length } : facts,
  }
}

/** Makes a delivery of an event for each webhook that sends it, once however often it is tried. */
export async function deliverEvent(
  app: App,
  { eventId, accountId, event, happenedAt, ...words }: EventPayload,
): Promise<void> {
  await deliver(app, accountId, {
    findWebhooks: (db) => repository.listWebhooksFor(db, accountId, { event }),
    write: async () => ({ ...words, type: toEventType(event), happenedAt: new Date(happenedAt) }),
    noticeId: null,
    eventId,
  })
}

/** Something to send, once by each webhook that is to send it. */
interface DeliveredMessage extends Pick<Delivery, 'noticeId' | 'eventId'> {
  findWebhooks: (db: Db) => Promise<Webhook[]>
  write: (trx: Trx) => Promise<MessageFacts>
}

async function deliver(
  app: App,
  accountId: string,
  { findWebhooks, write, noticeId, eventId }: DeliveredMessage,
): Promise<void> {
  if ((await findWebhooks(app.db)).length === 0) return
  await app.change(async (trx, tell) => {
    const account = await lockAccount(trx, accountId)
    const message = complete(app, account, await write(trx))
    for (const webhook of await findWebhooks(trx)) {
      await addDelivery(trx, app, { webhook, message, noticeId, eventId })
    }
    tell('accountChanged', accountId, { accountId })
  })
}

/** A message whose account is not known yet. */
interface MessageFacts extends Omit<Message, 'account' | 'url'> {
  path: string
}

function complete({ config }: App, { id, name }: Account, { path, ...words }: MessageFacts): Message {
  return { ...words, account: { id, name }, url: config.publicUrl + path }
}

/** Sends a test to a webhook. */
export async function testWebhook(context: RequestContext, id: string): Promise<Delivery> {
  const { accountId } = await findWebhookFor(context, id)
  await context.rateLimiter.check('sendToWebhookOfAccount', accountId)
  return await context.change(async (trx, tell) => {
    const account = await lockAccountFor(trx, context, 'manageWebhooks', accountId)
    const webhook = await repository.findWebhook(trx, id)
    if (!webhook) throw notFound('webhook')
    checkIsOn(webhook)
    const message = complete(context, account, {
      type: testType,
      happenedAt: context.clock.now(),
      title: 'This is a test',
      text: 'Nothing has happened. Events of this account will arrive like this.',
      path: webPaths.notices,
      facts: {},
    })
    const delivery = await addDelivery(trx, context, { webhook, message, noticeId: null, eventId: null })
    await noteChange(trx, tell, context, { webhook, verb: 'tested' })
    return delivery
  })
}

/** Sends a delivery again, with its own id: a receiver that already has it can tell. */
export async function redeliver(context: RequestContext, id: string): Promise<Delivery> {
  const { accountId, webhookId } = await authorizeOn(context, 'manageWebhooks', 'delivery', () =>
    repository.findDelivery(context.db, id),
  )
  await context.rateLimiter.check('sendToWebhookOfAccount', accountId)
  return await context.change(async (trx, tell) => {
    await lockAccountFor(trx, context, 'manageWebhooks', accountId)
    const webhook = await repository.findWebhook(trx, webhookId)
    if (!webhook) throw notFound('delivery')
    checkIsOn(webhook)
    const now = context.clock.now()
    const delivery = await repository.reopenDelivery(trx, id, now)
    if (!delivery) throw notFound('delivery')
    await enqueueAttempt(trx, delivery, { now })
    await noteChange(trx, tell, context, { webhook, verb: 'redelivered' })
    return delivery
  })
}

interface NewDelivery extends Pick<Delivery, 'noticeId' | 'eventId'> {
  webhook: Webhook
  message: Message
}

async function addDelivery(
  trx: Trx,
  { clock }: App,
  { webhook, message, noticeId, eventId }: NewDelivery,
): Promise<Delivery> {
  const now = clock.now()
  const delivery: Delivery = {
    id: randomUUIDv7(),
    webhookId: webhook.id,
    accountId: webhook.accountId,
    noticeId,
    eventId,
    type: message.type,
    title: message.title,
    body: writeBody(webhook.format, message),
    state: 'PENDING',
    attempts: 0,
    createdAt: now,
    nextAttemptAt: now,
    sendingUntil: null,
    attemptedAt: null,
    status: null,
    fault: null,
    durationMs: null,
    answer: null,
  }
  if (await repository.insertDelivery(trx, delivery)) {
    await repository.trimDeliveries(trx, webhook.id)
    await enqueueAttempt(trx, delivery, { now })
  }
  return delivery
}
