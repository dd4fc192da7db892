import { messageOf } from '@culvert/program'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from './db.ts'
import { describeWriteFault, findWriteFault } from './faults.ts'

/** Large enough for the table to need new pages on the disk. */
const probeBytes = 64 * 1024

class RolledBack extends Error {}

/**
 * Finds out whether a server accepts writes. A fault that says it does not may concern one statement only, so an attempt to write
 * decides. If that fails too, it is repeated every few seconds until it succeeds.
 */
export class WriteWatch {
  readonly #where: string
  readonly #everyMs: number
  readonly #log: Logger | undefined
  #isProbing = false
  #isClosed = false
  #timer: NodeJS.Timeout | undefined
  #obstacle: string | undefined

  /** `where` names the server and the database in the log; `everyMs` is the time between two attempts while nothing can be written. */
  constructor(where: string, everyMs: number, log?: Logger) {
    this.#where = where
    this.#everyMs = everyMs
    this.#log = log
  }

  /** Returns why nothing can be written, without folder or server; undefined while it can, as far as is known. */
  get obstacle(): string | undefined {
    return this.#obstacle
  }

  /** Must be called for every fault of a statement. */
  note(error: unknown, db: Database): void {
    if (findWriteFault(error) !== undefined && !this.#isProbing) void this.#watch(db)
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  async #watch(db: Database): Promise<void> {
    this.#isProbing = true
    await this.#probe(db)
    if (this.#obstacle === undefined || this.#isClosed) {
      this.#isProbing = false
      return
    }
    this.#timer = setTimeout(() => void this.#watch(db), this.#everyMs).unref()
  }

  async #probe(db: Database): Promise<void> {
    try {
      await db.transaction().execute(async (trx) => {
        await sql`insert into write_probes (filler) values (repeat('x', ${probeBytes}::int))`.execute(trx)
        throw new RolledBack()
      })
    } catch (error) {
      if (error instanceof RolledBack) {
        if (this.#obstacle) this.#log?.warn(`${this.#where} takes changes again.`)
        this.#obstacle = undefined
        return
      }
      const fault = findWriteFault(error)
      // Any other fault, such as a lost connection, does not say whether writes are accepted.
      if (fault === undefined) return
      const reason = describeWriteFault(fault)
      if (this.#obstacle !== reason) {
        this.#log?.error({ err: error }, `${this.#where} takes no changes: ${messageOf(error)}. ${reason}`)
      }
      this.#obstacle = reason
    }
  }
}
