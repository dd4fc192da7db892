import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runAdmin } from '../../admin/program.ts'
import type { PlanChangeMode } from '../../generated/schema.ts'
import { createStripeProvider } from '../../platform/payments/stripe.ts'
import { describeApi } from '../../testing/api.ts'
import { type FakeStripe, startFakeStripe } from '../../testing/fake-stripe.ts'
import {
  AuditLogDocument,
  BillingChangedDocument,
  BillingDocument,
  ChangePlanDocument,
  DeleteAccountDocument,
  OpenBillingPortalDocument,
} from '../../testing/generated/documents.ts'
import type { Member } from '../../testing/seed.ts'
import { listAccountsToInvoice } from '../invoices/repository.ts'
import { invoiceNextPeriods } from '../invoices/service.ts'
import { updatePlan } from '../plans/operator.ts'
import { assignPlan, forgetSubscriptions } from '../subscriptions/operator.ts'
import { syncSubscription } from '../subscriptions/service.ts'

const card = { id: 'pm_1', object: 'payment_method', type: 'card', card: { brand: 'visa', last4: '4242' } }

const periodEnd = 1_798_761_600

/** The items of a subscription at a price. */
const at = (price: object) => ({ items: { data: [{ id: 'si_1', current_period_end: periodEnd, price }] } })

/** The event that the provider sends when a subscription has changed. */
const eventOn = (subscriptionId: string, id = `evt_${randomUUID()}`) => ({
  id,
  object: 'event',
  type: 'customer.subscription.updated',
  created: 1_772_366_400,
  data: { object: { object: 'subscription', id: subscriptionId, customer: 'cus_x', metadata: {} } },
})

const billingOf = async ({ client, accountId }: Member) => (await client.run(BillingDocument, { accountId })).account

const planOf = async (member: Member) => (await billingOf(member)).plan.name

