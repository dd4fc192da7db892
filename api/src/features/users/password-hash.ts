import { availableParallelism } from 'node:os'
import argon2 from '@node-rs/argon2'
import pLimit from 'p-limit'
import { AppError } from '../../ground/errors.ts'

/**
 * argon2id with the parameters of OWASP's password storage cheat sheet: 19 MiB, two passes, one lane. The library's default variant is
 * argon2id.
 */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each hash takes a core for about 15 ms: one core stays free for everything else. */
const gate = pLimit(Math.max(1, availableParallelism() - 1))

/** In a longer queue a caller would wait for seconds: it is better refused at once. */
const waitingMax = 100

/** Returns the password's hash in PHC form. */
export async function hashPassword(password: string): Promise<string> {
  return await withinHashLimit(() => argon2.hash(password, parameters))
}

/**
 * Reports whether the password matches the hash. Without a hash (no user has that address) it takes as long as with one, so
 * that the time of the answer does not reveal who is registered.
 */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await withinHashLimit(
    async () => await argon2.verify(passwordHash ?? (await getUnknownUserHash()), password),
  )
  return matches && passwordHash !== undefined
}

/** Throws UNAVAILABLE if no password can be compared or hashed now. Call it before an attempt is counted: this is none. */
export function checkHashRoom(): void {
  if (gate.pendingCount < waitingMax) return
  throw new AppError('UNAVAILABLE', 'Too many people are signing in at this moment. Try again in a few seconds.')
}

async function withinHashLimit<T>(work: () => Promise<T>): Promise<T> {
  checkHashRoom()
  return await gate(work)
}

let unknownUserHash: Promise<string> | undefined
function getUnknownUserHash(): Promise<string> {
  unknownUserHash ??= argon2.hash('nobody has this password', parameters)
  return unknownUserHash
}
