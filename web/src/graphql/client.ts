import { ApolloClient, HttpLink, makeVar, type ReactiveVar } from '@apollo/client'
import { CombinedGraphQLErrors } from '@apollo/client/errors'
import { ApolloLink } from '@apollo/client/link'
import { OperationTypeNode } from 'graphql'
import { catchError, defer, from, retry, switchMap, tap, throwError } from 'rxjs'
import { closeSilentConnections, fetchInTime, longTimeoutMs } from '../network/silence.ts'
import { waitForNetwork } from '../network/wait-for-network.ts'
import type { SessionStore } from '../auth/session-store.ts'
import { createCache } from './cache.ts'
import { isSilence, isUnreachable } from './errors.ts'
import type { LiveConnection, LiveStatus } from './live-connection.ts'
import { createOvertakenLinks } from './overtaken-link.ts'
import { createProofLink } from './proof-link.ts'
import { createRecovery } from './recovery.ts'
import { createSessionLink } from './session-link.ts'

/** The GraphQL client and the state of its connections. */
export interface GraphqlClient {
  client: ApolloClient
  /** Whether the last request got an answer. */
  serverReachable: ReactiveVar<boolean>
  liveStatus: ReactiveVar<LiveStatus>
  /** Closes the live connection, which belongs to one person's session. */
  disconnect: () => void
}

declare module '@apollo/client' {
  interface DefaultContext {
    /** True for operations for which the API queries an agent: their answer may take a minute. */
    waitsForAgent?: boolean
  }
}

const graphqlPath = '/graphql'
const resubscribeMs = 10_000

/** Creates the dashboard's client: queries and mutations go over HTTP, subscriptions over WebSocket. `data` is the cache's initial content. */
export function createGraphqlClient(session: SessionStore, data?: object): GraphqlClient {
  const serverReachable = makeVar(true)
  const liveStatus = makeVar<LiveStatus>('idle')

  // Loaded with the first subscription: pages without live data do not need it.
  let loading: Promise<LiveConnection> | undefined
  const loadLiveConnection = async () => {
    const { createLiveConnection } = await import('./live-connection.ts')
    return createLiveConnection({
      url: new URL(graphqlPath, location.href).href.replace(/^http/, 'ws'),
      status: liveStatus,
      getAccessToken: () => session.getAccessToken(),
      onTokenEnded: (token) => void session.replaceAccessToken(token),
      onSilence: closeSilentConnections,
      onEventsMissed: () => {
        serverReachable(true)
        void client.refetchQueries({ include: 'active' })
      },
    })
  }

  const prompt = new HttpLink({ uri: graphqlPath, fetch: fetchInTime })
  const patient = new HttpLink({ uri: graphqlPath, fetch: (input, init) => fetchInTime(input, init, longTimeoutMs) })
  const http = new ApolloLink((operation, forward) =>
    forward(operation).pipe(
      tap({
        next: () => serverReachable(true),
        error: (error: unknown) => {
          serverReachable(!isUnreachable(error))
          if (isSilence(error)) closeSilentConnections()
          if (isUnreachable(error)) recover()
        },
      }),
    ),
  ).concat(ApolloLink.split((operation) => operation.getContext().waitsForAgent === true, patient, prompt))

  // The socket reconnects on its own. A subscription ends only if the server fails while answering it.
  const socket = new ApolloLink((operation) =>
    defer(() => (loading ??= loadLiveConnection())).pipe(
      catchError((error: unknown) => {
        loading = undefined
        return throwError(() => error)
      }),
      switchMap((live) => live.link.request(operation)),
      retry({
        delay: (error: unknown) =>
          CombinedGraphQLErrors.is(error) ? throwError(() => error) : from(waitForNetwork(resubscribeMs)),
      }),
    ),
  )

  const { events, queries } = createOvertakenLinks()

  const client = new ApolloClient({
    cache: createCache(data),
    link: ApolloLink.from([
      createProofLink(session.proofs),
      createSessionLink(session),
      ApolloLink.split(
        ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
        events.concat(socket),
        queries.concat(http),
      ),
    ]),
    // No `errorPolicy`: with the default an answer with errors brings no data, and the generated types rely on that. They leave out
    // the null of what the SDL marks with `@semanticNonNull`.
    defaultOptions: {
      // A screen shows cached data at once and fetches what has changed; from then on it follows the cache.
      watchQuery: { fetchPolicy: 'cache-and-network', nextFetchPolicy: 'cache-first' },
    },
  })

  const recover = createRecovery(client, graphqlPath, serverReachable)

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
