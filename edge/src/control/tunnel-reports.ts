import { setTimeout as delay } from 'node:timers/promises'
import type { ControlClient } from '@culvert/control-client'
import type { EdgeDescriptionInput, EdgeState, ReportTunnelsInput } from '@culvert/schema/client-types'
import type { Logger } from 'pino'
import type { Accounts } from '../accounts/accounts.ts'
import type { TunnelListener, TunnelRegistry } from '../tunnels/registry.ts'
import { ReportTunnelsDocument, TunnelEndedDocument } from './control.generated.ts'
import { retryDelayMs } from '../retry.ts'

export interface TunnelReportsOptions {
  /** An id made at each start. */
  edgeId: string
  /** What it says of itself besides its tunnels. */
  directory: Omit<EdgeDescriptionInput, 'tunnelCount' | 'state'>
  /** PEM of the authority behind this edge's certificates; undefined where they are publicly trusted. */
  authority: string | undefined
  client: ControlClient
  registry: TunnelRegistry
  accounts: Accounts
  /** The time after which a report goes out that says nothing new, as a heartbeat; milliseconds. */
  heartbeatMs: number
  /** The time between two reports of everything while agents are on their way to other edges; milliseconds. */
  movesMs: number
  /** Time from the start of the subscription to a second report of everything, in milliseconds. */
  secondLookMs: number
  log: Logger
}

/** Changes within this time share a report. */
const gatherMs = 50

/** How many heartbeats apart everything is reported again. */
const heartbeatsPerReview = 12

/** Agents in one request: thousands of tunnels are reported in pages. */
const agentsPerPage = 1_000

type Page = Omit<ReportTunnelsInput, 'edgeId' | 'edge' | 'authority'>

/**
 * Keeps the API and this edge agreed on which tunnels are open. Changes go out as they happen; after any doubt
 * (a start, a failed report, a lost subscription), and every twelfth heartbeat in any case, the whole list does, and the tunnels
 * that the API names in return are ended.
 */
export class TunnelReports implements TunnelListener {
  readonly #options: TunnelReportsOptions
  readonly #unsubscribe: () => void
  /** What the API does not know yet: whether each agent is connected. */
  readonly #changes = new Map<string, boolean>()
  /** Agents whose tunnel is open here, and of which the API knows. */
  readonly #told = new Set<string>()
  #isComplete = true
  #state: EdgeState = 'SERVING'
  /** When everything was last reported; milliseconds of the monotonic clock. */
  #reviewedMs = performance.now()
  #failures = 0
  #timer: NodeJS.Timeout | undefined
  /** When the timer is due; milliseconds of the monotonic clock. */
  #dueMs = Number.POSITIVE_INFINITY
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

