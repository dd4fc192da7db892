import { exitCodes, Failure } from '../failure.ts'
import { quoteAddress } from '../net/url-parts.ts'
import { withoutTokens } from '@culvert/program/without-secrets'

/** Used when no installation is specified: one on this machine. */
export const defaultServer = 'http://localhost:4000'

/**
 * Reads the address of a server: `tunnels.example.com`, or a URL. Without a scheme it is https, or http for this machine. Returns it without a
 * trailing slash; undefined if it is invalid.
 */
export function parseServer(text: string): string | undefined {
  // As a name, it would be sent to whoever answers for names.
  if (withoutTokens(text) !== text) return undefined
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
  const url = URL.parse(hasScheme ? text : `${isThisMachine(text) ? 'http' : 'https'}://${text}`)
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '' || url.username !== '') {
    return undefined
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

/** Reads the address of --server or CULVERT_SERVER. Throws Failure. */
export function requireServer(text: string): string {
  const server = parseServer(text)
  if (server !== undefined) return server
  throw new Failure(exitCodes.usage, 'The command cannot be run as it was given.', {
    why: `--server or CULVERT_SERVER: expected an address such as tunnels.example.com or ${defaultServer}, got ${quoteAddress(text)}.`,
  })
}

function isThisMachine(address: string): boolean {
  return /^(?:localhost|[^/:]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::|\/|$)/i.test(address)
}
