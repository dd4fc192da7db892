/** The local app that visitors reach. */
export interface OriginTarget {
  protocol: 'http:' | 'https:'
  /** A name or an address, an IPv6 address without brackets. */
  host: string
  port: number
  /** As a URL, for example http://localhost:3000. */
  url: string
  /** The Host of a request that goes directly to the app, for example localhost:3000. */
  authority: string
}

/**
 * Reads `3000`, `localhost:3000`, `127.0.0.1:3000`, `[::1]:3000` or `http://host:port`; undefined if the text is none
 * of them. A path is refused, because the visitor's path is forwarded unchanged.
 */
export function parseTarget(text: string): OriginTarget | undefined {
  const url = URL.parse(
    /^\d+$/.test(text) ? `http://localhost:${text}` : /^[^/]+:\d+$/.test(text) ? `http://${text}` : text,
  )
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')
    return undefined
  const port = url.port === '' ? defaultPorts[url.protocol] : Number(url.port)
  if (port === 0) return undefined
  return {
    protocol: url.protocol,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port,
    url: url.origin,
    authority: url.host,
  }
}

const defaultPorts = { 'http:': 80, 'https:': 443 } as const
