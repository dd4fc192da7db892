import { Memo } from '@culvert/program/head-cache'
import type { HeaderField, RequestHead, StreamHandler } from '@culvert/wire'
import type { Gate } from '../rules/gate.ts'
import { noChanges } from '../rules/header-changes.ts'
import { refuseExchange } from './refused-exchange.ts'
import { TrafficRules } from '../rules/traffic-rules.ts'
import type { TrafficRulesOptions } from '../rules/traffic-rules.ts'
import { AnswerWatch } from './answer-watch.ts'
import { ConnectionPool } from './connection-pool.ts'
import type { PoolOptions } from './connection-pool.ts'
import { Exchange } from './exchange.ts'
import type { ExchangeObserver } from './exchange-observer.ts'
import type { ExchangeStream } from './exchange.ts'
import type { Traffic } from './exchange-record.ts'
import { readRequestSection } from './request-head.ts'
import type { OriginTarget } from '../net/target.ts'

export interface LocalAppOptions extends PoolOptions, Partial<Omit<TrafficRulesOptions, 'removesAuthorization'>> {
  target: OriginTarget
  gate?: Gate
  observer: ExchangeObserver
  /** Whether answers that the app sends uncompressed are compressed. */
  compresses?: boolean
  /** How long the app may take to begin its answer to a complete request, in milliseconds. Default 10 minutes. */
  answerTimeoutMs?: number
}

/** The app that visitors reach through the tunnel. It outlives the tunnel's connections. */
export interface LocalApp {
  /** Counts since the start. */
  readonly traffic: Readonly<Traffic>
  /** Carries one request to the app; the handler receives what the visitor sends. */
  open(stream: ExchangeStream, request: RequestHead): StreamHandler
  /** Does the same for the command's user, whom the gate does not concern. */
  openForOwner(stream: ExchangeStream, request: RequestHead): StreamHandler
  /** Resolves with the reason that the app cannot be reached; with undefined if it can. */
  probe(): Promise<string | undefined>
  /** Ends upgraded connections, which may otherwise never end. */
  closeUpgraded(): void
  /** Ends all connections to the app. */
  close(): void
}

/** Returns the local app; nothing is opened before the first request. */
export function createLocalApp({
  hostHeader,
  rewrites = false,
  requestHeaders = noChanges,
  responseHeaders = noChanges,
  gate,
  compresses = false,
  observer,
  answerTimeoutMs = 600_000,
  ...poolOptions
}: LocalAppOptions): LocalApp {
  const pool = new ConnectionPool(poolOptions)
  const traffic: Traffic = { requestCount: 0, bytesIn: 0, bytesOut: 0 }
  const answerWatch = new AnswerWatch(answerTimeoutMs)
  const rules = new TrafficRules({
    target: poolOptions.target,
    hostHeader,
    rewrites,
    requestHeaders,
    responseHeaders,
    removesAuthorization: gate?.requiresPassword === true,
  })
  const sections = new Memo((fields: readonly HeaderField[]) => readRequestSection(rules.forRequest(fields)))
  const host = { pool, answerWatch, sections, rules, compresses, traffic, observer }
  function carry(stream: ExchangeStream, request: RequestHead): StreamHandler {
    const exchange = new Exchange(host, stream, request)
    exchange.start()
    return exchange
  }
  return {
    traffic,
    open(stream, request) {
      const refused = gate?.check(request)
      if (refused !== undefined) {
        traffic.requestCount += 1
        return refuseExchange(stream, request, refused, observer)
      }
      return carry(stream, request)
    },
    openForOwner: carry,
    async probe() {
      return (await pool.probe())?.message
    },
    closeUpgraded() {
      pool.closeDetached()
    },
    close() {
      answerWatch.close()
      pool.close()
    },
  }
}
