import { messageOf } from '@culvert/program'
import { exitCodes, Failure } from '../failure.ts'
import type { ExitCode } from '../failure.ts'

/** Why a tunnel could not be opened, or has ended. */
export type CulvertErrorCode =
  /** Options contradict each other, or one has an invalid value. */
  | 'INVALID_OPTIONS'
  /** There is no sign-in and no token, or the server refused the token. */
  | 'NOT_SIGNED_IN'
  /** The gateway or hostname is not yours or in use, or the plan's limit is reached. */
  | 'GATEWAY_REFUSED'
  /** The server does not answer. */
  | 'SERVER_UNREACHABLE'
  /** Ended from the dashboard: the agent was stopped, the gateway or token was deleted, or another agent replaced this one. */
  | 'ENDED_BY_SERVER'
  /** Anything else. */
  | 'FAILED'

const codes: Record<Exclude<ExitCode, typeof exitCodes.endedByUser>, CulvertErrorCode> = {
  [exitCodes.fault]: 'FAILED',
  [exitCodes.usage]: 'INVALID_OPTIONS',
  [exitCodes.authIdRefused]: 'NOT_SIGNED_IN',
  [exitCodes.gatewayRefused]: 'GATEWAY_REFUSED',
  [exitCodes.serverUnreachable]: 'SERVER_UNREACHABLE',
  [exitCodes.endedFromServer]: 'ENDED_BY_SERVER',
}

/** Why a tunnel could not be opened, or has ended: `message` says what happened, `why` the reason, and `wayOut` what to do. */
export class CulvertError extends Error {
  readonly code: CulvertErrorCode
  /** The reason, in complete sentences. */
  readonly why: string
  /** What can be done, in complete sentences; may be empty if `why` says it. */
  readonly wayOut: string

  constructor(code: CulvertErrorCode, what: string, details: { why: string; wayOut?: string; cause?: unknown }) {
    const { why, wayOut = '', cause } = details
    super([what, why, wayOut].filter((part) => part !== '').join(' '), cause === undefined ? {} : { cause })
    this.name = 'CulvertError'
    this.code = code
    this.why = why
    this.wayOut = wayOut
  }
}

/** Returns the error that the library's users get. */
export function toCulvertError(error: unknown): CulvertError {
  if (error instanceof CulvertError) return error
  if (!(error instanceof Failure)) {
    return new CulvertError('FAILED', 'The tunnel failed unexpectedly.', { why: messageOf(error), cause: error })
  }
  const { exitCode, message, why, remedy: wayOut } = error
  const code = exitCode === exitCodes.endedByUser ? 'FAILED' : codes[exitCode]
  return new CulvertError(code, message, { why, wayOut })
}
