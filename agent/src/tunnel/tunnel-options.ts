import type { OriginTarget } from '../net/target.ts'
import type { GateOptions } from '../rules/gate.ts'
import type { HeaderChanges } from '../rules/header-changes.ts'
import type { InProcessApp } from '../origin/in-process-dialer.ts'
import type { ExchangeTap } from '../origin/exchange-observer.ts'
import type { RequestHead, StreamHandler, WireStream } from '@culvert/wire'
import type { TunnelEvent } from './events.ts'

/** A tunnel that can be opened: every value has been validated. */
export interface TunnelOptions {
  target: OriginTarget
  /** The app, if it is in this process; undefined for one that listens at the target. */
  inProcess?: InProcessApp
  /** The folder that is served at the target; undefined for an app. */
  folder?: string
  /** The API's address, without a trailing slash. */
  server: string
  /** An AuthID or a machine token, `pk_` and 64 hexadecimal digits, or an agent token, which begins with `at_`. Never printed. */
  authToken: string
  /** Authorities that are trusted in addition to this machine's, in PEM. */
  authorities: readonly string[]
  /** A reserved gateway by name or hostname; undefined for a random hostname. */
  gateway: string | undefined
  /** Whether it shares the gateway with other agents. */
  isPooled: boolean
  /** A name for the dashboard. */
  name: string | undefined
  /** Where the agent is, in the terms of its server's edges. */
  region: string | undefined
  /** At how many edges the agent is connected at once, if the server has that many. */
  edgesMax: number
  /** The Host to send to the app; undefined keeps the visitor's. */
  hostHeader: string | undefined
  /** Whether the app sees its own address in place of the public one, and visitors the public one. */
  rewrites: boolean
  requestHeaders: HeaderChanges
  responseHeaders: HeaderChanges
  /** Whether answers that the app sends uncompressed are compressed. */
  compresses: boolean
  gate: GateOptions
  /** Whether any certificate of an https app is accepted. */
  allowsAnyCertificate: boolean
  connectionsMax: number
  streamsMax: number
  /** When the tunnel ends on its own, in milliseconds from its start; undefined for never. */
  ttlMs: number | undefined
  /** Whether the tunnel is opened only once the app accepts connections. */
  waitsForApp: boolean
}

/** An observer of the events of a tunnel. */
export interface TunnelObserver {
  onEvent(event: TunnelEvent): void
  /** Called when a request has arrived. The returned tap follows the exchange. */
  begun?(request: RequestHead): ExchangeTap | undefined
  /** Called with a call of kind `agent`, which is for the agent itself. The returned receiver gets the body. */
  called(stream: WireStream, head: RequestHead): StreamHandler
}
