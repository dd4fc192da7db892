/** What the specification's view of a provider subscription shows, and how it is tied to an account. */
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
  /** How it is paid, for example a card's brand; null when the provider knows no way. */
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
  /** Where the browser goes when the reader turns back. */
  cancelUrl: string
  /** The same for each attempt at one click: it never makes a second session. */
  idempotencyKey: string
}

/**
 * Something happened at the provider. Events come late, twice, and in any order, so they carry no state: keep `id` with
 * what follows from it, in one transaction, to see each once; then read the subscription.
 */
export interface PaymentEvent {
  /** The same each time that this event is sent. */
  id: string
  /** The provider's name for what happened. */
  type: string
  createdAt: Date
  /** The subscription to read; undefined for events that concern none. */
  subscription: { id: string; customerId: string; accountId: string | null } | undefined
}

/** Takes payments. What it throws is an AppError whose message may be shown, and none holds a secret. */
export interface PaymentProvider {
  /** The provider's page for subscribing. */
  createCheckoutSession(request: CheckoutRequest): Promise<{ id: string; url: string }>
  /** The provider's page for changing the payment method, cancelling and finding invoices. */
  createPortalSession(request: { customerId: string; returnUrl: string }): Promise<{ url: string }>
  /** Ends a subscription: at once, or with the period that is paid. Does nothing when it has ended. */
  cancelSubscription(id: string, when: 'now' | 'period end'): Promise<void>
  /** The subscription as it is at this moment. */
  findSubscription(id: string): Promise<ProviderSubscription | undefined>
  /** What a webhook says. Throws UNAUTHENTICATED unless the provider signed these very bytes in the last five minutes. */
  readEvent(body: Buffer, signature: string | undefined): PaymentEvent
}

/** Whether a subscription is one to this plan: its price id contains the plan's payment-provider product id. */
export function isSubscriptionTo(
  { priceId, productId }: Pick<ProviderSubscription, 'priceId' | 'productId'>,
  planProductId: string | null,
): boolean {
  // The empty text is contained in every other.
  if (planProductId === null || planProductId === '') return false
  return priceId.includes(planProductId) || productId === planProductId
}
