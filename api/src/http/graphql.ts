import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { ApolloServer, HeaderMap, type ApolloServerPlugin } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled'
import { ApolloServerPluginDrainHttpServer } from '@apollo/server/plugin/drainHttpServer'
import {
  type ASTVisitor,
  execute,
  GraphQLError,
  OperationTypeNode,
  specifiedRules,
  type ValidationContext,
} from 'graphql'
import type { Logger } from 'pino'
import { AppError } from '../ground/errors.ts'
import { parseJson } from '../ground/json.ts'
import type { App } from '../platform/app.ts'
import { authenticate } from './authenticate.ts'
import { sendJson } from './answers.ts'
import { readBody } from './body.ts'
import { findClientAddress } from './client-address.ts'
import { createContext, type Bounding, type OperationContext } from './context.ts'
import { selectionsMax } from './cost/count-rows.ts'
import { OperationBudget } from './cost/operation-budget.ts'
import { type CheckedOperation, checkOperation } from './operation-check.ts'
import { documentTokensMax, operationLimits } from './operation-limits.ts'
import { logError, toPublicError, withRequestId } from './public-errors.ts'
import { describeAllowance } from './read-limit.ts'
import { openCookies } from './cookies.ts'
import { schema } from './schema.ts'
import { describeFaults } from './visible-schema.ts'

const bodyBytesMax = 1024 * 1024

/** GraphQL over HTTP. */
export interface GraphqlHandler {
  handle: (request: IncomingMessage, response: ServerResponse, requestId: string) => Promise<void>
  /** Lets running requests finish, then closes the servers. */
  stop: () => Promise<void>
}

/** How long requests may take to finish that run when this node stops: an operation is ended before that. */
const stopGraceMs = 12_000

