import { ApolloClient, HttpLink, makeVar, type ReactiveVar } from '@apollo/client'
import { CombinedGraphQLErrors } from '@apollo/client/errors'
import { ApolloLink } from '@apollo/client/link'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { OperationTypeNode } from 'graphql'
import { retry, tap, throwError, timer } from 'rxjs'
import type { SessionStore } from '../session/session-store.ts'
import { createCache } from './cache.ts'
import { isUnreachable } from './errors.ts'
import { createLiveConnection, type LiveStatus } from './live-connection.ts'
import { createSessionLink } from './session-link.ts'

/** The GraphQL client with what it knows of its connections. */
export interface GraphqlClient {
  client: ApolloClient
  /** Whether the last request got an answer. */
  serverReachable: ReactiveVar<boolean>
  liveStatus: ReactiveVar<LiveStatus>
  /** Closes the live connection; it opens again with the next session. */
  disconnect(): void
}

const graphqlPath = '/graphql'
const resubscribeMs = 10_000

/** Makes the one client of the dashboard: queries and mutations over HTTP, subscriptions over WebSocket. */
export function createGraphqlClient(session: SessionStore): GraphqlClient {
  const serverReachable = makeVar(true)
  const live = createLiveConnection({
    url: new URL(graphqlPath, location.href).href.replace(/^http/, 'ws'),
    getAccessToken: () => session.getAccessToken(),
    onRefused: () => void session.getAccessToken().then((token) => session.replaceAccessToken(token)),
    onReconnected: () => {
      serverReachable(true)
      void client.refetchQueries({ include: 'active' })
    },
  })

  const http = new ApolloLink((operation, forward) =>
    forward(operation).pipe(
      tap({
        next: () => serverReachable(true),
        error: (error: unknown) => serverReachable(!isUnreachable(error)),
      }),
    ),
  ).concat(new HttpLink({ uri: graphqlPath }))

  // The socket reconnects by itself; what ends a subscription is a server that failed while answering it.
  const socket = new ApolloLink((operation, forward) =>
    forward(operation).pipe(
      retry({
        delay: (error: unknown) => (CombinedGraphQLErrors.is(error) ? throwError(() => error) : timer(resubscribeMs)),
      }),
    ),
  ).concat(new GraphQLWsLink(live.client))

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

  return { client, serverReachable, liveStatus: live.status, disconnect: () => live.client.terminate() }
}
