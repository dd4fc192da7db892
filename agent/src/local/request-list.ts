import type { RequestFilter, RequestList, RequestSummary } from '../inspection/api-types.ts'
import type { Ring } from '../inspection/ring.ts'

const pageMax = 500

/** Returns one page of the newest requests that match a filter. */
export function listRequests(ring: Ring, filter: RequestFilter, before: string | undefined): RequestList {
  const beforeSequence = before === undefined ? Infinity : (ring.get(before)?.sequence ?? Number(before.split('-')[1]))
  const found: RequestSummary[] = []
  for (const { summary, sequence } of ring.newestFirst()) {
    if (!(sequence < beforeSequence) || !matchesFilter(summary, filter)) continue
    if (found.length === pageMax) return { requests: found, cursor: found.at(-1)?.id }
    found.push(summary)
  }
  return { requests: found, cursor: undefined }
}

/** Reports whether a request matches a filter. */
export function matchesFilter(
  summary: RequestSummary,
  { tunnel, method, statusClass, path, kind }: RequestFilter,
): boolean {
  if (tunnel !== undefined && summary.tunnel !== tunnel) return false
  if (method !== undefined && summary.method !== method) return false
  if (kind !== undefined && summary.kind !== kind) return false
  if (statusClass !== undefined && Math.floor(summary.status / 100) !== statusClass) return false
  return path === undefined || summary.target.toLowerCase().includes(path.toLowerCase())
}

/** Reads a filter from a query. Parameters that are not understood filter nothing. */
export function readFilter(query: URLSearchParams): RequestFilter {
  const status = /^[0-5]$/.exec(query.get('status') ?? '')?.[0]
  const kind = (['http', 'websocket', 'events'] as const).find((each) => each === query.get('kind'))
  return {
    tunnel: query.get('tunnel') ?? undefined,
    method: query.get('method') ?? undefined,
    statusClass: status === undefined ? undefined : Number(status),
    path: query.get('path') ?? undefined,
    kind,
  }
}
