import { AppError } from '../ground/errors.ts'

/** Operations under way on one socket. */
export const operationsPerSocketMax = 50

/** Operations under way with one credential, over all its sockets at this node. */
export const operationsPerCredentialMax = 500

/** After how long a client that has ended some of its operations may well begin others. */
const retryAfterSeconds = 5

/**
 * Counts the operations that are under way: queries, mutations and subscriptions. An operation counts until it has really ended; that
 * its client no longer wants to hear of it, or has closed the socket, stops no query at the database.
 */
export class OperationPlaces {
  readonly #bySocket = new Map<object, number>()
  readonly #byCredential = new Map<string, number>()

  /** Takes a place for one operation; returns what gives it back. Throws RATE_LIMITED when none is free. */
  take(socket: object, credential: string | undefined): () => void {
    const onSocket = this.#bySocket.get(socket) ?? 0
    if (onSocket >= operationsPerSocketMax) throw tooMany('A socket', operationsPerSocketMax)
    const ofCredential = this.#byCredential.get(credential ?? '') ?? 0
    if (credential !== undefined && ofCredential >= operationsPerCredentialMax) {
      throw tooMany('A credential', operationsPerCredentialMax)
    }
    add(this.#bySocket, socket, 1)
    if (credential !== undefined) add(this.#byCredential, credential, 1)
    return () => {
      add(this.#bySocket, socket, -1)
      if (credential !== undefined) add(this.#byCredential, credential, -1)
    }
  }
}

function add<K>(counts: Map<K, number>, key: K, change: number): void {
  const count = (counts.get(key) ?? 0) + change
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}

function tooMany(owner: string, max: number): AppError {
  return new AppError(
    'RATE_LIMITED',
    `${owner} has at most ${max} operations at a time, and an operation counts until it has ended. End some before you start others.`,
    { retryAfterSeconds },
  )
}
