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

/** The provider's events that arrived, so that each counts once. */
export interface PaymentEventTable {
  id: string
  type: string
  receivedAt: Date
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    paymentEvents: PaymentEventTable
    providerSubscriptions: ProviderSubscriptionTable
  }
}
