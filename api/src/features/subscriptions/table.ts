import type { GeneratedAlways } from 'kysely'
import type { SubscriptionStatus } from '../../platform/payments/provider.ts'

/** A subscription, as it was last read at the payment provider. */
export interface ProviderSubscriptionTable {
  /** The subscription's id at the provider. */
  id: string
  accountId: string
  customerId: string
  /** The plan sold at the subscription's price, or at its last price that is known. */
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

/** The provider's pages on which an account may still be subscribed. */
export interface CheckoutTable {
  /** The page's id at the provider. */
  id: string
  accountId: string
  /** The key by which the provider repeats its answer. */
  idempotencyKey: string
  /** A page has a higher number than those that were opened before. */
  number: GeneratedAlways<number>
  createdAt: Date
}

/** The provider's events that arrived, so that each counts once. */
export interface PaymentEventTable {
  id: string
  type: string
  receivedAt: Date
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    checkouts: CheckoutTable
    paymentEvents: PaymentEventTable
    providerSubscriptions: ProviderSubscriptionTable
  }
}
