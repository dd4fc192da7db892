import { type ControlClient, ControlError } from '@culvert/control-client'
import type { Logger } from 'pino'
import type { RequestBatch, RequestQueue } from '../requests/queue.ts'
import { Failures, retryDelayMs } from '../retry.ts'
import { ReportRequestsDocument } from './control.generated.ts'

export interface RequestReportsOptions {
  client: ControlClient
  queue: RequestQueue
  /** Time between two checks whether anything waits, in milliseconds. */
  requestsMs: number
  log: Logger
}

/** The codes that blame the batch. After any other error the same batch is sent again. */
const refusals = new Set(['BAD_USER_INPUT', 'INTERNAL'])
/** This many in a row without any success are probably the API's fault: finding the one row of a batch that it refuses takes ten. */
const refusalsInRowMax = 12

/** Sends recorded requests to the API. They wait in memory only: what a killed edge has not sent is lost. */
export class RequestReports {
  readonly #options: RequestReportsOptions
  readonly #failures: Failures
  #refusals = 0
  /** When the next batch may be sent; milliseconds of the monotonic clock. */
  #nextTryAtMs = 0
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  #sending: Promise<void> = Promise.resolve()
  /** Aborts what is under way, so that an API that hangs cannot keep the edge from stopping. */
  readonly #lastCall = new AbortController()

  constructor(options: RequestReportsOptions) {
    this.#options = options
    this.#failures = new Failures(options.log, 'requests wait to be recorded: the API does not accept them')
    this.#schedule()
  }

  /** Sends what waits, within `timeoutMs`; what the API does not accept by then is lost. */
  async close(timeoutMs: number): Promise<void> {
    const { queue, log } = this.#options
    // A round that began earlier would begin another one, and two at once send the same batch.
    this.#isClosed = true
    clearTimeout(this.#timer)
    const timer = setTimeout(() => this.#lastCall.abort(), timeoutMs)
    await this.#sending
    this.#failures.clear()
    while (queue.isWaiting && this.#failures.count === 0) await this.#sendWaiting()
    clearTimeout(timer)
    if (queue.rowsWaiting > 0)
      log.warn(
        { rows: queue.rowsWaiting },
        'requests are not recorded: the API did not accept them before the edge ended',
      )
  }

  #schedule(): void {
    this.#timer = setTimeout(() => {
      this.#sending = this.#run()
    }, this.#options.requestsMs)
    this.#timer.unref()
  }

  async #run(): Promise<void> {
    if (performance.now() >= this.#nextTryAtMs) await this.#sendWaiting()
    if (!this.#isClosed) this.#schedule()
  }

  /** Sends what waits now, but nothing that arrives meanwhile: a stream of small reports would cost far more than a few full ones. */
  async #sendWaiting(): Promise<void> {
    const { queue } = this.#options
    let rows = queue.rowsWaiting
    do {
      const batch = queue.take()
      if (batch === undefined) break
      rows -= await this.#send(batch)
    } while (this.#failures.count === 0 && rows > 0)
    this.#nextTryAtMs = performance.now() + retryDelayMs(this.#failures.count)
  }

  /** Returns how many rows no longer wait. */
  async #send(batch: RequestBatch): Promise<number> {
    const { client, queue, log } = this.#options
    const { signal } = this.#lastCall
    try {
      await client.request(ReportRequestsDocument, { input: batch }, { signal })
      queue.settle(batch)
      if (this.#failures.count > 0) log.info('the API accepts requests again')
      this.#failures.clear()
      this.#refusals = 0
      return batch.requests.length
    } catch (error) {
      if (error instanceof ControlError && refusals.has(error.code)) {
        this.#refusals += 1
        log.warn(
          { err: error, reportId: batch.reportId, rows: batch.requests.length },
          'the API refuses a batch of requests',
        )
        const given = queue.split(batch)
        if (this.#refusals <= refusalsInRowMax) return given
      }
      this.#failures.add(error)
      return 0
    }
  }
}
