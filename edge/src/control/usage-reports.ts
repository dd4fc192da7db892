import { type ControlClient, ControlError } from '@culvert/control-client'
import type { UsageRowInput } from '@culvert/schema/client-types'
import type { Logger } from 'pino'
import { ReportUsageDocument } from './control.generated.ts'
import type { Report } from '../usage/journal-lines.ts'
import { Failures, retryDelayMs } from '../retry.ts'
import type { UsageJournal } from '../usage/journal.ts'
import type { UsageMeter } from '../usage/meter.ts'
import { type Batch, UsageQueue } from '../usage/queue.ts'

export interface UsageReportsOptions {
  client: ControlClient
  meter: UsageMeter
  journal: UsageJournal
  /** The reports that earlier edges left in their journals. */
  left: readonly Report[]
  /** Time between two readings of the meter, in milliseconds. */
  usageMs: number
  log: Logger
}

/** The codes that blame the batch. After any other error the same batch is sent again. */
const refusals = new Set(['BAD_USER_INPUT', 'INTERNAL'])

/**
 * Sends usage to the API, each batch once: it keeps its id however often it is sent, and by whichever edge. A batch that the
 * API does not accept is halved until the row at fault is alone, so that it holds up no other.
 */
export class UsageReports {
  readonly #options: UsageReportsOptions
  #queue: UsageQueue
  readonly #failures: Failures
  /** When the next batch may be sent; milliseconds of the monotonic clock. */
  #nextTryAtMs = 0
  #timer: NodeJS.Timeout | undefined
  #counting: Promise<void> = Promise.resolve()
  #sending: Promise<void> | undefined
  #isClosed = false
  /** Aborts what is under way, so that an API that hangs cannot keep the edge from stopping. */
  readonly #lastCall = new AbortController()

  constructor(options: UsageReportsOptions) {
    this.#options = options
    this.#failures = new Failures(options.log, 'usage waits: the API does not accept it')
    this.#queue = new UsageQueue(options.log, options.journal.note, options.left)
    this.#schedule()
  }

  /** The number of rows that the API has not taken yet. */
  get rowsWaiting(): number {
    return this.#queue.rowCount
  }

  /** Sends what was counted so far, within `timeoutMs`; what the API does not accept at once stays in the journal. */
  async close(timeoutMs: number): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    const timer = setTimeout(() => this.#lastCall.abort(), timeoutMs)
    await this.#counting
    await this.#sending
    this.#queue.add(this.#options.meter.takeRows(true))
    this.#failures.clear()
    await this.#sendAll()
    clearTimeout(timer)
    await this.#leave()
  }

  async #leave(): Promise<void> {
    const { journal, log } = this.#options
    if (this.rowsWaiting === 0) {
      await journal.remove()
      return
    }
    if (await this.#flush()) log.warn({ rows: this.rowsWaiting }, 'usage waits in the journal for the next start')
    else log.error({ left: this.#queue.list() }, 'usage is lost: the API did not accept it before the edge ended')
    await journal.close()
  }

  #schedule(): void {
    this.#timer = setTimeout(() => {
      this.#counting = this.#count()
    }, this.#options.usageMs)
    this.#timer.unref()
  }

  /** Never waits for the API: counts are written to the journal first. */
  async #count(): Promise<void> {
    await this.#leaveIfClaimed()
    this.#queue.add(this.#options.meter.takeRows(false))
    if (this.#sending === undefined && performance.now() >= this.#nextTryAtMs) {
      this.#sending = this.#sendAll().finally(() => (this.#sending = undefined))
    } else {
      await this.#flush()
    }
    if (!this.#isClosed) this.#schedule()
  }

  /** Sends until nothing is left, or the API fails to answer. */
  async #sendAll(): Promise<void> {
    do {
      const batch = this.#queue.take()
      if (!(await this.#keep(batch)) || batch === undefined) break
      batch.isSent = true
      await this.#send(batch)
    } while (this.#failures.count === 0)
    this.#nextTryAtMs = performance.now() + retryDelayMs(this.#failures.count)
  }

  /** Flushes a batch to disk: one that was sent but not flushed would be counted again. Returns false if another edge has taken it over. */
  async #keep(batch: Batch | undefined): Promise<boolean> {
    const isKept = await this.#flush()
    if (batch === undefined || batch.isSent) return true
    if (isKept) return !(await this.#leaveIfClaimed())
    await this.#options.journal.remove()
    return true
  }

  #flush(): Promise<boolean> {
    return this.#options.journal.flush(() => this.#queue.list())
  }

  async #leaveIfClaimed(): Promise<boolean> {
    const { journal, log } = this.#options
    const isTaken = await journal.closeIfClaimed()
    if (isTaken) this.#queue = new UsageQueue(log, journal.note)
    return isTaken
  }

  async #send(batch: Batch): Promise<void> {
    try {
      if (!batch.isRefused) {
        await this.#report(batch.reportId, batch.rows)
        this.#queue.settle(batch)
      } else await this.#takeApart(batch)
      if (this.#failures.count > 0) this.#options.log.info('the API accepts usage again')
      this.#failures.clear()
    } catch (error) {
      if (!batch.isRefused && error instanceof ControlError && refusals.has(error.code)) {
        this.#options.log.warn({ err: error, reportId: batch.reportId }, 'the API does not accept a batch of usage')
        batch.isRefused = true
        return
      }
      this.#failures.add(error)
    }
  }

  /**
   * Makes certain that a refused batch was not counted after all: an empty report with its id either uses the id up, or
   * finds that the batch was counted. Only then may its rows be sent under other ids.
   */
  async #takeApart(batch: Batch): Promise<void> {
    const wasUnused = await this.#report(batch.reportId, [])
    if (wasUnused) this.#queue.putBack(batch)
    else this.#queue.settle(batch)
  }

  async #report(reportId: string, rows: UsageRowInput[]): Promise<boolean> {
    const input = { reportId, rows }
    const { signal } = this.#lastCall
    const { reportUsage } = await this.#options.client.request(ReportUsageDocument, { input }, { signal })
    return reportUsage.counted
  }
}
