import type { ReactiveVar } from '@apollo/client'
import { createClient, type Client } from 'graphql-ws'

/** How live the screens are: `idle` before anything is subscribed to, `reconnecting` after a loss. */
export type LiveStatus = 'idle' | 'connecting' | 'live' | 'reconnecting'

/** The WebSocket on which the API tells what changed. */
export interface LiveConnection {
  client: Client
  /** Drops the connection; it opens again, with a token of that moment, for whoever is still subscribed. */
  disconnect: () => void
}

/** What a live connection needs from its surroundings. */
export interface LiveConnectionOptions {
  url: string
  /** Told how live the screens are. */
  status: ReactiveVar<LiveStatus>
  getAccessToken: () => Promise<string | undefined>
  /** The server closed the connection because the token that opened it has ended. */
  onTokenEnded: (token: string | undefined) => void
  /** Events may have been missed: before the connection was back, or before the server took up a subscription. */
  onEventsMissed: () => void
}

const heartbeatMs = 25_000
/** Screens load one after the other: what they subscribe to within this time of a connection begins with it. */
const beginningMs = 2_000
/** Subscriptions that begin together are taken up one after the other: after this time without another, all of them are. */
const takenUpMs = 250
const answerTimeoutMs = 10_000
const reconnectWaitsMs = [1000, 2000, 5000]
const reconnectWaitMaxMs = 10_000

const closeCodes = { normal: 1000, forbidden: 4403 }

/** Opens the live connection when the first screen subscribes, and keeps it open through every loss. */
export function createLiveConnection(options: LiveConnectionOptions): LiveConnection {
  const { status } = options
  let accessToken: string | undefined
  let eventsMissed = false
  let answerTimer: ReturnType<typeof setTimeout> | undefined
  let takenUpTimer: ReturnType<typeof setTimeout> | undefined
  let connectedMs = -Infinity
  let lastId = 0
  /** The last of the subscriptions that began with this connection. */
  let lastInitialId = 0

  const client = createClient({
    url: options.url,
    connectionParams: async () => {
      accessToken = await options.getAccessToken()
      return accessToken ? { authorization: `Bearer ${accessToken}` } : {}
    },
    generateID: () => {
      lastId += 1
      if (performance.now() - connectedMs < beginningMs) lastInitialId = lastId
      return String(lastId)
    },
    keepAlive: heartbeatMs,
    connectionAckWaitTimeout: answerTimeoutMs,
    retryAttempts: Infinity,
    shouldRetry: () => true,
    retryWait: (retries) =>
      new Promise((resolve) => setTimeout(resolve, reconnectWaitsMs[retries] ?? reconnectWaitMaxMs)),
    on: {
      connecting: () => {
        if (!eventsMissed) status('connecting')
      },
      connected: () => {
        status('live')
        if (eventsMissed) options.onEventsMissed()
        eventsMissed = false
        connectedMs = performance.now()
        lastInitialId = lastId
      },
      ping: (received) => {
        // A socket that was cut silently answers no ping; only giving it up starts the reconnect.
        if (!received) answerTimer = setTimeout(() => client.terminate(), answerTimeoutMs)
      },
      pong: (received, payload) => {
        if (!received) return
        clearTimeout(answerTimer)
        // What screens show at first they asked for before the server took up what they subscribed to.
        if (payload?.takenUp === undefined || Number(payload.takenUp) > lastInitialId) return
        clearTimeout(takenUpTimer)
        takenUpTimer = setTimeout(options.onEventsMissed, takenUpMs)
      },
      closed: (event) => {
        clearTimeout(answerTimer)
        clearTimeout(takenUpTimer)
        const code = event instanceof CloseEvent ? event.code : undefined
        eventsMissed = code !== closeCodes.normal
        // A token ends every few minutes: the next one takes over within a second, which is no loss to speak of.
        if (code === closeCodes.forbidden) options.onTokenEnded(accessToken)
        else status(eventsMissed ? 'reconnecting' : 'idle')
      },
    },
  })

  const disconnect = () => {
    client.terminate()
    eventsMissed = false
    status('idle')
  }

  return { client, disconnect }
}
