import { createClient } from 'graphql-ws'
import { type AnsweredError, CulvertError, toError } from './error.ts'
import { FollowAgentsDocument, FollowRequestsDocument } from './operations.generated.ts'
import type { TypedDocument } from './request.ts'

export interface SubscriptionOptions {
  /** The installation's address, for example https://culvert.example.com. */
  url: string
  /** `ck_…`, with the scopes for what is subscribed to. */
  apiKey: string
  /** Replaces the `WebSocket` of the runtime, which Node has from version 22: the class of the package `ws`. */
  webSocketImpl?: unknown
}

/** The close code of a server that stops while another one serves. */
const serviceRestart = 1012

/** The pause before the first retry; each later one is twice as long. */
const retryMs = 1_000

/** A random addition to each pause, because many clients lose a server together. */
const retrySpreadMs = 500

/** Opens any number of subscriptions over one socket, which is opened with the first subscription. Leave a loop, or close all. */
export function createSubscriptions({ url, apiKey, webSocketImpl }: SubscriptionOptions) {
  const address = new URL('/graphql', url)
  address.protocol = address.protocol.replace('http', 'ws')
  let isRestart = false
  const socket = createClient({
    url: address.href,
    webSocketImpl,
    connectionParams: { authorization: `Bearer ${apiKey}` },
    on: {
      closed: (event) => void (isRestart = findCloseCode(event) === serviceRestart),
    },
    retryWait: async (retries) => {
      const waitMs = isRestart && retries === 0 ? 0 : retryMs * 2 ** retries
      await new Promise((resolve) => setTimeout(resolve, waitMs + Math.random() * retrySpreadMs))
    },
  })

  /** Yields the events of an operation. Throws a CulvertError if it is refused, and if the socket is closed for good. */
  async function* subscribe<Result, Variables extends Record<string, unknown>>(
    document: TypedDocument<Result, Variables>,
    variables: Variables,
  ): AsyncGenerator<Result> {
    const answers = socket.iterate<Result>({ query: document.toString(), variables })
    try {
      for await (const { data, errors } of answers) {
        if (errors || !data) throw toError(errors?.map(readError) ?? [])
        yield data
      }
    } catch (error) {
      throw describe(error)
    }
  }

  return {
    subscribe,
    /** An agent after each change. READ_ACCOUNT. */
    agentChanged: (account: string) => subscribe(FollowAgentsDocument, { account }),
    /** Requests of visitors as they come in. READ_REQUESTS. */
    requestsAdded: (account: string) => subscribe(FollowRequestsDocument, { account }),
    /** Closes the socket; loops end. */
    close: async (): Promise<void> => await socket.dispose(),
  }
}

const findCloseCode = (event: unknown): unknown =>
  typeof event === 'object' && event !== null && 'code' in event ? event.code : undefined

const readError = ({ message, path, extensions }: AnsweredError): AnsweredError => ({ message, path, extensions })

/** Converts the end of a subscription: the errors of its operation, or the way its socket was closed. */
function describe(error: unknown): unknown {
  if (error instanceof CulvertError) return error
  if (Array.isArray(error)) return toError(error as AnsweredError[])
  const reason = typeof error === 'object' && error !== null && 'reason' in error ? error.reason : error
  return new CulvertError(`The socket was closed: ${String(reason)}`, { code: 'NO_ANSWER', cause: error })
}
