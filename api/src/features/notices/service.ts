import { randomUUIDv7 } from 'node:crypto'
import { z } from 'zod'
import { addMs } from '../../ground/clock.ts'
import { type Connection, mapNodes, parseSlice, type SliceArgs } from '../../ground/connections.ts'
import { checkPage, type Page, type PageQuery } from '../../ground/pages.ts'
import { getUser } from '../../platform/access/authorize.ts'
import { deleteRowsOf, type Ending } from '../../platform/endings.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import { defineJob } from '../../platform/jobs/rules.ts'
import { enqueue } from '../../platform/jobs/service.ts'
import { findMemberIds, listOpenMemberships } from '../accounts/service.ts'
import type { Viewer } from '../users/rules.ts'
import { getViewer, notifyViewer } from '../users/service.ts'
import { isMailedByNotice, noticeMail } from './mails.ts'
import * as repository from './repository.ts'
import { burstWaitMs, type NewNotice, type Notice, pageSizeMax, type StoredNotice, groupsSubjects } from './rules.ts'

/** Makes the webhooks of an account send a notice, which `webhooks` does. */
export const noticeDelivery = defineJob({ name: 'notices.deliver', payload: z.object({ noticeId: z.string() }) })

/**
 * Adds a notice as part of the change that it reports: neither exists without the other. Added twice, it is one notice. Call it
 * last: of changes that add the same notice, the second waits here until the first ends.
 */
export async function addNotice(
  { trx, tell, source }: Ending,
  { of, facts, subjectIds, key }: NewNotice,
): Promise<void> {
  const [accountId, userId] = 'accountId' in of ? [of.accountId, null] : [null, of.userId]
  const notice = {
    id: randomUUIDv7(),
    accountId,
    userId,
    onceKey: `${facts.kind}:${accountId ?? userId}:${key}`,
    subjectIds: [...subjectIds],
    facts: JSON.stringify(facts),
    happenedAt: source.clock.now(),
  }
  const added = await repository.insertNotice(trx, notice, groupsSubjects(facts.kind))
  if (!added) return
  if (added.id === notice.id) {
    const payload = { noticeId: added.id }
    const later = addMs(notice.happenedAt, burstWaitMs)
    if (isMailedByNotice(facts.kind))
      await enqueue(trx, { kind: noticeMail, payload, now: notice.happenedAt, runAt: later })
    if ('accountId' in of) {
      const runAt = groupsSubjects(facts.kind) ? later : notice.happenedAt
      await enqueue(trx, { kind: noticeDelivery, payload, now: notice.happenedAt, runAt })
    }
  }
  const readers = 'userId' in of ? [of.userId] : await findMemberIds(trx, of.accountId)
  for (const reader of readers) notifyViewer(tell, reader)
}

/** Returns one page of an account's notices. The account was authorized when it was loaded. */
export async function listAccountNotices(
  { db, actor }: RequestContext,
  accountId: string,
  query: PageQuery,
): Promise<Page<Notice>> {
  checkPage(query, pageSizeMax)
  const page = await repository.listNotices(db, scopeOfAccount(accountId), query)
  return { ...page, nodes: page.nodes.map(await createView(db, actor)) }
}

/** Returns a part of an account's notices. The account was authorized when it was loaded. */
export async function connectAccountNotices(
  { db, actor }: RequestContext,
  accountId: string,
  args: SliceArgs,
): Promise<Connection<Notice>> {
  const slice = parseSlice({ field: 'Account.noticesConnection', owner: accountId }, args)
  const part = await repository.connectNotices(db, scopeOfAccount(accountId), slice)
  return mapNodes(part, await createView(db, actor))
}

/** Returns a page of the viewer's notices: their own, and those of their accounts since they became a member. */
export async function listViewerNotices(context: RequestContext, query: PageQuery): Promise<Page<Notice>> {
  checkPage(query, pageSizeMax)
  const { db } = context
  const user = getUser(context)
  const page = await repository.listNotices(db, await findScope(context, user.userId), query)
  return { ...page, nodes: page.nodes.map(await createView(db, user)) }
}

/** Returns a part of the viewer's notices. */
export async function connectViewerNotices(context: RequestContext, args: SliceArgs): Promise<Connection<Notice>> {
  const { db } = context
  const user = getUser(context)
  const slice = parseSlice({ field: 'Viewer.noticesConnection', owner: user.userId }, args)
  const part = await repository.connectNotices(db, await findScope(context, user.userId), slice)
  return mapNodes(part, await createView(db, user))
}

/** Counts the notices that the viewer has not read. */
export async function countUnread(context: RequestContext): Promise<number> {
  const { userId } = getUser(context)
  const readUntil = await repository.findReadUntil(context.db, userId)
  return await repository.countAfter(context.db, await findScope(context, userId), readUntil)
}

/** Marks the viewer's notices as read, up to an instant that is not later than now. */
export async function markNoticesRead(context: RequestContext, until: Date): Promise<Viewer> {
  const { userId } = getUser(context)
  const now = context.clock.now()
  await context.change(async (trx, tell) => {
    await repository.raiseReadUntil(trx, userId, until < now ? until : now)
    notifyViewer(tell, userId)
  })
  return await getViewer(context)
}

export { findNotice } from './repository.ts'

/** Deletes an account's notices. */
export const deleteNoticesOf = deleteRowsOf('notices', 'accountId')

/** Deletes a user's notices, and what they chose. */
export async function eraseNotices({ trx }: Ending, { userId }: { userId: string }): Promise<void> {
  await repository.deleteNoticesOfUser(trx, userId)
}

async function findScope(context: RequestContext, userId: string): Promise<repository.NoticeScope> {
  const memberships = await listOpenMemberships(context, userId)
  return {
    userId,
    accounts: memberships.map(({ account, createdAt }) => ({ accountId: account.id, since: createdAt })),
  }
}

function scopeOfAccount(accountId: string): repository.NoticeScope {
  return { userId: undefined, accounts: [{ accountId, since: new Date(0) }] }
}

/** Adds to notices whether the actor has not read them; programs read nothing. */
async function createView(db: Db, actor: RequestContext['actor']): Promise<(notice: StoredNotice) => Notice> {
  if (!('userId' in actor)) return (notice) => ({ ...notice, isUnread: false })
  const readUntil = await repository.findReadUntil(db, actor.userId)
  return (notice) => ({ ...notice, isUnread: readUntil === null || notice.happenedAt > readUntil })
}
