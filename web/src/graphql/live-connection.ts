import { makeVar, type ReactiveVar } from '@apollo/client'
import { createClient, type Client } from 'graphql-ws'

/** How live the screens are: `idle` before anything is subscribed to, `reconnecting` after a loss. */
export type LiveStatus = 'idle' | 'connecting' | 'live' | 'reconnecting'

/** The WebSocket on which the API tells what changed. */
export interface LiveConnection {
  client: Client
  status: ReactiveVar<LiveStatus>
}

/** What a live connection needs from its surroundings. */
export interface LiveConnectionOptions {
  url: string
  getAccessToken(): Promise<string | undefined>
  /** The server refused the token that the connection was opened with. */
  onRefused(): void
  /** The connection is back after a loss; events in between were missed. */
  onReconnected(): void
}

const heartbeatMs = 25_000
const answerTimeoutMs = 10_000
const reconnectWaitsMs = [1000, 2000, 5000, 10_000]
const normalClosure = 1000
const forbidden = 4403

/** Opens the live connection when the first screen subscribes, and keeps it open through every loss. */
export function createLiveConnection(options: LiveConnectionOptions): LiveConnection {
  const status = makeVar<LiveStatus>('idle')
  let answerTimer: ReturnType<typeof setTimeout> | undefined

  const client = createClient({
    url: options.url,
    connectionParams: async () => {
      const accessToken = await options.getAccessToken()
      return accessToken ? { authorization: `Bearer ${accessToken}` } : {}
    },
    keepAlive: heartbeatMs,
    connectionAckWaitTimeout: answerTimeoutMs,
    retryAttempts: Infinity,
    shouldRetry: () => true,
    retryWait: (retries) =>
      new Promise((resolve) => setTimeout(resolve, reconnectWaitsMs[retries] ?? reconnectWaitsMs.at(-1))),
    on: {
      connecting: (isRetry) => status(isRetry ? 'reconnecting' : 'connecting'),
      connected: (_socket, _payload, wasRetry) => {
        status('live')
        if (wasRetry) options.onReconnected()
      },
      ping: (received) => {
        // A socket that was cut silently answers no ping; only giving it up starts the reconnect.
        if (!received) answerTimer = setTimeout(() => client.terminate(), answerTimeoutMs)
      },
      pong: (received) => {
        if (received) clearTimeout(answerTimer)
      },
      closed: (event) => {
        clearTimeout(answerTimer)
        const code = event instanceof CloseEvent ? event.code : undefined
        status(code === normalClosure ? 'idle' : 'reconnecting')
        if (code === forbidden) options.onRefused()
      },
    },
  })

  return { client, status }
}
