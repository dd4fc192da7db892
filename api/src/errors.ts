/** What a client can act on: `extensions.code` of every error that it sees is one of these. docs/errors.md tells of each. */
export const errorCodes = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'BAD_USER_INPUT',
  'PLAN_LIMIT_REACHED',
  'CONFLICT',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'INTERNAL',
] as const

export type ErrorCode = (typeof errorCodes)[number]

export interface AppErrorOptions {
  /** The input field at fault, by its name in the SDL. */
  field?: string
  /** What the log should know and the client must not. */
  internal?: unknown
}

/** The one kind of error that reaches clients as it is: everything else is logged and masked. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly internal: unknown

  /** The message is public: it says what was expected, what came, and the way out. */
  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.field = options.field
    this.internal = options.internal
  }

  /** What goes into a GraphQL error's `extensions`. */
  get extensions(): { code: ErrorCode; field?: string; docs: string } {
    return {
      code: this.code,
      ...(this.field === undefined ? {} : { field: this.field }),
      docs: `/docs/errors#${this.code.toLowerCase()}`,
    }
  }
}

/** A fault in one field of an input. */
export function badInput(field: string, message: string): AppError {
  return new AppError('BAD_USER_INPUT', message, { field })
}

/** The same answer for what does not exist and for what belongs to others, so that ids cannot be probed. */
export function notFound(subject: string): AppError {
  return new AppError('NOT_FOUND', `No such ${subject}: it does not exist, or it is not yours to see.`)
}

/** The code of an error of Node, of a database driver, or of another library; undefined when it has none. */
export function findErrorCode(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}
