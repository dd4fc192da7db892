import type { ServerResponse } from 'node:http'

/**
 * The dashboard loads nothing from another host and cannot be framed. Styles may be inline because the component
 * library sets them that way; `ws:` is for browsers that do not count a WebSocket to the own origin as 'self'.
 */
const contentSecurityPolicy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self' ws: wss:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Sets what every answer carries. */
export function setSecurityHeaders(response: ServerResponse, isHttps: boolean): void {
  response.setHeader('content-security-policy', contentSecurityPolicy)
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('x-frame-options', 'DENY')
  response.setHeader('referrer-policy', 'same-origin')
  response.setHeader('cross-origin-opener-policy', 'same-origin')
  if (isHttps) response.setHeader('strict-transport-security', 'max-age=31536000')
}
