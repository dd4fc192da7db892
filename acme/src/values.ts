/** The subject of a certificate: a DNS name, `*.` included, or an IP address (RFC 8738). */
export interface Identifier {
  type: 'dns' | 'ip'
  value: string
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns undefined for an identifier of a kind that this client never orders. */
export function readIdentifier(value: unknown): Identifier | undefined {
  if (!isRecord(value) || typeof value.value !== 'string' || !identifier.test(value.value)) return undefined
  if (value.type !== 'dns' && value.type !== 'ip') return undefined
  return { type: value.type, value: value.value.toLowerCase() }
}

/** Visible ASCII. A DNS name has at most 253 characters, and `*.` may precede it. */
const identifier = /^[\x21-\x7e]{1,255}$/

/** Returns undefined for anything but a time in the form of RFC 3339. */
export function readTime(value: unknown): Date | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.test(value))
    return undefined
  const time = new Date(value)
  return Number.isNaN(time.getTime()) ? undefined : time
}
