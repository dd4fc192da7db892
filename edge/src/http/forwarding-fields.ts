import type { HeaderField } from '@culvert/wire'
import type { Origin, Scheme } from '../visitor.ts'
/** One proxy's statement about its client (RFC 7239, section 4); values as it wrote them. */
export interface ForwardedElement {
  for: string | undefined
  host: string | undefined
  proto: string | undefined
}

const pair = /\s*([!#$%&'*+.^_`|~0-9a-z-]+)=([!#$%&'*+.^_`|~0-9a-z-]+|"(?:[^"\\]|\\.)*")\s*(;|,|$)/iy

/**
 * Parses the elements of `Forwarded`, the outermost proxy's first; undefined if the value is malformed. Parsing does not continue past
 * a fault: behind a quote that a visitor leaves open, what a proxy appended would change its meaning.
 */
export function parseForwarded(value: string): ForwardedElement[] | undefined {
  const elements: ForwardedElement[] = []
  let element: ForwardedElement = { for: undefined, host: undefined, proto: undefined }
  pair.lastIndex = 0
  for (;;) {
    const [, name = '', text = '', end] = pair.exec(value) ?? []
    if (end === undefined) return undefined
    const key = name.toLowerCase()
    if (key === 'for' || key === 'host' || key === 'proto') {
      if (element[key] !== undefined) return undefined
      element[key] = text.startsWith('"') ? text.slice(1, -1).replaceAll(/\\(.)/g, '$1') : text
    }
    if (end === ';') continue
    elements.push(element)
    if (end === '') return elements
    element = { for: undefined, host: undefined, proto: undefined }
  }
}

/** Returns the fields that describe the visitor to the app: the de facto fields and `Forwarded` (RFC 7239). `ownHost` is the request's. */
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
