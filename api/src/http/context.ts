import type { Actor } from '../auth/actor.ts'
import type { App } from '../app.ts'
import { createLoaders, type Loaders } from '../loaders.ts'
import type { RefreshCookie } from './refresh-cookie.ts'

/** What one operation sees: the program, who asks, and the batching readers. */
export interface RequestContext extends App {
  /** Names this request in the log and in the answer's `x-request-id`. */
  requestId: string
  actor: Actor
  /** The client's address, for counting attempts. */
  clientAddress: string
  /** The client's User-Agent header; null when it sent none. */
  userAgent: string | null
  /** The browser's cookie; undefined where none can be set (over WebSocket). */
  refreshCookie: RefreshCookie | undefined
  loaders: Loaders
}

/** Makes the context of one operation. */
export function createContext(app: App, request: Omit<RequestContext, keyof App | 'loaders'>): RequestContext {
  const log = app.log.child({ requestId: request.requestId })
  return { ...app, ...request, log, loaders: createLoaders(app, request.actor) }
}
