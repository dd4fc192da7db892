import type { NotNull, Selectable } from 'kysely'
import type { InvoiceStatus } from '../../generated/schema.ts'
import { type Connection, mapNodes, type Slice } from '../../ground/connections.ts'
import { byInstant, readConnection } from '../../platform/db/connections.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import type { Billing, Invoice } from './rules.ts'
import type { InvoiceTable } from './table.ts'

/** Selects live invoices with their plan's name. */
function selectInvoices(db: Db) {
  return db
    .selectFrom('invoices')
    .innerJoin('plans', 'plans.id', 'invoices.planId')
    .selectAll('invoices')
    .select('plans.name as planName')
    .where('invoices.deletedAt', 'is', null)
}

function toInvoice(row: Selectable<InvoiceTable> & { planName: string }): Invoice {
  const {
    overageBytes,
    overageAmount,
    deletedAt: _deletedAt,
    billedUntil: _billedUntil,
    billedLimitGb: _billedLimitGb,
    billedOverageBytes: _billedOverageBytes,
    ...invoice
  } = row
  return { ...invoice, overage: overageBytes > 0 ? { dataOutBytes: overageBytes, amount: overageAmount } : null }
}

/** The filter of a search for invoices; a field that is left out matches every invoice. */
export interface InvoiceFilter {
  accountId?: string
  status?: InvoiceStatus
}

/** Returns invoices, newest first. */
export async function listInvoices(db: Db, { accountId, status }: InvoiceFilter, limit: number): Promise<Invoice[]> {
  let query = selectInvoices(db)
  if (accountId !== undefined) query = query.where('accountId', '=', accountId)
  if (status !== undefined) query = query.where('status', '=', status)
  const rows = await query.orderBy('createdAt', 'desc').orderBy('invoices.id', 'desc').limit(limit).execute()
  return rows.map(toInvoice)
}

/** Returns a part of an account's invoices, newest first. */
export async function connectInvoices(db: Db, accountId: string, slice: Slice): Promise<Connection<Invoice>> {
  const rows = await readConnection(
    selectInvoices(db).where('accountId', '=', accountId),
    byInstant('invoices', 'createdAt'),
    slice,
  )
  return mapNodes(rows, toInvoice)
}

export async function findInvoice(db: Db, id: string): Promise<Invoice | undefined> {
  const row = await selectInvoices(db).where('invoices.id', '=', id).executeTakeFirst()
  return row && toInvoice(row)
}

/**
 * Returns the invoice of the latest period that began with a plan or later, cancelled or not. Periods are invoiced once the first was:
 * an invoice without a price, for what the former plan left owed, begins none.
 */
export async function findLatestInvoice(db: Db, accountId: string, planStartsAt: Date): Promise<Invoice | undefined> {
  const row = await selectInvoices(db)
    .where('accountId', '=', accountId)
    .where('periodStart', '>=', planStartsAt)
    .whereRef('amount', '>', 'overageAmount')
    .orderBy('periodStart', 'desc')
    .executeTakeFirst()
  return row && toInvoice(row)
}

export async function insertInvoice(trx: Trx, { planName: _planName, overage, ...invoice }: Invoice): Promise<void> {
  await trx
    .insertInto('invoices')
    .values({
      ...invoice,
      overageBytes: overage?.dataOutBytes ?? 0,
      overageAmount: overage?.amount ?? 0,
    })
    .execute()
}

