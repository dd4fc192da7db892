import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Why a request to the local server is refused. */
export interface CallerFault {
  status: 401 | 403 | 421
  message: string
}

/**
 * Checks the origin of a request. Other websites can make a browser call 127.0.0.1, by its address or by a name of theirs that resolves to it (DNS
 * rebinding): Host and Origin reveal them.
 */
export function checkOrigin({ headers }: IncomingMessage, port: number): CallerFault | undefined {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  if (headers.host === undefined || !hosts.includes(headers.host.toLowerCase())) {
    return {
      status: 421,
      message: `Expected the Host ${hosts.join(' or ')}, got ${JSON.stringify(headers.host ?? '')}.`,
    }
  }
  const { origin } = headers
  if (origin !== undefined && origin !== `http://${headers.host.toLowerCase()}`) {
    return { status: 403, message: 'Another website may not ask this server.' }
  }
  return undefined
}

/** Checks that a request carries the token. Other users of the machine can reach the port, but do not know the token. */
export function checkToken({ headers }: IncomingMessage, token: string): CallerFault | undefined {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') {
    return { status: 403, message: 'Another website may not ask this server.' }
  }
  const given = Buffer.from(headers.authorization ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  if (given.length === expected.length && timingSafeEqual(given, expected)) return undefined
  return { status: 401, message: 'This server needs its token. `culvert inspect` opens it with the token.' }
}
