import { Memo } from '@culvert/program/repeats'
import type { HeaderField, RequestHead, StreamHandler, WireStream } from '@culvert/wire'
import { AnswerWatch } from './answer-watch.ts'
import { ConnectionPool } from './connection-pool.ts'
import type { PoolOptions } from './connection-pool.ts'
import { Exchange } from './exchange.ts'
import type { ExchangeObserver, Traffic } from './exchange.ts'
import { readRequestSection } from './request-head.ts'

export interface LocalAppOptions extends PoolOptions {
  /** The Host that the app is sent; the visitor's when left out. */
  hostHeader?: string
  observer: ExchangeObserver
  /** How long the app may take to begin its answer to a complete request, in milliseconds. Default 10 minutes. */
  answerTimeoutMs?: number
}

/** The app that visitors reach through the tunnel. It outlives the tunnel's connections. */
export interface LocalApp {
  /** Counts since the start. */
  readonly traffic: Readonly<Traffic>
  /** Carries one request to the app; the handler receives what the visitor sends. */
  open(stream: WireStream, request: RequestHead): StreamHandler
  /** Resolves with why the app cannot be reached; with undefined when it can. */
  probe(): Promise<string | undefined>
  /** Ends upgraded connections, which may go on forever. */
  closeUpgraded(): void
  /** Ends all connections to the app. */
  close(): void
}

/** Returns the local app; nothing is opened before the first request. */
export function createLocalApp({
  hostHeader,
  observer,
  answerTimeoutMs = 600_000,
  ...poolOptions
}: LocalAppOptions): LocalApp {
  const pool = new ConnectionPool(poolOptions)
  const traffic: Traffic = { requestCount: 0, bytesIn: 0, bytesOut: 0 }
  const answerWatch = new AnswerWatch(answerTimeoutMs)
  const sections = new Memo((fields: readonly HeaderField[]) => readRequestSection(fields, hostHeader))
  const host = { pool, answerWatch, sections, traffic, observer }
  return {
    traffic,
    open(stream, request) {
      const exchange = new Exchange(host, stream, request)
      exchange.start()
      return exchange
    },
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
