import { type FakeStripe, startFakeStripe } from '@culvert/api/fake-stripe'
import { beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { startAgent } from '../src/agent.ts'
import { startApp } from '../src/apps.ts'
import { openBrowser } from '../src/browser.ts'
import { createCleanup } from '../src/cleanup.ts'
import { AcceptInviteDocument, InviteMemberDocument } from '../src/control/control.generated.ts'
import { type Site, planSite, startStandalone } from '../src/culvert.ts'
import { openAs } from '../src/dashboard.ts'
import { operate } from '../src/operator.ts'
import { type Person, signUp } from '../src/people.ts'
import { visit } from '../src/visit.ts'

/** What the dashboard promises for everything that it shows live; the edge reports within 2 seconds before. */
const live = { timeout: 5000 }

const cleanup = createCleanup()
const browser = openBrowser(cleanup)
let site: Site
let ada: Person
let stripe: FakeStripe

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const readToken = (url: string | null) => new URL(url ?? '').searchParams.get('invite_token') ?? ''

beforeAll(async () => {
  site = await planSite(cleanup)
  stripe = await startFakeStripe()
  cleanup.defer(() => stripe.close())
  const { secretKey, webhookSecret, url } = stripe
  Object.assign(site.env, {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: url,
  })
  await startStandalone(cleanup, site)
  ada = await signUp(site, 'Ada')
})

describe('traffic', () => {
  it('moves the cards, charts and tables of all analytics pages while they are open', () =>
    browser(async (page) => {
      const gateway = await ada.createGateway('demo')
      const { secret } = await ada.createAuthToken()
      await openAs(page, site, ada, '/admin/network-transfer')
      await page.getByText('Nothing was carried in this range.').waitFor()
      await page.getByRole('heading', { name: 'No Traffic' }).waitFor()
      await page.getByText('5 GB (Early Access)').waitFor()
      await page
        .getByText('$0.10 per GB over the monthly data-out limit, billed at month end with no service interruption.')
        .waitFor()

      await page.getByRole('link', { name: 'Gateway Metrics' }).click()
      await page.getByText('No requests in this range.').waitFor()
      await page.goBack()
      await page.getByRole('heading', { name: 'No Traffic' }).waitFor()

      const app = await startApp(cleanup, (request, response) => {
        response.statusCode = request.url === '/broken' ? 500 : 200
        request.resume()
        response.end(Buffer.alloc(3 * 1024 * 1024))
      })
      const agent = await startAgent(cleanup, site, { port: app.port, secret, args: ['--gateway', gateway.name] })
      await visit(agent.publicUrl, { method: 'POST', body: Buffer.alloc(1024 * 1024) })
      await visit(agent.publicUrl)
      await visit(agent.publicUrl)
      await visit(`${agent.publicUrl}/broken`)
      const row = page.getByRole('table', { name: 'Transfer by gateway' }).getByRole('row').filter({ hasText: 'demo' })
      await row.getByText('12.0 MB').waitFor(live)
      await row.getByText('1.0 MB').waitFor()
      await row.getByText('13.0 MB').waitFor()
      await page.getByRole('table', { name: 'Data transfer by day' }).waitFor({ state: 'attached' })

      await page.getByRole('link', { name: '7 days' }).click()
      await page.waitForURL(/days=7$/)
      await page.getByText('total over 7 days').waitFor()
      await page.goBack()
      await page.getByText('total over 30 days').waitFor()

      await page.getByRole('link', { name: 'Gateway Metrics' }).click()
      await page.getByText('of 1 gateway, right now').waitFor()
      await page.getByText('answered below 500, of 4 requests').waitFor()
      const performance = page.getByRole('table', { name: 'Gateway performance' }).getByRole('row')
      const demo = performance.filter({ hasText: gateway.subdomain })
      await demo.getByText('Active', { exact: true }).waitFor()
      await demo.getByText('75%').waitFor()
      expect(await demo.getByText('∞').count()).toBe(1)

      await page.getByRole('link', { name: 'Rate Limits' }).click()
      await page.getByText('1,000/min').first().waitFor()
      const requests = page.getByRole('table', { name: 'Limits by endpoint' }).getByRole('row').nth(1)
      await requests.getByText('4/min').first().waitFor({ timeout: 15_000 })
      await requests.getByText('0.4%').waitFor()
    }))
})

describe('billing', () => {
  it('says that plans are coming soon, and changes nothing', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/billing')
      await page.getByText('No active subscription').waitFor()
      await page.getByRole('heading', { name: 'Current Plan: Early Access' }).waitFor()
      await page.getByRole('heading', { name: 'No Transactions' }).waitFor()
      await card(page, 'Gateway').getByText('1 of 3').waitFor()
      await card(page, 'API Requests')
        .getByText(/Resets on .+ \(UTC\)/)
        .waitFor()
      await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Upgrade' }).click()
      await dialog.getByText('Thanks for the interest! This feature is coming soon. Stay tuned!').waitFor()
      await dialog.getByRole('button', { name: 'Close' }).last().click()
      await page.getByRole('button', { name: 'Upgrade to Pro' }).waitFor()
    }))

  it('changes the plan against an invoice, marks it as paid, and names what a downgrade would exceed', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/billing')
      await page.getByRole('button', { name: 'Upgrade to Custom' }).waitFor()
      await operate(site, 'site', 'switch', 'plan-changes', 'manual')
      await page.getByRole('link', { name: 'Contact Sales' }).waitFor(live)
      await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
      const upgrade = page.getByRole('dialog')
      await upgrade
        .getByText('Changing to the Pro plan will generate a new invoice for $12.00 that you can pay later.')
        .waitFor()
      await upgrade.getByText('Everything in use fits the Pro plan.').waitFor()
      await upgrade.getByRole('button', { name: 'Upgrade' }).click()
      await upgrade.getByText(/^You are on the Pro plan now\. Its invoice of \$12\.00 is due on /).waitFor()
      await upgrade.getByRole('button', { name: 'Close' }).last().click()

      const row = page.getByRole('table', { name: 'Transactions' }).getByRole('row').nth(1)
      await row.getByText('Pro Plan - Monthly').waitFor()
      await row.getByText('Pending').waitFor()
      await row.getByRole('button', { name: /^Mark as Paid/ }).click()
      await row.getByText('Paid', { exact: true }).waitFor()

      for (const name of ['one', 'two', 'three']) await ada.createGateway(name)
      await card(page, 'Gateway').getByText('4 of 20').waitFor(live)
      await operate(site, 'plans', 'update', 'Pro', '--gateways', '25')
      await card(page, 'Gateway').getByText('4 of 25').waitFor(live)
      await page.getByRole('button', { name: 'Downgrade to Early Access' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('4 of 3').waitFor()
      await dialog.getByRole('button', { name: 'Downgrade' }).click()
      await dialog.getByText('You are on the Early Access plan now.').waitFor()
      await dialog.getByRole('button', { name: 'Close' }).last().click()
      await card(page, 'Gateway')
        .getByText(/^The limit of your plan is reached\./)
        .waitFor()
    }))

  it('shows a viewer plan and usage only', () =>
    browser(async (page) => {
      const grace = await signUp(site, 'Grace')
      const input = { accountId: ada.accountId, email: grace.email, role: 'viewer' as const }
      const { inviteMember } = await ada.control.request(InviteMemberDocument, { input })
      await grace.control.request(AcceptInviteDocument, { input: { token: readToken(inviteMember.invite.url) } })
      await openAs(page, site, grace, '/admin/billing')
      await page.getByRole('button', { name: /^Switch account/ }).click()
      await page.getByText(`@${ada.namespace}`).click()
      await page.getByText('An owner of this account can change the plan.').waitFor()
      await card(page, 'Gateway').getByText('4 of 3').waitFor()
      expect(await page.getByRole('heading', { name: /Transactions/ }).count()).toBe(0)
      expect(await page.getByText('No active subscription').count()).toBe(0)
    }))

  it('leads to the pricing page from the menu, and welcomes after a payment', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/billing')
      await page.getByRole('button', { name: 'Account menu of Ada Tester' }).click()
      await page.getByRole('menuitem', { name: 'Manage Subscription' }).click()
      await page.waitForURL(`${site.apiUrl}/pricing`)
      await page.getByRole('article', { name: 'Pro' }).getByText('25 gateways').waitFor()
      await page.goto(`${site.apiUrl}/success?session_id=cs_test_1`)
      await page.getByText('cs_test_1').waitFor()
      await page.getByText('Thank you. Activation may take a few moments.').waitFor({ timeout: 10_000 })
    }))

  it('leads to the payment provider, welcomes to the plan once it is paid, and shows the subscription', () =>
    browser(async (page) => {
      await operate(site, 'plans', 'update', 'Pro', '--provider-product', 'price_pro')
      await operate(site, 'site', 'switch', 'plan-changes', 'provider')
      await page.route(/^https:\/\/(checkout|billing)\.stripe\.com\//, (route) =>
        route.fulfill({ contentType: 'text/html', body: "<h1>The provider's page</h1>" }),
      )
      const lin = await signUp(site, 'Lin')
      await openAs(page, site, lin, '/admin/billing')
      await page.getByRole('link', { name: 'Contact Sales' }).waitFor()
      await page.getByRole('button', { name: 'Subscribe to Pro' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('You will be redirected to the payment provider for the Pro plan.').waitFor()
      await dialog.getByRole('button', { name: 'Subscribe' }).click()
      await page.waitForURL(/^https:\/\/checkout\.stripe\.com\//)

      await subscribe(lin)
      await page.goto(`${site.apiUrl}/success?session_id=cs_test_1`)
      await page.getByText('Welcome to the Pro plan!').waitFor()
      await page.getByRole('link', { name: 'Dashboard' }).first().click()
      await page.getByRole('link', { name: 'Billing', exact: true }).click()
      await page.getByRole('heading', { name: 'Current Plan: Pro' }).waitFor()
      await page.getByText('visa ending in 4242').waitFor()
      await page.getByRole('button', { name: 'Manage billing' }).click()
      await page.waitForURL(/^https:\/\/billing\.stripe\.com\//)
    }))
})

/** What the provider does when somebody has paid: it has a subscription, and says so. */
async function subscribe({ accountId }: Person): Promise<void> {
  const subscription = {
    id: 'sub_1',
    object: 'subscription',
    customer: { id: 'cus_1', object: 'customer', invoice_settings: { default_payment_method: null } },
    metadata: { accountId },
    status: 'active',
    cancel_at_period_end: false,
    default_payment_method: {
      id: 'pm_1',
      object: 'payment_method',
      type: 'card',
      card: { brand: 'visa', last4: '4242' },
    },
    items: { data: [{ id: 'si_1', current_period_end: 2_000_000_000, price: { id: 'price_pro', product: 'prod_1' } }] },
  }
  stripe.objects.set('/v1/subscriptions/sub_1', subscription)
  const event = {
    id: 'evt_1',
    object: 'event',
    type: 'customer.subscription.created',
    created: 1_772_366_400,
    data: { object: { object: 'subscription', id: 'sub_1', customer: 'cus_1', metadata: { accountId } } },
  }
  const { body, signature } = stripe.signWebhook(event, new Date())
  const { status } = await fetch(`${site.apiUrl}/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: new Uint8Array(body),
  })
  expect(status).toBe(200)
}
