import { ControlError } from '@culvert/control-client'
import type { ControlClient } from '@culvert/control-client'
import type { UsageRowInput } from '@culvert/schema/client-types'
import type { Logger } from 'pino'
import { ReportUsageDocument } from './control.generated.ts'
import { retryDelayMs } from './retry.ts'
import type { UsageMeter } from './usage-meter.ts'
import { UsageQueue } from './usage-queue.ts'
import type { Batch } from './usage-queue.ts'

export interface UsageReportsOptions {
  client: ControlClient
  meter: UsageMeter
  /** Time between two looks at the meter, in milliseconds. */
  usageMs: number
  log: Logger
}

/** Faults of what was sent. Any other may go away by itself, and the same batch is sent again. */
const refusals = new Set(['BAD_USER_INPUT', 'INTERNAL'])

/**
 * Brings usage to the API, each batch once: it keeps its id however often it has to be sent. A batch that the API does not
 * take is cut into halves until the row at fault is alone, so that it keeps nobody else's back.
 */
export class UsageReports {
  readonly #options: UsageReportsOptions
  readonly #queue: UsageQueue
  /** The batch that is on its way, or must be sent again. */
  #batch: Batch | undefined
  #failures = 0
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> = Promise.resolve()
  #isClosed = false
  /** Gives up what is on its way, so that an API that hangs cannot keep the edge from ending. */
  readonly #lastCall = new AbortController()

  constructor(options: UsageReportsOptions) {
    this.#options = options
    this.#queue = new UsageQueue(options.log)
    this.#schedule(options.usageMs)
  }

  /** Rows that the API has not taken yet. */
  get rowsWaiting(): number {
    return this.#queue.rowCount + (this.#batch?.rows.length ?? 0)
  }

  /** Sends what was counted to the end, within `timeoutMs`; what the API does not take at once is lost. */
  async close(timeoutMs: number): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    const timer = setTimeout(() => this.#lastCall.abort(), timeoutMs)
    await this.#sending
    this.#queue.add(this.#options.meter.takeRows(true))
    this.#failures = 0
    await this.#sendAll()
    clearTimeout(timer)
    if (this.rowsWaiting === 0) return
    const rows = [...(this.#batch?.rows ?? []), ...this.#queue.list()]
    this.#options.log.error({ rows }, 'usage is lost: the API did not take it before the edge ended')
  }

  #schedule(delayMs: number): void {
    this.#timer = setTimeout(() => {
      this.#sending = this.#run()
    }, delayMs)
    this.#timer.unref()
  }

  async #run(): Promise<void> {
    this.#queue.add(this.#options.meter.takeRows(false))
    await this.#sendAll()
    if (this.#isClosed) return
    this.#schedule(this.#failures === 0 ? this.#options.usageMs : retryDelayMs(this.#failures))
  }

  /** Sends until nothing is left, or the API is not there. */
  async #sendAll(): Promise<void> {
    do {
      this.#batch ??= this.#queue.take()
      if (this.#batch === undefined) return
      await this.#send(this.#batch)
    } while (this.#failures === 0)
  }

  async #send(batch: Batch): Promise<void> {
    try {
      if (!batch.isRefused) await this.#report(batch.reportId, batch.rows)
      else await this.#takeApart(batch)
      this.#batch = undefined
      if (this.#failures > 0) this.#options.log.info('the API takes usage again')
      this.#failures = 0
    } catch (error) {
      if (!batch.isRefused && error instanceof ControlError && refusals.has(error.code)) {
        this.#options.log.warn({ err: error, reportId: batch.reportId }, 'the API does not take a batch of usage')
        batch.isRefused = true
        return
      }
      if (this.#failures === 0) this.#options.log.warn({ err: error }, 'usage waits: the API does not take it')
      this.#failures += 1
    }
  }

  /**
   * Makes certain that a refused batch is not counted after all: an empty report under its id either uses the id up, or
   * finds that the batch was counted. Only then may its rows go out under other ids.
   */
  async #takeApart({ reportId, rows, tries }: Batch): Promise<void> {
    const wasUnused = await this.#report(reportId, [])
    if (wasUnused) this.#queue.putBack(rows, tries)
  }

  async #report(reportId: string, rows: UsageRowInput[]): Promise<boolean> {
    const input = { reportId, rows }
    const { signal } = this.#lastCall
    const { reportUsage } = await this.#options.client.request(ReportUsageDocument, { input }, { signal })
    return reportUsage.counted
  }
}
