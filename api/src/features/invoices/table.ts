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
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    invoices: InvoiceTable
  }
}
