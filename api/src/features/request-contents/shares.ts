import type { EndRequestShareInput, ShareRequestInput } from '../../generated/schema.ts'
import { notFound } from '../../ground/errors.ts'
import type { PersonActor } from '../../platform/access/actor.ts'
import { authorize, can } from '../../platform/access/authorize.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import type { RequestContext } from '../../platform/context.ts'
import { deleteRowsOf } from '../../platform/endings.ts'
import { lockAccountFor } from '../accounts/service.ts'
import { isRequestId, type VisitorRequest } from '../requests/rules.ts'
import { findRequest } from '../requests/service.ts'
import { findKnownRequest, readFromAgent, toFault } from './contents.ts'
import { type Copy, sealCopy } from './copies.ts'
import * as repository from './repository.ts'
import { checkShareCount, nameRequest, parseExpiry, type RequestContent, type RequestShare } from './rules.ts'

/**
 * Stores a copy of what a request held, for the members of the account. A copy that exists gets what the request holds now; it keeps the member who
 * shared it first, and is never deleted sooner than before.
 */
export async function shareRequest(context: RequestContext, input: ShareRequestInput): Promise<RequestContent> {
  const { accountId, id } = input
  const { userId } = await authorize(context, 'shareRequests', accountId)
  const sharedAt = context.clock.now()
  const expiresAt = parseExpiry(input, sharedAt)
  const request = await findRequest(context, accountId, id)
  if (!request) throw notFound('request')
  const content = await readFromAgent(context, accountId, request).catch((error: unknown) => {
    throw toFault(error).toAppError()
  })
  const copy: Copy = { request, content }
  const key = { accountId, requestId: request.id }
  const sealedCopy = await sealCopy(context, key, copy)
  const share = await context.change(async (trx) => {
    await lockAccountFor(trx, context, 'shareRequests', accountId)
    checkShareCount(await repository.countOtherShares(trx, key, sharedAt))
    const before = await repository.findShare(trx, key, sharedAt)
    const after: RequestShare = {
      ...key,
      sharedBy: before?.sharedBy ?? userId,
      sharedAt,
      expiresAt: before && before.expiresAt > expiresAt ? before.expiresAt : expiresAt,
    }
    await repository.upsertShare(trx, { ...after, sealedCopy })
    await recordAudit(trx, context, {
      action: 'request.shared',
      ...describeObject(key, request),
      changes: { expiresAt: { from: before?.expiresAt.toISOString() ?? null, to: after.expiresAt.toISOString() } },
    })
    return after
  })
  return { ...content, source: 'AGENT', share }
}

/** Deletes the copy of a request. Returns the request's id. */
export async function endRequestShare(
  context: RequestContext,
  { accountId, id }: EndRequestShareInput,
): Promise<string> {
  const person = await authorize(context, 'shareRequests', accountId)
  const key = { accountId, requestId: id }
  const share = isRequestId(id) && (await repository.findShare(context.db, key, context.clock.now()))
  if (!share) throw notFound('shared request')
  const action = ending(share, person)
  await authorize(context, action, accountId)
  const request = await findKnownRequest(context, accountId, id)
  await context.change(async (trx) => {
    await lockAccountFor(trx, context, action, accountId)
    if (!(await repository.deleteShare(trx, share))) throw notFound('shared request')
    await recordAudit(trx, context, { action: 'request.share_ended', ...describeObject(share, request) })
  })
  return share.requestId
}

/** Reports whether the viewer may delete a copy. */
export async function canEndShare(context: RequestContext, share: RequestShare): Promise<boolean> {
  const { actor } = context
  return actor.kind === 'user' && (await can(context, ending(share, actor), share.accountId))
}

/** Deletes the copies of an account. */
export const deleteSharesOf = deleteRowsOf('requestShares', 'accountId')

function ending({ sharedBy }: RequestShare, { userId }: Pick<PersonActor, 'userId'>) {
  return sharedBy === userId ? 'shareRequests' : 'endAnyRequestShare'
}

function describeObject({ accountId, requestId }: repository.ShareKey, request: VisitorRequest | null) {
  const objectName = request && nameRequest(request)
  return { accountId, objectType: 'request' as const, objectId: requestId, objectName }
}
