import { randomUUIDv7 } from 'node:crypto'
import { lockAccountFor } from '../accounts/service.ts'
import { recordAudit } from '../audit/service.ts'
import { authorize, authorizeOn } from '../auth/authorize.ts'
import { sha256Hex } from '../auth/secrets.ts'
import { notFound } from '../errors.ts'
import type { CreateApiKeyInput } from '../generated/schema.ts'
import type { RequestContext } from '../http/context.ts'
import * as repository from './repository.ts'
import { checkKeyCount, getPrefix, makeSecret, parseApiKey, type ApiKey } from './rules.ts'

export { revokeApiKeysOf } from './repository.ts'

/** A new key with the secret that is shown this once. */
export interface CreatedApiKey {
  apiKey: ApiKey
  secret: string
}

/** Makes a key for a program that reads the account. */
export async function createApiKey(context: RequestContext, input: CreateApiKeyInput): Promise<CreatedApiKey> {
  const { accountId } = input
  const { userId } = await authorize(context, 'manageApiKeys', accountId)
  const now = context.clock.now()
  const secret = makeSecret()
  const apiKey = {
    id: randomUUIDv7(),
    accountId,
    createdBy: userId,
    ...parseApiKey(input, now),
    prefix: getPrefix(secret),
    createdAt: now,
    lastUsedAt: null,
    revokedAt: null,
  }

  await context.db.transaction().execute(async (trx) => {
    await lockAccountFor(trx, context, 'manageApiKeys', accountId)
    checkKeyCount((await repository.listApiKeys(trx, accountId)).length)
    await repository.insertApiKey(trx, { ...apiKey, keyHash: sha256Hex(secret) })
    await recordAudit(trx, context, {
      action: 'api_key.created',
      ...describeObject(apiKey),
      changes: { scopes: { from: null, to: apiKey.scopes } },
    })
  })
  announceChange(context, accountId)
  return { apiKey, secret }
}

/** Revokes a key: it stops working at once, and what it has open ends. */
export async function revokeApiKey(context: RequestContext, id: string): Promise<ApiKey> {
  const { accountId } = await authorizeOn(context, 'manageApiKeys', 'API key', () =>
    repository.findApiKey(context.db, id),
  )
  const now = context.clock.now()

  const apiKey = await context.db.transaction().execute(async (trx) => {
    await lockAccountFor(trx, context, 'manageApiKeys', accountId)
    const revoked = await repository.revokeApiKey(trx, id, now)
    if (!revoked) throw notFound('API key')
    await recordAudit(trx, context, { action: 'api_key.revoked', ...describeObject(revoked) })
    return revoked
  })

  context.events.publish('credentialEnded', 'all', { credentialId: id })
  announceChange(context, apiKey.accountId)
  return apiKey
}

/** The account's keys that were not revoked, newest first. */
export async function listApiKeys(context: RequestContext, accountId: string): Promise<ApiKey[]> {
  await authorize(context, 'manageApiKeys', accountId)
  return await repository.listApiKeys(context.db, accountId)
}

function describeObject({ id, accountId, name }: ApiKey) {
  return { accountId, objectType: 'api_key', objectId: id, objectName: name }
}

function announceChange({ events }: RequestContext, accountId: string): void {
  events.publish('accountChanged', accountId, { accountId })
}
