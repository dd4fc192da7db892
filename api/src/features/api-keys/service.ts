import { randomUUIDv7 } from 'node:crypto'
import type { CreateApiKeyInput } from '../../generated/schema.ts'
import { notFound } from '../../ground/errors.ts'
import { sha256Hex } from '../../ground/secrets.ts'
import { authorize, authorizeOn } from '../../platform/access/authorize.ts'
import { listFacts } from '../../platform/audit/rules.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import type { Tell } from '../../platform/change.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Trx } from '../../platform/db/db.ts'
import type { Cascade, Ending } from '../../platform/endings.ts'
import { lockAccountFor } from '../accounts/service.ts'
import * as repository from './repository.ts'
import { checkKeyCount, getPrefix, makeSecret, noSuchGateway, parseApiKey, type ApiKey } from './rules.ts'

/** A new key with the secret that is shown this once. */
export interface CreatedApiKey {
  apiKey: ApiKey
  secret: string
}

/** Makes a key for a program. */
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

  await context.change(async (trx, tell) => {
    await lockAccountFor(trx, context, 'manageApiKeys', accountId)
    checkKeyCount((await repository.listApiKeys(trx, accountId)).length)
    const gateways = await getGateways(trx, apiKey)
    await repository.insertApiKey(trx, { ...apiKey, keyHash: sha256Hex(secret) })
    await recordAudit(trx, context, {
      action: 'api_key.created',
      ...describeObject(apiKey),
      changes: listFacts({
        scopes: apiKey.scopes,
        gateways: gateways && gateways.map(({ subdomain }) => subdomain),
        allowedNetworks: apiKey.allowedNetworks,
        expiresAt: apiKey.expiresAt?.toISOString() ?? null,
      }),
    })
    tell('accountChanged', accountId, { accountId })
  })
  return { apiKey, secret }
}

/** Returns the gateways that a key is to be limited to, null when it is not. Throws NOT_FOUND for one that is not the account's, or deleted. */
async function getGateways(
  trx: Trx,
  { accountId, gatewayIds }: Pick<ApiKey, 'accountId' | 'gatewayIds'>,
): Promise<repository.GatewayOfKey[] | null> {
  if (gatewayIds === null) return null
  const found = await repository.findLiveGateways(trx, accountId, gatewayIds)
  const missing = gatewayIds.find((gatewayId) => !found.some(({ id }) => id === gatewayId))
  if (missing !== undefined) throw noSuchGateway(missing)
  return found
}

/** Revokes a key: it stops working at once, and its connections end. */
export async function revokeApiKey(context: RequestContext, id: string): Promise<ApiKey> {
  const { accountId } = await authorizeOn(context, 'manageApiKeys', 'API key', () =>
    repository.findApiKey(context.db, id),
  )
  const now = context.clock.now()

  return await context.change(async (trx, tell) => {
    await lockAccountFor(trx, context, 'manageApiKeys', accountId)
    const revoked = await repository.revokeApiKey(trx, id, now)
    if (!revoked) throw notFound('API key')
    await recordAudit(trx, context, { action: 'api_key.revoked', ...describeObject(revoked) })
    notifyEnd(tell, id)
    await context.endDependents({ trx, tell, source: context }, 'apiKey', { apiKeyId: id })
    tell('accountChanged', accountId, { accountId })
    return revoked
  })
}

/** Revokes all keys of an account. */
export async function revokeApiKeysOf(
  { trx, tell, source }: Ending,
  { accountId }: { accountId: string },
): Promise<void> {
  for (const id of await repository.revokeApiKeysOf(trx, accountId, source.clock.now())) notifyEnd(tell, id)
}

/** Closes the connections of an account's keys. The keys stay. */
export async function closeApiKeysOf({ trx, tell }: Ending, { accountId }: { accountId: string }): Promise<void> {
  for (const { id } of await repository.listApiKeys(trx, accountId)) notifyEnd(tell, id)
}

/** Revokes the keys that a user made, in all accounts. */
export async function revokeApiKeysBy(ending: Cascade, { userId }: { userId: string }): Promise<void> {
  const { trx, tell, source } = ending
  for (const apiKeyId of await repository.revokeApiKeysBy(trx, userId, source.clock.now())) {
    notifyEnd(tell, apiKeyId)
    await ending.endDependents(ending, 'apiKey', { apiKeyId })
  }
}

/** Returns the account's keys that were not revoked, newest first. */
export async function listApiKeys(context: RequestContext, accountId: string): Promise<ApiKey[]> {
  await authorize(context, 'viewApiKeys', accountId)
  return await repository.listApiKeys(context.db, accountId)
}

function describeObject({ id, accountId, name }: ApiKey) {
  return { accountId, objectType: 'api_key' as const, objectId: id, objectName: name }
}

/** Notifies every node that a key is no longer valid. */
function notifyEnd(tell: Tell, apiKeyId: string): void {
  tell('credentialEnded', 'all', { credentialId: apiKeyId })
}
