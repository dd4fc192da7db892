import { randomUUID } from 'node:crypto'
import type { FakeStripe } from '@culvert/api/fake-stripe'
import type { Site } from './culvert.ts'
import type { Person } from './people.ts'

/** The changeable parts of a subscription, in the payment provider's terms. */
interface SubscriptionState {
  status: 'incomplete' | 'trialing' | 'active' | 'past_due' | 'canceled'
  cancel_at_period_end?: boolean
}

/** Acts as the payment provider when a person's subscription at `price_pro` changes: stores the change, and reports it. */
export async function sendSubscriptionEvent(
  { apiUrl }: Pick<Site, 'apiUrl'>,
  stripe: FakeStripe,
  { accountId }: Pick<Person, 'accountId'>,
  state: SubscriptionState,
): Promise<void> {
  const id = `sub_${accountId}`
  const customer = `cus_${accountId}`
  stripe.objects.set(`/v1/subscriptions/${id}`, {
    id,
    object: 'subscription',
    customer: { id: customer, object: 'customer', invoice_settings: { default_payment_method: null } },
    metadata: { accountId },
    cancel_at_period_end: false,
    default_payment_method: {
      id: 'pm_1',
      object: 'payment_method',
      type: 'card',
      card: { brand: 'visa', last4: '4242' },
    },
    items: { data: [{ id: 'si_1', current_period_end: 2_000_000_000, price: { id: 'price_pro', product: 'prod_1' } }] },
    ...state,
  })
  const event = {
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'customer.subscription.updated',
    created: 1_772_366_400,
    data: { object: { object: 'subscription', id, customer, metadata: { accountId } } },
  }
  const { body, signature } = stripe.signWebhook(event, new Date())
  const { status } = await fetch(`${apiUrl}/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: new Uint8Array(body),
  })
  if (status !== 200) throw new Error(`The webhook was answered with ${status}`)
}
