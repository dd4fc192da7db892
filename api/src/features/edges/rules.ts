import { isRegion, regionForm } from '@culvert/schema/names'
import type { Selectable } from 'kysely'
import type { EdgeDescriptionInput, EdgeState, ReportTunnelsInput } from '../../generated/schema.ts'
import { addMs, dayMs } from '../../ground/clock.ts'
import type { ApiConfig } from '../../ground/config.ts'
import { badInput } from '../../ground/errors.ts'
import type { EdgeTable } from './table.ts'

/** Returns the instant since which an edge must have reported not to be deleted: each start of an edge makes a new id. */
export function edgeForgottenBefore(now: Date): Date {
  return addMs(now, -dayMs)
}

const idsMax = 20_000

const authorityLengthMax = 8_192

function isCertificate(text: string): boolean {
  return /^-----BEGIN CERTIFICATE-----\n[A-Za-z0-9+/=\n]+-----END CERTIFICATE-----\n$/.test(text)
}

const hostnamesMax = 200

/** Validates an edge's query about hostnames. */
export function checkHostnames(hostnames: readonly string[]): void {
  if (hostnames.length > hostnamesMax) {
    throw badInput('hostnames', `At most ${hostnamesMax} hostnames can be asked for at once, not ${hostnames.length}`)
  }
}

/** An edge, or one of its processes. */
export type Edge = Selectable<EdgeTable>

/** An edge that takes agents, all of its processes together. */
export interface EdgeLoad {
  agentUrl: string
  region: string | null
  processes: number
  /** Sums over its processes, each of which has all of its agents. */
  capacity: number
  tunnelCount: number
}

/** How an edge describes itself. */
export type EdgeDescription = Pick<
  Edge,
  'name' | 'process' | 'agentUrl' | 'siblingUrl' | 'region' | 'capacity' | 'tunnelCount' | 'version' | 'state'
>

/** An edge, as the operator sees it. */
export interface EdgeStatus extends Omit<Edge, 'authority' | 'state' | 'drained' | 'process'> {
  /** `silent`: it counts as gone, and its agents are lost unless they report themselves. */
  state: Edge['state'] | 'silent'
}

/** Returns what an edge does. It counts as gone if it has not reported since the instant. */
export function judgeEdge(edge: Edge, silentBefore: Date): EdgeStatus {
  const { id, name, region, agentUrl, siblingUrl, tunnelCount, capacity, version, lastSeenAt } = edge
  return {
    id,
    name,
    region,
    agentUrl,
    siblingUrl,
    tunnelCount,
    capacity,
    version,
    state: judgeState(edge, silentBefore),
    lastSeenAt,
  }
}

function judgeState({ state, lastSeenAt, drained }: Edge, silentBefore: Date): EdgeStatus['state'] {
  if (state === 'stopped') return state
  if (lastSeenAt < silentBefore) return 'silent'
  return drained ? 'draining' : state
}

/** The description of an edge that gives none. */
const undescribed: EdgeDescription = {
  name: null,
  process: null,
  agentUrl: null,
  siblingUrl: null,
  region: null,
  capacity: null,
  tunnelCount: null,
  version: null,
  state: 'serving',
}

const states: Record<EdgeState, Edge['state']> = { SERVING: 'serving', DRAINING: 'draining', STOPPED: 'stopped' }

const capacityMax = 1_000_000
const tunnelsMax = 10_000_000
const processesMax = 1_000

/** Parses an edge's description of itself. Agents are sent to its address: if the installation has https, the edge must too. */
export function parseEdge(
  given: EdgeDescriptionInput | null | undefined,
  { tunnelUrl }: Pick<ApiConfig, 'tunnelUrl'>,
): EdgeDescription {
  if (!given) return undescribed
  const { name, capacity, tunnelCount, version, state } = given
  const agentUrl = given.agentUrl ?? null
  const siblingUrl = given.siblingUrl ?? null
  const region = given.region ?? null
  if (!isPrintable(name, 100)) throw badInput('name', 'The name of an edge must be 1 to 100 printable characters')
  if (!isPrintable(version, 50))
    throw badInput('version', 'The version of an edge must be 1 to 50 printable characters')
  if (region !== null && !isRegion(region)) throw badInput('region', `The region of an edge must be ${regionForm}`)
  const agentSchemes = tunnelUrl.startsWith('https:') ? ['https:'] : ['https:', 'http:']
  if (agentUrl !== null && !isOrigin(agentUrl, agentSchemes)) {
    throw badInput(
      'agentUrl',
      'agentUrl must be an origin of at most 255 characters, with https where CULVERT_TUNNEL_URL has it',
    )
  }
  if (siblingUrl !== null && !isOrigin(siblingUrl, ['https:', 'http:'])) {
    throw badInput('siblingUrl', 'siblingUrl must be an origin of at most 255 characters')
  }
  if (!(capacity >= 1 && capacity <= capacityMax)) {
    throw badInput('capacity', `The capacity of an edge must be 1 to ${capacityMax} tunnels`)
  }
  if (!(tunnelCount >= 0 && tunnelCount <= tunnelsMax)) {
    throw badInput('tunnelCount', `An edge carries 0 to ${tunnelsMax} tunnels`)
  }
  const process = given.process ?? null
  if (process !== null && !(process >= 0 && process < processesMax)) {
    throw badInput('process', `The process of an edge must be 0 to ${processesMax - 1}`)
  }
  return { name, process, agentUrl, siblingUrl, region, capacity, tunnelCount, version, state: states[state] }
}

function isPrintable(text: string, lengthMax: number): boolean {
  return text.length >= 1 && text.length <= lengthMax && /^[^\p{C}\p{Z}]+( [^\p{C}\p{Z}]+)*$/u.test(text)
}

function isOrigin(text: string, schemes: readonly string[]): boolean {
  const url = URL.parse(text)
  return url !== null && text.length <= 255 && url.origin === text && schemes.includes(url.protocol)
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
