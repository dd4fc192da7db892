import { randomUUIDv7 } from 'node:crypto'
import type { CreateWebhookInput, UpdateWebhookInput } from '../../generated/schema.ts'
import { addMs, dayMs } from '../../ground/clock.ts'
import { type Connection, parseSlice, type SliceArgs } from '../../ground/connections.ts'
import { notFound } from '../../ground/errors.ts'
import { checkPage, type Page, type PageQuery } from '../../ground/pages.ts'
import { authorize, authorizeOn } from '../../platform/access/authorize.ts'
import { listFacts } from '../../platform/audit/rules.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import type { AuditChanges } from '../../platform/audit/table.ts'
import type { Tell } from '../../platform/change.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Trx } from '../../platform/db/db.ts'
import { deleteRowsOf } from '../../platform/endings.ts'
import { lockAccountFor } from '../accounts/service.ts'
import * as repository from './repository.ts'
import {
  checkWebhookCount,
  type Delivery,
  getHost,
  pageSizeMax,
  parseSent,
  parseWebhookUrl,
  type StoredWebhook,
  type Webhook,
} from './rules.ts'
import { makeSecret, sealPreviousSecrets, sealSecret } from './secrets.ts'

/** A webhook with the secret that is shown this once. */
export interface WithSecret {
  webhook: Webhook
  secret: string
}

/** Creates a webhook. */
export async function createWebhook(context: RequestContext, input: CreateWebhookInput): Promise<WithSecret> {
  const { accountId, format } = input
  await authorize(context, 'manageWebhooks', accountId)
  const id = randomUUIDv7()
  const secret = makeSecret()
  const webhook: StoredWebhook = {
    id,
    accountId,
    url: parseWebhookUrl(input.url, context.config),
    format,
    ...parseSent(input),
    isOn: true,
    offReason: null,
    failingSince: null,
    sealedSecret: await sealSecret(context, id, secret),
    sealedPreviousSecret: null,
    previousUntil: null,
    createdAt: context.clock.now(),
  }
  await context.change(async (trx, tell) => {
    await lockAccountFor(trx, context, 'manageWebhooks', accountId)
    checkWebhookCount((await repository.listWebhooks(trx, accountId)).length)
    await repository.insertWebhook(trx, webhook)
    const changes = listFacts({ format, kinds: webhook.kinds, events: webhook.events })
    await noteChange(trx, tell, context, { webhook, verb: 'created', changes })
  })
  return { webhook, secret }
}

/** Changes a webhook. One that is switched on or gets another address starts again, whatever failed before. */
export async function updateWebhook(context: RequestContext, input: UpdateWebhookInput): Promise<Webhook> {
  const { accountId } = await findWebhookFor(context, input.id)
  const { format, isOn } = input
  const url = typeof input.url === 'string' ? parseWebhookUrl(input.url, context.config) : undefined
  return await context.change(async (trx, tell) => {
    await lockAccountFor(trx, context, 'manageWebhooks', accountId)
    const before = await repository.findWebhook(trx, input.id)
    if (!before) throw notFound('webhook')
    const webhook = await repository.updateWebhook(trx, before.id, {
      url: url ?? before.url,
      format: format ?? before.format,
      ...parseSent({ kinds: input.kinds ?? before.kinds, events: input.events ?? before.events }),
      isOn: isOn ?? before.isOn,
      ...(url !== undefined && url !== before.url && { failingSince: null }),
      ...(isOn === true && !before.isOn && { offReason: null, failingSince: null }),
    })
    if (!webhook) throw notFound('webhook')
    const changes = listWebhookChanges(before, webhook)
    if (changes) await noteChange(trx, tell, context, { webhook, verb: 'updated', changes })
    return webhook
  })
}

/** Deletes a webhook with its log. Returns its id. */
export async function deleteWebhook(context: RequestContext, id: string): Promise<string> {
  const { accountId } = await findWebhookFor(context, id)
  await context.change(async (trx, tell) => {
    await lockAccountFor(trx, context, 'manageWebhooks', accountId)
    const webhook = await repository.deleteWebhook(trx, id)
    if (!webhook) throw notFound('webhook')
    await noteChange(trx, tell, context, { webhook, verb: 'deleted' })
  })
  return id
}

const previousSecretMs = dayMs

