import { once } from 'node:events'
import { createServer } from 'node:http'
import { inspect } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../ground/errors.ts'
import { startFakeStripe, type FakeStripe } from '../../testing/fake-stripe.ts'
import { createStillClock, type StillClock } from '../../testing/still-clock.ts'
import { isSubscriptionTo, type CheckoutRequest, type PaymentProvider } from './provider.ts'
import { createStripeProvider } from './stripe.ts'

const checkout: CheckoutRequest = {
  accountId: 'account-1',
  email: 'ada@example.com',
  product: 'price_pro',
  successUrl: 'https://culvert.example.com/success?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'https://culvert.example.com/admin/billing',
  idempotencyKey: 'click-1',
}

const card = { id: 'pm_1', object: 'payment_method', type: 'card', card: { brand: 'visa', last4: '4242' } }
const debit = { id: 'pm_2', object: 'payment_method', type: 'sepa_debit', sepa_debit: { last4: '3000' } }

/** A subscription as Stripe returns it with everything expanded. */
const subscription = (more: object = {}): object => ({
  id: 'sub_1',
  object: 'subscription',
  customer: { id: 'cus_1', object: 'customer', invoice_settings: { default_payment_method: null } },
  metadata: { accountId: 'account-1' },
  status: 'active',
  cancel_at_period_end: false,
  default_payment_method: card,
  items: {
    object: 'list',
    data: [{ id: 'si_1', current_period_end: 1_775_000_000, price: { id: 'price_pro_monthly', product: 'prod_pro' } }],
  },
  ...more,
})

