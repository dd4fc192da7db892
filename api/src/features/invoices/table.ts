import type { InvoiceStatus } from '../../generated/schema.ts'

/** The invoices of accounts; one row for each period, besides cancelled ones. */
export interface InvoiceTable {
  id: string
  accountId: string
  planId: string
  /** USD, with the overage. */
  amount: number
  overageBytes: number
  /** USD. */
  overageAmount: number
  periodStart: Date
  periodEnd: Date
  dueDate: Date
  status: InvoiceStatus
  createdAt: Date
  deletedAt: Date | null
  /**
   * How the transfer of the period was billed, on the invoice that followed: before which day it was counted, against which limit, and how much was over
   * it, with what was reported later. Null until then; `billedUntil` is null again once edges report no usage of the period any more.
   */
  billedUntil: string | null
  billedLimitGb: number | null
  billedOverageBytes: number | null
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    invoices: InvoiceTable
  }
}
