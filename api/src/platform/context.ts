import type { Role } from '../generated/schema.ts'
import type { Actor } from './access/actor.ts'
import type { App } from './app.ts'

/**
 * The batching readers of an operation. Each feature adds its own to this interface where it makes them (`loaders.ts`), and
 * `features/loaders.ts` joins them.
 */
export interface Loaders {
  /** The viewer's role. Key: the account's id. */
  viewerRole: { load: (accountId: string) => Promise<Role | undefined> }
}

/** The browser's refresh token, out of reach of its scripts. */
export interface RefreshCookie {
  read(): string | undefined
  /** Without a lifetime, the browser drops it when it closes. */
  write(refreshToken: string, lifetimeMs: number | undefined): void
  clear(): void
}

/** The context of one operation: the program, the actor, and the batching readers. */
export interface RequestContext extends App {
  /** Names this request in the log and in the answer's `x-request-id`. */
  requestId: string
  actor: Actor
  clientAddress: string
  /** What counts as one client where attempts are counted: the address, or its /64 if it is an IPv6 one. */
  clientNetwork: string
  /** The client's User-Agent header; null when it sent none. */
  userAgent: string | null
  /** The browser's cookie; undefined when none can be set (over WebSocket). */
  refreshCookie: RefreshCookie | undefined
  loaders: Loaders
  /** The time that the operation may take; undefined for subscriptions, whose events come for hours. */
  budget: { /** Throws UNAVAILABLE once the operation has taken too long. */ checkTime(): void } | undefined
}
