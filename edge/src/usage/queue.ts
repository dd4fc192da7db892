import { randomUUID } from 'node:crypto'
import type { UsageRowInput } from '@culvert/schema/client-types'
import type { Logger } from 'pino'
import type { JournalLine, Report } from './journal-lines.ts'
import { retryDelayMs } from '../retry.ts'
import { addTo, keyOf } from './rows.ts'

/** Rows that are sent to the API together; it counts each id once. */
export interface Batch extends Report {
  /** How many times its one row has been refused alone. */
  tries: number
  /** Whether the API may have seen it. */
  isSent: boolean
  /** Whether the API has refused it. */
  isRefused: boolean
}

/** The rows of a batch that the API has refused. */
interface Part {
  rows: Map<string, UsageRowInput>
  tries: number
  /** When they are tried again; milliseconds of the monotonic clock. */
  dueAtMs: number
}

/** The most rows in one batch. */
export const rowsPerBatch = 500
/** The most rows that wait while the API is away, about 10 MB. Rows of one account, gateway, label and day are merged. */
const rowsMax = 50_000
/** How many times a row is refused alone, within a minute, before it is given up. */
const triesMax = 8

/**
 * Usage that waits for the API. The rows of one account, gateway, label and day add up, so that the queue is bounded by the number of
 * gateways and labels, not by time. Each change is noted, so that the queue can be restored after a crash.
 */
export class UsageQueue {
  readonly #log: Logger
  readonly #note: (line: JournalLine) => void
  readonly #rows = new Map<string, UsageRowInput>()
  /** Parts to be sent before anything else, when due. None of their keys is in another part or in `#rows`. */
  #parts: Part[] = []
  /** The batches that have an id and are not finished, the next one first. */
  #batches: Batch[]

  /** `left` are reports that may or may not have been counted already. */
  constructor(log: Logger, note: (line: JournalLine) => void, left: readonly Report[] = []) {
    this.#log = log
    this.#note = note
    this.#batches = left.map((report) => ({ ...report, tries: 0, isSent: true, isRefused: false }))
  }

  get rowCount(): number {
    const inParts = this.#parts.reduce((sum, { rows }) => sum + rows.size, 0)
    return this.#rows.size + inParts + this.#batches.reduce((sum, { rows }) => sum + rows.length, 0)
  }

  /** Returns everything that waits, as the shortest journal. */
  list(): JournalLine[] {
    const waiting = [...this.#rows.values(), ...this.#parts.flatMap(({ rows }) => [...rows.values()])]
    const reports = this.#batches.map(({ reportId, rows }) => ({ reportId, rows }))
    return waiting.length === 0 ? reports : [...reports, { rows: waiting }]
  }

  add(rows: readonly UsageRowInput[]): void {
    const added: UsageRowInput[] = []
    for (const row of rows) {
      const key = keyOf(row)
      const known = this.#rows.get(key) ?? this.#parts.find((part) => part.rows.has(key))?.rows.get(key)
      if (known === undefined && this.rowCount >= rowsMax) {
        this.#log.error({ row }, 'usage is lost: too much waits for the API')
        continue
      }
      added.push(row)
      if (known === undefined) this.#rows.set(key, { ...row })
      else addTo(known, row)
    }
    if (added.length > 0) this.#note({ rows: added })
  }

  /** Returns the next batch, the same until it is finished; undefined if none is due. */
  take(): Batch | undefined {
    const [open] = this.#batches
    if (open !== undefined) return open
    const part = this.#takePart()
    const rows = part === undefined ? this.#takeRows() : [...part.rows.values()]
    if (rows.length === 0) return undefined
    const batch = { reportId: randomUUID(), rows, tries: part?.tries ?? 0, isSent: false, isRefused: false }
    this.#batches.push(batch)
    this.#note({ reportId: batch.reportId, rows })
    return batch
  }

  /** Called when the API has counted a batch. */
  settle({ reportId }: Batch): void {
    this.#drop(reportId)
    this.#note({ over: reportId })
  }

  /** Called when the API has refused a batch, and will never count it under its id. */
  putBack({ reportId, rows, tries }: Batch): void {
    this.#drop(reportId)
    const [first] = rows
    if (rows.length === 1 && tries + 1 === triesMax) {
      this.#note({ over: reportId })
      this.#log.error({ row: first }, 'usage is lost: the API refuses it')
      return
    }
    this.#note({ over: reportId, rows })
    if (rows.length === 1) {
      const part = this.#part(rows, tries + 1)
      this.#parts.push(part)
      return
    }
    const half = Math.ceil(rows.length / 2)
    const halves = [this.#part(rows.slice(0, half), 0), this.#part(rows.slice(half), 0)]
    this.#parts.unshift(...halves)
  }

  #part(rows: readonly UsageRowInput[], tries: number): Part {
    const part = new Map(rows.map((row) => [keyOf(row), row]))
    for (const [key, row] of part) {
      // It includes what was counted meanwhile, and what another report with the same key has left.
      for (const waiting of [this.#rows, ...this.#parts.map((other) => other.rows)]) {
        const since = waiting.get(key)
        if (since !== undefined) addTo(row, since)
        waiting.delete(key)
      }
    }
    this.#parts = this.#parts.filter((other) => other.rows.size > 0)
    return { rows: part, tries, dueAtMs: performance.now() + retryDelayMs(tries) }
  }

  #takePart(): Part | undefined {
    const now = performance.now()
    const part = this.#parts.find(({ dueAtMs }) => dueAtMs <= now)
    this.#parts = this.#parts.filter((other) => other !== part)
    return part
  }

  #takeRows(): UsageRowInput[] {
    const taken = [...this.#rows].slice(0, rowsPerBatch)
    for (const [key] of taken) this.#rows.delete(key)
    return taken.map(([, row]) => row)
  }

  #drop(reportId: string): void {
    this.#batches = this.#batches.filter((batch) => batch.reportId !== reportId)
  }
}
