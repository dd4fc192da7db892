/** An error as GraphQL clients receive it. */
export interface AnsweredError {
  message: string
  path?: readonly (string | number)[]
  extensions?: Readonly<Record<string, unknown>>
}

/** Why an operation failed: the API refused it, or did not answer. */
export class CulvertError extends Error {
  /** One of the codes of `/docs/errors`; `NO_ANSWER` where none came from the API. */
  readonly code: string
  /** The input field at fault, if there is one. */
  readonly field: string | undefined
  /** Identifies the request in the server's log. Undefined if there was no answer; over a socket, only INTERNAL has one. */
  readonly requestId: string | undefined
  /** After how many seconds to try again; undefined if that would not help. */
  readonly retryAfterSeconds: number | undefined
  /** All errors in the answer, of which this is the first. */
  readonly errors: readonly AnsweredError[]

  constructor(message: string, { code, requestId, errors = [], cause }: CulvertErrorOptions) {
    super(message, { cause })
    this.name = 'CulvertError'
    const { field, retryAfterSeconds, requestId: named } = errors[0]?.extensions ?? {}
    this.code = code
    this.field = typeof field === 'string' ? field : undefined
    this.requestId = requestId ?? (typeof named === 'string' ? named : undefined)
    this.retryAfterSeconds = typeof retryAfterSeconds === 'number' ? retryAfterSeconds : undefined
    this.errors = errors
  }
}

interface CulvertErrorOptions {
  code: string
  requestId?: string | undefined
  errors?: readonly AnsweredError[]
  cause?: unknown
}

/** Creates an error from an answer's errors, of which there is at least one. */
export function toError(errors: readonly AnsweredError[], requestId?: string): CulvertError {
  const [first] = errors
  const code = first?.extensions?.code
  const options = { code: typeof code === 'string' ? code : 'INTERNAL', requestId, errors }
  return new CulvertError(first?.message ?? 'The API answered with neither data nor errors.', options)
}
