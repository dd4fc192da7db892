import type { Selectable } from 'kysely'
import { createHash } from 'node:crypto'
import { dayMs } from '../../ground/clock.ts'
import { AppError, badInput, conflict, type ErrorCode, forbidden } from '../../ground/errors.ts'
import type { Actor } from '../access/actor.ts'
import type { IdempotencyKeyTable } from './table.ts'

/** The field of an input that makes a mutation repeatable. */
export const keyField = 'idempotencyKey'

/** How long a key counts. */
export const retentionMs = dayMs

/** How many keys an actor may have at a time. */
export const keysMax = 10_000

/** An answer with more bytes than this is not kept. */
export const answerBytesMax = 64 * 1024

/** How long a repeat waits for the answer of an operation that is under way. */
export const waitMs = 10_000

/** Names a key: whose it is, and of which mutation. */
export interface KeyName {
  actor: string
  mutation: string
  key: string
}

export type StoredKey = Selectable<IdempotencyKeyTable>

/** The owner of the keys: those of two actors never collide. */
export interface KeyHolder {
  actor: string
  /** Null if neither the credential nor the input names one. */
  accountId: string | null
  userId: string | null
}

/** A key of an operation, and what is compared by it. */
export type Claim = KeyName & KeyHolder & Pick<StoredKey, 'inputHash'>

/** Validates a key. */
export function parseKey(given: string): string {
  if (/^[\x20-\x7e]{1,255}$/.test(given)) return given
  throw badInput(
    keyField,
    given.length >= 1 && given.length <= 255
      ? 'idempotencyKey must have printable ASCII characters only. Use a UUID.'
      : `idempotencyKey must have 1 to 255 characters, not ${given.length}. Use a UUID.`,
  )
}

/** Returns whose keys an actor's are. Throws UNAUTHENTICATED without a credential, FORBIDDEN for an edge. */
export function getHolder(actor: Actor, input: Readonly<Record<string, unknown>>): KeyHolder {
  const named = typeof input['accountId'] === 'string' ? input['accountId'] : null
  switch (actor.kind) {
    case 'user':
      return { actor: `user ${actor.userId}`, accountId: named, userId: actor.userId }
    case 'auth-token':
      return { actor: `auth-token ${actor.authTokenId}`, accountId: actor.accountId, userId: actor.userId }
    case 'agent-token':
      return { actor: `agent-token ${actor.agentTokenId}`, accountId: actor.accountId, userId: null }
    case 'api-key':
      return { actor: `api-key ${actor.apiKeyId}`, accountId: actor.accountId, userId: null }
    case 'anonymous':
      throw (
        actor.refusal ??
        new AppError(
          'UNAUTHENTICATED',
          'An idempotencyKey belongs to the holder of a credential. Sign in, or leave the key out.',
        )
      )
    case 'edge':
      throw forbidden('An edge has no idempotency keys. Leave the key out.')
    default:
      return actor satisfies never
  }
}

/** Returns the SHA-256 of an input, whatever the order of its fields. */
export function hashInput(input: Readonly<Record<string, unknown>>): string {
  return createHash('sha256').update(JSON.stringify(input, sortFields)).digest('hex')
}

function sortFields(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** The codes for those who may no longer do it: they get the refusal, and not the earlier answer. */
const refusals: readonly ErrorCode[] = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'FACTOR_REQUIRED',
  'FRESH_PROOF_REQUIRED',
]

/** Reports whether an error says that the actor may not do it, and not that it cannot be done a second time. */
export function isRefusal(error: unknown): boolean {
  return error instanceof AppError && refusals.includes(error.code)
}

export function otherInput({ mutation }: KeyName): AppError {
  return badInput(
    keyField,
    `This idempotencyKey was given to ${mutation} with another input within 24 hours. Repeat that input, or use a new key for this one.`,
  )
}

export function tooManyKeys(): AppError {
  return new AppError(
    'RATE_LIMITED',
    `An idempotencyKey counts for 24 hours, and ${keysMax.toLocaleString('en')} of yours count now: nothing was done. Leave the key out, or try again later.`,
    { field: keyField, retryAfterSeconds: 3_600 },
  )
}

export function answerLost({ mutation }: KeyName): AppError {
  return conflict(
    `${mutation} was begun with this idempotencyKey, and there is no answer to repeat: it was lost, was too large to be kept, or is not there yet. Check whether it was done; if it was not, try again with a new key.`,
    { field: keyField },
  )
}
