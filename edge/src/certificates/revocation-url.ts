import type { EdgeConfig } from '../config.ts'

/** Where the edge's own hostname has the local authority's list of revoked certificates. */
export const revocationPath = '/authority.crl'

/**
 * The public address of that list, which the issued certificates carry. It is plain HTTP: whoever fetches a list to check
 * a certificate cannot check that of the fetch first (RFC 5280, section 8).
 */
export function findRevocationUrl({ tunnelUrl, port, secure }: EdgeConfig): string {
  const url = new URL(revocationPath, tunnelUrl)
  if (url.protocol === 'http:') return url.href
  // Where the public port of HTTPS is another than the one that is listened on, something maps ports: to the usual one.
  const isMapped = Number(url.port || 443) !== secure?.port
  url.protocol = 'http:'
  url.port = isMapped ? '' : String(port)
  return url.href
}
