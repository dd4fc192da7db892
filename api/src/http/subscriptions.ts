import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { promisify } from 'node:util'
import {
  GraphQLError,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
  type ExecutionArgs,
} from 'graphql'
import {
  handleProtocols,
  makeServer,
  MessageType,
  stringifyMessage,
  type ConnectionInitMessage,
  type SubscribePayload,
} from 'graphql-ws'
import { WebSocketServer, type WebSocket } from 'ws'
import type { App } from '../app.ts'
import type { Actor } from '../auth/actor.ts'
import { authenticate } from '../auth/authenticate.ts'
import { schema } from '../schema.ts'
import { findClientAddress } from './client-address.ts'
import { createContext } from './context.ts'
import { createCredentialWatch } from './credential-watch.ts'
import { documentTokensMax, operationLimits } from './operation-limits.ts'
import { logError, toPublicError, withRequestId } from './public-errors.ts'
import { bindSocket, type SocketExtra } from './socket-binding.ts'

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

/** WebSocket close code of a server that stops (RFC 6455, section 7.4.1). */
const goingAway = 1001

/** Starts answering WebSockets. Each is authenticated once, at its start, and closed when that credential ends. */
export function startSubscriptions(app: App): SubscriptionHandler {
  const { config } = app
  const sockets = new WebSocketServer({ noServer: true, maxPayload: messageBytesMax, handleProtocols })
  const credentials = createCredentialWatch(app)
  const rules = [
    ...specifiedRules,
    ...operationLimits,
    ...(config.introspection ? [] : [NoSchemaIntrospectionCustomRule]),
  ]

  /** Refuses a document before anything runs, or says how to run it. What is thrown here would end the whole socket. */
  const read = ({ query, variables, operationName }: SubscribePayload): ExecutionArgs | GraphQLError[] => {
    try {
      const document = parse(query, { maxTokens: documentTokensMax })
      const faults = validate(schema, document, rules, { hideSuggestions: !config.introspection })
      return faults.length > 0 ? [...faults] : { schema, document, variableValues: variables, operationName }
    } catch (error) {
      if (error instanceof GraphQLError) return [error]
      throw error
    }
  }

  const graphql = makeServer<ConnectionInitMessage['payload'], SocketExtra & { actor?: Actor; requestId?: string }>({
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
    onSubscribe: ({ subscriptions }, _id, payload) =>
      Object.keys(subscriptions).length > operationsPerSocketMax
        ? [new GraphQLError(`A socket has at most ${operationsPerSocketMax} operations at a time.`)]
        : read(payload),
    context: ({ extra: { actor = { kind: 'anonymous' }, requestId = '', request } }) =>
      createContext(app, {
        requestId,
        actor,
        clientAddress: findClientAddress(request, config.trustedProxies),
        userAgent: request.headers['user-agent'] ?? null,
        refreshCookie: undefined,
      }),
    // The protocol does not tell when a subscription hears of events, and allows a pong at any time: with it, a client knows from
    // when on it misses nothing.
    onOperation: ({ extra: { socket } }, id, _payload, _args, result) => {
      if (!(Symbol.asyncIterator in result)) return
      socket.send(stringifyMessage({ type: MessageType.Pong, payload: { takenUp: id } }))
    },
    onError: (_connection, _id, _payload, errors) => errors.map(toPublicError),
    onNext: ({ extra: { requestId = '' } }, _id, _payload, _args, result) => {
      if (!result.errors) return undefined
      for (const error of result.errors) logError(app.log.child({ requestId }), error)
      return { ...result, errors: withRequestId(result.errors.map(toPublicError), requestId) }
    },
  })

  return {
    upgrade: (request, socket, head) => {
      sockets.handleUpgrade(request, socket, head, (webSocket: WebSocket) =>
        bindSocket(graphql, { socket: webSocket, request }, heartbeatMs, app.log),
      )
    },
    close: async () => {
      credentials.close()
      for (const socket of sockets.clients) socket.close(goingAway)
      await promisify(sockets.close.bind(sockets))()
    },
  }
}

function findAuthorization(connectionParams: Record<string, unknown> | undefined): string | undefined {
  const authorization = connectionParams?.authorization
  return typeof authorization === 'string' ? authorization : undefined
}
