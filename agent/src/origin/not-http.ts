import type { ResetCode } from '@culvert/wire'
import { BadResponse } from '../net/response-head.ts'
import type { OriginTarget } from '../net/target.ts'

const shownBytesMax = 60
/** The content type of an alert record and the major version behind it (RFC 8446, section 5.1). */
const tlsAlert = 0x1503

/** Thrown when the program at the app's address speaks a protocol other than HTTP/1.1. */
export class NotHttp extends BadResponse {
  /** Whether it speaks TLS. */
  readonly isTls: boolean
  readonly #isHttp2: boolean
  readonly #received: string

  /** `received` is the beginning of what arrived instead of a response. */
  constructor(received: Buffer) {
    const [line = ''] = received.toString('latin1', 0, shownBytesMax).split(/[\r\n]/)
    super(`expected an HTTP/1.1 status line, got ${JSON.stringify(line)}`)
    this.isTls = received.length >= 2 && received.readUInt16BE(0) === tlsAlert
    this.#isHttp2 = isSettingsFrame(received)
    this.#received = line
  }

  /** Describes the fault of an app that has already answered on the same connection. */
  describeSurplus(): string {
    return `the app sent bytes that belong to no request (they began with ${JSON.stringify(this.#received)}) behind an answer that was complete`
  }

  /** Describes the program that listens there, and what to do about it. */
  describe({ url }: OriginTarget): string {
    const shown = JSON.stringify(this.#received)
    if (this.#received.startsWith('SSH-')) {
      return `what listens on ${url} is an SSH server, not an HTTP app (it began with ${shown}); forward to the port of an HTTP app`
    }
    if (this.#isHttp2) {
      return `what listens on ${url} speaks only HTTP/2, as servers of gRPC do, and a tunnel reaches apps by HTTP/1.1; forward to a port that accepts it`
    }
    return `what listens on ${url} does not speak HTTP/1.1 (it began with ${shown}); forward to the port of an HTTP app`
  }
}

/** Reports whether bytes begin with a SETTINGS frame, which a server of HTTP/2 sends first (RFC 9113, section 3.4). */
function isSettingsFrame(bytes: Buffer): boolean {
  return bytes.length >= 9 && bytes.readUIntBE(0, 3) % 6 === 0 && bytes[3] === 4 && bytes.readUInt32BE(5) === 0
}

/** Why the visitor of an app gets an error page. */
export interface OriginFault {
  code: ResetCode
  message: string
}

/** Describes the fault of an app whose answer was refused; `isUsed`: the connection has already served a request. */
export function describeBadResponse(error: BadResponse, target: OriginTarget, isUsed: boolean): OriginFault {
  if (!(error instanceof NotHttp)) return { code: 'ORIGIN_BAD_RESPONSE', message: error.message }
  if (isUsed) return { code: 'ORIGIN_BAD_RESPONSE', message: error.describeSurplus() }
  if (error.isTls) return needsTls(target)
  return { code: 'ORIGIN_NOT_HTTP', message: error.describe(target) }
}

/** Describes an app that accepts no plain HTTP. */
export function needsTls({ url, authority, port }: OriginTarget): OriginFault {
  // An authority without a port means another port with https.
  const withPort = authority.endsWith(`:${port}`) ? authority : `${authority}:${port}`
  const message = `what listens on ${url} accepts HTTPS only; start the agent with https://${withPort}`
  return { code: 'ORIGIN_NEEDS_TLS', message }
}
