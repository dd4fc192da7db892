import type { ControlError } from './control-error.ts'
import { createRequestClient, graphqlUrlOf } from './request-client.ts'
import type { ControlClientOptions, ControlDocument, RequestClient } from './request-client.ts'
import { keepSubscription } from './subscription.ts'

/** Called with events of a subscription. */
export interface SubscriptionHandler<TResult> {
  onNext(result: TResult): void
  /** Called when the subscription is open, first and after each loss: events may have been missed until then. */
  onConnected?(): void
  /** Called when the connection was lost; it is reopened after 1, 2, 5, then every 10 seconds. */
  onDisconnected?(reason: ControlError): void
}

/** The GraphQL client through which an edge reaches the API. */
export interface ControlClient extends RequestClient {
  /** Opens a subscription that reconnects until it is ended; the returned function ends it. */
  subscribe<TResult, TVariables>(
    document: ControlDocument<TResult, TVariables>,
    variables: TVariables,
    handler: SubscriptionHandler<TResult>,
  ): () => void
  /** Cancels running requests and ends all subscriptions. */
  close(): void
}

/** Creates a client for one API; nothing is opened before the first request or subscription. */
export function createControlClient(options: ControlClientOptions): ControlClient {
  const { apiUrl, authorization } = options
  const client = createRequestClient(options)
  const url = graphqlUrlOf(apiUrl).replace(/^http/, 'ws')
  const subscriptions = new Set<() => void>()

  return {
    ...client,

    subscribe<TResult, TVariables>(
      document: ControlDocument<TResult, TVariables>,
      variables: TVariables,
      handler: SubscriptionHandler<TResult>,
    ) {
      const close = keepSubscription({
        url,
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
      client.close()
      for (const end of subscriptions) end()
    },
  }
}
