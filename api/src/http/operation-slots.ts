import { AppError } from '../ground/errors.ts'

/** How many operations may be under way on one socket. */
export const operationsPerSocketMax = 50

/** How many may be under way with one credential, over all its sockets at this node. */
export const operationsPerCredentialMax = 500

/** When a client that has ended some of its operations may try others, in seconds. */
const retryAfterSeconds = 5

/**
 * Counts the operations under way: queries, mutations and subscriptions. An operation counts until it has really ended: when
 * its client cancels it, or closes the socket, a query at the database still runs.
 */
export class OperationSlots {
  readonly #bySocket = new Map<object, number>()
  readonly #byCredential = new Map<string, number>()

  /** Takes a slot for one operation; returns the function that releases it. Throws RATE_LIMITED if none is free. */
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
