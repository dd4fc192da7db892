import type { IncomingMessage } from 'node:http'

/**
 * Returns the address of the client. Each trusted proxy appends the address it saw to X-Forwarded-For, so that only the last
 * `trustedProxies` entries are not the client's own invention.
 */
export function findClientAddress(request: IncomingMessage, trustedProxies: number): string {
  // On a socket for both families an IPv4 client shows as ::ffff:192.0.2.1 (RFC 4291, section 2.5.5.2).
  const peer = (request.socket.remoteAddress ?? 'unknown').replace(/^::ffff:(?=\d+\.)/, '')
  if (trustedProxies === 0) return peer
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',')
  const hops = forwarded.split(',').map((hop) => hop.trim())
  return hops.at(-trustedProxies) || peer
}
