import { BoundedMap } from '../bounded-map.ts'
import type { FaultReport } from '../reporting.ts'
import { RoutesUnknown } from '../routes/directory.ts'
import type { EdgeEntry, OwnTunnels, Route, RouteDirectory } from '../routes/directory.ts'
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

/** How long an answer is believed if no change is heard of, and that there is no route; milliseconds. */
const freshMs = 28_000
const freshAbsentMs = 2_000
const knownMax = 20_000
const absentMax = 10_000
const looksMax = 2_000
/** Changes within this time share a message, in milliseconds. */
const gatherMs = 5

interface Known {
  routes: readonly Route[]
  /** Milliseconds of the monotonic clock. */
  freshUntilMs: number
}

/** The directory of the processes of one edge: each asks the others, and hears of changes. */
export class ProcessDirectory implements RouteDirectory {
  readonly #self: EdgeEntry
  readonly #teller: RouteTeller
  readonly #askers: RouteAsker[]
  readonly #known = new BoundedMap<string, Known>(knownMax)
  /** Kept apart, so that made-up hostnames do not displace those that exist. */
  readonly #absent = new BoundedMap<string, Known>(absentMax)
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
    return this.#known.size + this.#absent.size
  }

  peek(hostname: string): readonly Route[] | undefined {
    const known = this.#known.get(hostname) ?? this.#absent.get(hostname)
    return known !== undefined && performance.now() < known.freshUntilMs ? known.routes : undefined
  }

  async look(hostname: string): Promise<readonly Route[]> {
    const under = this.#looks.get(hostname)
    if (under !== undefined) return await under
    if (this.#looks.size >= looksMax) throw new RoutesUnknown('Too many hostnames are being looked up.')
    const look = this.#ask(hostname).then((routes) => {
      // Unless a change was heard of meanwhile.
      if (this.#looks.get(hostname) === look) this.#note(hostname, routes)
      return routes
    })
    this.#looks.set(hostname, look)
    return await look
  }

  forget(hostname: string): void {
    this.#known.delete(hostname)
    this.#absent.delete(hostname)
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
    return (await Promise.all(this.#askers.map((asker) => asker.ask(hostname)))).flat()
  }

  #note(hostname: string, routes: readonly Route[]): void {
    this.#looks.delete(hostname)
    const nowMs = performance.now()
    if (routes.length > 0) this.#known.set(hostname, { routes, freshUntilMs: nowMs + freshMs })
    else this.#absent.set(hostname, { routes, freshUntilMs: nowMs + freshAbsentMs })
  }

  #forgetAll(hostnames: readonly string[] | 'all'): void {
    if (hostnames === 'all') {
      this.#known.clear()
      this.#absent.clear()
      this.#looks.clear()
    } else for (const hostname of hostnames) this.forget(hostname)
  }
}
