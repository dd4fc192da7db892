import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'
import type { ControlError } from './control-error.ts'
import { postByFetch, postGraphQL } from './request.ts'
import type { Post } from './request.ts'
import { keepSubscription } from './subscription.ts'

/** A GraphQL operation as text with the types of its result and variables; generated documents fit it. */
export type ControlDocument<TResult, TVariables> = { toString(): string } & DocumentTypeDecoration<TResult, TVariables>

export interface ControlClientOptions {
  /** The API's address, for example http://localhost:4000. */
  apiUrl: string
  /** The value of the Authorization header; asked at every request and every connect. */
  authorization: () => string | Promise<string>
  /** How a request is sent; by `fetch` when left out. */
  post?: Post
  /** How long a request may take, in milliseconds. Default 10 s. */
  timeoutMs?: number
}

/** Called with what happens to a subscription. */
export interface SubscriptionHandler<TResult> {
  onNext(result: TResult): void
  /** Called when the subscription is open, at first and again after each loss: events may have been missed until now. */
  onConnected?(): void
  /** Called when the connection was lost; it is opened again after 1, 2, 5, then every 10 seconds. */
  onDisconnected?(reason: ControlError): void
}

/** The GraphQL client through which edge and agent reach the API. */
export interface ControlClient {
  /** Runs a query or mutation; throws ControlError. */
  request<TResult, TVariables>(
    document: ControlDocument<TResult, TVariables>,
    variables: TVariables,
    options?: { signal?: AbortSignal },
  ): Promise<TResult>
  /** Opens a subscription that reconnects until it is ended; the returned function ends it. */
  subscribe<TResult, TVariables>(
    document: ControlDocument<TResult, TVariables>,
    variables: TVariables,
    handler: SubscriptionHandler<TResult>,
  ): () => void
  /** Cancels running requests and ends all subscriptions. */
  close(): void
}

/** Makes a client for one API; nothing is opened before the first request or subscription. */
export function createControlClient({
  apiUrl,
  authorization,
  post = postByFetch,
  timeoutMs = 10_000,
}: ControlClientOptions): ControlClient {
  const httpUrl = `${apiUrl.replace(/\/+$/, '')}/graphql`
  const webSocketUrl = httpUrl.replace(/^http/, 'ws')
  const closed = new AbortController()
  const subscriptions = new Set<() => void>()

  return {
    async request<TResult, TVariables>(
      document: ControlDocument<TResult, TVariables>,
      variables: TVariables,
      { signal }: { signal?: AbortSignal } = {},
    ) {
      const signals = [AbortSignal.timeout(timeoutMs), closed.signal]
      if (signal !== undefined) signals.push(signal)
      const data = await postGraphQL({
        url: httpUrl,
        post,
        authorization: await authorization(),
        query: document.toString(),
        variables,
        signal: AbortSignal.any(signals),
      })
      // The document's types are generated from the schema that the server answers by.
      return data as TResult
    },

    subscribe<TResult, TVariables>(
      document: ControlDocument<TResult, TVariables>,
      variables: TVariables,
      handler: SubscriptionHandler<TResult>,
    ) {
      const close = keepSubscription({
        url: webSocketUrl,
        query: document.toString(),
        variables,
        authorization,
        onNext: (data) => handler.onNext(data as TResult),
        onConnected: () => handler.onConnected?.(),
        onDisconnected: (reason) => handler.onDisconnected?.(reason),
      })
      const end = () => {
        subscriptions.delete(end)
        close()
      }
      subscriptions.add(end)
      return end
    },

    close() {
      closed.abort()
      for (const end of subscriptions) end()
    },
  }
}
