/** The codes that a client can act on: `extensions.code` of every error that it sees is one of these. docs/errors.md explains each. */
export const errorCodes = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'BAD_USER_INPUT',
  'PLAN_LIMIT_REACHED',
  'CONFLICT',
  'FACTOR_REQUIRED',
  'FRESH_PROOF_REQUIRED',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'INTERNAL',
] as const

export type ErrorCode = (typeof errorCodes)[number]

export interface AppErrorOptions {
  /** The input field at fault, by its name in the SDL. */
  field?: string
  /** Why a request was not served, with UNAVAILABLE and FACTOR_REQUIRED. */
  reason?: string
  /** The kinds of second factors that the user has, with FACTOR_REQUIRED and FRESH_PROOF_REQUIRED. */
  factors?: readonly string[]
  /** After how many seconds to try again. */
  retryAfterSeconds?: number
  /** What the log should know and the client must not. */
  internal?: unknown
}

/** The extensions of an error that clients see. */
export type PublicExtensions = Omit<AppErrorOptions, 'internal'> & { code: ErrorCode; docs: string }

/** The only kind of error that reaches clients unchanged: every other is logged and masked. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly reason: string | undefined
  readonly factors: readonly string[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly internal: unknown

  /** The message is public: it says what was expected, what came, and what to do. */
  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.field = options.field
    this.reason = options.reason
    this.factors = options.factors
    this.retryAfterSeconds = options.retryAfterSeconds
    this.internal = options.internal
  }

  /** Returns the `extensions` of the GraphQL error. */
  get extensions(): PublicExtensions {
    const { field, reason, factors, retryAfterSeconds } = this
    return {
      code: this.code,
      ...(field !== undefined && { field }),
      ...(reason !== undefined && { reason }),
      ...(factors !== undefined && { factors }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      docs: `/docs/errors#${this.code.toLowerCase()}`,
    }
  }
}

/** A fault that keeps the program from running until its operator corrects it: the message says what and how, and nothing else is printed. */
export class InstallationFault extends Error {}

/** Reports whether an error lies in the installation, and not in what was requested. */
export function isOurFault(error: unknown): boolean {
  return !(error instanceof AppError) || error.code === 'UNAVAILABLE' || error.code === 'INTERNAL'
}

/** Returns the error for a fault in one field of an input. */
export function badInput(field: string, message: string): AppError {
  return new AppError('BAD_USER_INPUT', message, { field })
}

/** Returns the error for what the state of things does not allow at the moment. */
export function conflict(message: string, options?: AppErrorOptions): AppError {
  return new AppError('CONFLICT', message, options)
}

/** Returns the error for what this actor may not do. */
export function forbidden(message: string, options?: AppErrorOptions): AppError {
  return new AppError('FORBIDDEN', message, options)
}

/** Returns the same error for what does not exist and for what belongs to others, so that ids cannot be probed. */
export function notFound(subject: string): AppError {
  return new AppError('NOT_FOUND', `No such ${subject}: it does not exist, or it is not yours to see.`)
}

/** Returns the code of an error of Node, of a database driver, or of another library; undefined when it has none. */
export function findErrorCode(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}
