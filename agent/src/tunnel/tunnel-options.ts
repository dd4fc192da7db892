import type { OriginTarget } from '../net/target.ts'
import type { GateOptions } from '../rules/gate.ts'
import type { HeaderChanges } from '../rules/header-changes.ts'
import type { InProcessApp } from '../origin/in-process-dialer.ts'
import type { ExchangeTap } from '../origin/exchange-observer.ts'
import type { RequestHead, StreamHandler, WireStream } from '@culvert/wire'
import type { TunnelEvent } from './events.ts'

/** A tunnel that can be opened: every value has been checked. */
export interface TunnelOptions {
  target: OriginTarget
  /** The app, where it is in this process; undefined for one that listens at the target. */
  inProcess?: InProcessApp
  /** The folder that is served at the target; undefined for an app. */
  folder?: string
  /** The API's address, without a slash at its end. */
  server: string
  /** An AuthID or a machine token, `pk_` and 64 hexadecimal digits, or an agent token, which begins with `at_`. Never printed. */
  authToken: string
  /** Authorities that are trusted besides this machine's, in PEM. */
  authorities: readonly string[]
  /** A reserved gateway by name or hostname; undefined for a random hostname. */
  gateway: string | undefined
  /** Whether it shares the gateway with other agents. */
  isPooled: boolean
  /** A name for the dashboard. */
  name: string | undefined
  /** Where the agent is, in the words of its server's edges. */
  region: string | undefined
  /** At how many edges the agent is connected at once, if the server has as many. */
  edgesMax: number
  /** The Host that the app is sent; undefined leaves the visitor's. */
  hostHeader: string | undefined
  /** Whether the app sees its own address wherever the public one stands, and visitors the public one. */
  rewrites: boolean
  requestHeaders: HeaderChanges
  responseHeaders: HeaderChanges
  /** Whether answers are compressed that the app sends uncompressed. */
  compresses: boolean
  gate: GateOptions
  /** Whether any certificate of an https app is accepted. */
  allowsAnyCertificate: boolean
  connectionsMax: number
  streamsMax: number
  /** When the tunnel ends by itself, in milliseconds from its start; undefined for never. */
  ttlMs: number | undefined
  /** Whether the tunnel is opened only once the app takes connections. */
  waitsForApp: boolean
}

/** An observer of the events of a tunnel. */
export interface TunnelObserver {
  onEvent(event: TunnelEvent): void
  /** Called when a request has come. What it returns follows the exchange. */
  begun?(request: RequestHead): ExchangeTap | undefined
  /** Called with a call for the agent itself, of the kind `agent`. What it returns receives the body. */
  called(stream: WireStream, head: RequestHead): StreamHandler
}