/** Stores how the transfer of an invoice's period is billed. Returns false if it was billed before. */
export async function addBilling(trx: Trx, id: string, billing: Billing): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('invoices')
    .set(billing)
    .where('id', '=', id)
    .where('billedOverageBytes', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stores what was billed later of a period; `billedUntil` is null once nothing more of it is reported. */
export async function updateBilling(
  trx: Trx,
  id: string,
  billing: Pick<InvoiceTable, 'billedUntil' | 'billedOverageBytes'>,
): Promise<void> {
  await trx.updateTable('invoices').set(billing).where('id', '=', id).execute()
}

/** Returns the periods of an account whose transfer was billed, and of which edges may still report some. */
export async function listBilled(
  trx: Trx,
  accountId: string,
): Promise<(Billing & Pick<Invoice, 'id' | 'periodStart'>)[]> {
  return await trx
    .selectFrom('invoices')
    .select(['id', 'periodStart', 'billedUntil', 'billedLimitGb', 'billedOverageBytes'])
    .where('accountId', '=', accountId)
    .where('billedUntil', 'is not', null)
    .where('deletedAt', 'is', null)
    .orderBy('periodStart')
    .$narrowType<{ billedUntil: NotNull; billedLimitGb: NotNull; billedOverageBytes: NotNull }>()
    .execute()
}

/**
 * Returns the accounts, of those that are not suspended, with a period that was billed until before a day, and without a later one with a
 * price, whose next invoice would include what was reported late.
 */
export async function listAccountsBilledBefore(db: Db, day: string, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('invoices')
    .innerJoin('accounts', 'accounts.id', 'invoices.accountId')
    .select('invoices.accountId')
    .distinct()
    .where('invoices.billedUntil', '<', day)
    .where('accounts.suspendedAt', 'is', null)
    .where('accounts.deletedAt', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('invoices as running')
            .select('running.id')
            .whereRef('running.accountId', '=', 'invoices.accountId')
            .where('running.deletedAt', 'is', null)
            .where('running.periodEnd', '>', now)
            .whereRef('running.amount', '>', 'running.overageAmount'),
        ),
      ),
    )
    .execute()
  return rows.map(({ accountId }) => accountId)
}

/** Moves an invoice from one state to another. Returns false if it is in another one by now. */
export async function updateStatus(trx: Trx, id: string, from: InvoiceStatus, to: InvoiceStatus): Promise<boolean> {
  const updated = await trx
    .updateTable('invoices')
    .set({ status: to })
    .where('id', '=', id)
    .where('status', '=', from)
    .where('deletedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/**
 * Locks pending invoices until the transaction ends; with `notDueAt`, only those of a running period that are not due at that
 * instant.
 */
export async function lockPending(trx: Trx, accountId: string, notDueAt?: Date): Promise<Invoice[]> {
  let query = selectInvoices(trx).where('accountId', '=', accountId).where('status', '=', 'pending')
  if (notDueAt) query = query.where('dueDate', '>', notDueAt).where('periodEnd', '>', notDueAt)
  return (await query.forUpdate('invoices').execute()).map(toInvoice)
}

/**
 * Returns the accounts, of those that are not suspended, whose latest period has ended: on a plan with a price, or on one that has none any
 * more, if the transfer of that period was not billed.
 */
export async function listAccountsToInvoice(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('accountPlans')
    .innerJoin('plans', 'plans.id', 'accountPlans.planId')
    .innerJoin('accounts', 'accounts.id', 'accountPlans.accountId')
    .innerJoin('invoices', (join) =>
      join
        .onRef('invoices.accountId', '=', 'accountPlans.accountId')
        .onRef('invoices.periodStart', '>=', 'accountPlans.startsAt'),
    )
    .select('accountPlans.accountId')
    .where('accountPlans.isActive', '=', true)
    .where('accounts.suspendedAt', 'is', null)
    .where('plans.type', '<>', 'free')
    .where((eb) => eb.or([eb('plans.priceMonthly', '>', 0), eb('invoices.billedOverageBytes', 'is', null)]))
    .where('invoices.deletedAt', 'is', null)
    .whereRef('invoices.amount', '>', 'invoices.overageAmount')
    .groupBy('accountPlans.accountId')
    .having(({ fn }) => fn.max('invoices.periodEnd'), '<=', now)
    .execute()
  return rows.map(({ accountId }) => accountId)
}