/** Gives a webhook another secret. Those before it also sign for a day, so that its receiver misses nothing meanwhile, whichever of them it has. */
export async function rotateSecret(context: RequestContext, id: string): Promise<WithSecret> {
  const { accountId } = await findWebhookFor(context, id)
  const secret = makeSecret()
  const sealedSecret = await sealSecret(context, id, secret)
  const webhook = await context.change(async (trx, tell) => {
    await lockAccountFor(trx, context, 'manageWebhooks', accountId)
    const before = await repository.findWebhook(trx, id)
    if (!before) throw notFound('webhook')
    const sealedPreviousSecret = await sealPreviousSecrets(context, before)
    const rotated = await repository.updateWebhook(trx, id, {
      sealedSecret,
      sealedPreviousSecret,
      previousUntil: sealedPreviousSecret === null ? null : addMs(context.clock.now(), previousSecretMs),
    })
    if (!rotated) throw notFound('webhook')
    await noteChange(trx, tell, context, { webhook: rotated, verb: 'secret_rotated' })
    return rotated
  })
  return { webhook, secret }
}

/** Returns the account's webhooks, newest first. */
export async function listWebhooks(context: RequestContext, accountId: string): Promise<Webhook[]> {
  await authorize(context, 'viewWebhooks', accountId)
  return await repository.listWebhooks(context.db, accountId)
}

/** Returns one of the account's webhooks; undefined if it is gone. */
export async function findWebhookOf(
  context: RequestContext,
  accountId: string,
  id: string,
): Promise<Webhook | undefined> {
  await authorize(context, 'viewWebhooks', accountId)
  const webhook = await repository.findWebhook(context.db, id)
  return webhook?.accountId === accountId ? webhook : undefined
}

/** Returns one page of what a webhook has sent. The webhook was authorized when it was loaded. */
export async function listDeliveries(
  { db }: RequestContext,
  { id }: Webhook,
  query: PageQuery,
): Promise<Page<Delivery>> {
  checkPage(query, pageSizeMax)
  return await repository.listDeliveries(db, id, query)
}

/** Returns a part of what a webhook has sent. The webhook was authorized when it was loaded. */
export async function connectDeliveries(
  { db }: RequestContext,
  { id }: Webhook,
  args: SliceArgs,
): Promise<Connection<Delivery>> {
  const slice = parseSlice({ field: 'Webhook.deliveriesConnection', owner: id }, args)
  return await repository.connectDeliveries(db, id, slice)
}

/** Finds a webhook that the viewer may change. */
export async function findWebhookFor(context: RequestContext, id: string): Promise<StoredWebhook> {
  return await authorizeOn(context, 'manageWebhooks', 'webhook', () => repository.findWebhook(context.db, id))
}

/** Deletes an account's webhooks. */
export const deleteWebhooksOf = deleteRowsOf('webhooks', 'accountId')

/** Returns what changed, without what may be secret. */
function listWebhookChanges(before: Webhook, after: Webhook): AuditChanges | null {
  const changes: AuditChanges = {}
  if (getHost(before) !== getHost(after)) changes['host'] = { from: getHost(before), to: getHost(after) }
  else if (before.url !== after.url) changes['path'] = { from: null, to: 'changed' }
  if (before.format !== after.format) changes['format'] = { from: before.format, to: after.format }
  if (before.kinds.join() !== after.kinds.join()) changes['kinds'] = { from: before.kinds, to: after.kinds }
  if (before.events.join() !== after.events.join()) changes['events'] = { from: before.events, to: after.events }
  if (before.isOn !== after.isOn) changes['isOn'] = { from: before.isOn, to: after.isOn }
  return Object.keys(changes).length === 0 ? null : changes
}

/** A change of a webhook. */
export interface WebhookAction {
  webhook: Webhook
  verb: string
  changes?: AuditChanges
}

/** Records in the audit log what was done to a webhook, and notifies dashboards. */
export async function noteChange(
  trx: Trx,
  tell: Tell,
  source: Parameters<typeof recordAudit>[1],
  { webhook, verb, changes }: WebhookAction,
): Promise<void> {
  const { id, accountId } = webhook
  await recordAudit(trx, source, {
    action: `webhook.${verb}`,
    accountId,
    objectType: 'webhook',
    objectId: id,
    objectName: getHost(webhook),
    changes,
  })
  tell('accountChanged', accountId, { accountId })
}
