import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'

/** The browser's refresh token, out of reach of its scripts. */
export interface RefreshCookie {
  read(): string | undefined
  /** Without a lifetime the browser forgets it when it closes. */
  write(refreshToken: string, lifetimeMs: number | undefined): void
  clear(): void
}

const name = 'culvert_refresh'

/** The cookie of one HTTP exchange. `secure`: sent back over https only. */
export function openRefreshCookie(request: IncomingMessage, response: ServerResponse, secure: boolean): RefreshCookie {
  const set = (value: string, maxAge: number | undefined) => {
    // Lax and this path: sent with the dashboard's own calls, never with a form or script of another site.
    const cookie = stringifySetCookie({
      name,
      value,
      maxAge,
      path: '/graphql',
      httpOnly: true,
      sameSite: 'lax',
      secure,
    })
    response.setHeader('set-cookie', cookie)
  }
  return {
    read: () => parseCookie(request.headers.cookie ?? '')[name] || undefined,
    write: (refreshToken, lifetimeMs) =>
      set(refreshToken, lifetimeMs === undefined ? undefined : Math.floor(lifetimeMs / 1_000)),
    clear: () => set('', 0),
  }
}
