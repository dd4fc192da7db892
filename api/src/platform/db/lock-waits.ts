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

const currentGate = new AsyncLocalStorage<LockGate>()

/**
 * Locks a row. `lock` either skips a row that is locked, or waits for it. When enough transactions wait for the row already, this
 * one gives its connection back and runs again when a slot is free: however many requests want one row, and however long
 * it stays locked, connections are left for everything else.
 */
export async function lockRow<T>(
  key: string,
  lock: (how: 'skip' | 'wait') => Promise<T | undefined>,
): Promise<T | undefined> {
  const gate = currentGate.getStore()
  if (!gate) return await lock('wait')
  // Nothing is returned for a row that is locked, nor for one that does not exist.
  return (await lock('skip')) ?? (await gate.wait(key, () => lock('wait')))
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
  readonly #waitingByKey = new Map<string, number>()
  readonly #queue = new Map<() => void, string>()
  #waiting = 0

  constructor(limits: LockWaitLimits) {
    this.#limits = limits
  }

  /** Runs a transaction until it is complete, or its time is over. */
  async repeat<T>(transaction: () => Promise<T>): Promise<T> {
    const tooLate = performance.now() + turnWithinMs
    for (;;) {
      try {
        return await this.#run(transaction)
      } catch (error) {
        if (!(error instanceof RowIsBusy)) throw error
        if (!(await this.#waitForSlot(error.message, tooLate))) {
          throw new LockWaitTooLong(`no place to wait for ${error.message} within ${turnWithinMs} ms`)
        }
      }
    }
  }

  /** A transaction that had its turn may find its row free, and not wait at all: the next one can begin when it ends, too. */
  async #run<T>(transaction: () => Promise<T>): Promise<T> {
    try {
      return await currentGate.run(this, transaction)
    } finally {
      this.#beginNext()
    }
  }

  /** Waits for a row inside the database, if there is a free slot. */
  async wait<T>(key: string, lock: () => Promise<T>): Promise<T> {
    if (!this.#hasSlot(key)) throw new RowIsBusy(key)
    this.#count(key, 1)
    try {
      return await lock()
    } finally {
      this.#count(key, -1)
      this.#beginNext()
    }
  }

  /** Gives the transaction that has waited longest its turn, among those that there is a slot for. */
  #beginNext(): void {
    for (const [begin, wanted] of this.#queue) {
      if (!this.#hasSlot(wanted)) continue
      this.#queue.delete(begin)
      begin()
      return
    }
  }

  #hasSlot(key: string): boolean {
    return this.#waiting < this.#limits.total && (this.#waitingByKey.get(key) ?? 0) < this.#limits.perRow
  }

  #count(key: string, change: 1 | -1): void {
    const ofRow = (this.#waitingByKey.get(key) ?? 0) + change
    if (ofRow === 0) this.#waitingByKey.delete(key)
    else this.#waitingByKey.set(key, ofRow)
    this.#waiting += change
  }

  /** Resolves with whether a slot for the row is free in time. */
  async #waitForSlot(key: string, tooLate: number): Promise<boolean> {
    const leftMs = tooLate - performance.now()
    if (leftMs <= 0) return false
    // A slot may have become free while the transaction was rolled back.
    if (this.#hasSlot(key)) return true
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
