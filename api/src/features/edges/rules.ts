import type { ReportTunnelsInput } from '../../generated/schema.ts'
import { addMs, dayMs } from '../../ground/clock.ts'
import { badInput } from '../../ground/errors.ts'

/**
 * How long an edge may be silent and still count as holding its agents' tunnels: three heartbeats, and the pauses after
 * which it tries again when they fail. With the time between two looks at them it is under 30 s.
 */
export const edgeSilenceMs = 25_000

/** Returns the instant since which an edge must have been heard from. */
export function edgeSilentBefore(now: Date): Date {
  return addMs(now, -edgeSilenceMs)
}

/** Edges that were not heard from since then are deleted: each start of an edge makes a new id. */
export function edgeForgottenBefore(now: Date): Date {
  return addMs(now, -dayMs)
}

const idsMax = 20_000

const authorityLengthMax = 8_192

function isCertificate(text: string): boolean {
  return /^-----BEGIN CERTIFICATE-----\n[A-Za-z0-9+/=\n]+-----END CERTIFICATE-----\n$/.test(text)
}

const hostnamesMax = 200

/** Validates an edge's question about hostnames. */
export function checkHostnames(hostnames: readonly string[]): void {
  if (hostnames.length > hostnamesMax) {
    throw badInput('hostnames', `At most ${hostnamesMax} hostnames can be asked for at once, not ${hostnames.length}`)
  }
}

/** Validates an edge's report of its tunnels. */
export function checkTunnelReport({ edgeId, authority, connected, held, disconnected }: ReportTunnelsInput): void {
  if (!/^[\w-]{1,100}$/.test(edgeId)) throw badInput('edgeId', 'edgeId must be a UUID')
  for (const [field, ids] of Object.entries({ connected, held: held ?? [], disconnected })) {
    if (ids.length > idsMax) throw badInput(field, `A report has at most ${idsMax} ids in each list, not ${ids.length}`)
  }
  if (typeof authority === 'string' && !(authority.length <= authorityLengthMax && isCertificate(authority))) {
    throw badInput('authority', `authority must be one certificate in PEM, of at most ${authorityLengthMax} characters`)
  }
}
