import type { GoAwayCode } from './types.ts'

/** A session's end that this side decided on; the other side is told the same code and message with GOAWAY. */
export class WireError extends Error {
  override readonly name = 'WireError'
  readonly code: GoAwayCode

  constructor(code: GoAwayCode, message: string) {
    super(message)
    this.code = code
  }
}

/** A frame or a header field that PROTOCOL.md does not allow. */
export function protocolError(message: string): WireError {
  return new WireError('PROTOCOL_ERROR', message)
}
