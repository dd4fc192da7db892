import { sha256Hex } from '../../ground/secrets.ts'
import type { Suspendable } from '../../platform/access/suspension.ts'
import type { App } from '../../platform/app.ts'
import * as repository from './repository.ts'
import { isInForce, isSecret, isUseWorthNoting, type ApiKey } from './rules.ts'

/** Finds the valid key of a secret, and notes its use, at most once a minute. */
export async function useApiKey({ db, clock }: App, secret: string): Promise<(ApiKey & Suspendable) | undefined> {
  if (!isSecret(secret)) return undefined
  const apiKey = await repository.findApiKeyByHash(db, sha256Hex(secret))
  const now = clock.now()
  if (!apiKey || !isInForce(apiKey, now)) return undefined
  if (isUseWorthNoting(apiKey, now)) await repository.touchApiKey(db, apiKey.id, now)
  return apiKey
}

/** Returns those of the keys that are still valid. */
export async function findApiKeysInForce({ db, clock }: App, ids: readonly string[]): Promise<string[]> {
  return await repository.findApiKeysInForce(db, ids, clock.now())
}
