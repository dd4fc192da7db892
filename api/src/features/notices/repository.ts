import { sql, type Insertable } from 'kysely'
import type { NoticeKind, Role } from '../../generated/schema.ts'
import type { Connection, Slice } from '../../ground/connections.ts'
import type { Page, PageQuery } from '../../ground/pages.ts'
import { byInstant, readConnection } from '../../platform/db/connections.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import { countRows, readPage } from '../../platform/db/rows.ts'
import { noticesMax, type StoredNotice } from './rules.ts'
import type { NoticeTable } from './table.ts'

/** Adds a notice. With `groupsSubjects`, its subjects join the notice that has its key. Undefined if that notice exists and takes none. */
export async function insertNotice(
  trx: Trx,
  notice: Insertable<NoticeTable>,
  groupsSubjects: boolean,
): Promise<StoredNotice | undefined> {
  const added = await trx
    .insertInto('notices')
    .values(notice)
    .onConflict((conflict) =>
      conflict
        .column('onceKey')
        .doUpdateSet((eb) => ({
          happenedAt: eb.ref('excluded.happenedAt'),
          subjectIds: sql<string[]>`array(select distinct unnest(notices.subject_ids || excluded.subject_ids))`,
        }))
        .where((eb) => eb.lit(groupsSubjects)),
    )
    .returningAll()
    .executeTakeFirst()
  if (!added) return undefined
  await trx
    .deleteFrom('notices')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('notices')
        .select('id')
        .where(added.accountId === null ? 'userId' : 'accountId', '=', added.accountId ?? added.userId)
        .orderBy('happenedAt', 'desc')
        .orderBy('id', 'desc')
        .offset(noticesMax),
    )
    .execute()
  return added
}

/** The notices that an actor sees: a user's own, and those of accounts, each from an instant on. */
export interface NoticeScope {
  userId: string | undefined
  accounts: readonly { accountId: string; since: Date }[]
}

/** Returns one page of notices, newest first. */
export async function listNotices(db: Db, scope: NoticeScope, page: PageQuery): Promise<Page<StoredNotice>> {
  const notices = selectSeen(db, scope).selectAll().orderBy('happenedAt', 'desc').orderBy('id', 'desc')
  return await readPage(db, notices, page)
}

/** Returns a part of the notices, newest first. */
export async function connectNotices(db: Db, scope: NoticeScope, slice: Slice): Promise<Connection<StoredNotice>> {
  return await readConnection(selectSeen(db, scope).selectAll(), byInstant('notices', 'happenedAt'), slice)
}

/** Counts the notices that happened after an instant; all of them for null. */
export async function countAfter(db: Db, scope: NoticeScope, readUntil: Date | null): Promise<number> {
  const notices = selectSeen(db, scope).select('id')
  return await countRows(db, readUntil === null ? notices : notices.where('happenedAt', '>', readUntil))
}

function selectSeen(db: Db, { userId, accounts }: NoticeScope) {
  return db
    .selectFrom('notices')
    .where((eb) =>
      eb.or([
        ...(userId === undefined ? [] : [eb('userId', '=', userId)]),
        ...accounts.map(({ accountId, since }) =>
          eb.and([eb('accountId', '=', accountId), eb('happenedAt', '>=', since)]),
        ),
      ]),
    )
}

/** Returns until when a user has read their notices; null before they read any. */
export async function findReadUntil(db: Db, userId: string): Promise<Date | null> {
  const row = await db.selectFrom('noticeSettings').select('readUntil').where('userId', '=', userId).executeTakeFirst()
  return row?.readUntil ?? null
}

/** Moves forward until when a user has read their notices. */
export async function raiseReadUntil(trx: Trx, userId: string, readUntil: Date): Promise<void> {
  await trx
    .insertInto('noticeSettings')
    .values({ userId, readUntil })
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet((eb) => ({ readUntil: eb.fn('greatest', ['noticeSettings.readUntil', 'excluded.readUntil']) })),
    )
    .execute()
}

type MailChoices = Partial<Record<NoticeKind, boolean>>

/** Returns a user's choices of the kinds of notices that come by mail. */
export async function findMails(db: Db, userId: string): Promise<MailChoices> {
  const row = await db.selectFrom('noticeSettings').select('mails').where('userId', '=', userId).executeTakeFirst()
  return row?.mails ?? {}
}

/** Sets whether a user gets a kind of notice by mail. */
export async function setMail(trx: Trx, userId: string, kind: NoticeKind, isOn: boolean): Promise<void> {
  await trx
    .insertInto('noticeSettings')
    .values({ userId, mails: JSON.stringify({ [kind]: isOn }) })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ mails: sql<string>`notice_settings.mails || excluded.mails` }),
    )
    .execute()
}

/** Returns the members of an account with their addresses, roles and choices; null for a member who never chose. */
export async function listMailChoices(
  db: Db,
  accountId: string,
): Promise<{ email: string | null; role: Role; mails: MailChoices | null }[]> {
  return await db
    .selectFrom('accountUsers')
    .innerJoin('users', 'users.id', 'accountUsers.userId')
    .leftJoin('noticeSettings', 'noticeSettings.userId', 'accountUsers.userId')
    .select(['users.email', 'accountUsers.role', 'noticeSettings.mails'])
    .where('accountUsers.accountId', '=', accountId)
    .where('accountUsers.deletedAt', 'is', null)
    .orderBy('accountUsers.createdAt')
    .execute()
}

export async function findNotice(db: Db, id: string): Promise<StoredNotice | undefined> {
  return await db.selectFrom('notices').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Records that a notice was mailed. Undefined if it had been before, or is gone. */
export async function markMailed(trx: Trx, id: string, now: Date): Promise<StoredNotice | undefined> {
  return await trx
    .updateTable('notices')
    .set({ mailedAt: now })
    .where('id', '=', id)
    .where('mailedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteNoticesBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('notices').where('happenedAt', '<', instant).execute()
}

/** Deletes a user's notices, and their choices. */
export async function deleteNoticesOfUser(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('notices').where('userId', '=', userId).execute()
  await trx.deleteFrom('noticeSettings').where('userId', '=', userId).execute()
}
