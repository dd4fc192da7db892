import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { CreateApiKeyInput } from '../../generated/schema.ts'
import { addMs } from '../../ground/clock.ts'
import { AppError, badInput } from '../../ground/errors.ts'
import type { apiKeyColumns, ApiKeyTable } from './table.ts'

/** An API key without its secret. */
export type ApiKey = Pick<Selectable<ApiKeyTable>, (typeof apiKeyColumns)[number]>

/** A new secret: `ck_` and 32 random bytes as 64 hex characters. */
export function makeSecret(): string {
  return `ck_${randomBytes(32).toString('hex')}`
}

/** Whether a text has the form of a secret; any other needs no look-up. */
export function isSecret(text: string): boolean {
  return /^ck_[0-9a-f]{64}$/.test(text)
}

/** Returns the part of a secret that is stored in the clear: enough to tell keys apart, too little to guess the rest. */
export function getPrefix(secret: string): string {
  return secret.slice(0, 8)
}

const nameLengthMax = 100

/** Validates a new key. */
export function parseApiKey(input: CreateApiKeyInput, now: Date): Pick<ApiKey, 'name' | 'scopes' | 'expiresAt'> {
  const name = input.name.trim()
  if (name === '') throw badInput('name', 'Name is required')
  if (name.length > nameLengthMax) throw badInput('name', `Name must be at most ${nameLengthMax} characters long`)
  const scopes = [...new Set(input.scopes)]
  if (scopes.length === 0)
    throw badInput(
      'scopes',
      'An API key needs at least one scope: READ_ACCOUNT, READ_USAGE, READ_REQUESTS, REPLAY_REQUESTS or CREATE_AGENT_TOKENS',
    )
  const expiresAt = input.expiresAt ?? null
  if (expiresAt !== null && expiresAt <= now) {
    throw badInput('expiresAt', `expiresAt must be in the future, not ${expiresAt.toISOString()}`)
  }
  return { name, scopes, expiresAt }
}

/** How many keys an account may have, so that they fit one list. */
const keysMax = 100

/** Throws when an account has as many keys as allowed. */
export function checkKeyCount(used: number): void {
  if (used < keysMax) return
  throw new AppError('CONFLICT', `An account has at most ${keysMax} API keys. Revoke one that is no longer used.`)
}

/** Whether a key is valid now. */
export function isInForce({ expiresAt, revokedAt }: ApiKey, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now)
}

/** Whether the use of a key is worth a write: its owner wants to know whether it is used, not each time that it is. */
export function isUseWorthNoting({ lastUsedAt }: Pick<ApiKey, 'lastUsedAt'>, now: Date): boolean {
  return lastUsedAt === null || lastUsedAt <= addMs(now, -60_000)
}
