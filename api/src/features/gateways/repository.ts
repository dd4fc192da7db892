import type { Connection, Slice } from '../../ground/connections.ts'
import { byInstant, readConnection } from '../../platform/db/connections.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import { byId, countByAccount } from '../../platform/db/rows.ts'
import type { Gateway } from './rules.ts'

function selectLive(db: Db) {
  return db.selectFrom('gateways').where('deletedAt', 'is', null)
}

/** Deletes the live gateways that the caller's conditions select. */
function deleteLive(trx: Trx, now: Date) {
  return trx.updateTable('gateways').set({ deletedAt: now }).where('deletedAt', 'is', null)
}

/** Returns a gateway, deleted or not: agents and events may still refer to it. */
export async function findGateway(db: Db, id: string): Promise<Gateway | undefined> {
  return await db.selectFrom('gateways').selectAll('gateways').where('id', '=', id).executeTakeFirst()
}

/** Returns the live gateway that reserves a hostname. */
export async function findLiveGateway(db: Db, subdomain: string): Promise<Gateway | undefined> {
  return await selectLive(db).selectAll().where('subdomain', '=', subdomain).executeTakeFirst()
}

/** Returns gateways, deleted or not, by id. */
export async function findGateways(db: Db, ids: readonly string[]): Promise<Map<string, Gateway>> {
  return byId(await db.selectFrom('gateways').selectAll().where('id', 'in', ids).execute())
}

/** Returns live gateways by account, newest first; an account without any is left out. */
export async function findGatewaysOf(db: Db, accountIds: readonly string[]): Promise<Map<string, Gateway[]>> {
  const gateways = await selectLive(db)
    .selectAll()
    .where('accountId', 'in', accountIds)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return Map.groupBy(gateways, (gateway) => gateway.accountId)
}

/** Returns a part of an account's live gateways, newest first. */
export async function connectGateways(db: Db, accountId: string, slice: Slice): Promise<Connection<Gateway>> {
  return await readConnection(
    selectLive(db).selectAll().where('accountId', '=', accountId),
    byInstant('gateways', 'createdAt'),
    slice,
  )
}

/** Counts the live gateways by account; an account without any is left out. */
export async function countGateways(db: Db, accountIds: readonly string[]): Promise<Map<string, number>> {
  return await countByAccount(db, selectLive(db).select('accountId').where('accountId', 'in', accountIds))
}

/** Returns an account's live gateways that a text may mean: those with this name, or the one with this hostname. */
export async function findGatewaysByNameOrHostname(db: Db, accountId: string, text: string): Promise<Gateway[]> {
  return await selectLive(db)
    .selectAll()
    .where('accountId', '=', accountId)
    .where((eb) => eb.or([eb('name', '=', text), eb('subdomain', '=', text)]))
    .orderBy('createdAt', 'desc')
    .execute()
}

/** Returns the live gateways that reserve these hostnames, by hostname. */
export async function findGatewaysAt(db: Db, hostnames: readonly string[]): Promise<Map<string, Gateway>> {
  if (hostnames.length === 0) return new Map()
  const gateways = await selectLive(db).selectAll().where('subdomain', 'in', hostnames).execute()
  return new Map(gateways.map((gateway) => [gateway.subdomain, gateway]))
}

/** Returns those of the hostnames that live gateways have. */
export async function findReservedHostnames(db: Db, hostnames: readonly string[]): Promise<string[]> {
  if (hostnames.length === 0) return []
  const rows = await selectLive(db).select('subdomain').where('subdomain', 'in', hostnames).execute()
  return rows.map(({ subdomain }) => subdomain)
}

/** Returns those of the hostnames that live gateways of suspended accounts have. */
export async function findSuspendedHostnames(db: Db, hostnames: readonly string[]): Promise<string[]> {
  if (hostnames.length === 0) return []
  const rows = await db
    .selectFrom('gateways')
    .innerJoin('accounts', 'accounts.id', 'gateways.accountId')
    .select('subdomain')
    .where('subdomain', 'in', hostnames)
    .where('gateways.deletedAt', 'is', null)
    .where('suspendedAt', 'is not', null)
    .execute()
  return rows.map(({ subdomain }) => subdomain)
}

/**
 * Reports whether another account has given up a hostname on an offered domain since an instant. Called after the insertion of a
 * gateway, it sees a deletion that the insertion waited for.
 */
export async function isHeldBack(db: Db, hostname: string, accountId: string, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('gateways')
    .select('id')
    .where('subdomain', '=', hostname)
    .where('domainId', 'is', null)
    .where('deletedAt', '>', since)
    .where('accountId', '!=', accountId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertGateway(trx: Trx, gateway: Gateway): Promise<void> {
  await trx.insertInto('gateways').values(gateway).execute()
}

/** Changes a live gateway. Undefined if it is gone. */
export async function updateGateway(
  trx: Trx,
  id: string,
  changes: Pick<Gateway, 'name' | 'description'>,
): Promise<Gateway | undefined> {
  return await trx
    .updateTable('gateways')
    .set(changes)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Deletes an account's gateways. */
export async function deleteGatewaysOf(trx: Trx, accountId: string, now: Date): Promise<void> {
  await deleteLive(trx, now).where('accountId', '=', accountId).execute()
}

/** Deletes the live gateways on custom domains. */
export async function deleteGatewaysOn(trx: Trx, domainIds: readonly string[], now: Date): Promise<Gateway[]> {
  if (domainIds.length === 0) return []
  return await deleteLive(trx, now).where('domainId', 'in', domainIds).returningAll().execute()
}

/** Deletes the live gateways within a domain that other accounts have by domains above it. */
export async function deleteGatewaysInside(
  trx: Trx,
  { domain, accountId }: { domain: string; accountId: string },
  now: Date,
): Promise<Gateway[]> {
  const above = trx
    .selectFrom('domains')
    .select('id')
    .where((eb) => eb(eb.fn<number>('length', ['domain']), '<', domain.length))
  return await deleteLive(trx, now)
    .where('accountId', '!=', accountId)
    // Hostnames contain no wildcards of LIKE: none has an underscore.
    .where((eb) => eb.or([eb('subdomain', '=', domain), eb('subdomain', 'like', `%.${domain}`)]))
    .where('domainId', 'in', above)
    .returningAll()
    .execute()
}

/** Deletes a gateway. Returns undefined if it was already deleted. */
export async function deleteGateway(trx: Trx, id: string, now: Date): Promise<Gateway | undefined> {
  return await deleteLive(trx, now).where('id', '=', id).returningAll().executeTakeFirst()
}

/** Returns the account whose active agent serves a hostname, reserved or random; undefined when none does. */
export async function findAgentAccount(db: Db, hostname: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('agents')
    .select('accountId')
    .where('assignedDomain', '=', hostname)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return row?.accountId
}
