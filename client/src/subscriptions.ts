import { createClient } from 'graphql-ws'
import { type AnsweredError, CulvertError, toError } from './error.ts'
import { FollowAgentsDocument, FollowRequestsDocument } from './operations.generated.ts'
import { checkAddress, type TypedDocument } from './request.ts'

export interface SubscriptionOptions {
  /** The installation's address, for example https://culvert.example.com. */
  url: string
  /** `ck_…`, with the scopes for what is subscribed to. */
  apiKey: string
  /** Replaces the `WebSocket` of the runtime, which Node has from version 22: the class of the package `ws`. */
  webSocketImpl?: unknown
}

/** The close code of a server that stops while another one serves, and of one that refuses the key. */
const serviceRestart = 1012
const forbidden = 4403

/** The pause before the first retry; each later one is twice as long. */
const retryMs = 1_000

/** A random addition to each pause, because many clients lose a server together. */
const retrySpreadMs = 500

/** How often the client asks whether the server is still there, and how long it waits for an answer, in milliseconds. */
const heartbeatMs = 25_000
const answerMs = 10_000

/** Opens any number of subscriptions over one socket, which is opened with the first subscription. Leave a loop, or close all. */
export function createSubscriptions({ url, apiKey, webSocketImpl }: SubscriptionOptions) {
  checkAddress(url)
  const address = new URL('/graphql', url)
  address.protocol = address.protocol.replace('http', 'ws')
  let isRestart = false
  let isConnected = false
  let answerTimer: ReturnType<typeof setTimeout> | undefined
  const closing = new AbortController()
  const open = new Set<AsyncIterableIterator<unknown>>()

  /** A connection that is lost without a word, for example by a laptop that slept, has no other sign. */
  const expectAnswer = () => {
    clearTimeout(answerTimer)
    answerTimer = setTimeout(() => socket.terminate(), answerMs)
  }
  const socket = createClient({
    url: address.href,
    webSocketImpl,
    connectionParams: { authorization: `Bearer ${apiKey}` },
    keepAlive: heartbeatMs,
    on: {
      connecting: expectAnswer,
      connected() {
        isConnected = true
        clearTimeout(answerTimer)
      },
      ping: (received) => void (received || expectAnswer()),
      pong: (received) => void (received && clearTimeout(answerTimer)),
      closed(event) {
        isConnected = false
        clearTimeout(answerTimer)
        isRestart = findCloseCode(event) === serviceRestart
      },
    },
    // A lost connection is an error without a code.
    shouldRetry: (event) => findCloseCode(event) !== forbidden,
    retryWait: async (retries) => {
      const waitMs = isRestart && retries === 0 ? 0 : retryMs * 2 ** retries
      await pause(waitMs + Math.random() * retrySpreadMs, closing.signal)
    },
  })

  /** Yields the events of an operation. Throws a CulvertError if it is refused, and if the socket is closed for good. */
  async function* subscribe<Result, Variables extends Record<string, unknown>>(
    document: TypedDocument<Result, Variables>,
    variables: Variables,
  ): AsyncGenerator<Result> {
    const answers = socket.iterate<Result>({ query: document.toString(), variables })
    open.add(answers)
    try {
      for await (const { data, errors } of answers) {
        if (errors || !data) throw toError(errors?.map(readError) ?? [])
        yield data
      }
    } catch (error) {
      throw describe(error)
    } finally {
      open.delete(answers)
    }
  }

  return {
    subscribe,
    /** An agent after each change. READ_ACCOUNT. */
    agentChanged: (account: string) => subscribe(FollowAgentsDocument, { account }),
    /** Requests of visitors as they come in. READ_REQUESTS. */
    requestsAdded: (account: string) => subscribe(FollowRequestsDocument, { account }),
    /** Closes the socket; loops end. */
    async close(): Promise<void> {
      for (const answers of open) void answers.return?.()
      closing.abort()
      // Without a connection, this rejects with the reason that there is none.
      const closed = Promise.resolve(socket.dispose()).catch(() => {})
      if (!isConnected) socket.terminate()
      await closed
    },
  }
}

/** Waits, at most until the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end)
  })
}

const findCloseCode = (event: unknown): unknown =>
  typeof event === 'object' && event !== null && 'code' in event ? event.code : undefined

const readError = ({ message, path, extensions }: AnsweredError): AnsweredError => ({ message, path, extensions })

/** Converts the end of a subscription: the errors of its operation, or the way its socket was closed. */
function describe(error: unknown): unknown {
  if (error instanceof CulvertError) return error
  if (Array.isArray(error)) return toError(error as AnsweredError[])
  // A connection that breaks, or that nobody takes, has no reason.
  const reason = typeof error === 'object' && error !== null && 'reason' in error ? String(error.reason) : ''
  const message = `The socket was closed${reason === '' ? ', and could not be opened again.' : `: ${reason}`}`
  return new CulvertError(message, { code: 'NO_ANSWER', cause: error })
}
