import { BoundedMap } from '../bounded-map.ts'
import type { Route } from './directory.ts'

/** How long what was found is believed, and that nothing was found, if no change is heard of; milliseconds. */
const freshMs = 28_000
const freshAbsentMs = 2_000
const absentMax = 10_000

interface Remembered {
  routes: readonly Route[]
  /** Milliseconds of the monotonic clock. */
  freshUntilMs: number
}

/** What a directory has found, until it hears of a change, or for a while. */
export class RememberedRoutes {
  readonly #found: BoundedMap<string, Remembered>
  /** Kept apart, so that made-up hostnames do not displace those that exist. */
  readonly #absent = new BoundedMap<string, Remembered>(absentMax)

  /** `foundMax` is the number of hostnames with routes that are remembered. */
  constructor(foundMax: number) {
    this.#found = new BoundedMap(foundMax)
  }

  get size(): number {
    return this.#found.size + this.#absent.size
  }

  /** Returns the routes of a hostname; undefined when they must be looked up. */
  peek(hostname: string): readonly Route[] | undefined {
    const remembered = this.#found.get(hostname) ?? this.#absent.get(hostname)
    return remembered !== undefined && performance.now() < remembered.freshUntilMs ? remembered.routes : undefined
  }

  note(hostname: string, routes: readonly Route[]): void {
    const isFound = routes.length > 0
    const [into, outOf] = isFound ? [this.#found, this.#absent] : [this.#absent, this.#found]
    outOf.delete(hostname)
    into.set(hostname, { routes, freshUntilMs: performance.now() + (isFound ? freshMs : freshAbsentMs) })
  }

  forget(hostname: string): void {
    this.#found.delete(hostname)
    this.#absent.delete(hostname)
  }

  clear(): void {
    this.#found.clear()
    this.#absent.clear()
  }
}
