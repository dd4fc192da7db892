import type { ControlClient } from '@culvert/control-client'
import type { EdgeDescriptionInput, EdgeState, ReportTunnelsInput } from '@culvert/schema/client-types'
import type { Logger } from 'pino'
import type { Accounts } from '../accounts/accounts.ts'
import type { TunnelListener, TunnelRegistry } from '../tunnels/registry.ts'
import { ReportTunnelsDocument, TunnelEndedDocument } from './control.generated.ts'
import { Failures, retryDelayMs } from '../retry.ts'
import { waitAtMost } from '../wait-at-most.ts'

export interface TunnelReportsOptions {
  /** An id that is new at each start. */
  edgeId: string
  /** What it publishes about itself besides its tunnels. */
  directory: Omit<EdgeDescriptionInput, 'tunnelCount' | 'state'>
  /** PEM of the authority behind this edge's certificates; undefined if they are publicly trusted. */
  authority: string | undefined
  client: ControlClient
  registry: TunnelRegistry
  accounts: Accounts
  /** The time after which a report is sent even if nothing is new, as a heartbeat; milliseconds. */
  heartbeatMs: number
  /** The time between two reports of everything while agents are on their way to other edges; milliseconds. */
  movesMs: number
  /** Time from the start of the subscription to a second report of everything, in milliseconds. */
  recheckMs: number
  log: Logger
}

/** Changes within this time share a report. */
const gatherMs = 50

/** Every how many heartbeats everything is reported again. */
const heartbeatsPerReview = 12

/** Agents in one request: thousands of tunnels are reported in pages. */
const agentsPerPage = 1_000

type Page = Omit<ReportTunnelsInput, 'edgeId' | 'edge' | 'authority'>

/**
 * Keeps the API and this edge agreed on which tunnels are open. Changes are reported as they happen. After any doubt
 * (a start, a failed report, a lost subscription), and at every twelfth heartbeat in any case, the whole list is reported, and the tunnels
 * that the API names in its answer are ended.
 */
export class TunnelReports implements TunnelListener {
  readonly #options: TunnelReportsOptions
  readonly #unsubscribe: () => void
  /** What the API does not know yet: whether each agent is connected. */
  readonly #changes = new Map<string, boolean>()
  /** Agents whose tunnel is open here and known to the API. */
  readonly #reported = new Set<string>()
  #isComplete = true
  #state: EdgeState = 'SERVING'
  /** When everything was last reported; milliseconds of the monotonic clock. */
  #reviewedMs = performance.now()
  readonly #failures: Failures
  #timer: NodeJS.Timeout | undefined
  /** When the timer is due; milliseconds of the monotonic clock. */
  #dueMs = Number.POSITIVE_INFINITY
  #recheckTimer: NodeJS.Timeout | undefined
  #sending: Promise<void> | undefined
  #isClosed = false
  /** Aborts what is under way, so that an API that hangs cannot keep the edge from stopping. */
  readonly #lastCall = new AbortController()

