import { ApolloClient, HttpLink, makeVar, type ReactiveVar } from '@apollo/client'
import { CombinedGraphQLErrors } from '@apollo/client/errors'
import { ApolloLink } from '@apollo/client/link'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { OperationTypeNode } from 'graphql'
import { catchError, defer, retry, switchMap, tap, throwError, timer } from 'rxjs'
import type { SessionStore } from '../session/session-store.ts'
import { createCache } from './cache.ts'
import { isUnreachable } from './errors.ts'
import type { LiveConnection, LiveStatus } from './live-connection.ts'
import { createSessionLink } from './session-link.ts'

/** The GraphQL client with what it knows of its connections. */
export interface GraphqlClient {
  client: ApolloClient
  /** Whether the last request got an answer. */
  serverReachable: ReactiveVar<boolean>
  liveStatus: ReactiveVar<LiveStatus>
  /** Drops the live connection, which was opened in the name of one person. */
  disconnect: () => void
}

const graphqlPath = '/graphql'
const resubscribeMs = 10_000

/** Makes the one client of the dashboard: queries and mutations over HTTP, subscriptions over WebSocket. */
export function createGraphqlClient(session: SessionStore): GraphqlClient {
  const serverReachable = makeVar(true)
  const liveStatus = makeVar<LiveStatus>('idle')

  // Its code comes with the first subscription: pages that show nothing live do without.
  let loading: Promise<LiveConnection> | undefined
  const loadLiveConnection = async () => {
    const { createLiveConnection } = await import('./live-connection.ts')
    return createLiveConnection({
      url: new URL(graphqlPath, location.href).href.replace(/^http/, 'ws'),
      status: liveStatus,
      getAccessToken: () => session.getAccessToken(),
      onTokenEnded: (token) => void session.replaceAccessToken(token),
      onEventsMissed: () => {
        serverReachable(true)
        void client.refetchQueries({ include: 'active' })
      },
    })
  }

  const http = new ApolloLink((operation, forward) =>
    forward(operation).pipe(
      tap({
        next: () => serverReachable(true),
        error: (error: unknown) => serverReachable(!isUnreachable(error)),
      }),
    ),
  ).concat(new HttpLink({ uri: graphqlPath }))

  // The socket reconnects by itself; what ends a subscription is a server that failed while answering it.
  const socket = new ApolloLink((operation) =>
    defer(() => (loading ??= loadLiveConnection())).pipe(
      catchError((error: unknown) => {
        loading = undefined
        return throwError(() => error)
      }),
      switchMap((live) => new GraphQLWsLink(live.client).request(operation)),
      retry({
        delay: (error: unknown) => (CombinedGraphQLErrors.is(error) ? throwError(() => error) : timer(resubscribeMs)),
      }),
    ),
  )

  const client = new ApolloClient({
    cache: createCache(),
    link: createSessionLink(session).concat(
      ApolloLink.split(({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION, socket, http),
    ),
    defaultOptions: {
      // A screen shows what is known at once and asks what changed since; later it follows the cache.
      watchQuery: { fetchPolicy: 'cache-and-network', nextFetchPolicy: 'cache-first' },
    },
  })

  return {
    client,
    serverReachable,
    liveStatus,
    disconnect: () =>
      void loading?.then(
        (live) => live.disconnect(),
        () => undefined,
      ),
  }
}
