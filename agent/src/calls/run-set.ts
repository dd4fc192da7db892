import type {
  Answer,
  ReplayAnswer,
  ReplayRequest,
  RequestDetail,
  RequestSet,
  SetResult,
} from '../inspection/api-types.ts'
import { compareAnswers } from './compare-answers.ts'

/** Sends the requests of a set one after the other, and compares each answer with the expected one. */
export async function runSet(
  set: RequestSet,
  send: (request: ReplayRequest) => Promise<ReplayAnswer>,
): Promise<SetResult[]> {
  const results: SetResult[] = []
  for (const { request, expected } of set.requests) {
    const { request: answered } = await send(request)
    const differences =
      answered.failure === undefined
        ? compareAnswers(expected, toAnswer(answered), set)
        : [`the app gave no answer: ${answered.failure}`]
    results.push({ id: answered.id, method: request.method, target: request.target, differences })
  }
  return results
}

/** Returns an app's answer in the form that sets keep. */
export function toAnswer({ status, responseFields, responseBody }: RequestDetail): Answer {
  const { encoding, content } = responseBody
  return { status, fields: responseFields, body: { encoding, content } }
}