  constructor(options: TunnelReportsOptions) {
    this.#options = options
    this.#failures = new Failures(options.log, 'the API does not accept reports; tunnels keep working')
    const { client, registry } = options
    this.#unsubscribe = client.subscribe(
      TunnelEndedDocument,
      {},
      {
        onNext: ({ tunnelEnded }) => registry.endByApi(tunnelEnded.agentId, tunnelEnded.reason),
        // Tunnels may have been ended while the subscription was down.
        onConnected: () => this.#reportTwice(),
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

  /** Tells the API to send no more agents here. Resolves once it knows, or after `timeoutMs`. */
  async leave(timeoutMs: number): Promise<void> {
    this.#state = 'DRAINING'
    await waitAtMost(timeoutMs, this.#reportNow())
  }

  /** Ends the subscription and reports that no tunnel is open here any more, within `timeoutMs`. */
  async close(timeoutMs: number): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    clearTimeout(this.#recheckTimer)
    this.#unsubscribe()
    const timer = setTimeout(() => this.#lastCall.abort(), timeoutMs)
    await this.#sending
    this.#isComplete = true
    this.#state = 'STOPPED'
    await this.#send()
    clearTimeout(timer)
  }

  #change(agentId: string, isConnected: boolean): void {
    this.#changes.set(agentId, isConnected)
    // After a failure, the next attempt reports everything anyway, when it is due.
    if (this.#failures.count === 0) this.#schedule(gatherMs)
  }

  /** Reports everything now, and again once the server is certain to send events. */
  #reportTwice(): void {
    this.#reportAll()
    clearTimeout(this.#recheckTimer)
    this.#recheckTimer = setTimeout(() => this.#reportAll(), this.#options.recheckMs).unref()
  }

  async #reportNow(): Promise<void> {
    await this.#sending
    if (this.#isClosed) return
    clearTimeout(this.#timer)
    this.#dueMs = Number.POSITIVE_INFINITY
    this.#sending = this.#run()
    await this.#sending
  }

  #reportAll(): void {
    this.#isComplete = true
    this.#schedule(0)
  }

  #schedule(delayMs: number): void {
    const dueMs = performance.now() + delayMs
    // A report due earlier stays: agents arriving one after the other must not postpone it for as long as they arrive.
    if (this.#isClosed || this.#sending !== undefined || dueMs >= this.#dueMs) return
    clearTimeout(this.#timer)
    this.#dueMs = dueMs
    this.#timer = setTimeout(() => {
      this.#dueMs = Number.POSITIVE_INFINITY
      this.#sending = this.#run()
    }, delayMs)
    this.#timer.unref()
  }

  async #run(): Promise<void> {
    await this.#send()
    this.#sending = undefined
    const { movesMs, heartbeatMs } = this.#options
    if (this.#failures.count > 0) this.#schedule(retryDelayMs(this.#failures.count))
    else if (this.#isComplete || this.#changes.size > 0) this.#schedule(gatherMs)
    else this.#schedule(this.#isAwaitingMoves ? Math.min(movesMs, heartbeatMs) : heartbeatMs)
  }

  async #send(): Promise<void> {
    const { client, registry, accounts, edgeId, directory, authority, log } = this.#options
    try {
      for (const page of this.#takePages()) {
        const edge = { ...directory, tunnelCount: registry.tunnels.size, state: this.#state }
        const input = { edgeId, edge, authority, ...page }
        const signal = this.#lastCall.signal
        const { reportTunnels } = await client.request(ReportTunnelsDocument, { input }, { signal })
        for (const agentId of page.connected) this.#reported.add(agentId)
        const countedElsewhere = new Set(reportTunnels.countedElsewhere)
        const since = new Map(reportTunnels.countedSince.map(({ agentId, seconds }) => [agentId, seconds]))
        for (const agentId of [...page.connected, ...(page.held ?? [])]) {
          registry.setCounted(
            agentId,
            countedElsewhere.has(agentId) ? 'elsewhere' : { sinceSeconds: since.get(agentId) ?? 0 },
          )
        }
        for (const { agentId, reason } of reportTunnels.ended) {
          // The API does not know yet about an agent that has reconnected meanwhile.
          if (reason !== 'MOVED' || !this.#changes.has(agentId)) registry.endByApi(agentId, reason)
        }
        for (const agentId of reportTunnels.released) if (!this.#changes.has(agentId)) registry.release(agentId)
        accounts.setLimits(reportTunnels.limits)
        registry.setDrained(reportTunnels.isDrained)
      }
      if (this.#failures.count > 0) log.info('the API accepts reports again')
      this.#failures.clear()
    } catch (error) {
      this.#failures.add(error)
      this.#isComplete = true
    }
  }

  /** Reports whether agents are on their way to other edges. The answer to a full report says which have arrived. */
  get #isAwaitingMoves(): boolean {
    const { registry } = this.#options
    return registry.isDrained && registry.tunnels.size > 0
  }

  /** Returns what there is to report, one page per request. Changes from now on are reported after the last page. */
  #takePages(): Page[] {
    // Timers are not exact: a twelfth heartbeat that fires slightly early counts too.
    const reviewAfterMs = (heartbeatsPerReview - 0.5) * this.#options.heartbeatMs
    const isComplete =
      this.#isComplete || this.#isAwaitingMoves || performance.now() - this.#reviewedMs >= reviewAfterMs
    const changes = [...this.#changes]
    this.#changes.clear()
    this.#isComplete = false
    for (const [agentId] of changes) this.#reported.delete(agentId)
    if (!isComplete) {
      return paginate(changes).map((page) => ({
        complete: false,
        connected: filterByConnected(page, true),
        disconnected: filterByConnected(page, false),
      }))
    }
    this.#reviewedMs = performance.now()
    const open = this.#options.registry.listConnected().map(({ agentId }) => agentId)
    const isOpen = new Set(open)
    for (const agentId of this.#reported) if (!isOpen.has(agentId)) this.#reported.delete(agentId)
    const pages = paginate(open.toSorted(byCodePoint))
    return pages.map((page, index) => ({
      complete: true,
      after: pages[index - 1]?.at(-1),
      upTo: index < pages.length - 1 ? page.at(-1) : undefined,
      connected: page.filter((agentId) => !this.#reported.has(agentId)),
      held: page.filter((agentId) => this.#reported.has(agentId)),
      disconnected: [],
    }))
  }
}

/** Compares ids as the API's database does; they are ASCII. */
function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/** Returns at least one page: an empty report is a heartbeat. */
function paginate<T>(items: readonly T[]): T[][] {
  const count = Math.max(1, Math.ceil(items.length / agentsPerPage))
  return Array.from({ length: count }, (_, page) => items.slice(page * agentsPerPage, (page + 1) * agentsPerPage))
}

function filterByConnected(changed: [agentId: string, isConnected: boolean][], wanted: boolean): string[] {
  return changed.filter(([, isConnected]) => isConnected === wanted).map(([agentId]) => agentId)
}
