import type { ReactiveVar } from '@apollo/client'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { createClient, MessageType, type Client } from 'graphql-ws'
import { onNetworkReturn, waitForNetwork } from '../network/wait-for-network.ts'

/** How live the screens are: `idle` before anything is subscribed to, `reconnecting` after a loss. */
export type LiveStatus = 'idle' | 'connecting' | 'live' | 'reconnecting'

/** The WebSocket on which the API reports changes. */
export interface LiveConnection {
  client: Client
  /** The link that sends subscriptions over it. */
  link: GraphQLWsLink
  /** Closes the connection. It reopens with the current token if there are subscriptions left. */
  disconnect: () => void
}

/** What a live connection needs from its surroundings. */
export interface LiveConnectionOptions {
  url: string
  /** Called with the state of the screens. */
  status: ReactiveVar<LiveStatus>
  getAccessToken: () => Promise<string | undefined>
  /** Called when the server closed the connection because its token has expired. */
  onTokenEnded: (token: string | undefined) => void
  /** Called when the connection showed no sign of life in time and was closed. */
  onSilence: () => void
  /**
   * Called when events may have been missed: before the connection was restored, or before the server took up a
   * subscription.
   */
  onEventsMissed: () => void
}

const heartbeatMs = 15_000
/** Screens load one after the other: subscriptions within this time of a connection count as its initial ones. */
const settlingMs = 2_000
/** The server takes up initial subscriptions one after another: once none has followed for this time, it has taken up all of them. */
const acknowledgeMs = 250
const answerTimeoutMs = 10_000
const checkTimeoutMs = 3_000
const reconnectWaitsMs = [1000, 2000, 5000]
const reconnectWaitMaxMs = 10_000
/** When another server takes over, many clients are told so at once. */
const restartWaitMaxMs = 500

const closeCodes = { normal: 1000, serviceRestart: 1012, forbidden: 4403 }

/** Opens the live connection when the first screen subscribes, and keeps it open across every loss. */
export function createLiveConnection(options: LiveConnectionOptions): LiveConnection {
  const { status } = options
  let accessToken: string | undefined
  let eventsMissed = false
  let closeCode: number | undefined
  let answerTimer: ReturnType<typeof setTimeout> | undefined
  let takenUpTimer: ReturnType<typeof setTimeout> | undefined
  let connectedMs = -Infinity
  /** The connection while it is up. */
  let socket: WebSocket | undefined
  let lastId = 0
  /** The last of the subscriptions that started with this connection. */
  let lastInitialId = 0

  const expectAnswer = (withinMs: number) => {
    clearTimeout(answerTimer)
    answerTimer = setTimeout(() => {
      options.onSilence()
      client.terminate()
    }, withinMs)
  }
  /** A lost network may have taken the connection with it, which the next heartbeat would notice late. */
  const check = () => {
    if (!socket) return
    socket.send(JSON.stringify({ type: MessageType.Ping }))
    expectAnswer(checkTimeoutMs)
  }
  onNetworkReturn(check)

  const client = createClient({
    url: options.url,
    connectionParams: async () => {
      accessToken = await options.getAccessToken()
      return accessToken ? { authorization: `Bearer ${accessToken}` } : {}
    },
    generateID: () => {
      lastId += 1
      if (performance.now() - connectedMs < settlingMs) lastInitialId = lastId
      return String(lastId)
    },
    keepAlive: heartbeatMs,
    connectionAckWaitTimeout: answerTimeoutMs,
    retryAttempts: Infinity,
    shouldRetry: () => true,
    retryWait: async (retries) => {
      const isRestart = retries === 0 && closeCode === closeCodes.serviceRestart
      const waitMs = isRestart ? Math.random() * restartWaitMaxMs : (reconnectWaitsMs[retries] ?? reconnectWaitMaxMs)
      await waitForNetwork(waitMs)
    },
    on: {
      connecting: () => {
        if (!eventsMissed) status('connecting')
      },
      connected: (opened) => {
        socket = opened instanceof WebSocket ? opened : undefined
        status('live')
        if (eventsMissed) options.onEventsMissed()
        eventsMissed = false
        connectedMs = performance.now()
        lastInitialId = lastId
      },
      ping: (received) => {
        // A silently cut socket answers no ping; only closing it starts the reconnect.
        if (!received) expectAnswer(answerTimeoutMs)
      },
      pong: (received, payload) => {
        if (!received) return
        clearTimeout(answerTimer)
        // Screens fetched their first data before the server took up their subscriptions.
        if (payload?.takenUp === undefined || Number(payload.takenUp) > lastInitialId) return
        clearTimeout(takenUpTimer)
        takenUpTimer = setTimeout(options.onEventsMissed, acknowledgeMs)
      },
      closed: (event) => {
        socket = undefined
        clearTimeout(answerTimer)
        clearTimeout(takenUpTimer)
        closeCode = event instanceof CloseEvent ? event.code : undefined
        eventsMissed = closeCode !== closeCodes.normal
        // Tokens expire every few minutes, and servers restart. A connection replaced within a second does not count as lost.
        if (closeCode === closeCodes.forbidden) options.onTokenEnded(accessToken)
        else if (closeCode !== closeCodes.serviceRestart) status(eventsMissed ? 'reconnecting' : 'idle')
      },
    },
  })

  const disconnect = () => {
    client.terminate()
    eventsMissed = false
    status('idle')
  }

  return { client, link: new GraphQLWsLink(client), disconnect }
}