/** Starts Apollo Server on top of node:http servers. */
export async function startGraphql(app: App, bounding: Bounding, servers: Server[]): Promise<GraphqlHandler> {
  const apollo = new ApolloServer<OperationContext>({
    schema,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    // The contract is public. A client that mistypes a name, or sends a secret in its place, is still not told other names.
    hideSchemaDetailsFromClientErrors: true,
    csrfPrevention: true,
    persistedQueries: false,
    stopOnTerminationSignals: false,
    parseOptions: { maxTokens: documentTokensMax },
    maxRecursiveSelections: selectionsMax,
    validationRules: rules,
    formatError: (_formatted, error) => toPublicError(error),
    logger: app.log,
    plugins: [
      ...servers.map((httpServer) =>
        ApolloServerPluginDrainHttpServer({ httpServer, stopGracePeriodMillis: stopGraceMs }),
      ),
      // The default page would load its program from another host.
      ApolloServerPluginLandingPageDisabled(),
      // It would check each field of each row, for answers that must not be cached.
      ApolloServerPluginCacheControlDisabled(),
      hideFromOthers,
      createErrorLog(app.log),
      checkOperations,
    ],
  })
  await apollo.start()

  return {
    stop: () => apollo.stop(),
    handle: async (request, response, requestId) => {
      // Apollo Server would ask such a request for its content type first.
      if (request.method !== 'GET' && request.method !== 'POST') {
        response.setHeader('allow', 'GET, POST')
        return refuse(response, 405, 'Send operations by POST, or queries by GET.')
      }
      const clientAddress = findClientAddress(request, app.config.trustedProxies)
      const isJson = request.method === 'POST' && /^application\/json\b/i.test(request.headers['content-type'] ?? '')
      const text = request.method === 'POST' ? await readBody(request, bodyBytesMax) : undefined
      // A body of another media type counts as missing, which Apollo Server refuses.
      const body = isJson && text !== undefined ? parseJson(text) : undefined
      if (isJson && body === undefined)
        return refuse(response, 400, 'The body is not JSON: it is empty, cut off or malformed.')
      const answer = await apollo.executeHTTPGraphQLRequest({
        httpGraphQLRequest: {
          method: request.method ?? 'GET',
          headers: toHeaderMap(request),
          search: URL.parse(request.url ?? '', 'http://localhost')?.search ?? '',
          body,
        },
        context: async () =>
          createContext(app, {
            ...bounding,
            requestId,
            actor: await authenticate(app, { authorization: request.headers.authorization, clientAddress }),
            clientAddress,
            userAgent: request.headers['user-agent'] ?? null,
            cookies: openCookies(request, response, app.config.publicUrl.startsWith('https:')),
            budget: new OperationBudget(app.config.operationMs),
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

function refuse(response: ServerResponse, status: number, message: string): void {
  response.statusCode = status
  sendJson(response, { errors: [toPublicError(new AppError('BAD_USER_INPUT', message))] })
}

/** Refuses subscriptions, which the executor would run as if they had one answer. */
function withoutSubscriptions(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition: (node) => {
      if (node.operation !== OperationTypeNode.SUBSCRIPTION) return
      const message = 'Subscriptions are served over WebSocket, by the protocol graphql-transport-ws, on the same path.'
      context.reportError(new GraphQLError(message, { nodes: node }))
    },
  }
}

const rules = [...operationLimits, withoutSubscriptions]

/** Hides operations for edges from any other client if a document is not valid. */
const hideFromOthers: ApolloServerPlugin<OperationContext> = {
  requestDidStart: async () => {
    let faults: readonly GraphQLError[] = []
    return {
      validationDidStart: async () => async (found) =>
        void (faults = (found ?? []).filter((fault) => fault instanceof GraphQLError)),
      willSendResponse: async ({ document, contextValue: { actor }, response: { body } }) => {
        if (faults.length === 0 || !document || body.kind !== 'single') return
        const described = describeFaults(actor, document, faults, [...specifiedRules, ...rules])
        if (described !== faults) body.singleResult.errors = described.map(toPublicError)
      },
    }
  },
}

/** Refuses an operation that may not run, before any of it does. */
const checkOperations: ApolloServerPlugin<OperationContext> = {
  requestDidStart: async () => {
    let operation: CheckedOperation | undefined
    return {
      didResolveOperation: async ({ document, request: { operationName, variables }, contextValue, response }) => {
        try {
          operation = checkOperation(contextValue.actor, { document, operationName, variables })
          if (!operation) return
          const { kind, rows } = operation
          const { readLimiter } = contextValue
          const isMutation = kind === OperationTypeNode.MUTATION
          const allowance = await (isMutation
            ? readLimiter.takeRows(contextValue, rows)
            : readLimiter.take(contextValue, rows))
          for (const [name, value] of allowance ? describeAllowance(allowance) : [])
            response.http.headers.set(name, value)
        } catch (error) {
          throw refusal(error)
        }
      },
      // Apollo knows the whole schema only.
      responseForOperation: async ({
        document,
        request: { operationName, variables: variableValues },
        contextValue,
      }) => {
        if (!operation || operation.schema === schema) return null
        const result = await execute({
          schema: operation.schema,
          document,
          operationName,
          variableValues,
          contextValue,
        })
        const { data = null, errors } = result
        for (const error of errors ?? []) logError(contextValue.log, error)
        return {
          http: { headers: new HeaderMap() },
          body: { kind: 'single', singleResult: { data, ...(errors && { errors: errors.map(toPublicError) }) } },
        }
      },
    }
  },
}

/** Returns an error with the HTTP status for an operation that was refused before any of it ran. */
function refusal(error: unknown): GraphQLError {
  const originalError = error instanceof Error ? error : undefined
  const code = error instanceof AppError ? error.code : 'INTERNAL'
  const status = code === 'RATE_LIMITED' ? 429 : code === 'INTERNAL' ? 500 : 400
  return new GraphQLError(String(originalError?.message), { originalError, extensions: { http: { status } } })
}

function createErrorLog(log: Logger): ApolloServerPlugin<OperationContext> {
  return {
    contextCreationDidFail: async ({ error }) => logError(log, error),
    requestDidStart: async () => ({
      didEncounterErrors: async ({ errors, contextValue }) => {
        for (const error of errors) logError(contextValue.log, error)
      },
      willSendResponse: async ({ response: { body, http }, contextValue }) => {
        if (body.kind !== 'single' || !body.singleResult.errors) return
        const waits = body.singleResult.errors.map(({ extensions }) => Number(extensions?.retryAfterSeconds ?? 0))
        if (Math.max(...waits) > 0) http.headers.set('retry-after', String(Math.max(...waits)))
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
