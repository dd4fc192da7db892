import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { ApolloServer, HeaderMap, type ApolloServerPlugin } from '@apollo/server'
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled'
import { ApolloServerPluginDrainHttpServer } from '@apollo/server/plugin/drainHttpServer'
import { GraphQLError, OperationTypeNode, type ASTVisitor, type ValidationContext } from 'graphql'
import type { Logger } from 'pino'
import type { App } from '../app.ts'
import { authenticate } from '../auth/authenticate.ts'
import { schema } from '../schema.ts'
import { readBody } from './body.ts'
import { findClientAddress } from './client-address.ts'
import { createContext, type RequestContext } from './context.ts'
import { documentTokensMax, operationLimits, selectionsMax } from './operation-limits.ts'
import { logError, toPublicError, withRequestId } from './public-errors.ts'
import { openRefreshCookie } from './refresh-cookie.ts'

const bodyBytesMax = 1024 * 1024

/** GraphQL over HTTP. */
export interface GraphqlHandler {
  handle: (request: IncomingMessage, response: ServerResponse, requestId: string) => Promise<void>
  /** Lets running requests finish, then closes the servers. */
  stop: () => Promise<void>
}

/** Starts Apollo Server on top of node:http servers; `drain` ends what else is open on them. */
export async function startGraphql(app: App, servers: Server[], drain: () => Promise<void>): Promise<GraphqlHandler> {
  const apollo = new ApolloServer<RequestContext>({
    schema,
    introspection: app.config.introspection,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: !app.config.introspection,
    csrfPrevention: true,
    persistedQueries: false,
    stopOnTerminationSignals: false,
    parseOptions: { maxTokens: documentTokensMax },
    maxRecursiveSelections: selectionsMax,
    validationRules: [...operationLimits, withoutSubscriptions],
    formatError: (_formatted, error) => toPublicError(error),
    logger: app.log,
    plugins: [
      { serverWillStart: async () => ({ drainServer: drain }) },
      ...servers.map((httpServer) => ApolloServerPluginDrainHttpServer({ httpServer, stopGracePeriodMillis: 5_000 })),
      // The default page would load its program from another host.
      ApolloServerPluginLandingPageDisabled(),
      createErrorLog(app.log),
    ],
  })
  await apollo.start()

  return {
    stop: () => apollo.stop(),
    handle: async (request, response, requestId) => {
      const body = request.method === 'POST' ? await readBody(request, bodyBytesMax) : undefined
      const answer = await apollo.executeHTTPGraphQLRequest({
        httpGraphQLRequest: {
          method: request.method ?? 'GET',
          headers: toHeaderMap(request),
          search: URL.parse(request.url ?? '', 'http://localhost')?.search ?? '',
          body: parseJson(request, body),
        },
        context: async () =>
          createContext(app, {
            requestId,
            actor: await authenticate(app, request.headers.authorization),
            clientAddress: findClientAddress(request, app.config.trustedProxies),
            userAgent: request.headers['user-agent'] ?? null,
            refreshCookie: openRefreshCookie(request, response, app.config.publicUrl.startsWith('https:')),
          }),
      })
      for (const [name, value] of answer.headers) response.setHeader(name, value)
      response.setHeader('cache-control', 'no-store')
      response.statusCode = answer.status ?? 200
      if (answer.body.kind !== 'complete') throw new Error('Incremental delivery is not switched on.')
      response.end(answer.body.string)
    },
  }
}

/** Refuses subscriptions, which the executor would run as if they had one answer. */
function withoutSubscriptions(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition: (node) => {
      if (node.operation !== OperationTypeNode.SUBSCRIPTION) return
      const message = 'Subscriptions are told over WebSocket, by the protocol graphql-transport-ws, on the same path.'
      context.reportError(new GraphQLError(message, { nodes: node }))
    },
  }
}

function createErrorLog(log: Logger): ApolloServerPlugin<RequestContext> {
  return {
    contextCreationDidFail: async ({ error }) => logError(log, error),
    requestDidStart: async () => ({
      didEncounterErrors: async ({ errors, contextValue }) => {
        for (const error of errors) logError(contextValue.log, error)
      },
      willSendResponse: async ({ response: { body }, contextValue }) => {
        if (body.kind !== 'single' || !body.singleResult.errors) return
        body.singleResult.errors = withRequestId(body.singleResult.errors, contextValue.requestId)
      },
    }),
  }
}

function toHeaderMap(request: IncomingMessage): HeaderMap {
  const headers = new HeaderMap()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  return headers
}

/** A body of another media type counts as missing, which Apollo refuses with a 400. */
function parseJson(request: IncomingMessage, body: string | undefined): unknown {
  const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? '')
  if (!isJson || body === undefined) return undefined
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
