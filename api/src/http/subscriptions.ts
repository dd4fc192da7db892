import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { networkOf } from '@culvert/program'
import {
  type DocumentNode,
  type ExecutionArgs,
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql'
import {
  type ConnectionInitMessage,
  handleProtocols,
  makeServer,
  MessageType,
  stringifyMessage,
  type SubscribePayload,
} from 'graphql-ws'
import { type WebSocket, WebSocketServer } from 'ws'
import { createEventLoaders, createSharedLoaders } from '../features/loaders.ts'
import { AppError } from '../ground/errors.ts'
import type { Actor } from '../platform/access/actor.ts'
import type { App } from '../platform/app.ts'
import { authenticate } from './authenticate.ts'
import { findClientAddress } from './client-address.ts'
import { type Bounding, createContext } from './context.ts'
import { OperationBudget } from './cost/operation-budget.ts'
import { nameCredential } from './credential-name.ts'
import { createCredentialWatch } from './credential-watch.ts'
import { checkOperation } from './operation-check.ts'
import { documentTokensMax, operationLimits } from './operation-limits.ts'
import { OperationSlots } from './operation-slots.ts'
import { logError, toPublicError, withRequestId } from './public-errors.ts'
import { schema } from './schema.ts'
import { bindSocket, type SocketExtra } from './socket-binding.ts'
import { SocketOutput } from './socket-output.ts'
import { subscribe } from './subscribe.ts'
import { describeFaults } from './visible-schema.ts'
import { whileAdmitted } from './while-admitted.ts'
import { withinReadLimit } from './within-read-limit.ts'

/** GraphQL over WebSocket, by the graphql-transport-ws protocol. */
export interface SubscriptionHandler {
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /**
   * Closes every socket with 1012, spread over a time, so that clients connect to another node. A client that says no goodbye is cut off a
   * second later. No socket may be opened from now on.
   */
  close: (spreadMs: number) => Promise<void>
}

const messageBytesMax = 256 * 1024

/** WebSocket close code for a passing fault of the server (RFC 6455's registry at IANA). */
const tryAgainLater = 1013

/** WebSocket close code for clients that should connect again at once (RFC 6455's registry at IANA). */
const serviceRestart = 1012

/** The time over which all clients are told, because they connect again as soon as they are told. */
export const reconnectSpreadMs = 2_000

/** How long a client may take to close its socket when this node stops. */
const closeGraceMs = 1_000

/** A client's socket, and its actor. */
interface ClientSocket extends SocketExtra {
  actor?: Actor
  requestId?: string
}

/**
 * Starts to accept WebSockets. Each is authenticated at its start; each operation, each event that is delivered and each
 * heartbeat checks that its credential is still valid.
 */
export function startSubscriptions(app: App, bounding: Bounding): SubscriptionHandler {
  const { config, log } = app
  const { heartbeatMs, credentialFreshMs, drainMs } = config.socketTiming
  // We send pongs ourselves: `ws` would let any number of them wait.
  const options = { noServer: true, maxPayload: messageBytesMax, handleProtocols, autoPong: false }
  const sockets = new WebSocketServer(options)
  const credentials = createCredentialWatch(app, credentialFreshMs)
  const closeAll = async (spreadMs: number): Promise<void> => {
    const close = async (socket: WebSocket): Promise<void> => {
      await delay(Math.random() * spreadMs, undefined, { ref: false })
      socket.close(serviceRestart)
    }
    await Promise.all([...sockets.clients].map(close))
  }
  // Clients read everything that they show again once they are connected, so nothing is missed.
  app.events.onGap(() => void closeAll(reconnectSpreadMs))
  const isAdmitted = ({ actor = { kind: 'anonymous' }, socket }: ClientSocket) => credentials.check(actor, socket)
  const shared = createSharedLoaders(app)
  const loaders = { shared, ofEvent: createEventLoaders(shared) }
  const slots = new OperationSlots()
  const readerOf = ({ actor = { kind: 'anonymous' }, request }: ClientSocket) => ({
    actor,
    clientNetwork: networkOf(findClientAddress(request, config.trustedProxies)),
  })
  // All edges together have one name, and are not limited.
  const nameOwner = (extra: ClientSocket) =>
    extra.actor?.kind === 'edge' ? undefined : nameCredential(readerOf(extra))
  const rules = [...specifiedRules, ...operationLimits]
  /** How many rows an operation under way may touch, by its document. */
  const rowsOf = new WeakMap<DocumentNode, number>()

  /** Refuses a document before anything runs, or returns how to run it. An error thrown here would end the whole socket. */
  const read = async (
    extra: ClientSocket,
    { query, variables, operationName }: SubscribePayload,
  ): Promise<ExecutionArgs | GraphQLError[]> => {
    const reader = readerOf(extra)
    try {
      const document = parse(query, { maxTokens: documentTokensMax })
      const faults = validate(schema, document, rules, { hideSuggestions: true })
      if (faults.length > 0) return [...describeFaults(reader.actor, document, faults, rules)]
      const operation = checkOperation(reader.actor, { document, operationName, variables })
      if (operation) {
        const { kind, rows } = operation
        const { readLimiter } = bounding
        await (kind === OperationTypeNode.MUTATION
          ? readLimiter.takeRows(reader, rows)
          : readLimiter.take(reader, rows))
        rowsOf.set(document, rows)
      }
      return { schema: operation?.schema ?? schema, document, variableValues: variables, operationName }
    } catch (error) {
      if (error instanceof AppError) return [new GraphQLError(error.message, { originalError: error })]
      if (error instanceof GraphQLError) return [error]
      throw error
    }
  }

  const graphql = makeServer<ConnectionInitMessage['payload'], ClientSocket>({
    onConnect: async ({ connectionParams, extra }) => {
      const actor = await authenticate(app, {
        authorization: findAuthorization(connectionParams),
        clientAddress: findClientAddress(extra.request, config.trustedProxies),
      }).catch((error: unknown) => {
        logError(app.log, error)
        return undefined
      })
      if (!actor) extra.socket.close(tryAgainLater)
      // Returning false closes the socket with 4403. Clients come back after 1013 and 4403, not after the 4500 that an error would become.
      if (!actor || actor.kind === 'anonymous') return false
      extra.actor = actor
      extra.requestId = randomUUID()
      credentials.watch(actor, extra.socket)
      return true
    },
    subscribe,
    onSubscribe: async ({ extra }, _id, payload) => {
      try {
        // Before the first await, as `begun` requires.
        extra.started.push(slots.take(extra.socket, nameOwner(extra)))
        // The socket has closed by then, so the refusal is not sent.
        return (await isAdmitted(extra)) ? await read(extra, payload) : [new GraphQLError('The credential has ended.')]
      } catch (error) {
        logError(log, error)
        return [new GraphQLError('The operation could not be accepted.', { originalError: toError(error) })]
      }
    },
    context: ({ extra: { actor = { kind: 'anonymous' }, requestId = '', request } }, _id, _payload, args) =>
      createContext(
        app,
        {
          ...bounding,
          requestId,
          actor,
          clientAddress: findClientAddress(request, config.trustedProxies),
          userAgent: request.headers['user-agent'] ?? null,
          cookies: undefined,
          budget: isForSubscription(args) ? undefined : new OperationBudget(config.operationMs),
        },
        loaders,
      ),
    // The protocol does not say when a subscription begins to receive events, but allows a pong at any time: from it, a client knows
    // when it begins to miss nothing.
    onOperation: ({ extra }, id, _payload, { document }, result) => {
      if (!isSubscription(result)) return undefined
      void extra.output.send(stringifyMessage({ type: MessageType.Pong, payload: { takenUp: id } }))
      const pay = () => bounding.readLimiter.takeRows(readerOf(extra), rowsOf.get(document) ?? 0)
      return whileAdmitted(withinReadLimit(result, pay), () => isAdmitted(extra))
    },
    onError: (_connection, _id, _payload, errors) => errors.map(toPublicError),
    onNext: ({ extra: { requestId = '' } }, _id, _payload, _args, result) => {
      if (!result.errors) return undefined
      for (const error of result.errors) logError(app.log.child({ requestId }), error)
      return { ...result, errors: withRequestId(result.errors.map(toPublicError), requestId) }
    },
  })

  const binding = {
    server: graphql,
    heartbeatMs,
    onHeartbeat: (extra: ClientSocket) => {
      if (extra.actor === undefined) return
      isAdmitted(extra).catch((error: unknown) => log.debug({ err: error }, 'a credential could not be checked'))
    },
    log,
  }

  return {
    upgrade: (request, socket, head) => {
      sockets.handleUpgrade(request, socket, head, (webSocket: WebSocket) =>
        bindSocket(binding, {
          socket: webSocket,
          request,
          output: new SocketOutput(webSocket, drainMs, log),
          started: [],
        }),
      )
    },
    close: async (spreadMs) => {
      const ended = promisify(sockets.close.bind(sockets))()
      await closeAll(spreadMs)
      const cutOff = setTimeout(() => {
        for (const socket of sockets.clients) socket.terminate()
      }, closeGraceMs)
      await ended
      clearTimeout(cutOff)
      credentials.close()
    },
  }
}

function isForSubscription({ document, operationName }: ExecutionArgs): boolean {
  return getOperationAST(document, operationName)?.operation === OperationTypeNode.SUBSCRIPTION
}

function findAuthorization(connectionParams: Record<string, unknown> | undefined): string | undefined {
  const authorization = connectionParams?.authorization
  return typeof authorization === 'string' ? authorization : undefined
}

function isSubscription<T extends object>(result: T): result is Extract<T, AsyncGenerator> {
  return Symbol.asyncIterator in result
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
