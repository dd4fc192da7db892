import type { Insertable, Updateable } from 'kysely'
import type { Db, Trx } from '../../platform/db/db.ts'
import { byId } from '../../platform/db/rows.ts'
import type { SignInProvider, SingleSignOn } from './rules.ts'
import type { SignInProviderTable } from './table.ts'

/** Returns every provider, in the order of their labels. */
export async function listProviders(db: Db): Promise<SignInProvider[]> {
  return await db.selectFrom('signInProviders').selectAll().orderBy('label').orderBy('id').execute()
}

/** Returns providers by id. */
export async function findProviders(db: Db, ids: readonly string[]): Promise<Map<string, SignInProvider>> {
  return byId(await db.selectFrom('signInProviders').selectAll().where('id', 'in', ids).execute())
}

export async function insertProvider(trx: Trx, provider: Insertable<SignInProviderTable>): Promise<void> {
  await trx.insertInto('signInProviders').values(provider).execute()
}

/** Changes a provider. Undefined when there is none. */
export async function updateProvider(
  trx: Trx,
  id: string,
  changes: Updateable<SignInProviderTable>,
): Promise<SignInProvider | undefined> {
  return await trx.updateTable('signInProviders').set(changes).where('id', '=', id).returningAll().executeTakeFirst()
}

/** Locks a provider until the transaction ends. */
export async function lockProvider(trx: Trx, id: string): Promise<SignInProvider | undefined> {
  return await trx.selectFrom('signInProviders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Keeps a provider from being removed until the transaction ends. */
export async function lockProviderShared(trx: Trx, id: string): Promise<SignInProvider | undefined> {
  return await trx.selectFrom('signInProviders').selectAll().where('id', '=', id).forKeyShare().executeTakeFirst()
}

/** Deletes a provider, with its identities. */
export async function deleteProvider(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('signInProviders').where('id', '=', id).execute()
}

/** Returns single sign-on of a domain, by its name. */
export async function findSingleSignOn(db: Db, domain: string): Promise<SingleSignOn | undefined> {
  return await db.selectFrom('singleSignOns').selectAll().where('domain', '=', domain).executeTakeFirst()
}

/** Returns single sign-on by the domain's id. */
export async function findSingleSignOns(db: Db, domainIds: readonly string[]): Promise<Map<string, SingleSignOn>> {
  const rows = await db.selectFrom('singleSignOns').selectAll().where('domainId', 'in', domainIds).execute()
  return new Map(rows.map((row) => [row.domainId, row]))
}

/** Returns the domains whose single sign-on is by a provider. */
export async function listDomainsBoundTo(db: Db, providerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('singleSignOns')
    .select('domain')
    .where('providerId', '=', providerId)
    .orderBy('domain')
    .execute()
  return rows.map(({ domain }) => domain)
}

export async function upsertSingleSignOn(trx: Trx, row: SingleSignOn): Promise<void> {
  const { providerId, role } = row
  await trx
    .insertInto('singleSignOns')
    .values(row)
    .onConflict((conflict) => conflict.column('domainId').doUpdateSet({ providerId, role }))
    .execute()
}

/** Ends single sign-on of domains. Returns what ended. */
export async function deleteSingleSignOns(trx: Trx, domainIds: readonly string[]): Promise<SingleSignOn[]> {
  if (domainIds.length === 0) return []
  return await trx.deleteFrom('singleSignOns').where('domainId', 'in', domainIds).returningAll().execute()
}
