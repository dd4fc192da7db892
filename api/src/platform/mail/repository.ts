import type { Db, Trx } from '../db/db.ts'
import { countRows } from '../db/rows.ts'
import type { MailTable } from './table.ts'

/** Reports whether a user has proven this address, which is in lowercase. */
export async function isProven(trx: Trx, email: string): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('emailVerifiedAt', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertMail(trx: Trx, mail: MailTable): Promise<void> {
  await trx.insertInto('mails').values(mail).execute()
}

export async function findMail(db: Db, id: string): Promise<MailTable | undefined> {
  return await db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns a page of mails, newest first, without their parts. */
export async function listMails(db: Db, { limit, offset }: { limit: number; offset: number }) {
  return await db
    .selectFrom('mails')
    .select(['id', 'recipient', 'subject', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countMails(db: Db): Promise<number> {
  return await countRows(db, db.selectFrom('mails').select('id'))
}

export async function deleteMail(db: Db, id: string): Promise<void> {
  await db.deleteFrom('mails').where('id', '=', id).execute()
}

export async function deleteMailsBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('mails').where('createdAt', '<', instant).execute()
}
