import type { FollowCertificatesInput, FollowCertificatesPayload, ServedCertificate } from '../../generated/schema.ts'
import { checkEdge } from '../../platform/access/authorize.ts'
import type { RequestContext } from '../../platform/context.ts'

/** Returns the certificates for hostnames, for edges. */
export async function listServedCertificates(
  context: RequestContext,
  _hostnames: readonly string[],
): Promise<ServedCertificate[]> {
  checkEdge(context)
  return []
}

/** Notes how far an edge has come, and returns what changed since. */
export async function followCertificates(
  context: RequestContext,
  { version }: FollowCertificatesInput,
): Promise<FollowCertificatesPayload> {
  checkEdge(context)
  return { names: [], version: version ?? 0, hasMore: false, challenges: [] }
}

/** Yields the version of each change from now on, for every edge. */
export function subscribeToCertificates(context: RequestContext): AsyncIterableIterator<{ version: number }> {
  checkEdge(context)
  return context.events.subscribe('certificatesChanged', 'edges')
}
