import type { ControlClient } from '@culvert/control-client'
import type { ReportTunnelsInput } from '@culvert/schema/client-types'
import type { Logger } from 'pino'
import type { TunnelListener, TunnelRegistry } from '../tunnels/registry.ts'
import { ReportTunnelsDocument, TunnelEndedDocument } from './control.generated.ts'
import { retryDelayMs } from '../retry.ts'

export interface TunnelReportsOptions {
  /** An id made at each start. */
  edgeId: string
  /** PEM of the authority behind this edge's certificates; undefined where they are publicly trusted. */
  authority: string | undefined
  client: ControlClient
  registry: TunnelRegistry
  /** After so long a report goes out that says nothing new, as a sign of life; milliseconds. */
  heartbeatMs: number
  /** Time from the begin of the subscription to another look at everything, in milliseconds. */
  secondLookMs: number
  log: Logger
}

/** Changes within this time share a report. */
const gatherMs = 50

/**
 * Keeps the API and this edge of one mind about which tunnels are open. Changes go out as they happen; after any doubt
 * (a start, a failed report, a lost subscription) the whole list does, and what the API wants ended, ends.
 */
export class TunnelReports implements TunnelListener {
  readonly #options: TunnelReportsOptions
  readonly #unsubscribe: () => void
  /** What the API does not know yet: whether each agent is connected. */
  readonly #changes = new Map<string, boolean>()
  #isComplete = true
  #failures = 0
  #timer: NodeJS.Timeout | undefined
  #secondLook: NodeJS.Timeout | undefined
  #sending: Promise<void> | undefined
  #isClosed = false
  /** Gives up what is on its way, so that an API that hangs cannot keep the edge from ending. */
  readonly #lastCall = new AbortController()

  constructor(options: TunnelReportsOptions) {
    this.#options = options
    const { client, registry } = options
    this.#unsubscribe = client.subscribe(
      TunnelEndedDocument,
      {},
      {
        onNext: ({ tunnelEnded }) => registry.endByApi(tunnelEnded.agentId, tunnelEnded.reason),
        // Tunnels may have been ended while nobody listened.
        onConnected: () => this.#lookTwice(),
      },
    )
    this.#reportAll()
  }

  onConnected(agentId: string): void {
    this.#change(agentId, true)
  }

  onDisconnected(agentId: string): void {
    this.#change(agentId, false)
  }

  /** Ends the subscription and tells the API that no tunnel is open here any more, within `timeoutMs`. */
  async close(timeoutMs: number): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    clearTimeout(this.#secondLook)
    this.#unsubscribe()
    const timer = setTimeout(() => this.#lastCall.abort(), timeoutMs)
    await this.#sending
    this.#isComplete = true
    await this.#send()
    clearTimeout(timer)
  }

  #change(agentId: string, isConnected: boolean): void {
    this.#changes.set(agentId, isConnected)
    // After a failure the next attempt reports everything anyway, in its own time.
    if (this.#failures === 0) this.#schedule(gatherMs)
  }

  /** Reports everything now, and once more when the server is sure to listen. */
  #lookTwice(): void {
    this.#reportAll()
    clearTimeout(this.#secondLook)
    this.#secondLook = setTimeout(() => this.#reportAll(), this.#options.secondLookMs).unref()
  }

  #reportAll(): void {
    this.#isComplete = true
    this.#schedule(0)
  }

  #schedule(delayMs: number): void {
    if (this.#isClosed || this.#sending !== undefined) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#sending = this.#run()
    }, delayMs)
    this.#timer.unref()
  }

  async #run(): Promise<void> {
    await this.#send()
    this.#sending = undefined
    if (this.#failures > 0) this.#schedule(retryDelayMs(this.#failures))
    else this.#schedule(this.#isComplete || this.#changes.size > 0 ? gatherMs : this.#options.heartbeatMs)
  }

  async #send(): Promise<void> {
    const { client, registry, log } = this.#options
    const input = this.#takeReport()
    try {
      const { reportTunnels } = await client.request(
        ReportTunnelsDocument,
        { input },
        { signal: this.#lastCall.signal },
      )
      if (this.#failures > 0) log.info('the API takes reports again')
      this.#failures = 0
      for (const { agentId, reason } of reportTunnels.ended) registry.endByApi(agentId, reason)
    } catch (error) {
      if (this.#failures === 0) log.warn({ err: error }, 'the API does not take reports; tunnels go on')
      this.#failures += 1
      this.#isComplete = true
    }
  }

  #takeReport(): ReportTunnelsInput {
    const changed = [...this.#changes]
    const isComplete = this.#isComplete
    this.#changes.clear()
    this.#isComplete = false
    return {
      edgeId: this.#options.edgeId,
      authority: this.#options.authority,
      complete: isComplete,
      connected: isComplete
        ? this.#options.registry.listConnected().map(({ agentId }) => agentId)
        : agentsThat(changed, true),
      disconnected: isComplete ? [] : agentsThat(changed, false),
    }
  }
}

function agentsThat(changed: [agentId: string, isConnected: boolean][], wanted: boolean): string[] {
  return changed.filter(([, isConnected]) => isConnected === wanted).map(([agentId]) => agentId)
}
