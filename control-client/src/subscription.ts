import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import { fromGraphQLErrors, fromNetworkFailure, isRecord } from './control-error.ts'
import type { ControlError } from './control-error.ts'

/** Pauses before the 1st, 2nd, 3rd and every later attempt. */
const retryDelaysMs = [1_000, 2_000, 5_000, 10_000]
/** The close code of a server that stops while others serve, or that has missed events, and how long to wait then: many clients get it together. */
const serviceRestart = { code: 1012, delayMaxMs: 500 }
/** A connection that lasted this long was good: the next attempt starts again with the shortest pause. */
const stableAfterMs = 10_000
const heartbeatMs = 25_000
const answerTimeoutMs = 10_000

export interface SubscriptionOptions {
  /** The GraphQL endpoint, `ws:` or `wss:`. */
  url: string
  query: string
  variables: unknown
  /** Called at every connect: a token may have expired since the last. */
  authorization: () => string | Promise<string>
  onNext: (data: unknown) => void
  onConnected: () => void
  onDisconnected: (reason: ControlError) => void
}

/** Keeps one subscription open until the returned function is called, however often its connection breaks. */
export function keepSubscription(options: SubscriptionOptions): () => void {
  let failures = 0
  let connectedAt = Number.POSITIVE_INFINITY
  let retryTimer: NodeJS.Timeout | undefined
  let close = connect()

  return () => {
    clearTimeout(retryTimer)
    close()
  }

  function connect(): () => void {
    return openSubscription(options, {
      onConnected() {
        connectedAt = performance.now()
        options.onConnected()
      },
      onLost(reason, closeCode) {
        const wasConnected = connectedAt !== Number.POSITIVE_INFINITY
        if (performance.now() - connectedAt > stableAfterMs) failures = 0
        connectedAt = Number.POSITIVE_INFINITY
        const delayMs =
          failures === 0 && closeCode === serviceRestart.code
            ? Math.random() * serviceRestart.delayMaxMs
            : retryDelaysMs[Math.min(failures, retryDelaysMs.length - 1)]
        failures += 1
        retryTimer = setTimeout(() => {
          close = connect()
        }, delayMs)
        if (wasConnected) options.onDisconnected(reason)
      },
    })
  }
}

/**
 * Makes one attempt on a separate connection. `onLost` is called at most once, and not after the returned function was called.
 * graphql-ws itself retries only for some close codes; here every end of the connection is the same to the caller.
 */
function openSubscription(
  options: SubscriptionOptions,
  handler: { onConnected: () => void; onLost: (reason: ControlError, closeCode?: number) => void },
): () => void {
  let over = false
  let pongTimer: NodeJS.Timeout | undefined

  const client = createClient({
    url: options.url,
    webSocketImpl: TimedWebSocket,
    connectionParams: async () => ({ authorization: await options.authorization() }),
    retryAttempts: 0,
    connectionAckWaitTimeout: answerTimeoutMs,
    keepAlive: heartbeatMs,
    on: {
      // The acknowledgement arrives before the subscription is sent: a program that read state now would miss events.
      connected: () => setImmediate(() => !over && handler.onConnected()),
      ping: (received) => {
        if (!received) pongTimer = setTimeout(() => client.terminate(), answerTimeoutMs)
      },
      pong: (received) => {
        if (received) clearTimeout(pongTimer)
      },
      closed: (event) => lose(fromNetworkFailure(options.url, describeClose(event)), findCloseCode(event)),
    },
  })
  const unsubscribe = client.subscribe(
    { query: options.query, variables: isRecord(options.variables) ? options.variables : undefined },
    {
      next(result) {
        if (over) return
        // An event that the server could not deliver is lost; after reconnecting, the owner reads the whole state.
        if (result.errors !== undefined) lose(fromGraphQLErrors(result.errors))
        else options.onNext(result.data)
      },
      error: (failure) =>
        lose(Array.isArray(failure) ? fromGraphQLErrors(failure) : fromNetworkFailure(options.url, failure)),
      complete: () => lose(fromNetworkFailure(options.url, 'the server ended the subscription')),
    },
  )
  return end

  function end() {
    over = true
    clearTimeout(pongTimer)
    unsubscribe()
  }

  function lose(reason: ControlError, closeCode?: number) {
    if (over) return
    end()
    handler.onLost(reason, closeCode)
  }
}

/** A WebSocket that gives up if the server does not finish the opening handshake. */
class TimedWebSocket extends WebSocket {
  constructor(address: string, protocols: string) {
    super(address, protocols, { handshakeTimeout: answerTimeoutMs })
    // graphql-ws removes its listener before it closes; an `error` event without a listener would end the process.
    this.on('error', () => {})
  }
}

function findCloseCode(event: unknown): number | undefined {
  return isRecord(event) && typeof event.code === 'number' ? event.code : undefined
}

function describeClose(event: unknown): string {
  if (!isRecord(event) || typeof event.code !== 'number') return 'the connection closed'
  const reason = typeof event.reason === 'string' && event.reason !== '' ? `: ${event.reason}` : ''
  return `the connection closed with ${event.code}${reason}`
}
