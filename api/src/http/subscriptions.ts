import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { GraphQLError, NoSchemaIntrospectionCustomRule, parse, specifiedRules, validate } from 'graphql'
import type { ConnectionInitMessage } from 'graphql-ws'
import { useServer } from 'graphql-ws/use/ws'
import { WebSocketServer } from 'ws'
import type { App } from '../app.ts'
import type { Actor } from '../auth/actor.ts'
import { authenticate } from '../auth/authenticate.ts'
import { schema } from '../schema.ts'
import { findClientAddress } from './client-address.ts'
import { createContext } from './context.ts'
import { createCredentialWatch } from './credential-watch.ts'
import { documentTokensMax, operationLimits } from './operation-limits.ts'
import { logError, toPublicError, withRequestId } from './public-errors.ts'

/** GraphQL over WebSocket, by the graphql-transport-ws protocol. */
export interface SubscriptionHandler {
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Closes every socket with 1001, so that clients connect to another node. */
  close: () => Promise<void>
}

const messageBytesMax = 256 * 1024
const operationsPerSocketMax = 50
const heartbeatMs = 25_000

/** WebSocket close code for a passing fault of the server (RFC 6455's registry at IANA). */
const tryAgainLater = 1013

/** Starts answering WebSockets. Each is authenticated once, at its start, and closed when that credential ends. */
export function startSubscriptions(app: App): SubscriptionHandler {
  const { config } = app
  const sockets = new WebSocketServer({ noServer: true, maxPayload: messageBytesMax })
  const credentials = createCredentialWatch(app)
  const rules = [
    ...specifiedRules,
    ...operationLimits,
    ...(config.introspection ? [] : [NoSchemaIntrospectionCustomRule]),
  ]

  const graphql = useServer<ConnectionInitMessage['payload'], { actor: Actor; requestId: string }>(
    {
      schema,
      onConnect: async ({ connectionParams, extra }) => {
        const actor = await authenticate(app, findAuthorization(connectionParams)).catch((error: unknown) => {
          logError(app.log, error)
          return undefined
        })
        if (!actor) extra.socket.close(tryAgainLater)
        // False closes with 4403. Clients come back after 1013 and 4403, not after the 4500 that an error would become.
        if (!actor || actor.kind === 'anonymous') return false
        extra.actor = actor
        extra.requestId = randomUUID()
        credentials.watch(actor, extra.socket)
        return true
      },
      onSubscribe: ({ subscriptions }) =>
        Object.keys(subscriptions).length > operationsPerSocketMax
          ? [new GraphQLError(`A socket has at most ${operationsPerSocketMax} operations at a time.`)]
          : undefined,
      parse: (source) => parse(source, { maxTokens: documentTokensMax }),
      validate: (toSchema, document) => validate(toSchema, document, rules, { hideSuggestions: !config.introspection }),
      context: ({ extra: { actor = { kind: 'anonymous' }, requestId = '', request } }) =>
        createContext(app, {
          requestId,
          actor,
          clientAddress: findClientAddress(request, config.trustedProxies),
          userAgent: request.headers['user-agent'] ?? null,
          refreshCookie: undefined,
        }),
      onError: (_connection, _id, _payload, errors) => errors.map(toPublicError),
      onNext: ({ extra: { requestId = '' } }, _id, _payload, _args, result) => {
        if (!result.errors) return undefined
        for (const error of result.errors) logError(app.log.child({ requestId }), error)
        return { ...result, errors: withRequestId(result.errors.map(toPublicError), requestId) }
      },
      // Error messages of the server itself stay here.
      isProd: true,
    },
    sockets,
    heartbeatMs,
  )

  return {
    upgrade: (request, socket, head) => {
      sockets.handleUpgrade(request, socket, head, (webSocket) => sockets.emit('connection', webSocket, request))
    },
    close: async () => {
      credentials.close()
      await graphql.dispose()
    },
  }
}

function findAuthorization(connectionParams: Record<string, unknown> | undefined): string | undefined {
  const authorization = connectionParams?.authorization
  return typeof authorization === 'string' ? authorization : undefined
}
