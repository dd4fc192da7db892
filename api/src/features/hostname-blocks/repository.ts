import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/db.ts'
import { countRows } from '../../platform/db/rows.ts'
import type { HostnameBlock } from './rules.ts'

/** The space of these locks; the number is arbitrary. */
const hostnameLocks = 7_246

/** Prevents hostnames with the same hash from being blocked until the transaction ends. Lock accounts first. */
export async function lockAgainstBlocks(trx: Trx, hostname: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${hostnameLocks}::int4, hashtext(${hostname}))`.execute(trx)
}

/** Waits for transactions that are taking a hostname, and lets no others begin until this one ends. Lock no account afterwards. */
export async function lockForBlock(trx: Trx, hostname: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${hostnameLocks}::int4, hashtext(${hostname}))`.execute(trx)
}

export async function findBlock(db: Db, hostname: string): Promise<HostnameBlock | undefined> {
  return await db.selectFrom('hostnameBlocks').selectAll().where('hostname', '=', hostname).executeTakeFirst()
}

/** Returns those of the hostnames that are blocked. */
export async function findBlocks(db: Db, hostnames: readonly string[]): Promise<Map<string, HostnameBlock>> {
  const blocks = await db.selectFrom('hostnameBlocks').selectAll().where('hostname', 'in', hostnames).execute()
  return new Map(blocks.map((block) => [block.hostname, block]))
}

/** Returns blocks, newest first. */
export async function listBlocks(db: Db, limit: number): Promise<HostnameBlock[]> {
  return await db
    .selectFrom('hostnameBlocks')
    .selectAll()
    .orderBy('blockedAt', 'desc')
    .orderBy('hostname')
    .limit(limit)
    .execute()
}

export async function countBlocks(db: Db): Promise<number> {
  return await countRows(db, db.selectFrom('hostnameBlocks').select('hostname'))
}

/** Adds a block. Returns false if the hostname is blocked already. */
export async function insertBlock(trx: Trx, block: HostnameBlock): Promise<boolean> {
  const inserted = await trx
    .insertInto('hostnameBlocks')
    .values(block)
    .onConflict((conflict) => conflict.column('hostname').doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

export async function deleteBlock(trx: Trx, hostname: string): Promise<HostnameBlock | undefined> {
  return await trx.deleteFrom('hostnameBlocks').where('hostname', '=', hostname).returningAll().executeTakeFirst()
}

/** Records that blocks changed. Other changes wait until the transaction ends. */
export async function raiseVersion(trx: Trx): Promise<void> {
  await trx
    .updateTable('hostnameBlockCounter')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .execute()
}

export async function getVersion(db: Db): Promise<number> {
  const { version } = await db.selectFrom('hostnameBlockCounter').select('version').executeTakeFirstOrThrow()
  return version
}

/** Returns the account whose gateway or active agent has a hostname, and the gateway; undefined when none has. */
export async function findHolder(
  db: Db,
  hostname: string,
): Promise<{ accountId: string; gatewayId: string | undefined } | undefined> {
  const gateway = await db
    .selectFrom('gateways')
    .select(['accountId', 'id as gatewayId'])
    .where('subdomain', '=', hostname)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (gateway) return gateway
  const agent = await db
    .selectFrom('agents')
    .select('accountId')
    .where('assignedDomain', '=', hostname)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return agent && { ...agent, gatewayId: undefined }
}
