import { formatCount } from '@culvert/schema/units'

/** An exhausted limit: an account's, or one network's share of it. */
export interface LimitState {
  /** `requests` within the window, or `open-requests` at once. */
  name: 'requests' | 'open-requests'
  scope: 'account' | 'network'
  limit: number
  /** The part of it that the answering edge has; undefined if the edge has all of it. */
  here?: number | undefined
  /** The window in which `limit` counts; undefined for limits on simultaneous requests. */
  windowSeconds?: number
  /** When to try again. */
  resetSeconds: number
}

/** Returns the fields that name the limit: draft-ietf-httpapi-ratelimit-headers-10, sections 3 and 4, and RFC 9110, section 10.2.3. */
export function limitFields({ name, scope, limit, here, windowSeconds, resetSeconds }: LimitState): string[] {
  const unit = windowSeconds === undefined ? 'qu="concurrent-requests"' : `w=${windowSeconds}`
  return [
    'RateLimit-Policy',
    `"${scope}-${name}";q=${here ?? limit};${unit}`,
    'RateLimit',
    `"${scope}-${name}";r=0;t=${resetSeconds}`,
    'Retry-After',
    String(resetSeconds),
  ]
}

/** Describes the limit in a sentence for people. */
export function describeLimit({ scope, limit, here, windowSeconds, resetSeconds }: LimitState): string {
  const what = windowSeconds === undefined ? 'requests at once' : 'requests a minute'
  const bound = `${limit.toLocaleString('en-US')} ${what}`
  const again = `Try again in ${formatCount(resetSeconds, 'second')}.`
  if (here !== undefined) {
    return `All tunnels of this account together may carry ${bound}, of which this edge has ${here.toLocaleString('en-US')} now, and none is left. ${again}`
  }
  return scope === 'account'
    ? `All tunnels of this account together may carry ${bound}, and none is left. ${again}`
    : `Visitors from one network may have ${bound} at the tunnels of this account, and your network has used them all. Close some, or wait for answers. ${again}`
}
