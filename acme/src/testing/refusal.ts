/** A refusal of the test authority (RFC 8555, section 6.7). */
export class Refusal extends Error {
  readonly status: number
  readonly type: string
  readonly extra: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(
    status: number,
    type: string,
    detail: string,
    more: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    super(detail)
    this.status = status
    this.type = type
    this.extra = more
    this.headers = headers
  }

  /** Returns it as a problem document. */
  toProblem(): Record<string, unknown> {
    const { type, message: detail, status, extra } = this
    return { type: `urn:ietf:params:acme:error:${type}`, detail, status, ...extra }
  }
}

export function refuse(status: number, type: string, detail: string, more?: Record<string, unknown>): never {
  throw new Refusal(status, type, detail, more)
}

export const refuseMalformed = (detail: string, status = 400): never => refuse(status, 'malformed', detail)
