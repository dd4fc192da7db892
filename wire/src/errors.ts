import type { GoAwayCode } from './types.ts'

/** Thrown to end a session; the other side receives the same code and message in GOAWAY. */
export class WireError extends Error {
  override readonly name = 'WireError'
  readonly code: GoAwayCode

  constructor(code: GoAwayCode, message: string) {
    super(message)
    this.code = code
  }
}

/** Returns the error for a frame or a header field that PROTOCOL.md does not allow. */
export function protocolError(message: string): WireError {
  return new WireError('PROTOCOL_ERROR', message)
}
