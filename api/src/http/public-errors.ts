import { GraphQLError, Kind, type GraphQLFormattedError } from 'graphql'
import type { Logger } from 'pino'
import { AppError } from '../ground/errors.ts'
import { findUnavailableReason, type UnavailableReason } from '../platform/db/faults.ts'
import { describeType } from './variables.ts'

/**
 * Returns what a client sees of an error: an AppError unchanged, a fault of the request as BAD_USER_INPUT, an unreachable database
 * as UNAVAILABLE, and everything else masked.
 */
export function toPublicError(error: unknown): GraphQLFormattedError {
  const { message, extensions } = toAppError(error)
  const { locations, path } = error instanceof GraphQLError ? error.toJSON() : {}
  return { message, ...(locations && { locations }), ...(path && { path }), extensions }
}

/** Names the request in errors that were masked, so that the operator finds them in the log. */
export function withRequestId(errors: readonly GraphQLFormattedError[], requestId: string): GraphQLFormattedError[] {
  return errors.map((error) =>
    error.extensions?.code === 'INTERNAL' ? { ...error, extensions: { ...error.extensions, requestId } } : error,
  )
}

/** Logs what is kept from the client. */
export function logError(log: Logger, error: unknown): void {
  const { code, internal } = toAppError(error)
  if (code === 'INTERNAL') log.error({ err: internal }, 'unexpected error')
  else if (internal !== undefined) log.warn({ err: internal, code }, 'request refused')
}

/** Refuses a request that may be served later. */
export function unavailable(reason: UnavailableReason, internal?: unknown): AppError {
  return new AppError('UNAVAILABLE', unavailableMessages[reason], { reason, internal })
}

const unavailableMessages: Record<UnavailableReason, string> = {
  DATABASE_AWAY: 'The database is not reachable at the moment. Try again in a few seconds.',
  DATABASE_FULL: 'The server has no room left to save this. Tell the operator, and try again later.',
  DATABASE_READ_ONLY: 'The server takes no changes at the moment. Tell the operator, and try again later.',
  DEADLOCK: 'This conflicted with another change, and nothing was changed. Try again.',
  IDLE_TRANSACTION: 'The server was too slow to finish this, and nothing was changed. Try again in a few seconds.',
  LOCK_TIMEOUT: 'Another change of the same thing takes too long, and nothing was changed. Try again in a few seconds.',
  OPERATION_TIMEOUT: 'This took longer than one operation may. Ask for less at a time.',
  OVERLOADED: 'Too many large requests wait already. Try again in a few seconds.',
  POOL_EXHAUSTED: 'The database has no connection free at the moment. Try again in a few seconds.',
  STATEMENT_TIMEOUT: 'The database took too long for this, and nothing was changed. Ask for less, or try again later.',
}

function toAppError(error: unknown): AppError {
  const cause = findCause(error)
  if (cause instanceof AppError) return cause
  if (isRequestFault(error)) return new AppError('BAD_USER_INPUT', describeRequestFault(error))
  if (isTooDeep(error)) return new AppError('BAD_USER_INPUT', 'The document is nested too deeply.')
  const reason = findUnavailableReason(cause)
  if (reason) return unavailable(reason, cause)
  const message = 'Something went wrong on our side. Try again; if it persists, tell the operator the request id.'
  return new AppError('INTERNAL', message, { internal: cause })
}

/**
 * Describes what is wrong with a request without repeating the value, which may be a password in the wrong place. GraphQL's own messages
 * repeat values of the document; their nodes tell which.
 */
function describeRequestFault({ message, nodes, locations }: GraphQLError): string {
  const [node] = nodes ?? []
  if (!node || !valueKinds.has(node.kind)) return message
  // It names what is missing, and repeats nothing.
  if (/^Field "[\w.]+" of required type /.test(message)) return message
  const [, quoted, leading] =
    /^(?:Expected value of type|Enum) "([\w[\]]+)!?"|^(\w+) cannot represent /.exec(message) ?? []
  const type = quoted ?? leading ?? / in "(\w+)" enum/.exec(message)?.[1]
  const [location] = locations ?? []
  return `The value at line ${location?.line}, column ${location?.column} is not right${type === undefined ? '.' : `: ${describeType(type)} is expected.`}`
}

const valueKinds: ReadonlySet<string> = new Set([
  Kind.STRING,
  Kind.INT,
  Kind.FLOAT,
  Kind.BOOLEAN,
  Kind.ENUM,
  Kind.NULL,
  Kind.LIST,
  Kind.OBJECT,
])

/** GraphQL itself made it, before anything was executed: a fault of the document or of its variables. */
function isRequestFault(error: unknown): error is GraphQLError {
  return error instanceof GraphQLError && error.path === undefined && findCause(error) instanceof GraphQLError
}

/** The parser descends once for each level, and a document of few tokens can have more levels than there is stack for. */
function isTooDeep(error: unknown): boolean {
  const cause = error instanceof GraphQLError && error.path === undefined ? findCause(error) : undefined
  return cause instanceof RangeError && cause.message === 'Maximum call stack size exceeded'
}

/** Returns the error that a resolver threw, without the executor's wrappers. */
function findCause(error: unknown): unknown {
  if (error instanceof GraphQLError && error.originalError) return findCause(error.originalError)
  // The executor wraps whatever is not an Error of its own realm.
  return error instanceof Error && error.name === 'NonErrorThrown' && 'thrownValue' in error ? error.thrownValue : error
}
