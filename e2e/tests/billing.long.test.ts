import { type FakeStripe, startFakeStripe } from '@culvert/api/fake-stripe'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { startAgent } from '../src/agent.ts'
import { startApp } from '../src/apps.ts'
import { openBrowser } from '../src/browser.ts'
import { createCleanup } from '../src/cleanup.ts'
import { AcceptInviteDocument, InviteMemberDocument } from '../src/control/control.generated.ts'
import { type Site, planSite, startStandalone } from '../src/culvert.ts'
import { openAs } from '../src/dashboard.ts'
import { failOperations } from '../src/failing-server.ts'
import { operate } from '../src/operator.ts'
import { type Person, signUp } from '../src/people.ts'
import { sendSubscriptionEvent } from '../src/subscription.ts'
import { visit } from '../src/visit.ts'

/** What the dashboard promises for all live data; before that, the edge reports within 2 seconds. */
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
  it('updates the cards, charts and tables of the analytics pages while they are open', () =>
    browser(async (page) => {
      const gateway = await ada.createGateway('demo')
      const { secret } = await ada.createAuthToken()
      await openAs(page, site, ada, '/admin/network-transfer')
      await page.getByText('No traffic in this range.').waitFor()
      await page.getByRole('heading', { name: 'No traffic' }).waitFor()
      await page.getByText('5 GB (Early Access)').waitFor()
      await page
        .getByText('$0.10 per GB over the monthly data-out limit, billed at month end with no service interruption.')
        .waitFor()

      await page.getByRole('link', { name: 'Gateway Metrics' }).first().click()
      await page.getByText('No requests in this range.').waitFor()
      await page.getByRole('link', { name: 'Rate Limits' }).first().click()
      const requests = page.getByRole('table', { name: 'Limits by endpoint' }).getByRole('row').nth(1)
      await requests.getByText('0/min').first().waitFor()
      await page.getByRole('link', { name: 'Network Transfer' }).first().click()
      await page.getByRole('heading', { name: 'No traffic' }).waitFor()

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

      await page.getByRole('link', { name: 'Gateway Metrics' }).first().click()
      await page.getByText('of 1 gateway, right now').waitFor()
      await page.getByText('answered below 500, of 4 requests').waitFor()
      const performance = page.getByRole('table', { name: 'Gateway performance' }).getByRole('row')
      const demo = performance.filter({ hasText: gateway.subdomain })
      await demo.getByText('Active', { exact: true }).waitFor()
      await demo.getByText('75%').waitFor()
      expect(await demo.getByText('∞').count()).toBe(1)

      await page.getByRole('link', { name: 'Rate Limits' }).first().click()
      await page.getByText('1,000/min').first().waitFor()
      await requests.getByText('4/min').first().waitFor({ timeout: 15_000 })
      await requests.getByText('0.4%').waitFor()
    }))
})

