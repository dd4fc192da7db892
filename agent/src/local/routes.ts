import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AgentStatus } from '../inspection/api-types.ts'
import { answerCall, repeatRequest, sendRequest, sendSet } from '../calls/answer-call.ts'
import type { CalledAgent } from '../calls/answer-call.ts'
import { CallFault } from '../calls/call-fault.ts'
import { readJson } from '../calls/read-json.ts'
import { checkReplayRequest } from '../calls/replay-request.ts'
import { readSet } from '../calls/request-set.ts'
import { readRoute } from '../calls/route.ts'
import { followChanges } from './change-stream.ts'
import { listRequests, readFilter } from './request-list.ts'

/** The state that the local server shows, and the actions that it offers. */
export interface LocalAgent extends CalledAgent {
  status(): AgentStatus
  /** Ends a tunnel, or all of them. Returns false if there is none of this name. */
  stop(name: string | undefined): boolean
}

/** The size limit of a request as JSON: a body of 1 MiB in base64, and its head. */
const bodyBytesMax = 2_097_152

/** Answers a call that has been checked. Returns the JSON to send; undefined if the answer is a stream. Throws CallFault. */
export async function answerLocalCall(
  request: IncomingMessage,
  response: ServerResponse,
  agent: LocalAgent,
): Promise<object | undefined> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const route = readRoute(request.method ?? '', pathname.slice('/api'.length))
  const { recorder } = agent
  const tunnel = searchParams.get('tunnel') ?? undefined
  switch (route.name) {
    case 'GET status':
      return agent.status()
    case 'POST stop':
      if (!agent.stop(tunnel)) throw new CallFault(404, `There is no tunnel ${JSON.stringify(tunnel)}.`)
      return {}
    case 'GET requests':
      return listRequests(recorder.ring, readFilter(searchParams), searchParams.get('before') ?? undefined)
    case 'DELETE requests':
      recorder.ring.clear()
      return {}
    case 'GET changes':
      followChanges(recorder, readFilter(searchParams), response)
      return undefined
    case 'POST requests/ID/replay': {
      const edited = await readBody(request)
      return await repeatRequest(agent, route.id, {
        edited: edited === undefined ? undefined : checkReplayRequest(edited),
      })
    }
    case 'POST replay':
      return await sendRequest(agent, tunnel, checkReplayRequest(await readBody(request)))
    case 'POST sets/ID/run':
      return await sendSet(agent, tunnel, readSet(route.id))
    default: {
      const answer = await answerCall(agent, route, () => readBody(request))
      if (answer !== undefined) return answer
      throw new CallFault(404, `There is no ${request.method ?? ''} ${pathname}.`)
    }
  }
}

/** Reads a body as JSON; undefined if it is empty. Throws CallFault. */
async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > bodyBytesMax) throw new CallFault(400, `Expected at most ${bodyBytesMax} bytes.`)
    chunks.push(chunk)
  }
  return readJson(Buffer.concat(chunks))
}
