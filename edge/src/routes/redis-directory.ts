import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { BoundedMap } from '../bounded-map.ts'
import { redisSettings } from '../redis-settings.ts'
import { waitAtMost } from '../wait-at-most.ts'
import { Announcer } from './announcer.ts'
import { type EdgeEntry, type OwnTunnels, type Route, type RouteDirectory, RoutesUnknown } from './directory.ts'
import { RouteCache } from './route-cache.ts'
import { type Change, changesChannel, edgeKey, findScript, readChange, readRoutes, routesKey } from './redis-keys.ts'

export interface RedisDirectoryOptions {
  url: string
  /** This edge; undefined if others cannot reach it, so that it announces nothing. */
  self: EdgeEntry | undefined
  own: OwnTunnels
  /** Called with the result of each look-up and the time that it took, in milliseconds. */
  onLookUp: (result: LookUpResult, durationMs: number) => void
  log: Logger
}

export type LookUpResult = 'found' | 'none' | 'failed'

const knownMax = 50_000
const lookUpsMax = 2_000
/** For how long after Redis is back some edges may not yet have rewritten what it lost, in milliseconds. */
const rewriteGraceMs = 4_000
/** How many times a look-up is repeated because a change arrived during it. */
const lookUpRetriesMax = 3

/** A look-up under way. */
interface PendingLookUp {
  routes: Promise<readonly Route[]>
  /** Set when a change arrives meanwhile: the answer may be older. */
  isStale: boolean
}

/**
 * The directory of several edges, in Redis. An edge's own entry expires unless it is renewed, and its routes count only while that entry exists: a
 * killed edge need not withdraw anything. All times are those of Redis.
 */
export class RedisDirectory implements RouteDirectory {
  readonly #options: RedisDirectoryOptions
  readonly #redis: Redis
  readonly #subscriber: Redis
  readonly #cache = new RouteCache(knownMax)
  readonly #lookUps = new Map<string, PendingLookUp>()
  /** One object for each edge, which all of its routes share. */
  readonly #edges = new BoundedMap<string, EdgeEntry>(1_000)
  /** Undefined if others cannot reach this edge. */
  readonly #announcer: Announcer | undefined
  /** Undefined until Redis answers, or fails to. */
  #state: 'answers' | 'refuses' | 'away' | undefined
  /** Whether Redis has been reachable before. */
  #hasAnswered = false
  /** Until when a Redis that was away may be missing entries; milliseconds of the monotonic clock. */
  #incompleteUntilMs = 0

