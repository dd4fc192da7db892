import { addMs } from '../../ground/clock.ts'
import type { App } from '../../platform/app.ts'
import { asSystem } from '../../platform/audit/service.ts'
import { lockAccount } from '../accounts/service.ts'
import { addNotice } from '../notices/service.ts'
import { enqueueAttempt } from './deliveries.ts'
import * as repository from './repository.ts'
import {
  computeBusyDelayMs,
  computeAttemptDelayMs,
  type Delivery,
  findOffReason,
  getHost,
  type StoredWebhook,
  testType,
} from './rules.ts'
import { openSecrets } from './secrets.ts'
import { type Outcome, send } from './send.ts'
import { noteChange } from './service.ts'
import { signRequest } from './signing.ts'
import { noteDuration, takeTurn } from './turns.ts'

/** How long one job sends what waits for the same receiver. */
const laneMsMax = 20_000

/**
 * Makes one attempt at a delivery, and then at whatever else is due for the same receiver, while it accepts them and the program does not stop: of many simultaneous
 * deliveries, each would otherwise wait longer for its turn than the one before. If the attempt was made in another one's turn, makes sure that the next one follows: of two
 * waiting jobs, the one that was put off last, which may know less, takes the place of the other.
 */
export async function attempt(app: App, deliveryId: string, number: number, signal: AbortSignal): Promise<void> {
  const delivery = await repository.findDelivery(app.db, deliveryId)
  if (delivery?.state !== 'PENDING') return
  if (delivery.attempts !== number - 1) {
    const now = app.clock.now()
    const time = { now, runAt: delivery.nextAttemptAt ?? now }
    return await app.change((trx) => enqueueAttempt(trx, delivery, time))
  }
  const webhook = await repository.findWebhook(app.db, delivery.webhookId)
  if (!webhook) return
  const endTurn = takeTurn(webhook)
  if (!endTurn) return await requeue(app, delivery)
  try {
    if (!(await attemptInTurn(app, webhook, delivery, signal))) await requeue(app, delivery)
  } finally {
    endTurn()
  }
}

/**
 * Returns false if another node makes the first of the attempts. Whatever else is due is sent anyway: its jobs have found the receiver busy with this one,
 * and may coincide with it again and again.
 */
async function attemptInTurn(app: App, known: StoredWebhook, first: Delivery, signal: AbortSignal): Promise<boolean> {
  const endsAt = performance.now() + laneMsMax
  let isFirstMine = true
  for (let due: Delivery | undefined = first; due && performance.now() < endsAt;) {
    const webhook = await repository.findWebhook(app.db, known.id)
    // Another address has a separate lane.
    if (webhook?.url !== known.url) return isFirstMine && due !== first
    if (await repository.claimAttempt(app.db, due, app.clock.now())) {
      const { fault } = await attemptNow(app, webhook, due)
      // The others that are due have jobs of their own; a receiver that fails may be slow as well.
      if (fault !== null || signal.aborted) break
    } else if (due === first) isFirstMine = false
    due = await repository.findDueDelivery(app.db, webhook.id, app.clock.now())
  }
  return isFirstMine
}

async function attemptNow(app: App, webhook: StoredWebhook, delivery: Delivery): Promise<Outcome> {
  try {
    const outcome = await sendSigned(app, webhook, delivery)
    noteDuration(webhook.accountId, outcome.durationMs)
    await settle(app, webhook, delivery, outcome)
    return outcome
  } catch (error) {
    await repository.releaseAttempt(app.db, delivery.id)
    throw error
  }
}

async function sendSigned(app: App, webhook: StoredWebhook, { id, body }: Delivery): Promise<Outcome> {
  if (!webhook.isOn) return failWithoutAnswer('The webhook was switched off before it was sent.')
  const secrets = await openSecrets(app, webhook)
  if (!secrets)
    return failWithoutAnswer("The installation can no longer open this webhook's secret. Give it another one.")
  return await send(app, webhook.url, signRequest({ id, sentAt: app.clock.now(), body }, secrets), body)
}

function failWithoutAnswer(fault: string): Outcome {
  return { status: null, fault, durationMs: 0, answer: null, retryAfterMs: undefined }
}

/** Enqueues the attempt again, behind others. */
async function requeue({ change, clock }: App, delivery: Delivery): Promise<void> {
  const now = clock.now()
  const waitedMs = now.getTime() - (delivery.nextAttemptAt ?? now).getTime()
  await change((trx) => enqueueAttempt(trx, delivery, { now, runAt: addMs(now, computeBusyDelayMs(waitedMs)) }))
}

/**
 * Records the outcome of an attempt, and decides what follows from it. It has no effect on a webhook whose address was replaced meanwhile: how the
 * previous address answered says nothing about the new one.
 */
async function settle(
  app: App,
  { url }: Pick<StoredWebhook, 'url'>,
  delivery: Delivery,
  { retryAfterMs, ...outcome }: Outcome,
): Promise<void> {
  const { webhookId, accountId } = delivery
  const now = app.clock.now()
  const attempts = delivery.attempts + 1
  const isTest = delivery.type === testType
  await app.change(async (trx, tell) => {
    await lockAccount(trx, accountId)
    const webhook = await repository.findWebhook(trx, webhookId)
    if (!webhook) return
    const failed = outcome.fault !== null
    const isReplaced = webhook.url !== url
    const mayRetry = failed && webhook.isOn && !isTest && (outcome.status !== 410 || isReplaced)
    const waitMs = mayRetry ? computeAttemptDelayMs(attempts, retryAfterMs) : undefined
    const nextAttemptAt = waitMs === undefined ? null : addMs(now, waitMs)
    const state = !failed ? 'DELIVERED' : nextAttemptAt === null ? 'FAILED' : 'PENDING'
    const settled = { ...outcome, state, attempts, attemptedAt: now, nextAttemptAt, sendingUntil: null } as const
    // Another node may have made this attempt meanwhile.
    if (!(await repository.settleAttempt(trx, delivery, settled))) return
    await repository.trimDeliveries(trx, webhookId)
    if (nextAttemptAt !== null) await enqueueAttempt(trx, { id: delivery.id, attempts }, { now, runAt: nextAttemptAt })
    tell('accountChanged', accountId, { accountId })
    if (!webhook.isOn || isReplaced) return

    const failingSince = !failed ? null : (webhook.failingSince ?? (isTest ? null : now))
    const offReason = findOffReason(outcome.status, state === 'FAILED' && !isTest, failingSince, now)
    if (offReason === undefined) {
      if (failingSince !== webhook.failingSince) await repository.updateWebhook(trx, webhookId, { failingSince })
      return
    }
    await repository.updateWebhook(trx, webhookId, { failingSince, isOn: false, offReason })
    const source = asSystem(app)
    await noteChange(trx, tell, source, { webhook, verb: 'updated', changes: { isOn: { from: true, to: false } } })
    const facts = { kind: 'WEBHOOK_OFF', host: getHost(webhook), reason: offReason } as const
    await addNotice(
      { trx, tell, source },
      { of: { accountId }, facts, subjectIds: [webhookId], key: `${webhookId}:${now.getTime()}` },
    )
  })
}
