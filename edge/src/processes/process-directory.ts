import type { FaultReport } from '../reporting.ts'
import { type EdgeEntry, type OwnTunnels, type Route, type RouteDirectory, RoutesUnknown } from '../routes/directory.ts'
import { RouteCache } from '../routes/route-cache.ts'
import { type ProcessPosition, socketPathOf } from './position.ts'
import { RouteClient, RouteServer } from './route-channel.ts'

export interface ProcessDirectoryOptions {
  position: ProcessPosition
  /** This process. */
  self: EdgeEntry
  own: OwnTunnels
  reportFault: FaultReport
}

const knownMax = 20_000
const lookUpsMax = 2_000
/** Changes within this time share a message, in milliseconds. */
const gatherMs = 5

/** The directory of one edge's processes: each asks the others, and is notified of changes. */
export class ProcessDirectory implements RouteDirectory {
  readonly #self: EdgeEntry
  readonly #server: RouteServer
  readonly #clients: RouteClient[]
  readonly #cache = new RouteCache(knownMax)
  readonly #lookUps = new Map<string, Promise<readonly Route[]>>()
  readonly #changed = new Set<string>()
  #broadcastTimer: NodeJS.Timeout | undefined

  private constructor({ position, self, own, reportFault }: ProcessDirectoryOptions) {
    this.#self = self
    this.#server = new RouteServer(self, own, reportFault)
    const others = Array.from({ length: position.count }, (_, number) => number).filter(
      (each) => each !== position.number,
    )
    const forget = (hostnames: readonly string[] | 'all') => this.#forgetAll(hostnames)
    this.#clients = others.map(
      (number) => new RouteClient(socketPathOf(position, number, 'routes'), forget, reportFault),
    )
  }

  static async open(options: ProcessDirectoryOptions): Promise<ProcessDirectory> {
    const directory = new ProcessDirectory(options)
    await directory.#server.listen(socketPathOf(options.position, options.position.number, 'routes'))
    return directory
  }

  get size(): number {
    return this.#cache.size
  }

  peek(hostname: string): readonly Route[] | undefined {
    return this.#cache.peek(hostname)
  }

  async lookUp(hostname: string): Promise<readonly Route[]> {
    const under = this.#lookUps.get(hostname)
    if (under !== undefined) return await under
    if (this.#lookUps.size >= lookUpsMax) throw new RoutesUnknown('Too many hostnames are being looked up.')
    const look = this.#ask(hostname)
    this.#lookUps.set(hostname, look)
    // Unless it was notified of a change meanwhile.
    const isLatest = () => this.#lookUps.get(hostname) === look
    try {
      const routes = await look
      if (isLatest()) this.#cache.note(hostname, routes)
      return routes
    } finally {
      if (isLatest()) this.#lookUps.delete(hostname)
    }
  }

  forget(hostname: string): void {
    this.#cache.invalidate(hostname)
    this.#lookUps.delete(hostname)
  }

  announce(hostname: string): void {
    this.#changed.add(hostname)
    this.#broadcastTimer ??= setTimeout(() => {
      this.#broadcastTimer = undefined
      this.#server.broadcast({ changed: [...this.#changed] })
      this.#changed.clear()
    }, gatherMs)
  }

  setLeaving(isLeaving: boolean): void {
    this.#self.isLeaving = isLeaving
    this.#server.broadcast({ entry: this.#self })
  }

  close(): Promise<void> {
    clearTimeout(this.#broadcastTimer)
    this.#server.close()
    for (const asker of this.#clients) asker.close()
    return Promise.resolve()
  }

  async #ask(hostname: string): Promise<readonly Route[]> {
    const answers = await Promise.all(this.#clients.map((asker) => asker.ask(hostname)))
    const routes = answers.flatMap((answer) => answer ?? [])
    if (routes.length === 0 && answers.includes(undefined)) {
      throw new RoutesUnknown('A process of this edge does not say what it serves.')
    }
    return routes
  }

  #forgetAll(hostnames: readonly string[] | 'all'): void {
    if (hostnames === 'all') {
      this.#cache.invalidateAll()
      this.#lookUps.clear()
    } else for (const hostname of hostnames) this.forget(hostname)
  }
}
