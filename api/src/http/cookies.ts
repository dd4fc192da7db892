import type { IncomingMessage, ServerResponse } from 'node:http'
import { stringifySetCookie, type SetCookie } from 'cookie'
import type { BrowserCookie, BrowserCookies } from '../platform/context.ts'

// Lax: sent with the dashboard's own calls, never with a form or script of another site.
const shared = { httpOnly: true, sameSite: 'lax' } as const

const toPlain = (name: string) => ({ ...shared, name, path: '/graphql', secure: false }) as const

/**
 * The prefix makes browsers refuse a cookie of this name from any other host (RFC 6265bis, section 4.1.3.2), including a
 * subdomain, such as a tunnel. It requires Secure and this path, so that it does not work without https.
 */
const toHostBound = (name: string) => ({ ...shared, name: `__Host-${name}`, path: '/', secure: true }) as const

/** Opens the cookies of one HTTP exchange. `secure`: the dashboard is served over https. */
export function openCookies(request: IncomingMessage, response: ServerResponse, secure: boolean): BrowserCookies {
  const written = new Map<string, SetCookie[]>()
  const open = (name: string, older: SetCookie[] = []): BrowserCookie => {
    const kind = secure ? toHostBound(name) : toPlain(name)
    const set = (value: string, maxAge: number | undefined) => {
      written.set(name, [{ ...kind, value, maxAge }, ...older])
      response.setHeader(
        'set-cookie',
        [...written.values()].flat().map((cookie) => stringifySetCookie(cookie)),
      )
    }
    return {
      read: () => findCookie(request.headers.cookie ?? '', kind.name),
      write: (value, lifetimeMs) => set(value, lifetimeMs === undefined ? undefined : Math.floor(lifetimeMs / 1_000)),
      clear: () => set('', 0),
    }
  }
  // The cookie of older versions: any subdomain can write it, so it is never read, only removed.
  const older = { ...toPlain('culvert_refresh'), secure, value: '', maxAge: 0 }
  return { refresh: open('culvert_refresh', secure ? [older] : []), provider: open('culvert_provider') }
}

/** Returns a cookie's value. Of two with one name, at least one is forged, so neither is used. */
function findCookie(header: string, name: string): string | undefined {
  const values = header.split(';').flatMap((pair) => {
    const [given = '', ...value] = pair.split('=')
    return given.trim() === name ? [value.join('=').trim()] : []
  })
  return values.length === 1 ? values[0] || undefined : undefined
}
