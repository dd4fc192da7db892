import type { ErrorCode } from '../pages/errors.ts'

/** The request is not served; `code` names the page, the message is for the log. */
export class RequestRefused extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string) {
    super(message)
    this.name = 'RequestRefused'
    this.code = code
  }
}

/** For what could be read in two ways, or in none. */
export function badRequest(message: string): RequestRefused {
  return new RequestRefused('CULVERT_BAD_REQUEST', message)
}
