import type { Updateable } from 'kysely'
import type { Db, Trx } from '../../platform/db/db.ts'
import { countRows } from '../../platform/db/rows.ts'
import type { Certificate } from './rules.ts'
import type { CertificateTable } from './table.ts'

/** Returns certificates by name. */
export async function findCertificatesNamed(db: Db, names: readonly string[]): Promise<Map<string, Certificate>> {
  if (names.length === 0) return new Map()
  const rows = await db.selectFrom('certificates').selectAll().where('name', 'in', names).execute()
  return new Map(rows.map((row) => [row.name, row]))
}

/** Returns certificates that are served, by these names, each with the version of its last change. */
export async function listServed(db: Db, names: readonly string[], now: Date) {
  if (names.length === 0) return []
  return await db
    .selectFrom('certificates')
    .innerJoin('certificateVersions', 'certificateVersions.name', 'certificates.name')
    .select(['certificates.id', 'certificates.name', 'version', 'expiresAt'])
    .select((eb) => [eb.ref('chain').$notNull().as('chain'), eb.ref('sealedKey').$notNull().as('sealedKey')])
    .where('certificates.name', 'in', names)
    .where('chain', 'is not', null)
    .where('expiresAt', '>', now)
    .execute()
}

/** Takes a lease on a certificate. Undefined if another node has it, or it has ended. */
export async function takeLease(
  db: Db,
  id: string,
  { leaseId, now, leaseEndsAt }: { leaseId: string; now: Date; leaseEndsAt: Date },
): Promise<Certificate | undefined> {
  return await db
    .updateTable('certificates')
    .set({ leaseId, leaseEndsAt })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('leaseEndsAt', 'is', null), eb('leaseEndsAt', '<', now)]))
    .returningAll()
    .executeTakeFirst()
}

/** Changes a certificate that is held by this lease. Returns false if it no longer is. */
export async function updateLeased(
  trx: Trx,
  { id, leaseId }: Pick<Certificate, 'id' | 'leaseId'>,
  changes: Updateable<CertificateTable>,
): Promise<boolean> {
  const updated = await trx
    .updateTable('certificates')
    .set(changes)
    .where('id', '=', id)
    .where('leaseId', '=', leaseId)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** Returns the next version. Other changes wait until the transaction ends. */
export async function raiseVersion(trx: Trx): Promise<number> {
  const { version } = await trx
    .updateTable('certificateCounter')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Records that what is served for a name changed with a version. */
export async function noteVersion(trx: Trx, name: string, version: number): Promise<void> {
  await trx
    .insertInto('certificateVersions')
    .values({ name, version })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ version }))
    .execute()
}

export async function getVersion(db: Db): Promise<number> {
  return (await db.selectFrom('certificateCounter').select('version').executeTakeFirstOrThrow()).version
}

/** Returns names whose certificates changed with a version above one and up to another, in the order of their changes. */
export async function listChanges(
  db: Db,
  { since, upTo, limit }: { since: number; upTo: number; limit: number },
): Promise<{ name: string; version: number }[]> {
  return await db
    .selectFrom('certificateVersions')
    .selectAll()
    .where('version', '>', since)
    .where('version', '<=', upTo)
    .orderBy('version')
    .limit(limit)
    .execute()
}

/** Returns the challenges that edges show. */
export async function listChallenges(db: Db, limit: number) {
  return await selectChallenges(db).orderBy('challengeVersion').limit(limit).execute()
}

export async function countChallenges(db: Db): Promise<number> {
  return await countRows(db, selectChallenges(db))
}

function selectChallenges(db: Db) {
  return db
    .selectFrom('certificates')
    .select('name')
    .select((eb) => eb.ref('challenge').$notNull().as('challenge'))
    .where('challenge', 'is not', null)
    .where('challengeVersion', 'is not', null)
}

/** Records how far an edge has come. */
export async function upsertFollower(db: Db, edgeId: string, version: number, seenAt: Date): Promise<void> {
  await db
    .insertInto('certificateFollowers')
    .values({ edgeId, version, seenAt })
    .onConflict((conflict) => conflict.column('edgeId').doUpdateSet({ version, seenAt }))
    .execute()
}

