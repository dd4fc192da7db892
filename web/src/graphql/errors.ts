import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors'
import type { FactorKind } from './generated/graphql.ts'

/** Returns the code that the API gave an error (`extensions.code`); undefined if no API answered. */
export function findErrorCode(error: unknown): string | undefined {
  if (ServerError.is(error) && error.statusCode === 401) return 'UNAUTHENTICATED'
  const code = findExtensions(error)?.['code']
  return typeof code === 'string' ? code : undefined
}

/** The input field that the API blames (`extensions.field`). */
export function findErrorField(error: unknown): string | undefined {
  const field = findExtensions(error)?.['field']
  return typeof field === 'string' ? field : undefined
}

/** Returns the kinds of second factors that the API says the reader has (`extensions.factors`); undefined if it asks for none. */
export function findMissingFactors(error: unknown): FactorKind[] | undefined {
  return findErrorCode(error) === 'FACTOR_REQUIRED' ? toFactorKinds(findExtensions(error)?.['factors']) : undefined
}

/** Returns the values that are kinds of factors. */
export function toFactorKinds(values: unknown): FactorKind[] {
  return Array.isArray(values) ? values.filter((value) => value === 'TOTP' || value === 'PASSKEY') : []
}

/** Reads the text for the reader: the API's own message, or what to do if there was no answer. */
export function getErrorText(error: unknown, fallback = 'An unexpected error occurred'): string {
  const message = CombinedGraphQLErrors.is(error) ? error.errors[0]?.message : undefined
  const requestId = findExtensions(error)?.['requestId']
  if (message) return typeof requestId === 'string' ? `${message} Request id: ${requestId}` : message
  return isUnreachable(error) ? 'The server cannot be reached. Check your connection and try again.' : fallback
}

/** Reports whether no API answered: the network, a proxy or the server itself is down. */
export function isUnreachable(error: unknown): boolean {
  if (ServerError.is(error)) return error.statusCode >= 502
  // `fetch` reports every network failure as a TypeError (Fetch standard, section 5.6).
  return error instanceof TypeError || isSilence(error)
}

/** Reports whether a request was abandoned because no answer came in time. */
export function isSilence(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}

/** Reports whether the same request may succeed later without any change. */
export function isRetryable(error: unknown): boolean {
  const code = findErrorCode(error)
  return code === undefined || code === 'UNAVAILABLE' || code === 'RATE_LIMITED' || code === 'INTERNAL'
}

function findExtensions(error: unknown): Record<string, unknown> | undefined {
  return CombinedGraphQLErrors.is(error) ? error.errors[0]?.extensions : undefined
}
