import { Connector } from './connector.ts'
import type { ConnectorOptions } from './connector.ts'
import type { KnownEdges } from './known-edges.ts'
import { SessionKeeper } from './session-keeper.ts'
import type { KeeperOwner } from './session-keeper.ts'
import type { TunnelSession } from './tunnel-session.ts'

/** The largest number of processes of an edge at which an agent is connected. */
const processesMax = 8

/** The link that the sessions at an edge belong to. */
export interface EdgeSessionsOwner extends KeeperOwner {
  /** Called when a session is no longer wanted, because its process is gone or the others are at another edge. */
  onEnded(keeper: SessionKeeper): void
  /** Called when the agent must not continue. */
  onFailed(error: unknown): void
}

export interface EdgeSessionsOptions extends Omit<
  ConnectorOptions,
  'edges' | 'process' | 'hasSiblingSessions' | 'mayContinueAfterRefusal'
> {
  edges: KnownEdges
  mayContinueAfterRefusal(keeper: SessionKeeper): boolean
}

/** The sessions at one edge: a first one, which moves to another edge when its edge is lost, and one in each other process that the agent is told of. */
export class EdgeSessions implements KeeperOwner {
  readonly #options: EdgeSessionsOptions
  readonly #link: EdgeSessionsOwner
  readonly #first: SessionKeeper
  /** The other sessions, by process number. */
  readonly #others = new Map<number, SessionKeeper>()

  constructor(options: EdgeSessionsOptions, link: EdgeSessionsOwner) {
    this.#options = options
    this.#link = link
    const hasSiblingSessions = () => [...this.#others.values()].some((other) => other.isServing)
    this.#first = this.#createKeeper({ edges: options.edges, hasSiblingSessions })
  }

  get keepers(): SessionKeeper[] {
    return [this.#first, ...this.#others.values()]
  }

  get leaving(): AbortSignal {
    return this.#link.leaving
  }

  start(): void {
    this.#run(this.#first)
  }

  onConnected(keeper: SessionKeeper, session: TunnelSession): void {
    if (keeper === this.#first) this.#openOthers(session)
    this.#link.onConnected(keeper, session)
  }

  onInterrupted(keeper: SessionKeeper, reason: string, delayMs: number): void {
    this.#link.onInterrupted(keeper, reason, delayMs)
  }

  async isReplacedByOther(keeper: SessionKeeper): Promise<boolean> {
    const isReplaced = await this.#link.isReplacedByOther(keeper)
    // Another address leads to the same edge, and so to its sessions in the other processes.
    if (isReplaced && keeper === this.#first) this.#endOthers(() => true)
    return isReplaced
  }

  /** Opens a session in each of the other processes of the first session's edge, and in no other process. */
  #openOthers({ processPosition }: TunnelSession): void {
    const url = this.#first.connector.servingUrl
    const others =
      processPosition === undefined ? [] : Array.from({ length: processPosition.count }, (_, number) => number)
    const wanted = others.filter((number) => number !== processPosition?.number).slice(0, processesMax - 1)
    this.#endOthers((number, other) => other.connector.servingUrl !== url || !wanted.includes(number))
    if (url === undefined) return
    for (const process of wanted) {
      if (this.#others.has(process)) continue
      const keeper = this.#createKeeper({ edges: this.#options.edges.only(url), process })
      this.#others.set(process, keeper)
      this.#run(keeper)
    }
  }

  /** Stops maintaining the other sessions. Existing ones are ended by the edge, which may send requests until then. */
  #endOthers(isUnwanted: (number: number, other: SessionKeeper) => boolean): void {
    for (const [number, other] of this.#others) {
      if (!isUnwanted(number, other)) continue
      this.#others.delete(number)
      other.end()
      this.#link.onEnded(other)
    }
  }

  #createKeeper(own: Pick<ConnectorOptions, 'edges' | 'process' | 'hasSiblingSessions'>): SessionKeeper {
    const mayContinueAfterRefusal = () => this.#options.mayContinueAfterRefusal(keeper)
    const keeper = new SessionKeeper(new Connector({ ...this.#options, ...own, mayContinueAfterRefusal }), this)
    return keeper
  }

  #run(keeper: SessionKeeper): void {
    void keeper.run().catch((error: unknown) => this.#link.onFailed(error))
  }
}
