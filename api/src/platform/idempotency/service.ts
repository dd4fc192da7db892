import { setTimeout as pause } from 'node:timers/promises'
import { deserialize, serialize } from 'node:v8'
import { addMs } from '../../ground/clock.ts'
import { AppError } from '../../ground/errors.ts'
import type { RequestContext } from '../context.ts'
import { deleteRowsOf, type Ending } from '../endings.ts'
import { Attempt, Claimed } from './attempt.ts'
import * as repository from './repository.ts'
import {
  answerBytesMax,
  answerLost,
  getHolder,
  hashInput,
  isRefusal,
  retentionMs,
  type Claim,
  type KeyName,
  otherInput,
  parseKey,
  type StoredKey,
  waitMs,
} from './rules.ts'

/** An operation that is done once, however often it is requested. */
export interface Once {
  mutation: string
  key: string
  /** The input without the key. */
  input: Readonly<Record<string, unknown>>
  /** Does it. Authorizes before it counts attempts, contacts other programs or changes anything. */
  run: (context: RequestContext) => Promise<unknown>
}

/** Ends a repeat once it has been authorized and would do something. */
class Authorized extends Error {}

async function stop(): Promise<never> {
  throw new Authorized()
}

/**
 * Does an operation, or returns its earlier answer. The key is kept exactly if something was done, whatever crashes. Throws
 * BAD_USER_INPUT for a key of another input, and CONFLICT if the operation was begun and has no answer.
 */
export async function runOnce(context: RequestContext, { mutation, key, input, run }: Once): Promise<unknown> {
  const claim: Claim = {
    ...getHolder(context.actor, input),
    mutation,
    key: parseKey(key),
    inputHash: hashInput(input),
  }
  const stored = await findStored(context, claim)
  if (stored) return await repeat(context, claim, stored, run)

  const attempt = new Attempt(context, claim)
  let answer: unknown
  try {
    answer = await run(attempt.context)
    await attempt.claim()
  } catch (error) {
    if (attempt.obstacle instanceof Claimed) return await awaitAnswer(context, claim)
    if (attempt.state === 'claimed') await repository.deleteKey(context.db, claim)
    throw attempt.obstacle ?? error
  }
  await keepAnswer(context, claim, answer)
  return answer
}

/** Returns the earlier answer to an actor that may still do it, which the operation itself decides. */
async function repeat(context: RequestContext, claim: Claim, stored: StoredKey, run: Once['run']): Promise<unknown> {
  if (stored.inputHash !== claim.inputHash) throw otherInput(claim)
  const rateLimiter = { check: stop, attempt: stop, forget: stop, checkGuess: stop, forgiveGuess: stop }
  try {
    await run({ ...context, change: stop, changeAtOnce: stop, rateLimiter, payments: undefined })
  } catch (error) {
    // What cannot be done a second time was done before.
    if (isRefusal(error) || !(error instanceof AppError || error instanceof Authorized)) throw error
  }
  return await awaitAnswer(context, claim)
}

const answerPollMs = 50

/** Returns the answer of an operation that has begun, once it is there. */
async function awaitAnswer(context: RequestContext, claim: Claim): Promise<unknown> {
  const tooLate = performance.now() + waitMs
  for (;;) {
    const stored = await findStored(context, claim)
    if (stored && stored.inputHash !== claim.inputHash) throw otherInput(claim)
    if (stored && stored.sealedAnswer !== null) return await openAnswer(context, claim, stored.sealedAnswer)
    const isLate = !stored || context.clock.now() >= addMs(stored.createdAt, waitMs) || performance.now() >= tooLate
    if (isLate) throw answerLost(claim)
    await pause(answerPollMs)
  }
}

async function findStored({ db, clock }: RequestContext, claim: Claim): Promise<StoredKey | undefined> {
  return await repository.findKey(db, claim, addMs(clock.now(), -retentionMs))
}

/** Keeps an answer, which may hold secrets. The operation is done: its client gets the answer whether or not it can be kept. */
async function keepAnswer(context: RequestContext, claim: Claim, answer: unknown): Promise<void> {
  try {
    const bytes = serialize(answer)
    if (bytes.length > answerBytesMax) return
    const sealing = await context.openSealing()
    await repository.storeAnswer(context.db, claim, sealing.seal(bytes.toString('base64'), purposeOf(claim)))
  } catch (error) {
    context.log.error({ err: error, mutation: claim.mutation }, 'the answer to a repeat could not be kept')
  }
}

async function openAnswer(context: RequestContext, claim: Claim, sealed: string): Promise<unknown> {
  const sealing = await context.openSealing()
  let bytes: Buffer
  try {
    bytes = Buffer.from(sealing.open(sealed, purposeOf(claim)), 'base64')
  } catch (error) {
    context.log.error({ err: error, mutation: claim.mutation }, 'the answer to a repeat could not be opened')
    throw answerLost(claim)
  }
  return deserialize(bytes)
}

function purposeOf({ actor, mutation, key }: KeyName): string {
  return `idempotency key ${JSON.stringify([actor, mutation, key])}`
}

/** Deletes the idempotency keys of an account, and those given with its credentials. */
export const deleteKeysOfAccount = deleteRowsOf('idempotencyKeys', 'accountId')

/** Deletes the idempotency keys of a user, and those given with their credentials. */
export const deleteKeysOfUser = deleteRowsOf('idempotencyKeys', 'userId')

/** Deletes the idempotency keys that a program gave with an AuthID or machine token. */
export async function deleteKeysOfToken({ trx }: Ending, { authTokenId }: { authTokenId: string }): Promise<void> {
  await repository.deleteKeysOf(trx, [`auth-token ${authTokenId}`])
}

/** Deletes the idempotency keys that programs gave with agent tokens. */
export async function deleteKeysOfAgentTokens(
  { trx }: Ending,
  { agentTokenIds }: { agentTokenIds: readonly string[] },
): Promise<void> {
  await repository.deleteKeysOf(
    trx,
    agentTokenIds.map((id) => `agent-token ${id}`),
  )
}

/** Deletes the idempotency keys that a program gave with an API key. */
export async function deleteKeysOfApiKey({ trx }: Ending, { apiKeyId }: { apiKeyId: string }): Promise<void> {
  await repository.deleteKeysOf(trx, [`api-key ${apiKeyId}`])
}
