import { randomUUIDv7 } from 'node:crypto'
import type { InvoiceStatus } from '../../generated/schema.ts'
import { type Connection, mapNodes, parseSlice, type SliceArgs } from '../../ground/connections.ts'
import { addMs, toDay } from '../../ground/clock.ts'
import { conflict, forbidden } from '../../ground/errors.ts'
import { authorize, authorizeOn, can } from '../../platform/access/authorize.ts'
import type { App } from '../../platform/app.ts'
import { asSystem, type AuditSource, recordAudit } from '../../platform/audit/service.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Db, Locked, Trx } from '../../platform/db/db.ts'
import type { Ending } from '../../platform/endings.ts'
import type { Account } from '../accounts/rules.ts'
import { lockAccount } from '../accounts/service.ts'
import { isPriced, type Plan, type RunningPlan } from '../plans/rules.ts'
import { findActivePlan } from '../plans/service.ts'
import { getPlanChangeMode } from '../site/service.ts'
import { usageDelayMaxMs } from '../usage/rules.ts'
import { sumDataOut } from '../usage/service.ts'
import * as repository from './repository.ts'
import {
  periodAfter,
  addOverages,
  addUsd,
  canBecome,
  checkTransition,
  computeOverage,
  daysOf,
  describeInvoice,
  dueDateOf,
  firstPeriod,
  type Invoice,
  type Overage,
  type Period,
  subtractBilled,
} from './rules.ts'

/** An invoice as a member sees it. */
export type InvoiceView = Invoice & { viewerCanMarkPaid: boolean }

const listedMax = 200

/** Returns an account's invoices, newest first. */
export async function listInvoices(context: RequestContext, accountId: string): Promise<InvoiceView[]> {
  await authorize(context, 'viewInvoices', accountId)
  return await showInvoices(context, accountId, await repository.listInvoices(context.db, { accountId }, listedMax))
}

/** Returns a part of an account's invoices, newest first. */
export async function connectInvoices(
  context: RequestContext,
  accountId: string,
  args: SliceArgs,
): Promise<Connection<InvoiceView>> {
  await authorize(context, 'viewInvoices', accountId)
  const slice = parseSlice({ field: 'Account.invoicesConnection', owner: accountId }, args)
  const show = await createView(context, accountId)
  return mapNodes(await repository.connectInvoices(context.db, accountId, slice), show)
}

/** Returns an account's invoices with what the viewer may do with them. */
export async function showInvoices(
  context: RequestContext,
  accountId: string,
  invoices: readonly Invoice[],
): Promise<InvoiceView[]> {
  return invoices.map(await createView(context, accountId))
}

async function createView(context: RequestContext, accountId: string): Promise<(invoice: Invoice) => InvoiceView> {
  const mayPay = (await can(context, 'payInvoices', accountId)) && (await getPlanChangeMode(context.db)) === 'manual'
  return (invoice) => ({ ...invoice, viewerCanMarkPaid: mayPay && canBecome(invoice.status, 'paid') })
}

/** Marks an invoice as paid, if only people can know that. Throws CONFLICT if it is no longer owed. */
export async function markInvoicePaid(context: RequestContext, id: string): Promise<InvoiceView> {
  const invoice = await authorizeOn(context, 'payInvoices', 'invoice', () => repository.findInvoice(context.db, id))
  if ((await getPlanChangeMode(context.db)) !== 'manual') {
    throw forbidden(
      'Invoices are marked as paid by hand only if no payment provider is used. Ask the operator of this installation.',
    )
  }
  await context.change(async (trx, tell) => {
    await updateInvoiceStatus(trx, context, invoice, 'paid')
    const { accountId } = invoice
    tell('accountChanged', accountId, { accountId })
  })
  return { ...invoice, status: 'paid', viewerCanMarkPaid: false }
}