describeApi('subscriptions', (api) => {
  let fake: FakeStripe

  beforeAll(async () => {
    fake = await startFakeStripe()
    await updatePlan(api.app, 'Pro', { providerProductId: 'price_pro' })
    await updatePlan(api.app, 'Custom', { providerProductId: 'prod_custom' })
  })
  afterAll(() => fake.close())

  beforeEach(async () => {
    const { secretKey, webhookSecret, url: apiUrl } = fake
    api.app.payments = createStripeProvider({ secretKey, webhookSecret, apiUrl, clock: api.clock, retriesMax: 0 })
    fake.requests.length = 0
    fake.faults.length = 0
    fake.objects.clear()
    await setMode('provider')
  })

  const setMode = async (planChanges: PlanChangeMode) => {
    await api.app.db.updateTable('globalConfig').set({ planChanges }).execute()
  }
  const change = async ({ client, accountId }: Member, name: string) => {
    const { id } = await api.app.db.selectFrom('plans').select('id').where('name', '=', name).executeTakeFirstOrThrow()
    return (await client.run(ChangePlanDocument, { input: { accountId, planId: id } })).changePlan
  }
  const routes = () => fake.requests.map(({ route }) => route)

  /** The provider's pages on which somebody can pay. */
  const openPages = () =>
    [...fake.objects].flatMap(([path, page]) =>
      path.startsWith('/v1/checkout/sessions/') && 'status' in page && page.status === 'open' && 'url' in page
        ? [page.url]
        : [],
    )

  /** Creates a subscription at the provider, without sending an event. */
  const put = ({ accountId }: { accountId: string }, more: object = {}, id = `sub_${randomUUID()}`) => {
    fake.objects.set(`/v1/subscriptions/${id}`, {
      id,
      object: 'subscription',
      customer: { id: `cus_${accountId}`, object: 'customer', invoice_settings: { default_payment_method: null } },
      metadata: { accountId },
      status: 'active',
      cancel_at_period_end: false,
      default_payment_method: card,
      ...at({ id: 'price_pro_monthly', product: 'prod_1' }),
      ...more,
    })
    return id
  }
  /** Pays on one of the provider's pages, without sending an event. */
  const payOn = (checkoutUrl: string | null, subscriptionId: string) => {
    const path = `/v1/checkout/sessions/${checkoutUrl!.split('/').at(-1)}`
    fake.objects.set(path, { ...fake.objects.get(path), status: 'complete', url: null, subscription: subscriptionId })
  }
  /** Sends a webhook as the provider does, and returns the status. */
  const send = async (event: object, { body, signature } = fake.signWebhook(event, api.clock.now())) => {
    const response = await fetch(`${api.url}/webhooks/stripe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: new Uint8Array(body),
    })
    return response.status
  }
  /** Runs what happens when a subscription has changed: a webhook, then the jobs that follow. */
  const tell = async (subscriptionId: string) => {
    expect(await send(eventOn(subscriptionId))).toBe(200)
    await api.runJobs()
  }
  /** A member whose account has subscribed to Pro. */
  const subscriber = async () => {
    const ada = await api.seed.owner('Ada')
    const id = put(ada)
    await tell(id)
    return { ada, id }
  }

  describe('changePlan', () => {
    it("redirects to the provider's checkout page, and changes nothing yet", async () => {
      const ada = await api.seed.owner('Ada')
      const answer = await change(ada, 'Pro')
      expect(answer).toMatchObject({
        account: { plan: { name: 'Early Access' } },
        outcome: 'REDIRECT',
        invoice: null,
        checkoutUrl: expect.stringMatching(/^https:\/\/checkout\.stripe\.com\//),
      })
      expect(fake.requests[0]?.form).toMatchObject({
        'line_items[0][price]': 'price_pro',
        client_reference_id: ada.accountId,
        customer_email: ada.user.email,
        success_url: 'http://localhost:4000/success?session_id={CHECKOUT_SESSION_ID}',
        cancel_url: 'http://localhost:4000/admin/billing',
      })
      expect((await billingOf(ada)).subscription).toBeNull()
    })

    it('sends the same idempotency key for two clicks', async () => {
      const ada = await api.seed.owner('Ada')
      const [one, two] = await Promise.all([change(ada, 'Pro'), change(ada, 'Pro')])
      expect(fake.requests[0]?.idempotencyKey).toBe(fake.requests[1]?.idempotencyKey)
      expect(one).toEqual(two)
      expect(openPages()).toEqual([one.checkoutUrl])
    })

    it('leaves one page on which an account can be subscribed, whoever opened how many and when', async () => {
      const ada = await api.seed.owner('Ada')
      const anna = await ada.invite('Anna', 'super_admin')
      fake.objects.set('/v1/products/prod_custom', { id: 'prod_custom', default_price: 'price_custom' })
      const urls: (string | null)[] = []
      for (const name of ['Pro', 'Custom', 'Pro']) {
        urls.push((await change(ada, name)).checkoutUrl)
        api.clock.advance(90_000)
      }
      urls.push(...(await Promise.all([change(ada, 'Pro'), change(anna, 'Pro')])).map(({ checkoutUrl }) => checkoutUrl))
      expect(openPages()).toHaveLength(1)
      expect(urls.slice(3)).toContain(openPages()[0])
      // Within the minute too, in which the provider repeats its answer to the same request.
      for (const name of ['Custom', 'Pro', 'Custom', 'Pro']) {
        const { checkoutUrl } = await change(ada, name)
        expect(openPages()).toEqual([checkoutUrl])
      }
    })

    it('opens no page for an account that has paid on another one, even before the provider reports it', async () => {
      const ada = await api.seed.owner('Ada')
      const { checkoutUrl } = await change(ada, 'Pro')
      payOn(checkoutUrl, put(ada))
      api.clock.advance(90_000)
      await expect(change(ada, 'Pro')).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'A subscription of this account began at the same moment. Look at it again.',
      })
      expect(openPages()).toEqual([])
      expect(await planOf(ada)).toBe('Pro')
    })

    it('lets a subscription end with its period when the free plan is chosen', async () => {
      const { ada, id } = await subscriber()
      expect(await change(ada, 'Early Access')).toMatchObject({
        account: { plan: { name: 'Pro' } },
        outcome: 'SCHEDULED',
        message:
          'Your plan changes to Early Access on 1 January 2027, when the paid month ends. It does not renew itself.',
      })
      expect((await billingOf(ada)).subscription).toMatchObject({
        subscriptionStatus: 'active',
        cancelAtPeriodEnd: true,
      })
      put(ada, { status: 'canceled' }, id)
      await tell(id)
      expect(await planOf(ada)).toBe('Early Access')
    })

    it("redirects a subscriber to the provider's portal to change plans or to renew the same one", async () => {
      const { ada } = await subscriber()
      await expect(change(ada, 'Pro')).rejects.toMatchObject({ code: 'CONFLICT' })
      const portal = { outcome: 'REDIRECT', checkoutUrl: expect.stringMatching(/^https:\/\/billing\.stripe\.com\//) }
      expect(await change(ada, 'Custom')).toMatchObject(portal)
      await change(ada, 'Early Access')
      expect(await change(ada, 'Pro')).toMatchObject(portal)
      // There is never a second subscription.
      expect(routes()).not.toContain('POST /v1/checkout/sessions')
    })

    it('still goes through the provider for a subscriber after the mode has become manual', async () => {
      const { ada } = await subscriber()
      await setMode('manual')
      expect(await change(ada, 'Early Access')).toMatchObject({ outcome: 'SCHEDULED' })
      expect((await billingOf(ada)).invoices).toEqual([])
    })

    it('changes to the free plan immediately if there is no subscription', async () => {
      const ada = await api.seed.owner('Ada')
      await assignPlan(api.app, ada.accountId, 'Pro')
      expect(await change(ada, 'Early Access')).toMatchObject({ outcome: 'CHANGED', invoice: null })
      expect(fake.requests).toEqual([])
    })

    it('reports UNAVAILABLE if no provider is connected or the plan is not sold there', async () => {
      const ada = await api.seed.owner('Ada')
      await updatePlan(api.app, 'Pro', { providerProductId: null })
      await expect(change(ada, 'Pro')).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        message: expect.stringMatching(/^Pro cannot be subscribed to yet/),
      })
      await updatePlan(api.app, 'Pro', { providerProductId: 'price_pro' })
      api.app.payments = undefined
      await expect(change(ada, 'Pro')).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        message: expect.stringMatching(/^This installation is not connected to its payment provider yet/),
      })
      expect(await planOf(ada)).toBe('Early Access')
    })

    it('reports UNAVAILABLE on a fault at the provider, and changes nothing', async () => {
      const { ada } = await subscriber()
      fake.faults.push({ status: 503, error: { type: 'api_error', message: 'inner words' } })
      await expect(change(ada, 'Early Access')).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        message: expect.not.stringContaining('inner'),
      })
      expect((await billingOf(ada)).subscription).toMatchObject({ cancelAtPeriodEnd: false })
    })
  })

  describe('a subscription', () => {
    it('grants its plan, and is shown with its payment method', async () => {
      const ada = await api.seed.owner('Ada')
      const changes = await ada.client.subscribe(BillingChangedDocument, { accountId: ada.accountId })
      await tell(put(ada))
      expect((await changes.next()).accountChanged.plan.name).toBe('Pro')
      await changes.close()
      expect(await billingOf(ada)).toEqual({
        viewerCanChangePlan: true,
        viewerCanSeeInvoices: true,
        plan: { name: 'Pro', isActive: true, isProviderBacked: true },
        invoices: [],
        subscription: {
          subscriptionStatus: 'active',
          priceId: 'price_pro_monthly',
          plan: { name: 'Pro' },
          currentPeriodEnd: periodEnd,
          cancelAtPeriodEnd: false,
          paymentMethodBrand: 'visa',
          paymentMethodLast4: '4242',
        },
      })
      const { account } = await ada.client.run(AuditLogDocument, { accountId: ada.accountId })
      expect(account.auditLog.nodes).toMatchObject([{ action: 'account.plan_changed', actorKind: 'SERVICE' }])
    })

    it('grants its plan from the first payment on, also while one is past due, until it is canceled', async () => {
      const ada = await api.seed.owner('Ada')
      const id = put(ada, { status: 'incomplete' })
      await tell(id)
      expect(await planOf(ada)).toBe('Early Access')
      for (const [status, plan] of [
        ['trialing', 'Pro'],
        ['past_due', 'Pro'],
        ['active', 'Pro'],
        ['canceled', 'Early Access'],
      ] as const) {
        put(ada, { status }, id)
        await tell(id)
        expect(await billingOf(ada)).toMatchObject({
          plan: { name: plan },
          subscription: { subscriptionStatus: status },
        })
      }
    })

    it('grants another plan at another price, and keeps its plan at a price of no plan', async () => {
      const { ada, id } = await subscriber()
      put(ada, at({ id: 'price_x', product: 'prod_custom' }), id)
      await tell(id)
      expect(await planOf(ada)).toBe('Custom')
      put(ada, at({ id: 'price_x', product: 'prod_x' }), id)
      await tell(id)
      const kept = { priceId: 'price_x', plan: { name: 'Custom' } }
      expect(await billingOf(ada)).toMatchObject({ plan: { name: 'Custom' }, subscription: kept })
      put(ada, { status: 'canceled' }, id)
      await tell(id)
      expect(await planOf(ada)).toBe('Early Access')
    })

    it('does not change a plan that the operator has assigned since', async () => {
      const { ada, id } = await subscriber()
      await assignPlan(api.app, ada.accountId, 'Custom')
      await tell(id)
      expect(await planOf(ada)).toBe('Custom')
      put(ada, { status: 'canceled' }, id)
      await tell(id)
      expect(await planOf(ada)).toBe('Custom')
    })

    it('is not invoiced in manual mode, though an invoice for transfer of the former plan began with it', async () => {
      await setMode('manual')
      await updatePlan(api.app, 'Custom', { priceMonthly: 40, maxDataOutGb: 100 })
      const ada = await api.seed.owner('Ada')
      await assignPlan(api.app, ada.accountId, 'Pro')
      const date = api.clock.now().toISOString().slice(0, 10)
      const usage = { gatewayId: null, apiRequests: 0, failedRequests: 0, dataInBytes: 0, agentRunSeconds: 0 }
      await api.app.db
        .insertInto('usageMetrics')
        .values({ accountId: ada.accountId, date, dataOutBytes: 110 * 1024 ** 3, ...usage })
        .execute()
      api.clock.advance(24 * 60 * 60 * 1_000)
      await tell(put(ada, at({ id: 'price_x', product: 'prod_custom' })))
      const invoicesOf = async () =>
        await api.app.db
          .selectFrom('invoices')
          .select(['amount', 'status'])
          .where('accountId', '=', ada.accountId)
          .orderBy('createdAt')
          .execute()
      const owed = [
        { amount: 12, status: 'cancelled' },
        { amount: 1, status: 'pending' },
      ]
      expect(await invoicesOf()).toEqual(owed)
      api.clock.advance(32 * 24 * 60 * 60 * 1_000)
      await invoiceNextPeriods(api.app, ada.accountId)
      expect(await invoicesOf()).toEqual(owed)
      expect(await listAccountsToInvoice(api.app.db, api.clock.now())).not.toContain(ada.accountId)
      await updatePlan(api.app, 'Custom', { priceMonthly: null, maxDataOutGb: -1 })
    })

    it('is never charged beside an invoice for a plan that the operator assigns', async () => {
      const { ada, id } = await subscriber()
      await setMode('manual')
      await expect(assignPlan(api.app, ada.accountId, 'Custom')).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining(`its subscription ${id}`),
      })
      expect(await planOf(ada)).toBe('Pro')
      const command = ['accounts', 'set-plan', ada.accountId, 'Early Access']
      expect((await runAdmin(command, (work) => work(api.app))).stdout).toContain(
        `goes on charging its subscription ${id}`,
      )
      expect((await billingOf(ada)).invoices).toEqual([])
      put(ada, { status: 'canceled' }, id)
      await tell(id)
      expect(await assignPlan(api.app, ada.accountId, 'Pro')).toMatchObject({
        invoice: { amount: 12 },
        subscription: undefined,
      })
    })

    it('ends the invoices of its plan if the account was on it already', async () => {
      const ada = await api.seed.owner('Ada')
      // The page can still be paid on after the operator has switched the mode.
      await change(ada, 'Pro')
      await setMode('manual')
      await change(ada, 'Pro')
      const id = put(ada)
      await tell(id)
      const readInvoices = async () => (await billingOf(ada)).invoices.map(({ status }) => status)
      expect(await planOf(ada)).toBe('Pro')
      expect(await readInvoices()).toEqual(['cancelled'])
      await tell(id)
      api.clock.advance(32 * 24 * 60 * 60 * 1_000)
      await invoiceNextPeriods(api.app, ada.accountId)
      const rows = api.app.db.selectFrom('invoices').select('id').where('accountId', '=', ada.accountId)
      expect(await rows.execute()).toHaveLength(1)
    })

    it('that ends while another one is active leaves the plan in force', async () => {
      const { ada, id } = await subscriber()
      const second = put(ada)
      await tell(second)
      put(ada, { status: 'canceled' }, id)
      await tell(id)
      expect(await planOf(ada)).toBe('Pro')
      put(ada, { status: 'canceled' }, second)
      await tell(second)
      expect(await planOf(ada)).toBe('Early Access')
    })

    it('is attributed by its customer if it was created by hand, and is ignored if no account matches', async () => {
      const { ada, id } = await subscriber()
      put(ada, { status: 'canceled' }, id)
      await tell(id)
      const byHand = put(ada, { metadata: {} })
      await tell(byHand)
      expect(await planOf(ada)).toBe('Pro')
      await tell(put({ accountId: 'of another program' }))
      await tell(put({ accountId: 'x' }, { metadata: {} }))
      expect(
        await api.app.db.selectFrom('jobs').select('lastError').where('failedAt', 'is not', null).execute(),
      ).toEqual([])
    })

    it.each<[string, (id: string, accountId: string) => object]>([
      ['itself', (id, accountId) => ({ object: 'subscription', id, metadata: { accountId } })],
      [
        'a checkout',
        (id, accountId) => ({ object: 'checkout.session', subscription: id, client_reference_id: accountId }),
      ],
      [
        'an invoice',
        (id, accountId) => ({
          object: 'invoice',
          parent: { subscription_details: { subscription: id, metadata: { accountId } } },
        }),
      ],
    ])('is attributed to the account that an event about %s names, if it names none', async (_what, makeObject) => {
      const [ada, bea] = [await api.seed.owner('Ada'), await api.seed.owner('Bea')]
      const byHand = put({ accountId: `nobody-${randomUUID()}` }, { metadata: {} })
      const object = { customer: 'cus_x', ...makeObject(byHand, ada.accountId) }
      expect(await send({ ...eventOn(byHand), data: { object } })).toBe(200)
      await api.runJobs()
      expect([await planOf(ada), await planOf(bea)]).toEqual(['Pro', 'Early Access'])
    })

    it('is attributed to the account that one event names even if a later event, which names none, is processed with it', async () => {
      const ada = await api.seed.owner('Ada')
      const byLink = put({ accountId: `nobody-${randomUUID()}` }, { metadata: {} })
      const checkout = { object: 'checkout.session', subscription: byLink, client_reference_id: ada.accountId }
      await send({ ...eventOn(byLink), data: { object: { customer: 'cus_x', ...checkout } } })
      await send(eventOn(byLink))
      await api.runJobs()
      expect(await planOf(ada)).toBe('Pro')
    })

    it('is read daily, in case a webhook never arrived', async () => {
      const { ada, id } = await subscriber()
      put(ada, { status: 'past_due' }, id)
      api.clock.advance(24 * 60 * 60 * 1_000)
      await api.runJobs()
      const row = await api.app.db.selectFrom('providerSubscriptions').select('status').where('id', '=', id).execute()
      expect(row).toEqual([{ status: 'past_due' }])
    })

    it('grants its plan within two days even if no webhook about it arrives', async () => {
      const ada = await api.seed.owner('Ada')
      payOn((await change(ada, 'Pro')).checkoutUrl, put(ada))
      for (let day = 0; day < 2; day += 1) {
        api.clock.advance(24 * 60 * 60 * 1_000)
        await api.runJobs()
      }
      const { client } = await api.seed.session(ada.user)
      expect(await planOf({ ...ada, client })).toBe('Pro')
    })

    it('that the provider does not know can be forgotten by the operator, and only then', async () => {
      const { ada, id } = await subscriber()
      await expect(forgetSubscriptions(api.app, ada.accountId)).rejects.toMatchObject({ code: 'CONFLICT' })
      fake.objects.delete(`/v1/subscriptions/${id}`)
      await expect(change(ada, 'Early Access')).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        message: expect.stringMatching(/does not know this subscription/),
      })
      await tell(id)
      expect(await planOf(ada)).toBe('Pro')
      expect(await forgetSubscriptions(api.app, ada.accountId)).toMatchObject({ name: 'Early Access' })
      expect(await billingOf(ada)).toMatchObject({
        plan: { name: 'Early Access' },
        subscription: { subscriptionStatus: 'canceled' },
      })
      expect(await change(ada, 'Pro')).toMatchObject({ checkoutUrl: expect.stringMatching(/^https:\/\/checkout/) })
      await expect(forgetSubscriptions(api.app, ada.accountId)).rejects.toMatchObject({
        message: 'The account has no subscription.',
      })
    })

    it('can be forgotten once the installation has no provider', async () => {
      const { ada } = await subscriber()
      api.app.payments = undefined
      expect(await forgetSubscriptions(api.app, ada.accountId)).toMatchObject({ name: 'Early Access' })
    })

    it('keeps the state of the later read when two reads overlap', async () => {
      const ada = await api.seed.owner('Ada')
      const id = put(ada)
      const { payments } = api.app
      const held = Promise.withResolvers<void>()
      const reading = Promise.withResolvers<void>()
      const slow = {
        ...api.app,
        payments: {
          ...payments!,
          findSubscription: async (subscriptionId: string) => {
            const found = await payments!.findSubscription(subscriptionId)
            reading.resolve()
            await held.promise
            return found
          },
        },
      }
      const early = syncSubscription(slow, id, null)
      await reading.promise
      put(ada, { status: 'canceled' }, id)
      await syncSubscription(api.app, id, null)
      held.resolve()
      await early
      expect(await billingOf(ada)).toMatchObject({
        plan: { name: 'Early Access' },
        subscription: { subscriptionStatus: 'canceled' },
      })
    })
  })

  describe('a webhook', () => {
    it('takes effect once, even if it is sent repeatedly and simultaneously', async () => {
      const ada = await api.seed.owner('Ada')
      const event = eventOn(put(ada))
      const statuses = await Promise.all(Array.from({ length: 10 }, () => send(event)))
      expect(statuses).toEqual(Array.from({ length: 10 }, () => 200))
      await api.runJobs()
      expect(await send(event)).toBe(200)
      await api.runJobs()
      expect(routes()).toHaveLength(1)
      expect(await planOf(ada)).toBe('Pro')
    })

    it('is answered with 200 even while the provider fails, and is processed later', async () => {
      const ada = await api.seed.owner('Ada')
      const id = put(ada)
      fake.faults.push({ status: 503, error: { type: 'api_error', message: 'inner words' } })
      await tell(id)
      expect(await planOf(ada)).toBe('Early Access')
      api.clock.advance(60_000)
      await api.runJobs()
      expect(await planOf(ada)).toBe('Pro')
    })

    it('with a wrong or outdated signature is refused with 400 and leaves nothing behind', async () => {
      const event = eventOn('sub_1', 'evt_refused')
      const { body } = fake.signWebhook(event, api.clock.now())
      expect(await send(event, { body, signature: 't=1,v1=00' })).toBe(400)
      expect(await send(event, fake.signWebhook(event, new Date(api.clock.now().getTime() - 301_000)))).toBe(400)
      const events = api.app.db.selectFrom('paymentEvents').select('id').where('id', '=', 'evt_refused')
      expect(await events.execute()).toEqual([])
    })

    it('that is signed but is not an event is refused with 400: sending it again would not help', async () => {
      const subscription = { object: 'subscription', id: 'sub_1', customer: null }
      for (const strange of [
        [],
        'text',
        { id: 1 },
        { ...eventOn('sub_1'), data: null },
        { ...eventOn('sub_1'), data: { object: subscription } },
      ]) {
        expect(await send(strange as object)).toBe(400)
      }
    })

    it.each([
      ['an id with a NUL', eventOn('sub_1', 'evt_\0')],
      ['a type with half a surrogate pair', { ...eventOn('sub_1'), type: 'customer.subscription.\uD800' }],
      ['a subscription id with a NUL', eventOn('sub_\0')],
      ['an id of more than 255 characters', eventOn('sub_1', `evt_${'x'.repeat(252)}`)],
      ['a subscription id of more than 255 characters', eventOn(`sub_${'x'.repeat(252)}`)],
    ])('that is signed but has %s is refused with 400', async (_fault, event) => {
      expect(await send(event)).toBe(400)
    })

    it('that cannot be stored is answered with 503, so that the provider sends it again', async () => {
      const ada = await api.seed.owner('Ada')
      const event = eventOn(put(ada))
      const { payments, change: commit } = api.app
      api.app.payments = undefined
      expect(await send(event)).toBe(503)
      api.app.payments = payments
      api.app.change = () => Promise.reject(new Error('The database is away.'))
      expect(await send(event)).toBe(503)
      api.app.change = commit
      expect(await send(event)).toBe(200)
      await api.runJobs()
      expect(await planOf(ada)).toBe('Pro')
    })

    it('is accepted without a subscription, but not with another method (405) or an oversized body (413)', async () => {
      expect(await send({ ...eventOn('none'), type: 'payout.paid', data: { object: { object: 'payout' } } })).toBe(200)
      expect((await fetch(`${api.url}/webhooks/stripe`)).status).toBe(405)
      const tooMuch = { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) }
      expect((await fetch(`${api.url}/webhooks/stripe`, tooMuch)).status).toBe(413)
    })
  })

  describe('openBillingPortal', () => {
    it("opens the customer's portal, and reports CONFLICT if there never was a subscription", async () => {
      const { ada } = await subscriber()
      const input = { accountId: ada.accountId }
      const { openBillingPortal } = await ada.client.run(OpenBillingPortalDocument, { input })
      expect(openBillingPortal.url).toMatch(/^https:\/\/billing\.stripe\.com\//)
      expect(fake.requests.at(-1)?.form).toEqual({
        customer: `cus_${ada.accountId}`,
        return_url: 'http://localhost:4000/admin/billing',
      })
      const bea = await api.seed.owner('Bea')
      await expect(
        bea.client.run(OpenBillingPortalDocument, { input: { accountId: bea.accountId } }),
      ).rejects.toMatchObject({ code: 'CONFLICT' })
    })
  })

  describe('deleting an account', () => {
    it('closes the page on which it could be subscribed', async () => {
      const ada = await api.seed.owner('Ada')
      const { checkoutUrl } = await change(ada, 'Pro')
      expect(openPages()).toEqual([checkoutUrl])
      const { accountId, namespace } = ada
      await ada.client.run(DeleteAccountDocument, { input: { accountId, namespace } })
      await api.runJobs()
      expect(openPages()).toEqual([])
    })

    it('cancels a subscription that was paid for on that page, even if no webhook about it arrives', async () => {
      const ada = await api.seed.owner('Ada')
      const id = put(ada)
      payOn((await change(ada, 'Pro')).checkoutUrl, id)
      const { accountId, namespace } = ada
      await ada.client.run(DeleteAccountDocument, { input: { accountId, namespace } })
      await api.runJobs()
      expect(fake.objects.get(`/v1/subscriptions/${id}`)).toMatchObject({ status: 'canceled' })
    })

    it('cancels its subscription at the provider, and one that begins at that moment', async () => {
      const { ada, id } = await subscriber()
      const { accountId, namespace } = ada
      const late = put(ada)
      await ada.client.run(DeleteAccountDocument, { input: { accountId, namespace } })
      expect(routes()).not.toContain(`DELETE /v1/subscriptions/${id}`)
      await api.runJobs()
      await tell(late)
      for (const ended of [id, late]) {
        expect(fake.objects.get(`/v1/subscriptions/${ended}`)).toMatchObject({ status: 'canceled' })
        // The provider reports it, and nothing else happens.
        await tell(ended)
      }
      const rows = await api.app.db
        .selectFrom('providerSubscriptions')
        .select('status')
        .where('accountId', '=', accountId)
        .execute()
      expect(rows).toEqual([{ status: 'canceled' }, { status: 'canceled' }])
    })
  })
})
