/** A limit of an account that is used up. */
export interface LimitState {
  /** `requests` within the window, or `open-requests` at once. */
  name: 'requests' | 'open-requests'
  limit: number
  /** The window in which `limit` counts; undefined for what is counted at once. */
  windowSeconds?: number
  /** When another try makes sense. */
  resetSeconds: number
}

/** Fields that say which limit was met: draft-ietf-httpapi-ratelimit-headers-10, sections 3 and 4, and RFC 9110, section 10.2.3. */
export function limitFields({ name, limit, windowSeconds, resetSeconds }: LimitState): string[] {
  const unit = windowSeconds === undefined ? 'qu="concurrent-requests"' : `w=${windowSeconds}`
  return [
    'RateLimit-Policy',
    `"account-${name}";q=${limit};${unit}`,
    'RateLimit',
    `"account-${name}";r=0;t=${resetSeconds}`,
    'Retry-After',
    String(resetSeconds),
  ]
}

/** The limit in words, for the person at the screen. */
export function describeLimit({ limit, windowSeconds, resetSeconds }: LimitState): string {
  const what = windowSeconds === undefined ? 'requests at once' : 'requests a minute'
  const seconds = resetSeconds === 1 ? '1 second' : `${resetSeconds} seconds`
  return `All tunnels of this account together may carry ${limit.toLocaleString('en-US')} ${what}, and none is left. Try again in ${seconds}.`
}
