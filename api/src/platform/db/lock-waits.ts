import { AsyncLocalStorage } from 'node:async_hooks'
import type { TransactionBuilder } from 'kysely'
import type { Database } from './db.ts'
import type { Tables } from './tables.ts'

/** How many transactions may wait inside the database for one row, and for rows in all. Each holds a connection meanwhile. */
export interface LockWaitLimits {
  perRow: number
  total: number
}

/** How long a transaction may wait outside the database, in milliseconds. */
const turnWithinMs = 5_000

/** Thrown when a row stays locked for longer than a request waits. */
export class LockWaitTooLong extends Error {}

/** Thrown inside a transaction that would wait for a row for which enough others wait. It is rolled back, and run again. */
class RowIsBusy extends Error {}

const currentAttempt = new AsyncLocalStorage<Attempt>()

/**
 * Locks a row. `lock` either skips a row that is locked, or waits for it. When enough transactions wait for the row already, this
 * one gives its connection back and runs again when a slot is free: however many requests want one row, and however long
 * it stays locked, connections are left for everything else. The transactions of a process take turns in the order in which they asked.
 */
export async function lockRow<T>(
  key: string,
  lock: (how: 'skip' | 'wait') => Promise<T | undefined>,
): Promise<T | undefined> {
  const attempt = currentAttempt.getStore()
  return attempt ? await attempt.lock(key, lock) : await lock('wait')
}

/** Makes a database's transactions run again after `lockRow` has rolled them back. */
export function boundLockWaits(db: Database, limits: LockWaitLimits): Database {
  return bound(db, new LockGate(limits))
}

function bound(db: Database, gate: LockGate): Database {
  const begin = db.transaction.bind(db)
  const withPlugin = db.withPlugin.bind(db)
  db.transaction = () => boundTransaction(begin(), gate)
  db.withPlugin = (plugin) => bound(withPlugin(plugin), gate)
  return db
}

function boundTransaction(builder: TransactionBuilder<Tables>, gate: LockGate): TransactionBuilder<Tables> {
  const execute = builder.execute.bind(builder)
  const setIsolationLevel = builder.setIsolationLevel.bind(builder)
  builder.execute = (work) => gate.repeat(() => execute(work))
  builder.setIsolationLevel = (level) => boundTransaction(setIsolationLevel(level), gate)
  return builder
}

class LockGate {
  readonly #limits: LockWaitLimits
  /** The slots of each row that are taken. */
  readonly #takenByKey = new Map<string, number>()
  readonly #queue = new Map<() => void, string>()
  #taken = 0

  constructor(limits: LockWaitLimits) {
    this.#limits = limits
  }

  /** Runs a transaction until it is complete, or its time is over. */
  async repeat<T>(transaction: () => Promise<T>): Promise<T> {
    const tooLate = performance.now() + turnWithinMs
    let ownSlot: string | undefined
    for (;;) {
      const attempt = new Attempt(this, ownSlot)
      try {
        return await currentAttempt.run(attempt, transaction)
      } catch (error) {
        if (!(error instanceof RowIsBusy)) throw error
        ownSlot = error.message
      } finally {
        attempt.end()
      }
      if (!(await this.#waitForSlot(ownSlot, tooLate))) {
        throw new LockWaitTooLong(`no place to wait for ${ownSlot} within ${turnWithinMs} ms`)
      }
    }
  }

  /** Reports whether any of these transactions waits for the row, or is about to. */
  isAwaited(key: string): boolean {
    return this.#takenByKey.has(key)
  }

  /** Takes a slot, if one is free: then nobody who could use it queues. */
  take(key: string): boolean {
    const ofRow = this.#takenByKey.get(key) ?? 0
    if (this.#taken >= this.#limits.total || ofRow >= this.#limits.perRow) return false
    this.#takenByKey.set(key, ofRow + 1)
    this.#taken += 1
    return true
  }

  /** Gives a slot back, and what is free by that to the transaction that has queued longest, among those that can use it. */
  free(key: string): void {
    const ofRow = (this.#takenByKey.get(key) ?? 0) - 1
    if (ofRow === 0) this.#takenByKey.delete(key)
    else this.#takenByKey.set(key, ofRow)
    this.#taken -= 1
    for (const [begin, wanted] of this.#queue) {
      if (!this.take(wanted)) continue
      this.#queue.delete(begin)
      begin()
      return
    }
  }

  /** Takes a slot for the row once one is free. Resolves with whether that was in time. */
  async #waitForSlot(key: string, tooLate: number): Promise<boolean> {
    const leftMs = tooLate - performance.now()
    if (leftMs <= 0) return false
    // A slot may have become free while the transaction was rolled back.
    if (this.take(key)) return true
    return await new Promise((resolve) => {
      const begin = () => {
        clearTimeout(timer)
        resolve(true)
      }
      const timer = setTimeout(() => {
        this.#queue.delete(begin)
        resolve(false)
      }, leftMs)
      this.#queue.set(begin, key)
    })
  }
}

/** One run of a transaction. */
class Attempt {
  readonly #gate: LockGate
  /** The row for which it has a slot, which it queued for. */
  #ownSlot: string | undefined
  /** The rows that it has locked: nobody can keep it waiting for them. */
  readonly #locked = new Set<string>()

  constructor(gate: LockGate, ownSlot: string | undefined) {
    this.#gate = gate
    this.#ownSlot = ownSlot
  }

  async lock<T>(key: string, lock: (how: 'skip' | 'wait') => Promise<T | undefined>): Promise<T | undefined> {
    if (this.#locked.has(key)) return await lock('wait')
    const hasSlot = this.#ownSlot === key
    // A row for which others wait may be free for a moment: it is theirs.
    if (!hasSlot && !this.#gate.isAwaited(key)) {
      // Nothing is returned for a row that is locked, nor for one that does not exist.
      const found = await lock('skip')
      if (found !== undefined) return this.#noteLocked(key, found)
    }
    if (hasSlot) this.#ownSlot = undefined
    else if (!this.#gate.take(key)) throw new RowIsBusy(key)
    try {
      return this.#noteLocked(key, await lock('wait'))
    } finally {
      this.#gate.free(key)
    }
  }

  #noteLocked<T>(key: string, found: T): T {
    this.#locked.add(key)
    return found
  }

  /** Gives back a slot that was not used. */
  end(): void {
    if (this.#ownSlot !== undefined) this.#gate.free(this.#ownSlot)
    this.#ownSlot = undefined
  }
}
