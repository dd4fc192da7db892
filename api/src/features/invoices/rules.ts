import { bytesPerGb, overageCentsPerGb, unlimited } from '@culvert/schema/units'
import type { InvoiceStatus } from '../../generated/schema.ts'
import { addMs, dayMs, toDay } from '../../ground/clock.ts'
import { conflict } from '../../ground/errors.ts'
import { toCents } from '../../ground/money.ts'
import type { Plan } from '../plans/rules.ts'

/** An invoice: what an account owes, or owed, for a period. */
export interface Invoice extends Period {
  id: string
  accountId: string
  planId: string
  planName: string
  /** USD, with the overage. */
  amount: number
  /** The overage of the period before, and of earlier ones what was reported too late for its invoice; null without any. */
  overage: Overage | null
  dueDate: Date
  status: InvoiceStatus
  createdAt: Date
}

/** A billing period: from its start to before its end, which is the start of the next one. */
export interface Period {
  periodStart: Date
  periodEnd: Date
}

/** Transfer beyond the plan. */
export interface Overage {
  dataOutBytes: number
  /** USD. */
  amount: number
}

/** Describes what an invoice is for, in a few words. */
export function describeInvoice({ planName, amount, overage }: Invoice): string {
  return overage?.amount === amount ? 'Data transfer over the limit' : `${planName} Plan - Monthly`
}

/** Returns the instant this many months later in UTC, or the month's last day when the month has no such day. */
export function addMonths(instant: Date, months: number): Date {
  const result = new Date(instant)
  result.setUTCDate(1)
  result.setUTCMonth(result.getUTCMonth() + months)
  result.setUTCDate(Math.min(instant.getUTCDate(), countDays(result)))
  return result
}

function countDays(month: Date): number {
  return new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate()
}

/** Returns the first period of a plan. */
export function firstPeriod(planStartsAt: Date): Period {
  return { periodStart: planStartsAt, periodEnd: addMonths(planStartsAt, 1) }
}

/**
 * Returns the period after one that ended, counted from the plan's start: a plan that starts on the 31st is renewed on the last
 * day of a short month, and on the 31st again after that.
 */
export function periodAfter(planStartsAt: Date, { periodEnd }: Period): Period {
  const months =
    (periodEnd.getUTCFullYear() - planStartsAt.getUTCFullYear()) * 12 +
    (periodEnd.getUTCMonth() - planStartsAt.getUTCMonth())
  return { periodStart: periodEnd, periodEnd: addMonths(planStartsAt, months + 1) }
}

/** Returns the days whose usage belongs to a period. Days are counted whole: the day on which a period ends belongs to the next. */
export function daysOf(start: Date, end: Date): { start: string; end: string } {
  return { start: toDay(start), end: toDay(end) }
}

/** Returns the price of a month's transfer beyond the plan, to the cent; null when it fits the plan, or costs less than a cent. */
export function computeOverage(dataOutBytes: number, { maxDataOutGb }: Pick<Plan, 'maxDataOutGb'>): Overage | null {
  if (maxDataOutGb === unlimited) return null
  const beyond = dataOutBytes - maxDataOutGb * bytesPerGb
  const cents = computeCents(beyond)
  return cents > 0 ? { dataOutBytes: beyond, amount: cents / 100 } : null
}

function computeCents(overageBytes: number): number {
  return Math.round((overageBytes / bytesPerGb) * overageCentsPerGb)
}

/** How the transfer of a period was billed. */
export interface Billing {
  /** The day before which it was counted: YYYY-MM-DD. */
  billedUntil: string
  /** The plan's limit by then. */
  billedLimitGb: number
  /** What was over the limit, as far as it has been billed. */
  billedOverageBytes: number
}

/** Returns what of an overage is not billed yet; null if that costs less than a cent. */
export function subtractBilled(overage: Overage | null, billedBytes: number): Overage | null {
  if (!overage) return null
  const cents = toCents(overage.amount) - computeCents(billedBytes)
  return cents > 0 ? { dataOutBytes: overage.dataOutBytes - billedBytes, amount: cents / 100 } : null
}

/** Adds up overages; null if there are none. */
export function addOverages(overages: readonly (Overage | null)[]): Overage | null {
  const some = overages.filter((overage) => overage !== null)
  if (some.length === 0) return null
  return {
    dataOutBytes: some.reduce((sum, { dataOutBytes }) => sum + dataOutBytes, 0),
    amount: addUsd(some.map(({ amount }) => amount)),
  }
}

/** Adds amounts of USD without losing cents to binary fractions. */
export function addUsd(amounts: readonly number[]): number {
  return amounts.reduce((cents, amount) => cents + toCents(amount), 0) / 100
}

const paymentTermMs = 7 * dayMs

/** Returns when an invoice that is made now is due. */
export function dueDateOf(createdAt: Date): Date {
  return addMs(createdAt, paymentTermMs)
}

/** The states that may follow each. A payment that was recorded by mistake can be taken back; a cancelled invoice stays cancelled. */
const transitions: Record<InvoiceStatus, readonly InvoiceStatus[]> = {
  pending: ['paid', 'failed', 'cancelled'],
  failed: ['paid', 'pending', 'cancelled'],
  paid: ['pending'],
  cancelled: [],
}

/** Reports whether an invoice in one state may move to another. */
export function canBecome(from: InvoiceStatus, to: InvoiceStatus): boolean {
  return transitions[from].includes(to)
}

/** Throws CONFLICT unless an invoice in this state may move to that one. */
export function checkTransition(from: InvoiceStatus, to: InvoiceStatus): void {
  if (from === to) throw conflict(`This invoice is ${to} already.`)
  if (canBecome(from, to)) return
  const possible = transitions[from].join(' or ') || 'nothing else'
  throw conflict(`This invoice is ${from}, so it cannot become ${to}. It can become ${possible}.`)
}