/** Counts the edges that have asked since an instant, and those of them that have yet to reach a version. */
export async function countFollowers(db: Db, version: number, since: Date): Promise<{ count: number; behind: number }> {
  return await db
    .selectFrom('certificateFollowers')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.countAll<number>().filterWhere('version', '<', version).as('behind'),
    ])
    .where('seenAt', '>=', since)
    .executeTakeFirstOrThrow()
}

export async function deleteFollowersBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('certificateFollowers').where('seenAt', '<', instant).execute()
}

/** Returns certificates for which something is due, and which no node is working on. */
export async function listDue(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('certificates')
    .select('id')
    .where((eb) => eb.or([eb('leaseEndsAt', 'is', null), eb('leaseEndsAt', '<', now)]))
    .where((eb) => eb.or([eb('nextAttemptAt', 'is', null), eb('nextAttemptAt', '<=', now)]))
    .where((eb) =>
      eb.or([
        eb('orderUrl', 'is not', null),
        eb('chain', 'is', null),
        eb('renewsAt', '<=', now),
        eb('informationDueAt', '<=', now),
      ]),
    )
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns certificates that end before an instant, and whose owners were not notified of that. */
export async function listEndingBefore(db: Db, instant: Date, limit: number): Promise<Certificate[]> {
  return await db
    .selectFrom('certificates')
    .selectAll()
    .where('expiresAt', '<', instant)
    .where('failures', '>', 0)
    .where((eb) => eb.or([eb('warnedFor', 'is', null), eb('warnedFor', '!=', eb.ref('expiresAt'))]))
    .orderBy('expiresAt')
    .limit(limit)
    .execute()
}

/** Records that owners were notified of an end. Returns false if they had been notified before. */
export async function setWarned(trx: Trx, id: string, warnedFor: Date): Promise<boolean> {
  const updated = await trx
    .updateTable('certificates')
    .set({ warnedFor })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('warnedFor', 'is', null), eb('warnedFor', '!=', warnedFor)]))
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** Returns the ids of an account's live domains with a name. */
export async function listDomainIds(db: Db, accountId: string, name: string): Promise<string[]> {
  const rows = await db
    .selectFrom('domains')
    .select('id')
    .where('accountId', '=', accountId)
    .where('domain', '=', name)
    .where('deletedAt', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the ids of an account's live gateways at a hostname. */
export async function listGatewayIds(db: Db, accountId: string, name: string): Promise<string[]> {
  const rows = await db
    .selectFrom('gateways')
    .select('id')
    .where('accountId', '=', accountId)
    .where('subdomain', '=', name)
    .where('deletedAt', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns certificates by name, up to a limit. */
export async function listCertificates(
  db: Db,
  { failing, limit }: { failing: boolean; limit: number },
): Promise<Certificate[]> {
  const query = db.selectFrom('certificates').selectAll().orderBy('name').limit(limit)
  return await (failing ? query.where('failures', '>', 0) : query).execute()
}

/** Counts the certificates that are served, and the names that wait for their first. */
export async function countCertificates(db: Db, now: Date): Promise<{ served: number; waiting: number }> {
  return await db
    .selectFrom('certificates')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('expiresAt', '>', now).as('served'),
      eb.fn.countAll<number>().filterWhere('chain', 'is', null).as('waiting'),
    ])
    .executeTakeFirstOrThrow()
}

/** Makes the next attempt at a name's certificate due. Returns the certificate's id; undefined if there is none. */
export async function makeDue(trx: Trx, name: string, now: Date): Promise<string | undefined> {
  const row = await trx
    .updateTable('certificates')
    .set({ nextAttemptAt: now })
    .where('name', '=', name)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Locks certificates whose keys are sealed, a page at a time by id. */
export async function lockSealed(trx: Trx, after: string, limit: number) {
  return await trx
    .selectFrom('certificates')
    .select(['id', 'sealedKey', 'orderKey'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()
}

export async function setSealed(
  trx: Trx,
  id: string,
  keys: Pick<Certificate, 'sealedKey' | 'orderKey'>,
): Promise<void> {
  await trx.updateTable('certificates').set(keys).where('id', '=', id).execute()
}

/** Deletes every certificate. Returns how many there were. */
export async function deleteAll(trx: Trx): Promise<number> {
  const { numDeletedRows } = await trx.deleteFrom('certificates').executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
