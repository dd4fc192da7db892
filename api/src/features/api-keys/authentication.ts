import { sha256Hex } from '../../ground/secrets.ts'
import { invalidApiKey } from '../../platform/access/api-keys.ts'
import type { App } from '../../platform/app.ts'
import * as repository from './repository.ts'
import { isAllowedFrom, isInForce, isSecret, isUseWorthNoting, outsideNetworks } from './rules.ts'

/** Finds the valid key of a secret, and records its use, at most once a minute. Throws UNAUTHENTICATED without one, FORBIDDEN outside its networks. */
export async function useApiKey(
  { db, clock }: App,
  { secret, clientAddress }: { secret: string; clientAddress: string },
): Promise<repository.UsedApiKey> {
  if (!isSecret(secret)) throw invalidApiKey()
  const apiKey = await repository.findApiKeyByHash(db, sha256Hex(secret))
  const now = clock.now()
  if (!apiKey || !isInForce(apiKey, now)) throw invalidApiKey()
  if (!isAllowedFrom(apiKey, clientAddress)) throw outsideNetworks(clientAddress)
  if (isUseWorthNoting(apiKey, now)) await repository.touchApiKey(db, apiKey.id, now)
  return apiKey
}

/** Returns those of the keys that are still valid. */
export async function findApiKeysInForce({ db, clock }: App, ids: readonly string[]): Promise<string[]> {
  return await repository.findApiKeysInForce(db, ids, clock.now())
}