  constructor(options: RedisDirectoryOptions) {
    this.#options = options
    this.#redis = new Redis(options.url, { ...redisSettings, retryStrategy })
    // A separate connection: a subscribed one accepts no other commands. Nothing is asked on it, so nothing times out.
    this.#subscriber = new Redis(options.url, {
      enableOfflineQueue: false,
      disconnectTimeout: redisSettings.disconnectTimeout,
      retryStrategy,
      autoResubscribe: false,
    })
    const { self, own } = options
    const onFailed = (error: unknown) => this.#noteFailure(error)
    const onWritten = () => this.#noteAnswer()
    this.#announcer = self && new Announcer({ redis: this.#redis, self, own, onFailed, onWritten })
    this.#redis.on('error', onFailed).on('ready', () => this.#begin())
    this.#redis.on('close', () => this.#noteDisconnected())
    this.#subscriber.on('error', () => {}).on('ready', () => void this.#subscribe())
    this.#subscriber.on('message', (_, text: string) => this.#take(readChange(text)))
  }

  get size(): number {
    return this.#cache.size
  }

  peek(hostname: string): readonly Route[] | undefined {
    return this.#cache.peek(hostname)
  }

  async lookUp(hostname: string): Promise<readonly Route[]> {
    const under = this.#lookUps.get(hostname)
    if (under !== undefined) return await under.routes
    if (this.#lookUps.size >= lookUpsMax) throw new RoutesUnknown('Too many hostnames are being looked up.')
    const look: PendingLookUp = { routes: Promise.resolve([]), isStale: false }
    this.#lookUps.set(hostname, look)
    look.routes = this.#find(hostname, look)
    try {
      return await look.routes
    } finally {
      this.#lookUps.delete(hostname)
    }
  }

  forget(hostname: string): void {
    this.#cache.invalidate(hostname)
    const look = this.#lookUps.get(hostname)
    if (look !== undefined) look.isStale = true
  }

  announce(hostname: string): void {
    this.#announcer?.announce(hostname)
  }

  setLeaving(isLeaving: boolean): void {
    this.#announcer?.setLeaving(isLeaving)
  }

  async close(timeoutMs: number): Promise<void> {
    await waitAtMost(timeoutMs, this.#announcer?.close())
    // Not by QUIT, which would wait for a Redis that is away.
    this.#subscriber.disconnect()
    this.#redis.disconnect()
  }

  async #find(hostname: string, look: PendingLookUp): Promise<readonly Route[]> {
    const { self, onLookUp } = this.#options
    const startedMs = performance.now()
    for (let looks = 1; ; looks += 1) {
      look.isStale = false
      let found: Route[]
      try {
        found = readRoutes(await this.#query(hostname))
      } catch (error) {
        onLookUp('failed', performance.now() - startedMs)
        return this.#fallBack(hostname, 'Redis does not say which edge serves the hostname.', error)
      }
      if (look.isStale && looks < lookUpRetriesMax) continue
      const routes = found.filter(({ edge }) => edge.id !== self?.id).map((route) => this.#internEdge(route))
      if (routes.length === 0 && startedMs < this.#incompleteUntilMs) {
        onLookUp('failed', performance.now() - startedMs)
        return this.#fallBack(hostname, 'Redis was away, and other edges may not have told it again what they serve.')
      }
      onLookUp(routes.length > 0 ? 'found' : 'none', performance.now() - startedMs)
      if (!look.isStale) this.#cache.note(hostname, routes)
      return routes
    }
  }

  /** Returns what was found before: an edge that no longer has the agent reports that itself. Throws RoutesUnknown if nothing was found. */
  #fallBack(hostname: string, reason: string, cause?: unknown): readonly Route[] {
    const routes = this.#cache.fallBack(hostname)
    if (routes === undefined) throw new RoutesUnknown(reason, { cause })
    return routes
  }

  async #query(hostname: string): Promise<string[]> {
    const found: unknown = await this.#redis.eval(findScript, 1, routesKey(hostname), edgeKey(''))
    return Array.isArray(found) ? found.map(String) : []
  }

  #internEdge(route: Route): Route {
    return { ...route, edge: this.#noteEdge(route.edge) }
  }

  #noteEdge(entry: EdgeEntry): EdgeEntry {
    const edge = Object.assign(this.#edges.get(entry.id) ?? entry, entry)
    this.#edges.set(edge.id, edge)
    return edge
  }

  /** Applies another edge's message. */
  #take(change: Change | undefined): void {
    if (change === undefined) return
    if ('edge' in change) this.#noteEdge(change.edge)
    else for (const hostname of change.hostnames) this.forget(hostname)
  }

  async #subscribe(): Promise<void> {
    try {
      await this.#subscriber.subscribe(changesChannel)
    } catch {
      // The connection is lost again, or its user may not subscribe: what is known is then believed until it expires.
      return
    }
    // Changes may have been missed while not subscribed. A Redis that was away knows less than this edge, until the edges have rewritten their entries.
    if (performance.now() < this.#incompleteUntilMs) setTimeout(() => this.#invalidateAll(), rewriteGraceMs).unref()
    else this.#invalidateAll()
  }

  #invalidateAll(): void {
    this.#cache.invalidateAll()
    for (const look of this.#lookUps.values()) look.isStale = true
  }

  /** Called once Redis answers: its data may be lost. */
  #begin(): void {
    this.#noteAnswer()
    if (this.#hasAnswered) this.#incompleteUntilMs = performance.now() + rewriteGraceMs
    this.#hasAnswered = true
    this.#announcer?.begin()
  }

  #noteAnswer(): void {
    if (this.#state !== 'answers') this.#options.log.info('Redis answers: edges find each other')
    this.#state = 'answers'
  }

  #noteFailure(error: unknown): void {
    const state = error instanceof Error && error.name === 'ReplyError' ? 'refuses' : 'away'
    if (this.#state === state) return
    this.#state = state
    this.#options.log.warn(
      { err: error },
      state === 'refuses'
        ? 'Redis does not accept the routes of this edge: other edges may not find its agents'
        : 'Redis is not reachable: the routes of other edges are unavailable',
    )
  }

  /** Called when the connection is lost, or could not be made: a Redis that was never reachable has nothing to be restored. */
  #noteDisconnected(): void {
    if (this.#hasAnswered) this.#incompleteUntilMs = Number.POSITIVE_INFINITY
  }
}

/** Redis may be restarting, so it is dialled often at first. */
function retryStrategy(times: number): number {
  return Math.min(100 * times, 1_000)
}
