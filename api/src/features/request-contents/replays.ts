import { randomUUID } from 'node:crypto'
import type { EditedRequestInput, ReplayRequestInput } from '../../generated/schema.ts'
import { badInput, notFound } from '../../ground/errors.ts'
import { authorize } from '../../platform/access/authorize.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Trx } from '../../platform/db/db.ts'
import { recordReplay } from '../requests/reports.ts'
import type { VisitorRequest } from '../requests/rules.ts'
import { findRequest } from '../requests/service.ts'
import { replayAnswer } from './agent-answers.ts'
import { callAgent } from './agent-call.ts'
import { getCarrier, toFault } from './contents.ts'
import { nameRequest, type RequestContent } from './rules.ts'

/** An edge gives an agent 15 s, and then answers that it took too long. */
const replayTimeoutMs = 16_000

const fieldsMax = 500

/** A request that was sent again. */
interface Replayed {
  request: VisitorRequest
  content: RequestContent
  omitted: string[]
}

/** Makes the agent that carried a request send it to its app again, and records that. */
export async function replayRequest(
  context: RequestContext,
  { accountId, id, edited }: ReplayRequestInput,
): Promise<Replayed> {
  // `findRequest` finds only requests that the actor may reach.
  const actor = await authorize(context, 'replayRequests', accountId, 'account', 'later')
  if (edited && edited.fields.length > fieldsMax) {
    throw badInput('fields', `A request has at most ${fieldsMax} header fields, not ${edited.fields.length}`)
  }
  await context.rateLimiter.check('replayRequestOfAccount', accountId)
  const original = await findRequest(context, accountId, id)
  if (!original) throw notFound('request')
  const requestId = randomUUID()
  const startedAt = context.clock.now()
  const note = async (trx: Trx) => {
    await recordAudit(trx, context, {
      action: 'request.replayed',
      accountId,
      objectType: 'request',
      objectId: original.id,
      objectName: nameRequest(original),
      changes: {
        replayedAs: { from: null, to: requestId },
        ...(edited && { edited: { from: null, to: true } }),
      },
    })
  }
  try {
    const agent = await getCarrier(context, accountId, original)
    const { request: repeated, omitted } = await callAgent(context, agent, {
      method: 'POST',
      target: `/requests/${original.id}/replay`,
      body: { requestId, ...(edited && { edited: toReplayRequest(edited) }) },
      timeoutMs: replayTimeoutMs,
      answer: replayAnswer,
    })
    const { content, figures } = repeated
    const request = await recordReplay(
      context,
      accountId,
      {
        original,
        replayedBy: actor.kind === 'api-key' ? actor.apiKeyId : actor.userId,
        answer: {
          ...figures,
          id: requestId,
          startedAt,
          path: content.target,
          // No visitor was there to see a status: if the app gave none, it is that of an edge's error page.
          status: content.status === 0 ? 502 : content.status,
          isComplete: content.state === 'COMPLETE',
          reason: content.failure,
        },
      },
      note,
    )
    return { request, content: { ...content, source: 'AGENT', share: null }, omitted }
  } catch (error) {
    const fault = toFault(error)
    // What the app may have received is in the log, even if its answer is not known.
    if (fault.mayBeDone) await context.change(note)
    throw fault.toAppError()
  }
}

function toReplayRequest({ method, target, fields, bodyEncoding, body }: EditedRequestInput) {
  return {
    method,
    target,
    fields: fields.map(({ name, value }) => [name, value]),
    body: { encoding: bodyEncoding === 'UTF8' ? 'utf8' : 'base64', content: body },
  }
}