/** Moves an invoice to another state. Throws CONFLICT if it may not move there, or is changing at this moment. */
export async function updateInvoiceStatus(
  trx: Trx,
  source: AuditSource,
  invoice: Invoice,
  status: InvoiceStatus,
): Promise<void> {
  checkTransition(invoice.status, status)
  if (!(await repository.updateStatus(trx, invoice.id, invoice.status, status))) {
    throw conflict('This invoice was changed at the same moment. Look at it again.')
  }
  await recordAudit(trx, source, {
    action: `invoice.${status}`,
    ...describeObject(invoice),
    changes: { status: { from: invoice.status, to: status } },
  })
}

export interface NewInvoice extends Period {
  accountId: string
  plan: Plan
  /** USD. */
  price: number
  /** Of the periods before. */
  overage: Overage | null
}

/** Makes a pending invoice. The account must be locked. */
export async function openInvoice(
  trx: Trx,
  source: AuditSource,
  { plan, price, overage, ...rest }: NewInvoice,
): Promise<Invoice> {
  const createdAt = source.clock.now()
  const invoice: Invoice = {
    id: randomUUIDv7(),
    ...rest,
    planId: plan.id,
    planName: plan.name,
    amount: addUsd([price, overage?.amount ?? 0]),
    overage,
    dueDate: dueDateOf(createdAt),
    status: 'pending',
    createdAt,
  }
  await repository.insertInvoice(trx, invoice)
  await recordAudit(trx, source, { action: 'invoice.opened', ...describeObject(invoice) })
  return invoice
}

/**
 * Ends the running period of a plan that the account leaves, after making the invoices of periods that the hourly job has not
 * seen, and cancels the invoice that is not due yet. Returns the overage that is still owed.
 */
export async function closePeriod(
  trx: Trx,
  source: AuditSource,
  account: Locked<Account>,
  from: RunningPlan,
): Promise<Overage | null> {
  const now = source.clock.now()
  const accountId = account.id
  if (await opensInvoices(trx, account)) await invoicePeriods(trx, source, accountId, from)
  const latest = await repository.findLatestInvoice(trx, accountId, from.startsAt)
  const late = await billLateUsage(trx, accountId, now)
  const running = latest && (await billPeriod(trx, from.plan, latest, now))
  const cancelled = await repository.lockPending(trx, accountId, now)
  for (const invoice of cancelled) await updateInvoiceStatus(trx, source, invoice, 'cancelled')
  return addOverages([...cancelled.map(({ overage }) => overage), late, running ?? null])
}

/** Cancels all unpaid invoices of an account. */
export async function cancelInvoicesOf({ trx, source }: Ending, { accountId }: { accountId: string }): Promise<void> {
  for (const invoice of await repository.lockPending(trx, accountId)) {
    await updateInvoiceStatus(trx, source, invoice, 'cancelled')
  }
}

/** Returns the accounts, of those that are not suspended, for which `invoiceNextPeriods` may have something to do. */
export async function listAccountsToInvoice(db: Db, now: Date): Promise<string[]> {
  const ended = await repository.listAccountsToInvoice(db, now)
  return [...new Set([...ended, ...(await repository.listAccountsBilledBefore(db, settledBefore(now), now))])]
}

/**
 * Makes the invoices of the periods that began since the latest one ended, each with the overage of the one before. An account without
 * a running period gets one for the overage of the last one, and for what was reported late. A suspended account gets none until it is resumed.
 */
export async function invoiceNextPeriods(app: App, accountId: string): Promise<void> {
  await app.change(async (trx, tell) => {
    if (!(await findActivePlan(trx, accountId))) return
    const account = await lockAccount(trx, accountId)
    const active = await findActivePlan(trx, accountId)
    if (!active || !(await opensInvoices(trx, account))) return
    const now = app.clock.now()
    const { latest, count } = await invoicePeriods(trx, asSystem(app), accountId, active)
    if (count > 0) tell('accountChanged', accountId, { accountId })
    if (latest && latest.periodEnd > now) return
    const late = await billLateUsage(trx, accountId, now)
    // A plan that has no price any more begins no other period, whose invoice would include what the last one was over.
    const ended = latest && (await billPeriod(trx, active.plan, latest, now))
    const overage = addOverages([late, ended ?? null])
    if (!overage) return
    await openInvoice(trx, asSystem(app), {
      accountId,
      plan: active.plan,
      price: 0,
      overage,
      ...firstPeriod(now),
    })
    tell('accountChanged', accountId, { accountId })
  })
}

