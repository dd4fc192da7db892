/** A provider's subscription, and the account that it belongs to. */
export interface ProviderSubscription {
  id: string
  customerId: string
  /** The account that the checkout was made for; null for a subscription that was made by hand at the provider. */
  accountId: string | null
  status: SubscriptionStatus
  priceId: string
  productId: string
  currentPeriodEnd: Date
  cancelAtPeriodEnd: boolean
  /** How it is paid, for example a card's brand; null when the provider has no payment method. */
  paymentMethod: { brand: string; last4: string | null } | null
}

export type SubscriptionStatus = 'active' | 'trialing' | 'past_due' | 'canceled' | 'not_started'

export interface CheckoutRequest {
  accountId: string
  /** The account's customer at the provider, from an earlier subscription. */
  customerId?: string
  /** Fills in the form for a new customer. */
  email?: string
  /** The plan's payment-provider product id: a price, or a product whose default price is taken. */
  product: string
  /** Where the browser goes afterwards; `{CHECKOUT_SESSION_ID}` in it becomes the session's id. */
  successUrl: string
  /** Where the browser goes when the reader cancels. */
  cancelUrl: string
  /** The same for each attempt of one click, so that no second session is made. */
  idempotencyKey: string
}

/**
 * An event at the provider. Events come late, twice, and in any order, so they carry no state: store `id` with
 * what follows from it, in one transaction, to see each once; then read the subscription.
 */
export interface PaymentEvent {
  /** The same each time that this event is sent. */
  id: string
  /** The provider's name for the event. */
  type: string
  createdAt: Date
  /** The subscription to read; undefined for events that concern none. */
  subscription: { id: string; customerId: string; accountId: string | null } | undefined
}

/** Takes payments. It throws AppErrors only, whose messages may be shown and contain no secret. */
export interface PaymentProvider {
  /** Resolves with the provider's page for subscribing. */
  createCheckoutSession(request: CheckoutRequest): Promise<{ id: string; url: string }>
  /** Closes a page for subscribing, so that nobody can pay on it. Resolves with the subscription that was paid for on it before. */
  closeCheckoutSession(id: string): Promise<string | undefined>
  /** Resolves with the provider's page for changing the payment method, cancelling and finding invoices. */
  createPortalSession(request: { customerId: string; returnUrl: string }): Promise<{ url: string }>
  /** Ends a subscription: at once, or at the end of the paid period. Does nothing when it has ended. */
  cancelSubscription(id: string, when: 'now' | 'period end'): Promise<void>
  /** Resolves with the current state of the subscription. */
  findSubscription(id: string): Promise<ProviderSubscription | undefined>
  /** Reads a webhook. Throws UNAUTHENTICATED unless the provider signed these very bytes in the last five minutes. */
  readEvent(body: Buffer, signature: string | undefined): PaymentEvent
}

/** Reports whether a subscription is one to this plan: its price id contains the plan's payment-provider product id. */
export function isSubscriptionTo(
  { priceId, productId }: Pick<ProviderSubscription, 'priceId' | 'productId'>,
  planProductId: string | null,
): boolean {
  // Every text contains the empty one.
  if (planProductId === null || planProductId === '') return false
  return priceId.includes(planProductId) || productId === planProductId
}
