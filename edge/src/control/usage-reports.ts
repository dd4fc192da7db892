import { randomUUID } from 'node:crypto'
import { ControlError } from '@culvert/control-client'
import type { ControlClient } from '@culvert/control-client'
import type { UsageRowInput } from '@culvert/schema/client-types'
import type { Logger } from 'pino'
import { ReportUsageDocument } from './control.generated.ts'
import { retryDelayMs } from './retry.ts'
import type { UsageMeter } from './usage-meter.ts'

export interface UsageReportsOptions {
  client: ControlClient
  meter: UsageMeter
  /** Time between two looks at the meter, in milliseconds. */
  usageMs: number
  log: Logger
}

interface Batch {
  reportId: string
  rows: UsageRowInput[]
}

const rowsPerBatch = 500
/** The bound of what waits while the API is away, about 10 MB. Rows of one account, gateway and day are one row. */
const waitingRowsMax = 50_000

/**
 * Brings usage to the API, each batch once: it keeps its id however often it has to be sent. While the API is away the
 * rows of one account, gateway and day add up, so that what waits is bounded by the number of gateways, not by time.
 */
export class UsageReports {
  readonly #options: UsageReportsOptions
  readonly #waiting = new Map<string, UsageRowInput>()
  /** The batch that is on its way, or must be sent again. */
  #batch: Batch | undefined
  #failures = 0
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(options: UsageReportsOptions) {
    this.#options = options
    this.#schedule(options.usageMs)
  }

  /** Sends what was counted to the end, within `timeoutMs`. */
  async close(timeoutMs: number): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    const signal = AbortSignal.timeout(timeoutMs)
    await this.#sending
    this.#collect(true)
    while (this.#prepareBatch() && !signal.aborted) await this.#send(signal)
    const left = this.#waiting.size + (this.#batch?.rows.length ?? 0)
    if (left > 0)
      this.#options.log.error({ rows: left }, 'usage is lost: the API did not take it before the edge ended')
  }

  #schedule(delayMs: number): void {
    this.#timer = setTimeout(() => {
      this.#sending = this.#run()
    }, delayMs)
    this.#timer.unref()
  }

  async #run(): Promise<void> {
    this.#collect(false)
    if (this.#prepareBatch()) await this.#send()
    if (this.#isClosed) return
    this.#schedule(this.#failures === 0 ? this.#options.usageMs : retryDelayMs(this.#failures))
  }

  #collect(everything: boolean): void {
    for (const row of this.#options.meter.takeRows(everything)) {
      const key = `${row.date} ${row.accountId} ${row.gatewayId}`
      const waiting = this.#waiting.get(key)
      if (waiting !== undefined) {
        waiting.requests += row.requests
        waiting.dataIn += row.dataIn
        waiting.dataOut += row.dataOut
        waiting.connectedSeconds += row.connectedSeconds
      } else if (this.#waiting.size < waitingRowsMax) {
        this.#waiting.set(key, row)
      } else {
        this.#options.log.error({ row }, 'usage is lost: too much waits for the API')
      }
    }
  }

  /** Makes the next batch unless one is on its way; false when there is nothing to send. */
  #prepareBatch(): boolean {
    if (this.#batch !== undefined) return true
    const rows: UsageRowInput[] = []
    for (const [key, row] of this.#waiting) {
      if (rows.length === rowsPerBatch) break
      rows.push(row)
      this.#waiting.delete(key)
    }
    if (rows.length > 0) this.#batch = { reportId: randomUUID(), rows }
    return rows.length > 0
  }

  async #send(signal?: AbortSignal): Promise<void> {
    const { client, log } = this.#options
    if (this.#batch === undefined) return
    try {
      await client.request(ReportUsageDocument, { input: this.#batch }, { signal })
      this.#batch = undefined
      this.#failures = 0
    } catch (error) {
      this.#failures += 1
      if (error instanceof ControlError && error.code === 'BAD_USER_INPUT') {
        // The API will never take this one, and must not keep the others back.
        log.error({ err: error, batch: this.#batch }, 'usage is lost: the API refuses it')
        this.#batch = undefined
      } else if (this.#failures === 1) {
        log.warn({ err: error }, 'usage waits: the API does not take it')
      }
    }
  }
}
