import type { InvoiceStatus, PlanType } from '../generated/schema.ts'
import type { SubscriptionStatus } from '../payments/provider.ts'

/** What the operator sells. A limit of -1 means unlimited. */
export interface PlanTable {
  id: string
  name: string
  type: PlanType
  /** USD; null when it is agreed with the operator. */
  priceMonthly: number | null
  /** Whether it is on offer. */
  isActive: boolean
  /** A price or a product of the payment provider; null when it does not sell the plan. */
  providerProductId: string | null
  maxSubpoints: number
  maxDomains: number
  maxTeamMembers: number
  maxConcurrentAgents: number
  maxApiRequests: number
  maxDataOutGb: number
  maxAgentHoursMonthly: number
  maxIpRestrictions: number
  allowsNamespaceChange: boolean
}

/** Which plan an account had when; one active row for each account that lives. */
export interface AccountPlanTable {
  id: string
  accountId: string
  planId: string
  isActive: boolean
  startsAt: Date
  endsAt: Date | null
  updatedAt: Date
}

/** What accounts owe; one row for each period, besides cancelled ones. */
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

/** What the payment provider said when a subscription was last read. */
export interface ProviderSubscriptionTable {
  /** The subscription's id at the provider. */
  id: string
  accountId: string
  customerId: string
  /** The plan that is sold at its price, or was at its last price of which that is known. */
  planId: string | null
  status: SubscriptionStatus
  priceId: string
  productId: string
  currentPeriodEnd: Date
  cancelAtPeriodEnd: boolean
  paymentMethodBrand: string | null
  paymentMethodLast4: string | null
  /** Which read this is from; a later read has a higher number. */
  readNumber: number
  createdAt: Date
  updatedAt: Date
}

/** The provider's events that arrived, so that each counts once. */
export interface PaymentEventTable {
  id: string
  type: string
  receivedAt: Date
}