describe('payments by Stripe', () => {
  let fake: FakeStripe
  let clock: StillClock
  let payments: PaymentProvider

  beforeAll(async () => {
    fake = await startFakeStripe()
  })

  afterAll(async () => {
    await fake.close()
  })

  beforeEach(() => {
    fake.requests.length = 0
    fake.faults.length = 0
    fake.objects.clear()
    clock = createStillClock()
    payments = connect({})
  })

  const connect = (more: { secretKey?: string; apiUrl?: string; retriesMax?: number }): PaymentProvider => {
    const { secretKey, webhookSecret, url: apiUrl } = fake
    return createStripeProvider({ secretKey, webhookSecret, apiUrl, clock, ...more })
  }

  /** Creates a subscription at Stripe and reads it. */
  const find = async (object: object) => {
    fake.objects.set('/v1/subscriptions/sub_1', object)
    return await payments.findSubscription('sub_1')
  }

  /** A signed webhook about an object. */
  const send = (type: string, object: object) => {
    const event = { id: 'evt_1', object: 'event', type, created: 1_772_366_400, data: { object } }
    return fake.signWebhook(event, clock.now())
  }

  describe('checkout', () => {
    it('leads to a page on which a new customer subscribes the account', async () => {
      const { id, url } = await payments.createCheckoutSession({ ...checkout, idempotencyKey: 'new customer' })
      expect(url).toBe(`https://checkout.stripe.com/c/pay/${id}`)
      expect(fake.requests).toEqual([
        {
          route: 'POST /v1/checkout/sessions',
          idempotencyKey: 'new customer',
          form: {
            mode: 'subscription',
            'line_items[0][price]': 'price_pro',
            'line_items[0][quantity]': '1',
            client_reference_id: 'account-1',
            'subscription_data[metadata][accountId]': 'account-1',
            customer_email: 'ada@example.com',
            success_url: checkout.successUrl,
            cancel_url: checkout.cancelUrl,
          },
        },
      ])
    })

    it('reuses a known customer', async () => {
      await payments.createCheckoutSession({ ...checkout, customerId: 'cus_1', idempotencyKey: 'known customer' })
      expect(fake.requests[0]?.form).toMatchObject({ customer: 'cus_1' })
      expect(fake.requests[0]?.form).not.toHaveProperty('customer_email')
    })

    it('leads a customer who was deleted at Stripe, or is of its test mode, to the page as a new one', async () => {
      const error = { type: 'invalid_request_error', code: 'resource_missing', message: "No such customer: 'cus_gone'" }
      fake.faults.push({ status: 400, error: { ...error, param: 'customer' } })
      const request = { ...checkout, customerId: 'cus_gone', idempotencyKey: 'gone customer' }
      const { url } = await payments.createCheckoutSession(request)
      expect(url).toMatch(/^https:\/\/checkout\.stripe\.com\//)
      const [refused, made] = fake.requests
      expect(refused?.form).toMatchObject({ customer: 'cus_gone' })
      expect(made?.form).toMatchObject({ customer_email: 'ada@example.com', client_reference_id: 'account-1' })
      expect(made?.form).not.toHaveProperty('customer')
      // Stripe repeats a refusal for the same key.
      expect(made?.idempotencyKey).not.toBe(refused?.idempotencyKey)
    })

    it('closes: nobody can pay on it then, and a payment that was made is told', async () => {
      const { id } = await payments.createCheckoutSession({ ...checkout, idempotencyKey: 'to be closed' })
      const path = `/v1/checkout/sessions/${id}`
      expect(await payments.closeCheckoutSession(id)).toBeUndefined()
      expect(fake.objects.get(path)).toMatchObject({ status: 'expired' })
      expect(await payments.closeCheckoutSession(id)).toBeUndefined()
      fake.objects.set(path, { id, status: 'complete', subscription: { id: 'sub_1' } })
      expect(await payments.closeCheckoutSession(id)).toBe('sub_1')
      // Of Stripe's test mode, or of another account there.
      expect(await payments.closeCheckoutSession('cs_missing')).toBeUndefined()
      const refused = { type: 'invalid_request_error', message: 'Not now.' }
      fake.objects.set(path, { id, status: 'open', subscription: null })
      fake.faults.push({ status: 400, error: refused })
      await expect(payments.closeCheckoutSession(id)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    })

    it('uses the default price of a product', async () => {
      fake.objects.set('/v1/products/prod_pro', { id: 'prod_pro', object: 'product', default_price: 'price_9' })
      await payments.createCheckoutSession({ ...checkout, product: 'prod_pro', idempotencyKey: 'by product' })
      expect(fake.requests.at(-1)?.form['line_items[0][price]']).toBe('price_9')
    })

    it('fails if a product has no price', async () => {
      fake.objects.set('/v1/products/prod_pro', { id: 'prod_pro', object: 'product', default_price: null })
      await expect(payments.createCheckoutSession({ ...checkout, product: 'prod_pro' })).rejects.toThrow(
        'This plan has no price yet. Tell the operator of this installation.',
      )
    })

    it('is created once per idempotency key', async () => {
      const first = await payments.createCheckoutSession({ ...checkout, idempotencyKey: 'twice' })
      expect(await payments.createCheckoutSession({ ...checkout, idempotencyKey: 'twice' })).toEqual(first)
    })

    it('is created once if the answer is lost', async () => {
      fake.faults.push('lose the answer')
      const first = await payments.createCheckoutSession({ ...checkout, idempotencyKey: 'lost answer' })
      expect(fake.requests.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['lost answer', 'lost answer'])
      expect(await payments.createCheckoutSession({ ...checkout, idempotencyKey: 'lost answer' })).toEqual(first)
    })

    it('is retried with the same idempotency key if the connection breaks', async () => {
      fake.faults.push('hang up')
      const { url } = await payments.createCheckoutSession({ ...checkout, idempotencyKey: 'broken line' })
      expect(url).toMatch(/^https:\/\/checkout\.stripe\.com\//)
      expect(fake.requests.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['broken line', 'broken line'])
    })
  })

  it('open the portal for a customer', async () => {
    const { url } = await payments.createPortalSession({ customerId: 'cus_1', returnUrl: checkout.cancelUrl })
    expect(url).toMatch(/^https:\/\/billing\.stripe\.com\//)
    expect(fake.requests[0]?.form).toEqual({ customer: 'cus_1', return_url: checkout.cancelUrl })
  })

  describe('a subscription', () => {
    it('is read with everything that the billing page shows', async () => {
      expect(await find(subscription({ cancel_at_period_end: true }))).toEqual({
        id: 'sub_1',
        customerId: 'cus_1',
        accountId: 'account-1',
        status: 'active',
        priceId: 'price_pro_monthly',
        productId: 'prod_pro',
        currentPeriodEnd: new Date(1_775_000_000_000),
        cancelAtPeriodEnd: true,
        paymentMethod: { brand: 'visa', last4: '4242' },
      })
    })

    it.each([
      ['active', 'active'],
      ['trialing', 'trialing'],
      ['past_due', 'past_due'],
      ['unpaid', 'past_due'],
      ['paused', 'past_due'],
      ['canceled', 'canceled'],
      ['incomplete_expired', 'canceled'],
      ['incomplete', 'not_started'],
      ['something of next year', 'not_started'],
    ])('that Stripe calls %s is %s', async (status, ours) => {
      expect(await find(subscription({ status }))).toMatchObject({ status: ours })
    })

    it('has the default payment method of its customer if it has none of its own', async () => {
      const customer = { id: 'cus_1', invoice_settings: { default_payment_method: debit } }
      expect(await find(subscription({ default_payment_method: null, customer }))).toMatchObject({
        customerId: 'cus_1',
        paymentMethod: { brand: 'sepa_debit', last4: '3000' },
      })
    })

    it.each([
      ['none is known', { default_payment_method: null }],
      ['the customer was deleted', { default_payment_method: null, customer: { id: 'cus_1', deleted: true } }],
    ])('has no payment method if %s', async (_, more) => {
      expect(await find(subscription(more))).toMatchObject({ customerId: 'cus_1', paymentMethod: null })
    })

    it('belongs to no account if it was created by hand', async () => {
      expect(await find(subscription({ metadata: {} }))).toMatchObject({ accountId: null })
    })

    it('that does not exist is not found', async () => {
      expect(await payments.findSubscription('sub_none')).toBeUndefined()
    })
  })

  describe('cancelSubscription', () => {
    it('ends a subscription immediately, or at the end of the paid period', async () => {
      await find(subscription())
      await payments.cancelSubscription('sub_1', 'period end')
      expect(await payments.findSubscription('sub_1')).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
      await payments.cancelSubscription('sub_1', 'now')
      expect(await payments.findSubscription('sub_1')).toMatchObject({ status: 'canceled' })
    })

    it('succeeds for a subscription that has already ended or never existed', async () => {
      await find(subscription({ status: 'canceled' }))
      await payments.cancelSubscription('sub_1', 'now')
      await payments.cancelSubscription('sub_1', 'period end')
      await payments.cancelSubscription('sub_none', 'now')
    })
  })

  describe('a webhook', () => {
    it.each([
      [
        'checkout.session.completed',
        { object: 'checkout.session', subscription: 'sub_1', customer: 'cus_1', client_reference_id: 'account-1' },
      ],
      [
        'customer.subscription.updated',
        { object: 'subscription', id: 'sub_1', customer: 'cus_1', metadata: { accountId: 'account-1' } },
      ],
      [
        'invoice.payment_failed',
        {
          object: 'invoice',
          customer: 'cus_1',
          parent: { subscription_details: { subscription: 'sub_1', metadata: { accountId: 'account-1' } } },
        },
      ],
    ])('of the type %s names the subscription to read', (type, object) => {
      const { body, signature } = send(type, object)
      expect(payments.readEvent(body, signature)).toEqual({
        id: 'evt_1',
        type,
        createdAt: new Date('2026-03-01T12:00:00.000Z'),
        subscription: { id: 'sub_1', customerId: 'cus_1', accountId: 'account-1' },
      })
    })

    it.each([
      ['payout.paid', { object: 'payout', id: 'po_1' }],
      ['checkout.session.completed', { object: 'checkout.session', subscription: null, customer: null }],
      ['invoice.paid', { object: 'invoice', customer: 'cus_1', parent: null }],
    ])('of the type %s that concerns no subscription names none', (type, object) => {
      const { body, signature } = send(type, object)
      expect(payments.readEvent(body, signature).subscription).toBeUndefined()
    })

    it('is accepted up to five minutes late, but no later: it could be a replay', () => {
      const { body, signature } = send('payout.paid', { object: 'payout' })
      clock.advance(300_000)
      expect(payments.readEvent(body, signature).id).toBe('evt_1')
      clock.advance(1_000)
      expect(() => payments.readEvent(body, signature)).toThrow('missing, wrong, or older than five minutes')
    })

    it.each<[string, (sent: { body: Buffer; signature: string }) => [Buffer, string | undefined]]>([
      ['without a signature', ({ body }) => [body, undefined]],
      ['with an empty signature', ({ body }) => [body, '']],
      ['with a malformed signature', ({ body }) => [body, 'x']],
      [
        'with an altered body',
        ({ body, signature }) => [Buffer.from(body.toString().replace('evt_1', 'evt_2')), signature],
      ],
      ['with an altered timestamp', ({ body, signature }) => [body, signature.replace(/t=\d+/, (t) => `${t}0`)]],
      ['without a body', ({ signature }) => [Buffer.alloc(0), signature]],
      ['with the signature under an old scheme', ({ body, signature }) => [body, signature.replace('v1=', 'v0=')]],
    ])('%s is refused, and the error repeats nothing of it', (_, change) => {
      const [body, signature] = change(send('payout.paid', { object: 'payout' }))
      try {
        payments.readEvent(body, signature)
        throw new Error('It was taken')
      } catch (error) {
        expect(error).toBeInstanceOf(AppError)
        expect(error).toMatchObject({ code: 'UNAUTHENTICATED' })
        expect(inspect(error, { depth: 9 })).not.toMatch(/evt_|whsec_|v1=/)
      }
    })
  })

  describe('a fault at Stripe', () => {
    it.each([
      [
        503,
        'api_error',
        'The payment provider does not answer at the moment. Nothing was charged. Try again in a minute.',
      ],
      [429, 'rate_limit_error', 'The payment provider is busy. Nothing was charged. Try again in a minute.'],
      [
        400,
        'invalid_request_error',
        'The payment provider refused the request. Nothing was charged. Tell the operator of this installation.',
      ],
    ])('with status %i is reported in our words', async (status, type, message) => {
      fake.faults.push({ status, error: { type, message: 'Inner words' } })
      const fault = await fail(connect({ retriesMax: 0 }))
      expect(fault).toMatchObject({ code: 'UNAVAILABLE', message })
      expect(fault.internal).toMatchObject({ statusCode: status, requestId: 'req_1', message: 'Inner words' })
    })

    it('that makes it unreachable is reported in our words', async () => {
      const server = createServer()
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const address = server.address()
      const closed = once(server, 'close')
      server.close()
      await closed
      if (address === null || typeof address === 'string') throw new Error('No port.')
      const fault = await fail(connect({ apiUrl: `http://127.0.0.1:${address.port}`, retriesMax: 0 }))
      expect(fault.message).toMatch(/^The payment provider does not answer/)
    })

    it('is reported without the key that Stripe repeats', async () => {
      const fault = await fail(connect({ secretKey: 'sk_live_wrong1234', retriesMax: 0 }))
      expect(fault.internal).toMatchObject({ statusCode: 401, message: 'Invalid API Key provided: [key]' })
      expect(inspect(fault, { depth: 9, showHidden: true })).not.toMatch(/sk_live/)
    })
  })
})

describe('isSubscriptionTo', () => {
  const prices = { priceId: 'price_pro_monthly', productId: 'prod_pro' }

  it.each([
    ['price_pro', true],
    ['price_pro_monthly', true],
    ['prod_pro', true],
    ['prod_p', false],
    ['price_team', false],
    ['', false],
    [null, false],
  ])('for a plan with the product id %j is %j', (planProductId, expected) => {
    expect(isSubscriptionTo(prices, planProductId)).toBe(expected)
  })
})

/** Runs an operation that must fail, and returns the error. */
async function fail(provider: PaymentProvider): Promise<AppError> {
  const fault: unknown = await provider
    .createPortalSession({ customerId: 'cus_1', returnUrl: 'https://x.test' })
    .catch((error: unknown) => error)
  if (!(fault instanceof AppError)) throw new Error('It did not fail as it should.', { cause: fault })
  return fault
}
