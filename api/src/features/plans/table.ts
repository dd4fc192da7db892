import type { PlanType } from '../../generated/schema.ts'
import type { PlanLimitField } from './limits.ts'

/** A plan that the operator offers. A limit of -1 means unlimited. */
export interface PlanTable extends Record<PlanLimitField, number> {
  id: string
  name: string
  type: PlanType
  /** USD; null when it is agreed with the operator. */
  priceMonthly: number | null
  /** Whether it is on offer. */
  isActive: boolean
  /** A price or a product of the payment provider; null when it does not sell the plan. */
  providerProductId: string | null
  allowsNamespaceChange: boolean
}

/** The plans that accounts had, and when; one active row for each live account. */
export interface AccountPlanTable {
  id: string
  accountId: string
  planId: string
  isActive: boolean
  startsAt: Date
  endsAt: Date | null
  /** No period that began before is invoiced: the plan had no price by then, or the operator did not invoice. Null if none is left out. */
  invoicedFrom: Date | null
  updatedAt: Date
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    accountPlans: AccountPlanTable
    plans: PlanTable
  }
}
