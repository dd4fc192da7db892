import type { FaultReport } from '../reporting.ts'
import { RoutesUnknown } from '../routes/directory.ts'
import type { EdgeEntry, OwnTunnels, Route, RouteDirectory } from '../routes/directory.ts'
import { RememberedRoutes } from '../routes/remembered-routes.ts'
import { socketPathOf } from './place.ts'
import type { Place } from './place.ts'
import { RouteAsker, RouteTeller } from './route-channel.ts'

export interface ProcessDirectoryOptions {
  place: Place
  /** This process. */
  self: EdgeEntry
  own: OwnTunnels
  reportFault: FaultReport
}

const knownMax = 20_000
const looksMax = 2_000
/** Changes within this time share a message, in milliseconds. */
const gatherMs = 5

/** The directory of one edge's processes: each asks the others, and is notified of changes. */
export class ProcessDirectory implements RouteDirectory {
  readonly #self: EdgeEntry
  readonly #teller: RouteTeller
  readonly #askers: RouteAsker[]
  readonly #known = new RememberedRoutes(knownMax)
  readonly #looks = new Map<string, Promise<readonly Route[]>>()
  readonly #changed = new Set<string>()
  #telling: NodeJS.Timeout | undefined

  private constructor({ place, self, own, reportFault }: ProcessDirectoryOptions) {
    this.#self = self
    this.#teller = new RouteTeller(self, own, reportFault)
    const others = Array.from({ length: place.count }, (_, number) => number).filter((each) => each !== place.number)
    const forget = (hostnames: readonly string[] | 'all') => this.#forgetAll(hostnames)
    this.#askers = others.map((number) => new RouteAsker(socketPathOf(place, number, 'routes'), forget, reportFault))
  }

  static async open(options: ProcessDirectoryOptions): Promise<ProcessDirectory> {
    const directory = new ProcessDirectory(options)
    await directory.#teller.listen(socketPathOf(options.place, options.place.number, 'routes'))
    return directory
  }

  get size(): number {
    return this.#known.size
  }

  peek(hostname: string): readonly Route[] | undefined {
    return this.#known.peek(hostname)
  }

  async look(hostname: string): Promise<readonly Route[]> {
    const under = this.#looks.get(hostname)
    if (under !== undefined) return await under
    if (this.#looks.size >= looksMax) throw new RoutesUnknown('Too many hostnames are being looked up.')
    const look = this.#ask(hostname)
    this.#looks.set(hostname, look)
    // Unless it was notified of a change meanwhile.
    const isLatest = () => this.#looks.get(hostname) === look
    try {
      const routes = await look
      if (isLatest()) this.#known.note(hostname, routes)
      return routes
    } finally {
      if (isLatest()) this.#looks.delete(hostname)
    }
  }

  forget(hostname: string): void {
    this.#known.doubt(hostname)
    this.#looks.delete(hostname)
  }

  announce(hostname: string): void {
    this.#changed.add(hostname)
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined
      this.#teller.tell({ changed: [...this.#changed] })
      this.#changed.clear()
    }, gatherMs)
  }

  setLeaving(isLeaving: boolean): void {
    this.#self.isLeaving = isLeaving
    this.#teller.tell({ entry: this.#self })
  }

  close(): Promise<void> {
    clearTimeout(this.#telling)
    this.#teller.close()
    for (const asker of this.#askers) asker.close()
    return Promise.resolve()
  }

  async #ask(hostname: string): Promise<readonly Route[]> {
    const answers = await Promise.all(this.#askers.map((asker) => asker.ask(hostname)))
    const routes = answers.flatMap((answer) => answer ?? [])
    if (routes.length === 0 && answers.includes(undefined)) {
      throw new RoutesUnknown('A process of this edge does not say what it serves.')
    }
    return routes
  }

  #forgetAll(hostnames: readonly string[] | 'all'): void {
    if (hostnames === 'all') {
      this.#known.doubtAll()
      this.#looks.clear()
    } else for (const hostname of hostnames) this.forget(hostname)
  }
}
