import { type RawBuilder, sql, type Updateable } from 'kysely'
import type { Db, Trx } from '../../platform/db/db.ts'
import type { SignIn } from './rules.ts'
import type { CommandLineSignInTable } from './table.ts'

/** Serializes requests for sign-ins, so that no two count the same free slot; differs from `namespacesLock`. */
const requestsLock = 7_246_002

/** Makes requests for sign-ins take turns, until the transaction ends. */
export async function lockRequests(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${requestsLock})`.execute(trx)
}

/** Counts the sign-ins that wait to be answered, of a network and in total. */
export async function countOpen(trx: Trx, network: string, now: Date): Promise<{ ofClient: number; total: number }> {
  return await trx
    .selectFrom('commandLineSignIns')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('requestedNetwork', '=', network).as('ofClient'),
    ])
    .where('status', '=', 'pending')
    .where('expiresAt', '>', now)
    .executeTakeFirstOrThrow()
}

/**
 * Ends the oldest sign-ins that wait, of whichever provider has most of them, its site that has most, and the client there that has most: somebody with
 * an IPv6 /48 or /32 has thousands of networks that each count as a client, and takes places from themselves alone.
 */
export async function endMostCrowded(trx: Trx, count: number, now: Date): Promise<void> {
  await sql`
    update command_line_sign_ins set expires_at = ${now} where id in (
      select id from command_line_sign_ins where status = 'pending' and expires_at > ${now}
      order by ${crowdOf(2)}, ${crowdOf(3)}, ${crowdOf(4)}, created_at, id limit ${count})`.execute(trx)
}

/** Orders by how many have the same first groups of their network, 16 bits each. An IPv4 address has no groups, and counts as itself. */
function crowdOf(groups: number): RawBuilder<unknown> {
  return sql`count(*) over (partition by (string_to_array(requested_network, ':'))[1:${sql.lit(groups)}]) desc`
}

/** Adds a sign-in. Returns false if another one has its user code. */
export async function insertSignIn(trx: Trx, signIn: SignIn): Promise<boolean> {
  const inserted = await trx
    .insertInto('commandLineSignIns')
    .values(signIn)
    .onConflict((conflict) => conflict.column('userCode').doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function findByUserCode(db: Db, userCode: string): Promise<SignIn | undefined> {
  return await db.selectFrom('commandLineSignIns').selectAll().where('userCode', '=', userCode).executeTakeFirst()
}

export async function findByDeviceCode(db: Db, deviceCodeHash: string): Promise<SignIn | undefined> {
  return await db
    .selectFrom('commandLineSignIns')
    .selectAll()
    .where('deviceCodeHash', '=', deviceCodeHash)
    .executeTakeFirst()
}

/** Moves a sign-in that has not expired from one status to another. Undefined if it was answered or redeemed meanwhile. */
export async function updateSignIn(
  trx: Trx,
  { id, status }: Pick<SignIn, 'id' | 'status'>,
  change: Updateable<CommandLineSignInTable>,
  now: Date,
): Promise<SignIn | undefined> {
  return await trx
    .updateTable('commandLineSignIns')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', status)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()
}

/** Records that a program polls. Returns false if it last polled after the instant. */
export async function notePoll(db: Db, id: string, since: Date, now: Date): Promise<boolean> {
  const noted = await db
    .updateTable('commandLineSignIns')
    .set({ polledAt: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('polledAt', 'is', null), eb('polledAt', '<=', since)]))
    .executeTakeFirst()
  return noted.numUpdatedRows > 0n
}

/** Denies what was approved and not yet redeemed, for an account, by a user, or both. */
export async function denyApproved(
  trx: Trx,
  { accountId, userId }: { accountId?: string; userId?: string },
): Promise<void> {
  let approved = trx.updateTable('commandLineSignIns').set({ status: 'denied' }).where('status', '=', 'approved')
  if (accountId !== undefined) approved = approved.where('accountId', '=', accountId)
  if (userId !== undefined) approved = approved.where('userId', '=', userId)
  await approved.execute()
}

export async function deleteExpiredBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('commandLineSignIns').where('expiresAt', '<', instant).execute()
}
