/** An error as a client of GraphQL reads it. */
export interface AnsweredError {
  message: string
  path?: readonly (string | number)[]
  extensions?: Readonly<Record<string, unknown>>
}

/** Why an operation failed: the API refused it, or did not answer. */
export class CulvertError extends Error {
  /** One of the codes of `/docs/errors`; `NO_ANSWER` where none came from the API. */
  readonly code: string
  /** The input field at fault, where there is one. */
  readonly field: string | undefined
  /** Names the request in the server's log; undefined where it was not answered. */
  readonly requestId: string | undefined
  /** After how many seconds to try again; undefined where nothing is gained by it. */
  readonly retryAfterSeconds: number | undefined
  /** All errors of the answer, of which this is the first. */
  readonly errors: readonly AnsweredError[]

  constructor(message: string, { code, requestId, errors = [], cause }: CulvertErrorOptions) {
    super(message, { cause })
    this.name = 'CulvertError'
    const { field, retryAfterSeconds } = errors[0]?.extensions ?? {}
    this.code = code
    this.field = typeof field === 'string' ? field : undefined
    this.requestId = requestId
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

/** Makes an error of what an answer has, which is at least one. */
export function toError(errors: readonly AnsweredError[], requestId?: string): CulvertError {
  const [first] = errors
  const code = first?.extensions?.code
  const options = { code: typeof code === 'string' ? code : 'INTERNAL', requestId, errors }
  return new CulvertError(first?.message ?? 'The API answered with neither data nor errors.', options)
}
