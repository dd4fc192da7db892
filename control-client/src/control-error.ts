/** Codes after which the same request may succeed later without any change. */
const retryableCodes = new Set(['UNREACHABLE', 'UNAVAILABLE', 'RATE_LIMITED', 'INTERNAL'])

/** Thrown when the API did not do what it was asked to do. The message is for the user. */
export class ControlError extends Error {
  /** The API's `extensions.code`, or `UNREACHABLE` if no GraphQL answer came. */
  readonly code: string
  /** The input field at fault, if the API names one. */
  readonly field?: string
  /** Whether the same request may succeed later. */
  readonly retryable: boolean

  constructor(code: string, message: string, details: { field?: string; cause?: unknown } = {}) {
    super(message, { cause: details.cause })
    this.name = 'ControlError'
    this.code = code
    this.field = details.field
    this.retryable = retryableCodes.has(code)
  }
}

/** Converts the first of a GraphQL response's `errors` to a ControlError. */
export function fromGraphQLErrors(errors: readonly unknown[]): ControlError {
  const first: unknown = errors[0]
  if (!isRecord(first)) return new ControlError('INTERNAL', 'The server answered with an error that says nothing.')
  const extensions = isRecord(first.extensions) ? first.extensions : {}
  return new ControlError(
    typeof extensions.code === 'string' ? extensions.code : 'INTERNAL',
    typeof first.message === 'string' ? first.message : 'The server answered with an error without a message.',
    { field: typeof extensions.field === 'string' ? extensions.field : undefined },
  )
}

/** Converts a network failure to a ControlError that describes it in our own words. */
export function fromNetworkFailure(url: string, failure: unknown): ControlError {
  return new ControlError('UNREACHABLE', `${url} cannot be reached: ${describe(failure)}.`, { cause: failure })
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** fetch wraps the reason in `cause`, ws in `error`; if several addresses failed, an AggregateError has their code. */
function describe(failure: unknown): string {
  if (!isRecord(failure)) return String(failure)
  if (failure.name === 'TimeoutError') return 'no answer in time'
  if (failure.name === 'AbortError') return 'the request was cancelled'
  const reason = failure.cause ?? failure.error
  if (isRecord(reason)) return describe(reason)
  switch (failure.code) {
    case 'ECONNREFUSED':
      return 'nothing listens there (ECONNREFUSED)'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `its name cannot be resolved (${failure.code})`
    case 'ECONNRESET':
      return 'it closed the connection (ECONNRESET)'
    default:
      return typeof failure.message === 'string' && failure.message !== '' ? failure.message : 'the connection failed'
  }
}
