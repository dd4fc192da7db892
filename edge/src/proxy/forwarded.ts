import type { HeaderField } from '@culvert/wire'
import type { Scheme, VisitorRequest } from '../ingress/visitor.ts'

/**
 * Adds what the app should know of the visitor: the de facto fields and `Forwarded` (RFC 7239). Whatever came under these
 * names is gone already.
 */
export function addForwarded(fields: HeaderField[], { origin, host: ownHost }: VisitorRequest): void {
  const { address, scheme, host = ownHost, port = portOf(host, scheme) } = origin
  const node = address.includes(':') ? `"[${address}]"` : address
  fields.push(
    ['X-Forwarded-For', address],
    ['X-Forwarded-Proto', scheme],
    ['X-Forwarded-Host', host],
    ['X-Forwarded-Port', port],
    ['Forwarded', `for=${node};host="${host}";proto=${scheme}`],
  )
}

function portOf(host: string, scheme: Scheme): string {
  // A colon inside brackets belongs to an IPv6 address.
  const colon = host.indexOf(':', host.lastIndexOf(']') + 1)
  const port = colon === -1 ? '' : host.slice(colon + 1)
  return port === '' ? (scheme === 'https' ? '443' : '80') : port
}
