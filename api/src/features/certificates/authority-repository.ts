import type { Insertable } from 'kysely'
import type { Db, Trx } from '../../platform/db/db.ts'
import type { AcmeAccount } from './rules.ts'
import type { CertificateOrderTable } from './table.ts'

export async function findAcmeAccount(db: Db, authority: string): Promise<AcmeAccount | undefined> {
  return await db.selectFrom('acmeAccounts').selectAll().where('authority', '=', authority).executeTakeFirst()
}

/** Adds an account that is not open yet, unless there is one. */
export async function insertAcmeAccount(
  trx: Trx,
  account: Pick<AcmeAccount, 'authority' | 'sealedKey' | 'createdAt'>,
): Promise<void> {
  await trx
    .insertInto('acmeAccounts')
    .values(account)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function updateAcmeAccount(
  trx: Trx,
  authority: string,
  changes: Partial<Omit<AcmeAccount, 'authority' | 'createdAt'>>,
): Promise<void> {
  await trx.updateTable('acmeAccounts').set(changes).where('authority', '=', authority).execute()
}

export async function insertOrder(trx: Trx, order: Insertable<CertificateOrderTable>): Promise<void> {
  await trx.insertInto('certificateOrders').values(order).execute()
}

export async function deleteOrder(db: Db, id: string): Promise<void> {
  await db.deleteFrom('certificateOrders').where('id', '=', id).execute()
}

/** Counts the first orders that were made since an instant for a registered domain, or for an account, and returns when the first of them was. */
export async function countOrders(
  db: Db,
  of: { registeredDomain: string } | { accountId: string },
  since: Date,
): Promise<{ count: number; firstAt: Date | null }> {
  const query = db
    .selectFrom('certificateOrders')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('orderedAt').as('firstAt')])
    .where('isRenewal', '=', false)
    .where('orderedAt', '>', since)
  const filtered =
    'accountId' in of
      ? query.where('accountId', '=', of.accountId)
      : query.where('registeredDomain', '=', of.registeredDomain)
  return await filtered.executeTakeFirstOrThrow()
}

export async function deleteOrdersBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('certificateOrders').where('orderedAt', '<', instant).execute()
}

export async function listAcmeAccounts(db: Db): Promise<AcmeAccount[]> {
  return await db.selectFrom('acmeAccounts').selectAll().orderBy('authority').execute()
}

/** Makes transactions that count orders and add one take turns, until this one ends. */
export async function lockBudgets(trx: Trx): Promise<void> {
  await trx.selectFrom('certificateCounter').select('version').forUpdate().execute()
}

export async function deleteAcmeAccounts(trx: Trx): Promise<void> {
  await trx.deleteFrom('acmeAccounts').execute()
}

/** Records the URL of an account, unless it is known already. Returns the URL. */
export async function setAcmeAccountUrl(trx: Trx, authority: string, url: string): Promise<string> {
  const { url: known } = await trx
    .updateTable('acmeAccounts')
    .set((eb) => ({ url: eb.fn.coalesce('url', eb.val(url)) }))
    .where('authority', '=', authority)
    .returning('url')
    .executeTakeFirstOrThrow()
  return known ?? url
}
