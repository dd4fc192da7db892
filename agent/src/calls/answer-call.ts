import type { ReplayAnswer, ReplayRequest, RequestSet, SetResult } from '../inspection/api-types.ts'
import { toDetail } from '../inspection/kept-request.ts'
import type { KeptRequest } from '../inspection/kept-request.ts'
import type { Recorder } from '../inspection/recorder.ts'
import type { Tunnel } from '../tunnel/tunnel.ts'
import { CallFault } from './call-fault.ts'
import { replay, toReplay } from './replay.ts'
import { listSets, setRequestsMax, writeSet } from './request-set.ts'
import type { Route } from './route.ts'
import { runSet, toAnswer } from './run-set.ts'

/** The part of a running command that calls can reach. */
export interface CalledAgent {
  readonly recorder: Recorder
  /** Returns a kept request by its id, or by the id that the edge gave it. */
  findRequest(id: string): KeptRequest | undefined
  /** Returns a tunnel by its name, or the only tunnel if the name is undefined. */
  findTunnel(name: string | undefined): Tunnel | undefined
}

/** Answers a call that both the local server and the remote door accept. Returns the JSON to send, or undefined for any other call. Throws CallFault. */
export async function answerCall(
  agent: CalledAgent,
  { name, id }: Route,
  readJson: () => Promise<unknown>,
): Promise<object | undefined> {
  switch (name) {
    case 'GET requests/ID':
      return toDetail(find(agent, id))
    case 'GET sets':
      return { names: listSets() }
    case 'PUT sets/ID':
      writeSet(id, toSet(agent, await readJson()))
      return {}
    default:
      return undefined
  }
}

/** How a repeated request differs from the original. */
export interface Repetition {
  /** Replaces the kept request. */
  edited: ReplayRequest | undefined
  /** The new request's id elsewhere; empty if it has none. */
  requestId?: string
  /** Cancels the request. */
  signal?: AbortSignal
}

/** Sends a kept request to the app of its tunnel again. Throws CallFault. */
export async function repeatRequest(
  agent: CalledAgent,
  id: string,
  { edited, ...sending }: Repetition,
): Promise<ReplayAnswer> {
  const kept = find(agent, id)
  const tunnel = agent.findTunnel(kept.summary.tunnel)
  if (tunnel === undefined) throw new CallFault(404, 'Its tunnel has ended.')
  const { request, omitted } = edited === undefined ? toReplay(kept) : { request: edited, omitted: [] }
  const { host, visitorAddress } = kept
  const original = { id: kept.summary.id, shownId: id, host, visitorAddress }
  const repeated = await replay(tunnel, agent.recorder, request, original, sending)
  return { request: toDetail(repeated), omitted }
}

/** Sends a request that is kept elsewhere, in a set. Throws CallFault. */
export async function sendRequest(
  agent: CalledAgent,
  tunnelName: string | undefined,
  wanted: ReplayRequest,
  signal?: AbortSignal,
): Promise<ReplayAnswer> {
  const tunnel = agent.findTunnel(tunnelName) ?? agent.findTunnel(undefined)
  if (tunnel === undefined) throw new CallFault(404, 'Several tunnels are open: name one of them.')
  const host = tunnel.publicUrl === undefined ? 'localhost' : new URL(tunnel.publicUrl).host
  const original = { id: 'set', shownId: 'set', host, visitorAddress: '127.0.0.1' }
  const repeated = await replay(tunnel, agent.recorder, wanted, original, { signal })
  return { request: toDetail(repeated), omitted: [] }
}

/** Sends the requests of a set, and compares the answers. Throws CallFault. */
export async function sendSet(
  agent: CalledAgent,
  tunnelName: string | undefined,
  set: RequestSet,
  signal?: AbortSignal,
): Promise<{ results: SetResult[] }> {
  return { results: await runSet(set, (each) => sendRequest(agent, tunnelName, each, signal)) }
}

/** The approximate size in bytes of the bodies of a set. */
const setBytesMax = 33_554_432

/** Makes a set of kept requests and their answers. */
function toSet(agent: CalledAgent, ids: unknown): RequestSet {
  if (!Array.isArray(ids) || ids.length > setRequestsMax) {
    throw new CallFault(400, `Expected a list of 1 to ${setRequestsMax} ids of requests.`)
  }
  let bytes = 0
  const requests = ids.map((id) => {
    const kept = find(agent, String(id))
    bytes += kept.requestBody.bytes.length + kept.responseBody.bytes.length
    if (bytes > setBytesMax) throw new CallFault(400, `Expected bodies of at most ${setBytesMax} bytes for a set.`)
    return { request: toReplay(kept).request, expected: toAnswer(toDetail(kept)) }
  })
  return { version: 1, ignoreFields: [], ignoreMembers: [], requests }
}

function find(agent: CalledAgent, id: string): KeptRequest {
  const kept = agent.findRequest(id)
  if (kept !== undefined) return kept
  const shown = id.length > 64 ? `${id.slice(0, 64)}…` : id
  throw new CallFault(404, `There is no request ${JSON.stringify(shown)} any more, or there never was.`)
}