  /** Tells the API that no more agents are to be sent here. Resolves once it knows, at the latest after `timeoutMs`. */
  async leave(timeoutMs: number): Promise<void> {
    this.#state = 'DRAINING'
    const late = new AbortController()
    const timeout = delay(timeoutMs, undefined, { signal: late.signal }).catch(() => {})
    await Promise.race([this.#reportNow(), timeout])
    late.abort()
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
    this.#state = 'STOPPED'
    await this.#send()
    clearTimeout(timer)
  }

  #change(agentId: string, isConnected: boolean): void {
    this.#changes.set(agentId, isConnected)
    // After a failure, the next attempt reports everything anyway, at its own time.
    if (this.#failures === 0) this.#schedule(gatherMs)
  }

  /** Reports everything now, and once more when the server is sure to send events. */
  #lookTwice(): void {
    this.#reportAll()
    clearTimeout(this.#secondLook)
    this.#secondLook = setTimeout(() => this.#reportAll(), this.#options.secondLookMs).unref()
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
    // An earlier report stays: agents that come one after the other must not put it off for as long as they do.
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
    if (this.#failures > 0) this.#schedule(retryDelayMs(this.#failures))
    else if (this.#isComplete || this.#changes.size > 0) this.#schedule(gatherMs)
    else this.#schedule(this.#awaitsMoves ? Math.min(movesMs, heartbeatMs) : heartbeatMs)
  }

  async #send(): Promise<void> {
    const { client, registry, accounts, edgeId, directory, authority, log } = this.#options
    try {
      for (const page of this.#takePages()) {
        const edge = { ...directory, tunnelCount: registry.tunnels.size, state: this.#state }
        const input = { edgeId, edge, authority, ...page }
        const signal = this.#lastCall.signal
        const { reportTunnels } = await client.request(ReportTunnelsDocument, { input }, { signal })
        for (const agentId of page.connected) this.#told.add(agentId)
        const countedElsewhere = new Set(reportTunnels.countedElsewhere)
        const since = new Map(reportTunnels.countedSince.map(({ agentId, seconds }) => [agentId, seconds]))
        for (const agentId of [...page.connected, ...(page.held ?? [])]) {
          registry.setCounted(
            agentId,
            countedElsewhere.has(agentId) ? 'elsewhere' : { sinceSeconds: since.get(agentId) ?? 0 },
          )
        }
        for (const { agentId, reason } of reportTunnels.ended) {
          // The API does not know yet of an agent that has come back meanwhile.
          if (reason !== 'MOVED' || !this.#changes.has(agentId)) registry.endByApi(agentId, reason)
        }
        for (const agentId of reportTunnels.released) if (!this.#changes.has(agentId)) registry.release(agentId)
        accounts.setLimits(reportTunnels.limits)
        registry.setDrained(reportTunnels.isDrained)
      }
      if (this.#failures > 0) log.info('the API takes reports again')
      this.#failures = 0
    } catch (error) {
      if (this.#failures === 0) log.warn({ err: error }, 'the API does not take reports; tunnels go on')
      this.#failures += 1
      this.#isComplete = true
    }
  }

  /** Reports whether agents are on their way to other edges. The answer to a report of everything says which have arrived. */
  get #awaitsMoves(): boolean {
    const { registry } = this.#options
    return registry.isDrained && registry.tunnels.size > 0
  }

  /** Returns what there is to report, one page a request. Changes from now on are reported after the last page. */
  #takePages(): Page[] {
    // Timers are not exact: a twelfth heartbeat that comes a little early counts too.
    const reviewAfterMs = (heartbeatsPerReview - 0.5) * this.#options.heartbeatMs
    const isComplete = this.#isComplete || this.#awaitsMoves || performance.now() - this.#reviewedMs >= reviewAfterMs
    const changes = [...this.#changes]
    this.#changes.clear()
    this.#isComplete = false
    for (const [agentId] of changes) this.#told.delete(agentId)
    if (!isComplete) {
      return paginate(changes).map((page) => ({
        complete: false,
        connected: agentsThat(page, true),
        disconnected: agentsThat(page, false),
      }))
    }
    this.#reviewedMs = performance.now()
    const open = this.#options.registry.listConnected().map(({ agentId }) => agentId)
    const isOpen = new Set(open)
    for (const agentId of this.#told) if (!isOpen.has(agentId)) this.#told.delete(agentId)
    const pages = paginate(open.toSorted(byCodePoint))
    return pages.map((page, index) => ({
      complete: true,
      after: pages[index - 1]?.at(-1),
      upTo: index < pages.length - 1 ? page.at(-1) : undefined,
      connected: page.filter((agentId) => !this.#told.has(agentId)),
      held: page.filter((agentId) => this.#told.has(agentId)),
      disconnected: [],
    }))
  }
}

/** As the API's database compares ids; they are ASCII. */
function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/** Returns at least one page: an empty report is a heartbeat. */
function paginate<T>(items: readonly T[]): T[][] {
  const count = Math.max(1, Math.ceil(items.length / agentsPerPage))
  return Array.from({ length: count }, (_, page) => items.slice(page * agentsPerPage, (page + 1) * agentsPerPage))
}

function agentsThat(changed: [agentId: string, isConnected: boolean][], wanted: boolean): string[] {
  return changed.filter(([, isConnected]) => isConnected === wanted).map(([agentId]) => agentId)
}
