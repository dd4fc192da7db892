import { Stripe } from 'stripe'
import { z } from 'zod'
import type { Clock } from '../../ground/clock.ts'
import { AppError } from '../../ground/errors.ts'
import { isStorable } from '../../ground/storable-text.ts'
import type {
  CheckoutRequest,
  PaymentEvent,
  PaymentProvider,
  ProviderSubscription,
  SubscriptionStatus,
} from './provider.ts'

export interface StripeOptions {
  /** `sk_…`, or better a restricted key `rk_…` with Checkout, Customer portal, Products and Subscriptions. */
  secretKey: string
  /** `whsec_…` of the webhook endpoint. */
  webhookSecret: string
  clock: Clock
  /** Another address than Stripe's own, for tests. */
  apiUrl?: string
  /** How often a request that got no answer is repeated; 2 when left out. */
  retriesMax?: number
}

/** How old a webhook's signature may be, in seconds: later it may be a replay. */
const signatureAgeMaxSeconds = 300

/** Payments by Stripe. */
export function createStripeProvider(options: StripeOptions): PaymentProvider {
  const { secretKey, webhookSecret, clock, apiUrl, retriesMax = 2 } = options
  const stripe = new Stripe(secretKey, {
    timeout: 10_000,
    maxNetworkRetries: retriesMax,
    telemetry: false,
    ...(apiUrl === undefined ? {} : addressOf(apiUrl)),
  })

  const getPriceId = async (product: string): Promise<string> => {
    if (!product.startsWith('prod_')) return product
    const { default_price: price } = await stripe.products.retrieve(product)
    if (!price) throw new AppError('UNAVAILABLE', 'This plan has no price yet. Tell the operator of this installation.')
    return idOf(price)
  }

  const openCheckout = async (request: CheckoutRequest): Promise<{ id: string; url: string }> => {
    const { accountId, customerId, email, successUrl, cancelUrl, idempotencyKey } = request
    const session = await stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        line_items: [{ price: await getPriceId(request.product), quantity: 1 }],
        client_reference_id: accountId,
        // Later events carry only the subscription.
        subscription_data: { metadata: { accountId } },
        ...(customerId === undefined ? { customer_email: email } : { customer: customerId }),
        success_url: successUrl,
        cancel_url: cancelUrl,
      },
      { idempotencyKey },
    )
    if (session.url === null) throw new Error(`Checkout session ${session.id} has no address.`)
    return { id: session.id, url: session.url }
  }

  return {
    createCheckoutSession: (request) =>
      guard(async () => {
        try {
          return await openCheckout(request)
        } catch (error) {
          if (request.customerId === undefined || !isMissing(error) || error.param !== 'customer') throw error
          // The customer was deleted at Stripe, or is of another account or mode there: the account gets a new one.
          const { customerId: _customerId, idempotencyKey, ...rest } = request
          return await openCheckout({ ...rest, idempotencyKey: `${idempotencyKey} new customer` })
        }
      }),

    closeCheckoutSession: (id) =>
      guard(async () => {
        try {
          await stripe.checkout.sessions.expire(id)
          return undefined
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
          const session = await unlessMissing(() => stripe.checkout.sessions.retrieve(id))
          if (session?.status === 'open') throw error
          return session?.subscription ? idOf(session.subscription) : undefined
        }
      }),

    createPortalSession: ({ customerId, returnUrl }) =>
      guard(async () => {
        const { url } = await stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl })
        return { url }
      }),

    cancelSubscription: (id, when) =>
      guard(async () => {
        await unlessMissing(() =>
          when === 'now'
            ? stripe.subscriptions.cancel(id)
            : stripe.subscriptions.update(id, { cancel_at_period_end: true }),
        )
      }),

    findSubscription: (id) =>
      guard(async () => {
        const expand = ['default_payment_method', 'customer.invoice_settings.default_payment_method']
        const subscription = await unlessMissing(() => stripe.subscriptions.retrieve(id, { expand }))
        return subscription && toSubscription(subscription)
      }),

    readEvent: (body, signature) => {
      const receivedAt = clock.now().getTime()
      try {
        const event = stripe.webhooks.constructEvent(
          body,
          signature ?? '',
          webhookSecret,
          signatureAgeMaxSeconds,
          undefined,
          receivedAt,
        )
        eventShape.parse(event)
        const kept = toEvent(event)
        keptShape.parse(kept)
        return kept
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) {
          throw new AppError(
            'BAD_USER_INPUT',
            'The body of this webhook is not an event of Stripe that this version knows.',
            {
              internal: error,
            },
          )
        }
        // The cause would carry the whole body and its signature into the log.
        throw new AppError(
          'UNAUTHENTICATED',
          'The signature of this webhook is missing, wrong, or older than five minutes. Check the signing secret and the clock.',
        )
      }
    },
  }
}

/** Turns Stripe's errors into ours, without the keys that they contain. */
async function guard<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const { type, code, statusCode, requestId, message } = error
    // Stripe repeats a wrong key in its message.
    const internal = {
      type,
      code,
      statusCode,
      requestId,
      message: message.replaceAll(/\b(sk|rk|pk|whsec)_\S+/g, '[key]'),
    }
    throw new AppError('UNAVAILABLE', explain(error), { internal })
  }
}

