import type { ContactRequestStatus } from '../../generated/schema.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import type { ContactRequest } from './rules.ts'

export async function insertContactRequest(trx: Trx, request: ContactRequest): Promise<void> {
  await trx
    .insertInto('contactRequests')
    .values({ ...request, formData: JSON.stringify(request.formData) })
    .execute()
}

/** Returns messages of one status, or of all, newest first. */
export async function listContactRequests(
  db: Db,
  status: ContactRequestStatus | undefined,
  limit: number,
): Promise<ContactRequest[]> {
  const requests = db.selectFrom('contactRequests').selectAll('contactRequests')
  return await (status === undefined ? requests : requests.where('status', '=', status))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function findContactRequest(db: Db, id: string): Promise<ContactRequest | undefined> {
  return await db.selectFrom('contactRequests').selectAll('contactRequests').where('id', '=', id).executeTakeFirst()
}

/** Locks a message until the transaction ends. */
export async function lockContactRequest(trx: Trx, id: string): Promise<ContactRequest | undefined> {
  return await trx
    .selectFrom('contactRequests')
    .selectAll('contactRequests')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateStatus(trx: Trx, id: string, status: ContactRequestStatus, now: Date): Promise<void> {
  await trx.updateTable('contactRequests').set({ status, updatedAt: now }).where('id', '=', id).execute()
}