describe('billing', () => {
  it('says that plan changes are coming soon, and changes nothing', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/billing')
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

  it('changes the plan and issues an invoice, marks it as paid, and lists what a downgrade would exceed', () =>
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
      await upgrade.getByText('Everything you use fits the Pro plan.').waitFor()
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

  it('shows a viewer only plan and usage, and which limits are reached', () =>
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

      await operate(site, 'plans', 'update', 'Early Access', '--requests', '5', '--data-gb', '0')
      await card(page, 'API Requests').getByText('80% of the limit is used.').waitFor(live)
      await card(page, 'Data Transfer').getByText('The limit of your plan is reached.').waitFor()
      await page.getByRole('link', { name: 'Network Transfer' }).click()
      const month = card(page, 'Billing this month')
      await month.getByText('The limit of your plan is reached.').waitFor()
      await month.getByText('100%', { exact: true }).waitFor()
    }))

  it('links the menu to the plans on offer, and thanks for a payment', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/billing')
      await page.getByRole('button', { name: 'Account menu of Ada Tester' }).click()
      await page.getByRole('menuitem', { name: 'Manage Subscription' }).click()
      await page.waitForURL(`${site.apiUrl}/pricing`)
      const pro = page.getByRole('article', { name: 'Pro' })
      await pro.getByText('25 gateways').waitFor()
      await pro.getByText('$12 / month').waitFor()
      expect(await pro.getByRole('link', { name: 'Change Plan' }).getAttribute('href')).toBe('/admin/billing')
      const custom = page.getByRole('article', { name: 'Custom' }).getByRole('link', { name: 'Contact Sales' })
      expect(await custom.getAttribute('href')).toBe('/contact')
      expect(await page.getByText('Pro Plans Coming Soon').count()).toBe(0)
      await page.clock.install()
      await page.goto(`${site.apiUrl}/success?session_id=cs_test_1`)
      await page.getByText('cs_test_1').waitFor()
      await page.clock.fastForward(5_000)
      await page.getByText('Thank you. Activation may take a few moments.').waitFor()
    }))

  it('redirects to the payment provider, welcomes the user to the paid plan, and shows the subscription', () =>
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
      const confirm = dialog.getByRole('button', { name: 'Subscribe' })
      stripe.faults.push({ status: 400, error: { type: 'invalid_request_error', message: 'No such price' } })
      await confirm.click()
      await dialog.getByText(/^The payment provider refused the request\. Nothing was charged\./).waitFor()
      await failOperations(page, /ChangePlan\(/)
      await confirm.click()
      await dialog.getByText('An error occurred', { exact: true }).waitFor()
      await page.unroute('**/graphql')
      await confirm.click()
      await page.waitForURL(/^https:\/\/checkout\.stripe\.com\//)

      await sendSubscriptionEvent(site, stripe, lin, { status: 'active' })
      await page.goto(`${site.apiUrl}/success?session_id=cs_test_1`)
      await page.getByText('Thank you. We are looking for your subscription…').waitFor()
      // By the real clock: meanwhile, a job of the API reads the subscription.
      await page.getByText('Welcome to the Pro plan!').waitFor()
      await page.getByRole('link', { name: 'Dashboard' }).first().click()
      await page.getByRole('link', { name: 'Billing', exact: true }).click()
      await page.getByRole('heading', { name: 'Current Plan: Pro' }).waitFor()
      await page.getByText('visa ending in 4242').waitFor()
      await page.getByRole('button', { name: 'Manage billing' }).click()
      await page.waitForURL(/^https:\/\/billing\.stripe\.com\//)
    }))

  it('follows each state of the subscription at the payment provider while the page is open', () =>
    browser(async (page) => {
      const mae = await signUp(site, 'Mae')
      await openAs(page, site, mae, '/admin/billing')
      await page.getByText('No active subscription').waitFor()
      const header = card(page, 'Account and connection')
      const box = page.getByRole('region', { name: /^Current Plan/ })

      await sendSubscriptionEvent(site, stripe, mae, { status: 'incomplete' })
      await header.getByText('(Not started)', { exact: true }).waitFor(live)
      expect(await page.getByRole('heading', { name: 'Subscription', exact: true }).count()).toBe(0)
      await sendSubscriptionEvent(site, stripe, mae, { status: 'trialing' })
      await header.getByText('(Trialing)', { exact: true }).waitFor(live)
      await page.getByRole('heading', { name: 'Current Plan: Pro' }).waitFor()
      await page.getByRole('heading', { name: 'Subscription', exact: true }).waitFor()
      await box.getByText('Trialing', { exact: true }).waitFor()
      await box.getByText('Renews on').waitFor()
      await sendSubscriptionEvent(site, stripe, mae, { status: 'active', cancel_at_period_end: true })
      await header.getByText('Active', { exact: true }).waitFor(live)
      await box.getByText('Ends on').waitFor()
      await box.getByText('No', { exact: true }).waitFor()
      await sendSubscriptionEvent(site, stripe, mae, { status: 'past_due' })
      await header.getByText('(Past due)', { exact: true }).waitFor(live)
      await box.getByText('Past due', { exact: true }).waitFor()
      await sendSubscriptionEvent(site, stripe, mae, { status: 'canceled' })
      await header.getByText('(Canceled)', { exact: true }).waitFor(live)
      await box.getByText('Canceled', { exact: true }).waitFor()
      await page.getByRole('heading', { name: 'Current Plan: Early Access' }).waitFor()
    }))
})
