/** Used when nothing says which installation is meant: one on this machine. */
export const defaultServer = 'http://localhost:4000'

/**
 * Reads the address of a server: `tunnels.example.com`, or a URL. Without a scheme it is https, and http for this machine. Returns it without a
 * slash at its end; undefined when it is none.
 */
export function parseServer(text: string): string | undefined {
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
  const url = URL.parse(hasScheme ? text : `${isThisMachine(text) ? 'http' : 'https'}://${text}`)
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '' || url.username !== '') {
    return undefined
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

function isThisMachine(address: string): boolean {
  return /^(?:localhost|[^/:]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::|\/|$)/i.test(address)
}
