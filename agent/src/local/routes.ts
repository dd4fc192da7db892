import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AgentStatus, ReplayAnswer, ReplayRequest, RequestSet } from '../inspection/api-types.ts'
import { toDetail } from '../inspection/kept-request.ts'
import type { KeptRequest } from '../inspection/kept-request.ts'
import type { Recorder } from '../inspection/recorder.ts'
import type { Tunnel } from '../tunnel/tunnel.ts'
import { followChanges } from './change-stream.ts'
import { readJson, readReplayRequest } from './replay-request.ts'
import { replay, ReplayFault, toReplay } from './replay.ts'
import { listSets, readSet, writeSet } from './request-set.ts'
import { runSet, toAnswer } from './run-set.ts'
import { listRequests, readFilter } from './request-list.ts'

/** What the local server shows, and what it can be told. */
export interface LocalAgent {
  recorder: Recorder
  status(): AgentStatus
  /** Returns a tunnel by its name; the only one when the name is undefined. */
  findTunnel(name: string | undefined): Tunnel | undefined
  /** Ends a tunnel, or all of them. False when there is none of this name. */
  stop(name: string | undefined): boolean
}

/** Thrown for what is not there. */
export class NotFound extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NotFound'
  }
}

/** Answers a call that has been checked. Returns the JSON to send; undefined when the answer is a stream. Throws NotFound and ReplayFault. */
export async function answerCall(
  request: IncomingMessage,
  response: ServerResponse,
  agent: LocalAgent,
): Promise<object | undefined> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const [, , noun = '', id = '', verb = ''] = pathname.split('/').map(decodeURIComponent)
  const { recorder } = agent
  switch (`${request.method} ${noun}${id === '' ? '' : '/ID'}${verb === '' ? '' : `/${verb}`}`) {
    case 'GET status':
      return agent.status()
    case 'POST stop': {
      const name = searchParams.get('tunnel') ?? undefined
      if (!agent.stop(name)) throw new NotFound(`There is no tunnel ${JSON.stringify(name)}.`)
      return {}
    }
    case 'GET requests':
      return listRequests(recorder.ring, readFilter(searchParams), searchParams.get('before') ?? undefined)
    case 'DELETE requests':
      recorder.ring.clear()
      return {}
    case 'GET requests/ID':
      return toDetail(find(recorder, id))
    case 'GET changes':
      followChanges(recorder, response)
      return undefined
    case 'POST requests/ID/replay':
      return await repeat(agent, find(recorder, id), await readReplayRequest(request))
    case 'POST replay': {
      const wanted = await readReplayRequest(request)
      if (wanted === undefined) throw new ReplayFault('Expected a request to send.')
      return await send(agent, searchParams.get('tunnel') ?? undefined, wanted)
    }
    case 'GET sets':
      return { names: listSets() }
    case 'PUT sets/ID':
      writeSet(id, toSet(recorder, await readJson(request)))
      return {}
    case 'POST sets/ID/run': {
      const tunnel = searchParams.get('tunnel') ?? undefined
      return { results: await runSet(readSet(id), (each) => send(agent, tunnel, each)) }
    }
    default:
      throw new NotFound(`There is no ${request.method ?? ''} ${pathname}.`)
  }
}

async function repeat(agent: LocalAgent, kept: KeptRequest, edited: ReplayRequest | undefined): Promise<ReplayAnswer> {
  const tunnel = agent.findTunnel(kept.summary.tunnel)
  if (tunnel === undefined) throw new NotFound('Its tunnel has ended.')
  const { request, omitted } = edited === undefined ? toReplay(kept) : { request: edited, omitted: [] }
  const { host, visitorAddress } = kept
  const repeated = await replay(tunnel, agent.recorder, request, { id: kept.summary.id, host, visitorAddress })
  return { request: toDetail(repeated), omitted }
}

/** Sends a request that was kept elsewhere, in a set. */
async function send(agent: LocalAgent, name: string | undefined, wanted: ReplayRequest): Promise<ReplayAnswer> {
  const tunnel = agent.findTunnel(name) ?? agent.findTunnel(undefined)
  if (tunnel === undefined) throw new NotFound('Several tunnels are open: name one of them.')
  const host = tunnel.publicUrl === undefined ? 'localhost' : new URL(tunnel.publicUrl).host
  const repeated = await replay(tunnel, agent.recorder, wanted, { id: 'set', host, visitorAddress: '127.0.0.1' })
  return { request: toDetail(repeated), omitted: [] }
}

/** Makes a set of kept requests and their answers. */
function toSet(recorder: Recorder, ids: unknown): RequestSet {
  if (!Array.isArray(ids)) throw new ReplayFault('Expected a list of ids of requests.')
  const requests = ids.map((id) => {
    const kept = find(recorder, String(id))
    return { request: toReplay(kept).request, expected: toAnswer(toDetail(kept)) }
  })
  return { version: 1, ignoreFields: [], ignoreMembers: [], requests }
}

function find({ ring }: Recorder, id: string): KeptRequest {
  const kept = ring.get(id)
  if (kept === undefined) throw new NotFound(`There is no request ${JSON.stringify(id)} any more, or there never was.`)
  return kept
}
