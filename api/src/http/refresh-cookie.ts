import type { IncomingMessage, ServerResponse } from 'node:http'
import { stringifySetCookie, type SetCookie } from 'cookie'
import type { RefreshCookie } from '../platform/context.ts'

// Lax: sent with the dashboard's own calls, never with a form or script of another site.
const shared = { httpOnly: true, sameSite: 'lax' } as const

const plain = { ...shared, name: 'culvert_refresh', path: '/graphql', secure: false } as const

/**
 * The prefix makes browsers refuse a cookie of this name from any other host (RFC 6265bis, section 4.1.3.2), also from a
 * subdomain, such as a tunnel. It requires Secure and this path, so that it does not work without https.
 */
const hostBound = { ...shared, name: '__Host-culvert_refresh', path: '/', secure: true } as const

/** The cookie of one HTTP exchange. `secure`: the dashboard is served over https. */
export function openRefreshCookie(request: IncomingMessage, response: ServerResponse, secure: boolean): RefreshCookie {
  const kind = secure ? hostBound : plain
  const set = (value: string, maxAge: number | undefined) => {
    const cookies: SetCookie[] = [{ ...kind, value, maxAge }]
    // The cookie of older versions: any subdomain can write it, so it is never read, only removed.
    if (secure) cookies.push({ ...plain, secure, value: '', maxAge: 0 })
    response.setHeader(
      'set-cookie',
      cookies.map((cookie) => stringifySetCookie(cookie)),
    )
  }
  return {
    read: () => findCookie(request.headers.cookie ?? '', kind.name),
    write: (refreshToken, lifetimeMs) =>
      set(refreshToken, lifetimeMs === undefined ? undefined : Math.floor(lifetimeMs / 1_000)),
    clear: () => set('', 0),
  }
}

/** Returns a cookie's value. Of two with one name, at least one is forged, so neither is used. */
function findCookie(header: string, name: string): string | undefined {
  const values = header.split(';').flatMap((pair) => {
    const [given = '', ...value] = pair.split('=')
    return given.trim() === name ? [value.join('=').trim()] : []
  })
  return values.length === 1 ? values[0] || undefined : undefined
}
