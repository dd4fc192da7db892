import type { ContactRequestStatus } from '../../generated/schema.ts'
import { AppError } from '../../ground/errors.ts'
import type { App } from '../../platform/app.ts'
import { asOperator, recordAudit } from '../../platform/audit/service.ts'
import * as repository from './repository.ts'
import { statusUnchanged, titleOf, type ContactRequest } from './rules.ts'

/** Returns messages to the operator, newest first. */
export async function listContactRequests(
  { db }: App,
  { status, limit }: { status?: ContactRequestStatus; limit: number },
): Promise<ContactRequest[]> {
  return await repository.listContactRequests(db, status, limit)
}

/** Returns one message. Throws NOT_FOUND. */
export async function getContactRequest({ db }: App, id: string): Promise<ContactRequest> {
  const request = await repository.findContactRequest(db, id)
  if (!request) throw noSuchRequest(id)
  return request
}

/** Sets the status of a message. Throws CONFLICT when it has that status already. */
export async function setContactRequestStatus(
  app: App,
  id: string,
  status: ContactRequestStatus,
): Promise<ContactRequest> {
  const now = app.clock.now()
  return await app.change(async (trx) => {
    const before = await repository.lockContactRequest(trx, id)
    if (!before) throw noSuchRequest(id)
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

function noSuchRequest(id: string): AppError {
  return new AppError('NOT_FOUND', `There is no message "${id}". Give an id, as \`support list\` shows them.`)
}
