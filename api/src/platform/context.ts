import type { Role } from '../generated/schema.ts'
import type { Clock } from '../ground/clock.ts'
import type { Actor } from './access/actor.ts'
import type { Suspendable } from './access/suspension.ts'
import type { App } from './app.ts'
import type { Db } from './db/db.ts'

/** The queries for many keys that a feature's loaders are made of, by the names of the loaders. */
export type Finders = Record<string, (db: Db, keys: readonly string[], clock: Clock) => Promise<Map<string, unknown>>>

/**
 * The batching readers of an operation. Each feature has a list of the queries (`loaders.ts`); `features/loaders.ts` joins the lists, makes
 * the loaders, and adds them to this interface.
 */
export interface Loaders {
  /** The viewer's role. Key: the account's id. */
  viewerRole: {
    /** Throws FACTOR_REQUIRED if the account is closed to their session. */
    load: (accountId: string) => Promise<Role | undefined>
    /** Finds it in a closed account as well. */
    loadAlsoClosed: (accountId: string) => Promise<Role | undefined>
    /** Loads whether an account of theirs is suspended, and why. */
    loadSuspension: (accountId: string) => Promise<Suspendable>
  }
}

/** A secret that the browser keeps out of reach of its scripts. */
export interface BrowserCookie {
  read(): string | undefined
  /** Without a lifetime, the browser drops it when it closes. */
  write(value: string, lifetimeMs: number | undefined): void
  clear(): void
}

export interface BrowserCookies {
  /** The refresh token of the session. */
  refresh: BrowserCookie
  /** What binds an authorization by a sign-in provider to the browser that began it. */
  provider: BrowserCookie
}

/** The context of one operation: the program, the actor, and the batching readers. */
export interface RequestContext extends App {
  /** Names this request in the log and in the answer's `x-request-id`. */
  requestId: string
  actor: Actor
  clientAddress: string
  /** What counts as one client when attempts are counted: the address, or its /64 if it is an IPv6 one. */
  clientNetwork: string
  /** The client's User-Agent header; null when it sent none. */
  userAgent: string | null
  /** The browser's cookies; undefined when none can be set (over WebSocket). */
  cookies: BrowserCookies | undefined
  loaders: Loaders
  /** Returns the context in which an event is shown: its subscribers share what they read of it. Undefined for anything but a subscription. */
  showEvent: ((event: object) => RequestContext) | undefined
  /** Called once something was done, or may have been, that no transaction undoes: a repeat by an idempotency key then does not do it again. */
  markDone?: () => void
  /** The time that the operation may take; undefined for subscriptions, whose events come for hours. */
  budget: { /** Throws UNAVAILABLE once the operation has taken too long. */ checkTime(): void } | undefined
}
