import { BoundedMap } from '../bounded-map.ts'
import type { Route } from './directory.ts'

/** How long a found result, and an empty one, is believed unless a change is reported; milliseconds. */
const ttlMs = 28_000
const negativeTtlMs = 2_000
/** How long a found result may be used while no newer one can be obtained, and how often that is tried; milliseconds. */
const staleIfErrorMs = 600_000
const retryMs = 2_000
const absentMax = 10_000

interface CachedRoutes {
  routes: readonly Route[]
  /** Milliseconds of the monotonic clock. */
  foundMs: number
  freshUntilMs: number
}

/** What a directory has found, until a change is reported, or for a limited time. */
export class RouteCache {
  readonly #found: BoundedMap<string, CachedRoutes>
  /** Kept apart, so that made-up hostnames do not displace those that exist. */
  readonly #absent = new BoundedMap<string, CachedRoutes>(absentMax)

  /** `foundMax` is the number of hostnames with routes that are remembered. */
  constructor(foundMax: number) {
    this.#found = new BoundedMap(foundMax)
  }

  get size(): number {
    return this.#found.size + this.#absent.size
  }

  /** Returns the routes of a hostname; undefined if they must be looked up. */
  peek(hostname: string): readonly Route[] | undefined {
    const remembered = this.#found.get(hostname) ?? this.#absent.get(hostname)
    return remembered !== undefined && performance.now() < remembered.freshUntilMs ? remembered.routes : undefined
  }

  note(hostname: string, routes: readonly Route[]): void {
    const isFound = routes.length > 0
    const [into, outOf] = isFound ? [this.#found, this.#absent] : [this.#absent, this.#found]
    outOf.delete(hostname)
    const foundMs = performance.now()
    into.set(hostname, { routes, foundMs, freshUntilMs: foundMs + (isFound ? ttlMs : negativeTtlMs) })
  }

  /** Called when a look-up failed: returns the routes that were found last, which serve until the next one (`stale-if-error`, RFC 5861, section 4). */
  fallBack(hostname: string): readonly Route[] | undefined {
    const remembered = this.#found.get(hostname)
    const nowMs = performance.now()
    if (remembered === undefined || nowMs > remembered.foundMs + staleIfErrorMs) return undefined
    remembered.freshUntilMs = nowMs + retryMs
    return remembered.routes
  }

  /** Called when the routes of a hostname may have changed: the next request looks them up. */
  invalidate(hostname: string): void {
    this.#absent.delete(hostname)
    const remembered = this.#found.get(hostname)
    if (remembered !== undefined) remembered.freshUntilMs = 0
  }

  /** Called when the routes of any hostname may have changed. */
  invalidateAll(): void {
    this.#absent.clear()
    for (const remembered of this.#found.values()) remembered.freshUntilMs = 0
  }
}
