/**
 * What a header field means to the edge. Names that only the edge may set are also recognised with underscores: CGI and
 * WSGI apps read `X_Forwarded_For` and `X-Forwarded-For` as the same variable, and would believe a forged one.
 */
export type FieldKind =
  | 'end-to-end'
  /** Belongs to one connection (RFC 9110, section 7.6.1) and is not forwarded. */
  | 'hop-by-hop'
  /** Names the origin of a request; the edge sets it itself. */
  | 'forwarding'
  /** The edge's own fields in an answer. */
  | 'culvert'
  | 'accept'
  | 'connection'
  | 'content-length'
  | 'expect'
  | 'host'
  | 'trailer'
  | 'transfer-encoding'
  | 'upgrade'

/**
 * Fields in which well-known proxies name their client's address, besides `X-Forwarded-*`. Apps made for such
 * a proxy believe them.
 */
const addressFields = [
  'cf-connecting-ip',
  'cf-connecting-ipv6',
  'cf-pseudo-ipv4',
  'client-ip',
  'do-connecting-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'forwarded-for',
  'proxy-client-ip',
  'true-client-ip',
  'wl-proxy-client-ip',
  'x-appengine-user-ip',
  'x-azure-clientip',
  'x-azure-socketip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-envoy-external-address',
  // Libraries read this and `Forwarded-For` where `X-Forwarded-For` names a private address.
  'x-forwarded',
  'x-original-forwarded-for',
  'x-originating-ip',
  'x-real-ip',
  'x-remote-addr',
  'x-remote-ip',
]

const kinds = new Map<string, FieldKind>([
  ...addressFields.map((name): [string, FieldKind] => [name, 'forwarding']),
  ['accept', 'accept'],
  ['connection', 'connection'],
  ['content-length', 'content-length'],
  ['expect', 'expect'],
  ['forwarded', 'forwarding'],
  ['host', 'host'],
  ['http2-settings', 'hop-by-hop'],
  ['keep-alive', 'hop-by-hop'],
  ['proxy-authenticate', 'hop-by-hop'],
  ['proxy-authorization', 'hop-by-hop'],
  // It is in no standard, but clients that send it mean `Connection`.
  ['proxy-connection', 'connection'],
  ['te', 'hop-by-hop'],
  ['trailer', 'trailer'],
  ['transfer-encoding', 'transfer-encoding'],
  ['upgrade', 'upgrade'],
  ['x-culvert-error', 'culvert'],
  ['x-culvert-request-id', 'culvert'],
])

/** The kinds of names as received, so that a common name costs one look-up. Bounded, because clients choose the names. */
const known = new Map<string, FieldKind>()
const knownMax = 1_000

/** Reports whether `fieldKind` was called with this exact name before. */
export function isKnownName(name: string): boolean {
  return known.has(name)
}

/** Returns the kind of a field. Its name must be a token; case does not matter. */
export function fieldKind(name: string): FieldKind {
  const kind = known.get(name)
  if (kind !== undefined) return kind
  const found = findKind(name.toLowerCase())
  if (known.size < knownMax && name.length <= 64) known.set(name, found)
  return found
}

function findKind(name: string): FieldKind {
  const kind = kinds.get(name)
  if (kind !== undefined) return kind
  if (name.includes('_')) {
    // A framing field with underscores frames nothing, but must not reach an app that believes it does.
    return findKind(name.replaceAll('_', '-')) === 'end-to-end' ? 'end-to-end' : 'hop-by-hop'
  }
  return name.startsWith('x-forwarded-') ? 'forwarding' : 'end-to-end'
}
