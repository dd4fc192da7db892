import { addMs } from '../../ground/clock.ts'
import type { App } from '../../platform/app.ts'
import { asSystem } from '../../platform/audit/service.ts'
import { lockAccount } from '../accounts/service.ts'
import { addNotice } from '../notices/service.ts'
import { enqueueAttempt } from './deliveries.ts'
import * as repository from './repository.ts'
import {
  computeBusyWaitMs,
  computeWaitMs,
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

/** Hosts and accounts that this program sends to or for at the moment: one request at a time each. */
const busy = new Set<string>()

/** Makes one attempt at a delivery. Does nothing when that attempt was made, or is not wanted any more. */
export async function attempt(app: App, deliveryId: string, number: number): Promise<void> {
  const delivery = await repository.findDelivery(app.db, deliveryId)
  if (delivery?.state !== 'PENDING' || delivery.attempts !== number - 1) return
  const webhook = await repository.findWebhook(app.db, delivery.webhookId)
  if (!webhook) return
  if (!webhook.isOn) return await settle(app, delivery, nothingSent('The webhook was switched off before it was sent.'))

  const lanes = [`host ${getHost(webhook)}`, `account ${webhook.accountId}`]
  if (lanes.some((lane) => busy.has(lane))) return await putBack(app, delivery)
  for (const lane of lanes) busy.add(lane)
  try {
    await settle(app, delivery, await sendSigned(app, webhook, delivery))
  } finally {
    for (const lane of lanes) busy.delete(lane)
  }
}

async function sendSigned(app: App, webhook: StoredWebhook, { id, body }: Delivery): Promise<Outcome> {
  const secrets = await openSecrets(app, webhook)
  if (!secrets) return nothingSent('The installation can no longer open this webhook’s secret. Give it another one.')
  return await send(app, webhook.url, signRequest({ id, sentAt: app.clock.now(), body }, secrets), body)
}

function nothingSent(fault: string): Outcome {
  return { status: null, fault, durationMs: 0, answer: null, retryAfterMs: undefined }
}

/** Gives up this job's place to others. */
async function putBack({ change, clock }: App, delivery: Delivery): Promise<void> {
  const now = clock.now()
  const waitedMs = now.getTime() - (delivery.nextAttemptAt ?? now).getTime()
  await change((trx) => enqueueAttempt(trx, delivery, addMs(now, computeBusyWaitMs(waitedMs))))
}

/** Keeps what came of an attempt, and says what follows from it. */
async function settle(app: App, delivery: Delivery, { retryAfterMs, ...outcome }: Outcome): Promise<void> {
  const { webhookId, accountId } = delivery
  const now = app.clock.now()
  const attempts = delivery.attempts + 1
  const isTest = delivery.type === testType
  await app.change(async (trx, tell) => {
    await lockAccount(trx, accountId)
    const webhook = await repository.findWebhook(trx, webhookId)
    if (!webhook) return
    const failed = outcome.fault !== null
    const mayRetry = failed && webhook.isOn && !isTest && outcome.status !== 410
    const waitMs = mayRetry ? computeWaitMs(attempts, retryAfterMs) : undefined
    const nextAttemptAt = waitMs === undefined ? null : addMs(now, waitMs)
    const state = !failed ? 'DELIVERED' : nextAttemptAt === null ? 'FAILED' : 'PENDING'
    const settled = { ...outcome, state, attempts, attemptedAt: now, nextAttemptAt } as const
    // Another node may have made this attempt meanwhile.
    if (!(await repository.settleAttempt(trx, delivery, settled))) return
    if (nextAttemptAt !== null) await enqueueAttempt(trx, { id: delivery.id, attempts }, nextAttemptAt)
    tell('accountChanged', accountId, { accountId })
    if (!webhook.isOn) return

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
