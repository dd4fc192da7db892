import type { HeaderField } from '@culvert/wire'
import type { Origin, Scheme } from './visitor.ts'

/** What the app should know of the visitor: the de facto fields and `Forwarded` (RFC 7239). `ownHost` is the request's. */
export function describeVisitor(origin: Origin, ownHost: string): HeaderField[] {
  const { address, scheme, host = ownHost, port = portOf(host, scheme) } = origin
  const node = address.includes(':') ? `"[${address}]"` : address
  return [
    ['X-Forwarded-For', address],
    ['X-Forwarded-Proto', scheme],
    ['X-Forwarded-Host', host],
    ['X-Forwarded-Port', port],
    ['Forwarded', `for=${node};host="${host}";proto=${scheme}`],
  ]
}

function portOf(host: string, scheme: Scheme): string {
  // A colon inside brackets belongs to an IPv6 address.
  const colon = host.indexOf(':', host.lastIndexOf(']') + 1)
  const port = colon === -1 ? '' : host.slice(colon + 1)
  return port === '' ? (scheme === 'https' ? '443' : '80') : port
}
