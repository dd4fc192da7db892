import type { App } from '../app.ts'
import { asOperator, recordAudit } from '../audit/service.ts'
import { notFound } from '../errors.ts'
import type { ContactRequestStatus } from '../generated/schema.ts'
import * as repository from './repository.ts'
import { statusUnchanged, titleOf, type ContactRequest } from './rules.ts'

/** Messages to the operator, newest first. */
export async function listContactRequests(
  { db }: App,
  { status, limit }: { status?: ContactRequestStatus; limit: number },
): Promise<ContactRequest[]> {
  return await repository.listContactRequests(db, status, limit)
}

/** One message. Throws NOT_FOUND. */
export async function getContactRequest({ db }: App, id: string): Promise<ContactRequest> {
  const request = await repository.findContactRequest(db, id)
  if (!request) throw notFound('contact request')
  return request
}

/** Notes how far a message is. Throws CONFLICT when that was noted already. */
export async function setContactRequestStatus(
  app: App,
  id: string,
  status: ContactRequestStatus,
): Promise<ContactRequest> {
  const now = app.clock.now()
  return await app.db.transaction().execute(async (trx) => {
    const before = await repository.lockContactRequest(trx, id)
    if (!before) throw notFound('contact request')
    if (before.status === status) throw statusUnchanged(status)
    await repository.updateStatus(trx, id, status, now)
    await recordAudit(trx, asOperator(app), {
      action: 'contact_request.status_changed',
      accountId: null,
      objectType: 'contact_request',
      objectId: id,
      objectName: titleOf(before),
      changes: { status: { from: before.status, to: status } },
    })
    return { ...before, status, updatedAt: now }
  })
}
