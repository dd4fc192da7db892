import type { RequestHead } from '@culvert/wire'
import { answerCall, repeatRequest, sendSet } from './answer-call.ts'
import type { CalledAgent } from './answer-call.ts'
import { CallFault } from './call-fault.ts'
import { checkReplayRequest, readMember } from './replay-request.ts'
import { readNamedSet } from './request-set.ts'
import { readRoute } from './route.ts'

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/**
 * Answers a call from the dashboard: for one kept request, a replay, or a set by its name. The other functions of the local server are not available
 * to others. Throws CallFault.
 */
export async function answerRemoteCall(
  agent: CalledAgent,
  { method, target }: Pick<RequestHead, 'method' | 'target'>,
  readJson: () => unknown,
  signal: AbortSignal,
): Promise<object> {
  if (!agent.recorder.isOn) throw new CallFault(409, 'The agent keeps no requests: it was started with --no-inspect.')
  const [path = ''] = target.split('?')
  const route = readRoute(method, path)
  switch (route.name) {
    case 'POST requests/ID/replay':
      return await repeatRequest(agent, route.id, { ...readRepetition(readJson()), signal })
    case 'POST sets/ID/run':
      return await sendSet(agent, undefined, readNamedSet(route.id), signal)
    default:
      break
  }
  const answer = await answerCall(agent, route, async () => readJson())
  if (answer !== undefined) return answer
  throw new CallFault(404, 'There is no such call, or this version of culvert does not know it.')
}

function readRepetition(value: unknown) {
  const requestId = readMember(value, 'requestId')
  const edited = readMember(value, 'edited')
  if (typeof requestId !== 'string' || !uuid.test(requestId)) {
    throw new CallFault(400, 'Expected a requestId for the new request, a UUID.')
  }
  return { requestId, edited: edited === undefined || edited === null ? undefined : checkReplayRequest(edited) }
}
