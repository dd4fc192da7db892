import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import type { Logger } from 'pino'
import { isFull, isUnavailable } from '../db/faults.ts'
import { AppError } from '../errors.ts'

/**
 * What a client sees of an error: an AppError as it is, a fault of the request as BAD_USER_INPUT, an unreachable database
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

/** Logs what the client is not told. */
export function logError(log: Logger, error: unknown): void {
  const { code, internal } = toAppError(error)
  if (code === 'INTERNAL') log.error({ err: internal }, 'unexpected error')
  else if (internal !== undefined) log.warn({ err: internal, code }, 'request refused')
}

function toAppError(error: unknown): AppError {
  const cause = findCause(error)
  if (cause instanceof AppError) return cause
  if (isRequestFault(error)) return new AppError('BAD_USER_INPUT', error.message)
  if (isUnavailable(cause)) {
    const message = isFull(cause)
      ? 'The server has no room left to save this. Tell the operator, and try again later.'
      : 'The database is not reachable at the moment. Try again in a few seconds.'
    return new AppError('UNAVAILABLE', message, { internal: cause })
  }
  const message = 'Something went wrong on our side. Try again; if it stays, tell the operator the request id.'
  return new AppError('INTERNAL', message, { internal: cause })
}

/** GraphQL itself made it, before anything was executed: a fault of the document or of its variables. */
function isRequestFault(error: unknown): error is GraphQLError {
  return error instanceof GraphQLError && error.path === undefined && findCause(error) instanceof GraphQLError
}

/** What was thrown in a resolver, below the wrappers that the executor puts around it. */
function findCause(error: unknown): unknown {
  if (error instanceof GraphQLError && error.originalError) return findCause(error.originalError)
  // The executor wraps what is no Error of its own realm.
  return error instanceof Error && error.name === 'NonErrorThrown' && 'thrownValue' in error ? error.thrownValue : error
}