function explain(error: Stripe.errors.StripeError): string {
  if (error instanceof Stripe.errors.StripeConnectionError || error instanceof Stripe.errors.StripeAPIError) {
    return 'The payment provider does not answer at the moment. Nothing was charged. Try again in a minute.'
  }
  if (error instanceof Stripe.errors.StripeRateLimitError) {
    return 'The payment provider is busy. Nothing was charged. Try again in a minute.'
  }
  return 'The payment provider refused the request. Nothing was charged. Tell the operator of this installation.'
}

/** Returns the answer of a request; undefined when Stripe has no such object, as when an ended subscription is changed. */
async function unlessMissing<Result>(request: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await request()
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function isMissing(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
}

function toSubscription(subscription: Stripe.Subscription): ProviderSubscription {
  const { id, customer, metadata, status, cancel_at_period_end: cancelAtPeriodEnd } = subscription
  const [item] = subscription.items.data
  if (!item) throw new Error(`Subscription ${id} has no item.`)
  return {
    id,
    customerId: idOf(customer),
    accountId: metadata.accountId ?? null,
    status: toStatus(status),
    priceId: item.price.id,
    productId: idOf(item.price.product),
    currentPeriodEnd: fromSeconds(item.current_period_end),
    cancelAtPeriodEnd,
    paymentMethod: toPaymentMethod(findPaymentMethod(subscription)),
  }
}

/** Returns the subscription's own payment method, else the customer's. */
function findPaymentMethod(subscription: Stripe.Subscription): Stripe.PaymentMethod | undefined {
  const { default_payment_method: own, customer } = subscription
  if (own && typeof own === 'object') return own
  if (typeof customer === 'string' || customer.deleted) return undefined
  const { default_payment_method: usual } = customer.invoice_settings
  return usual && typeof usual === 'object' ? usual : undefined
}

function toPaymentMethod(method: Stripe.PaymentMethod | undefined): ProviderSubscription['paymentMethod'] {
  if (!method) return null
  if (method.card) return { brand: method.card.brand, last4: method.card.last4 }
  return { brand: method.type, last4: method.sepa_debit?.last4 ?? method.us_bank_account?.last4 ?? null }
}

/** Converts Stripe's states to those of the contract. One that Stripe adds later entitles to nothing. */
function toStatus(status: Stripe.Subscription.Status): SubscriptionStatus {
  switch (status) {
    case 'active':
      return 'active'
    case 'trialing':
      return 'trialing'
    // The latter two wait for a payment method.
    case 'past_due':
    case 'unpaid':
    case 'paused':
      return 'past_due'
    case 'canceled':
    case 'incomplete_expired':
      return 'canceled'
    case 'incomplete':
    default:
      return 'not_started'
  }
}

/** Signed content is Stripe's, but may have a shape that this version does not know. */
const eventShape = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  created: z.number(),
  data: z.object({ object: z.looseObject({}) }),
})

/** Stripe's own ids and types have at most 255 characters; an account's id came from here. */
const shortText = z.string().max(255).refine(isStorable)

/** The part of an event that is used. */
const keptShape = z.object({
  id: shortText,
  type: shortText,
  createdAt: z.date(),
  subscription: z.object({ id: shortText, customerId: shortText, accountId: shortText.nullable() }).optional(),
})

function toEvent(event: Stripe.Event): PaymentEvent {
  return { id: event.id, type: event.type, createdAt: fromSeconds(event.created), subscription: findSubject(event) }
}

/** Returns the subscription of an event, which may be its object, or that of a checkout or an invoice. */
function findSubject({ data: { object } }: Stripe.Event): PaymentEvent['subscription'] {
  if (!('object' in object)) return undefined
  if (object.object === 'subscription') {
    return { id: object.id, customerId: idOf(object.customer), accountId: object.metadata.accountId ?? null }
  }
  if (object.object === 'checkout.session') {
    const { subscription, customer, client_reference_id: accountId } = object
    return subscription && customer ? { id: idOf(subscription), customerId: idOf(customer), accountId } : undefined
  }
  if (object.object === 'invoice') {
    const { customer, parent } = object
    const details = parent?.subscription_details
    if (!details || !customer) return undefined
    return {
      id: idOf(details.subscription),
      customerId: idOf(customer),
      accountId: details.metadata?.accountId ?? null,
    }
  }
  return undefined
}

function idOf(reference: string | { id: string }): string {
  return typeof reference === 'string' ? reference : reference.id
}

function fromSeconds(seconds: number): Date {
  return new Date(seconds * 1_000)
}

function addressOf(url: string): { protocol: 'http' | 'https'; host: string; port: string } {
  const { protocol, hostname, port } = new URL(url)
  const secure = protocol === 'https:'
  return { protocol: secure ? 'https' : 'http', host: hostname, port: port || (secure ? '443' : '80') }
}
