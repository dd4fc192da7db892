import type { ConnectorOptions } from './connector.ts'
import { EdgeSessions } from './edge-sessions.ts'
import type { EdgeSessionsOwner } from './edge-sessions.ts'
import { KnownEdges } from './known-edges.ts'
import type { SessionKeeper } from './session-keeper.ts'
import { watchForSleep } from './sleep-watch.ts'
import { Tickets } from './tickets.ts'
import type { RenewTicket, Ticket } from './tickets.ts'
import type { TunnelSession } from './tunnel-session.ts'

export type LinkStatus =
  /** Called when there is a session again after there was none. */
  | { kind: 'connected' }
  /** Called when no session is left and another attempt follows after a pause, in milliseconds. `reason` is a clause for the person at the screen. */
  | { kind: 'reconnecting'; reason: string; delayMs: number }

export interface LinkOptions extends Pick<ConnectorOptions, 'authorities' | 'openStream'> {
  ticket: Ticket
  renewTicket: RenewTicket
  /** At how many edges the agent holds sessions, if the server names that many. */
  edgesMax: number
  /** See `ConnectorOptions`; 3 s by default, within which a killed edge is back. */
  refreshAfterMs?: number
  onStatus: (status: LinkStatus) => void
}

/** How long a connection may take to answer after the machine has woken up. */
const probeMs = 2_000

/** The link between edges and this agent: sessions at each of several edges, across all their connections. */
export class EdgeLink implements EdgeSessionsOwner {
  readonly #options: LinkOptions
  readonly #edges: KnownEdges
  readonly #leaving = new AbortController()
  /** The sessions by edge; the edge of an entry may change. */
  readonly #byEdge: EdgeSessions[] = []
  /** Edges whose session was lost, or whose last attempt failed. */
  readonly #failing = new Set<SessionKeeper>()
  /** Edges that have refused a ticket that the API had just issued. */
  readonly #refused = new Set<SessionKeeper>()
  /** The newest session is the last; interrupted ones finish their streams. */
  readonly #sessions = new Set<TunnelSession>()
  readonly #over = Promise.withResolvers<void>()
  #isUp = false
  #wasUp = false

  constructor(options: LinkOptions) {
    this.#options = options
    this.#edges = new KnownEdges(options.ticket.edges, () => this.#addEdges())
  }

  get leaving(): AbortSignal {
    return this.#leaving.signal
  }

  /** The last measured round trip to an edge in milliseconds; undefined before the first. */
  get roundTripMs(): number | undefined {
    const sessions = [...this.#sessions]
    return (sessions.findLast(({ wire }) => wire.isOpen) ?? sessions.at(-1))?.wire.roundTripMs
  }

  /** Keeps the link open until `leave` is called. Throws Failure when it ends for another reason. */
  async run(): Promise<void> {
    const endWatch = watchForSleep(() => this.#wake())
    this.leaving.addEventListener('abort', () => this.#over.resolve())
    this.#addEdges()
    try {
      await this.#over.promise
    } catch (error) {
      void this.leave(0)
      throw error
    } finally {
      endWatch()
    }
  }

  /** Accepts no more requests; resolves when open streams have finished, or after `graceMs` at the latest. */
  async leave(graceMs: number): Promise<void> {
    this.#leaving.abort()
    const sessions = [...this.#sessions]
    for (const { wire } of sessions) wire.goAway({ code: 'SHUTDOWN', message: 'The agent stops.', graceMs })
    await Promise.all(sessions.map(({ closed }) => closed))
  }

  onConnected(keeper: SessionKeeper, session: TunnelSession): void {
    this.#failing.delete(keeper)
    if (!this.#sessions.has(session)) {
      this.#sessions.add(session)
      void session.closed.then(() => this.#sessions.delete(session))
    }
    this.#wasUp = true
    if (this.#isUp) return
    this.#isUp = true
    this.#options.onStatus({ kind: 'connected' })
  }

  onInterrupted(keeper: SessionKeeper, reason: string, delayMs: number): void {
    this.#failing.add(keeper)
    // At the start, another session may be about to be welcomed.
    if (this.#isServing() || this.#failing.size < this.#keepers.length) return
    this.#isUp = false
    this.#options.onStatus({ kind: 'reconnecting', reason, delayMs })
  }

  onEnded(keeper: SessionKeeper): void {
    this.#failing.delete(keeper)
    this.#refused.delete(keeper)
  }

  onFailed(error: unknown): void {
    this.#over.reject(error)
  }

  async isReplacedByOther(keeper: SessionKeeper): Promise<boolean> {
    const others = this.#keepers.filter((each) => each !== keeper)
    // The edge reports the replacement on one connection, and welcomes on another.
    await Promise.all(others.map((each) => each.untilAttempted()))
    const other = others.find(({ resumeToken }) => resumeToken === keeper.resumeToken)
    if (other === undefined) return false
    const [url, otherUrl] = [keeper.connector.servingUrl, other.connector.servingUrl]
    if (url !== undefined && otherUrl !== undefined && url !== otherUrl) this.#edges.recordAlias(url, otherUrl)
    return true
  }

  get #keepers(): SessionKeeper[] {
    return this.#byEdge.flatMap(({ keepers }) => keepers)
  }

  /** Starts a session for each named edge, up to the wanted number. A started session continues: its edge may come back. */
  #addEdges(): void {
    const wanted = Math.max(1, Math.min(this.#options.edgesMax, this.#edges.list().length))
    while (this.#byEdge.length < wanted && !this.leaving.aborted) {
      const sessions = this.#createSessions()
      this.#byEdge.push(sessions)
      sessions.start()
    }
  }

  #createSessions(): EdgeSessions {
    const { refreshAfterMs = 3_000, ticket, authorities, renewTicket, openStream } = this.#options
    const options = {
      tickets: new Tickets(this.#byEdge.length === 0 ? ticket.ticket : undefined, renewTicket),
      edges: this.#edges,
      authorities,
      openStream,
      refreshAfterMs,
      isOtherServing: () => this.#isServing(),
      mayContinueAfterRefusal: (keeper: SessionKeeper) => {
        this.#refused.add(keeper)
        return this.#wasUp || this.#refused.size < this.#keepers.length
      },
    }
    return new EdgeSessions(options, this)
  }

  #isServing(): boolean {
    return [...this.#sessions].some(({ wire }) => wire.isOpen)
  }

  #wake(): void {
    for (const keeper of this.#keepers) keeper.wake()
    for (const { wire } of this.#sessions) wire.probe(probeMs)
  }
}