/** Reports whether invoices open for an account: in the `manual` mode, while it is not suspended. */
async function opensInvoices(trx: Trx, { suspendedAt }: Locked<Account>): Promise<boolean> {
  return suspendedAt === null && (await getPlanChangeMode(trx)) === 'manual'
}

/**
 * Makes the invoices of a plan's periods that began since the latest one ended, except those that nothing was charged for. Returns the latest, and how many
 * it made.
 */
async function invoicePeriods(
  trx: Trx,
  source: AuditSource,
  accountId: string,
  { plan, startsAt, invoicedFrom }: RunningPlan,
): Promise<{ latest: Invoice | undefined; count: number }> {
  const now = source.clock.now()
  let latest = await repository.findLatestInvoice(trx, accountId, startsAt)
  let count = 0
  if (!latest || !isPriced(plan)) return { latest, count }
  for (let next = periodAfter(startsAt, latest); next.periodStart <= now; next = periodAfter(startsAt, next)) {
    if (invoicedFrom !== null && next.periodStart < invoicedFrom) continue
    latest = await openInvoice(trx, source, {
      accountId,
      plan,
      price: plan.priceMonthly,
      overage: addOverages([await billLateUsage(trx, accountId, now), await billPeriod(trx, plan, latest, now)]),
      ...next,
    })
    count += 1
  }
  return { latest, count }
}

/** Returns the transfer beyond a plan with a price in a period, until its end or until now, which an invoice now includes; null if one did before. */
async function billPeriod(
  trx: Trx,
  plan: Plan,
  { id, accountId, periodStart, periodEnd }: Invoice,
  now: Date,
): Promise<Overage | null> {
  if (plan.type === 'free') return null
  const days = daysOf(periodStart, periodEnd < now ? periodEnd : now)
  const overage = computeOverage(await sumDataOut(trx, accountId, days), plan)
  const isFirst = await repository.addBilling(trx, id, {
    billedUntil: days.end,
    billedLimitGb: plan.maxDataOutGb,
    billedOverageBytes: overage?.dataOutBytes ?? 0,
  })
  return isFirst ? overage : null
}

/** Returns what edges reported of periods since these were billed, by the limits of then; an invoice now includes it. */
async function billLateUsage(trx: Trx, accountId: string, now: Date): Promise<Overage | null> {
  const overages: (Overage | null)[] = []
  for (const billed of await repository.listBilled(trx, accountId)) {
    const { id, periodStart, billedUntil, billedLimitGb, billedOverageBytes } = billed
    const dataOutBytes = await sumDataOut(trx, accountId, { start: toDay(periodStart), end: billedUntil })
    const overage = subtractBilled(computeOverage(dataOutBytes, { maxDataOutGb: billedLimitGb }), billedOverageBytes)
    overages.push(overage)
    await repository.updateBilling(trx, id, {
      billedUntil: billedUntil < settledBefore(now) ? null : billedUntil,
      billedOverageBytes: billedOverageBytes + (overage?.dataOutBytes ?? 0),
    })
  }
  return addOverages(overages)
}

/** Returns the day before which edges report no more usage. */
function settledBefore(now: Date): string {
  return toDay(addMs(now, -usageDelayMaxMs))
}

function describeObject(invoice: Invoice) {
  const { id, accountId } = invoice
  return { accountId, objectType: 'invoice' as const, objectId: id, objectName: describeInvoice(invoice) }
}
