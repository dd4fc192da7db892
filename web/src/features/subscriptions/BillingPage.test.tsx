import { beforeEach, describe, expect, it, vi } from 'vitest'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { catchDownloads } from '../../testing/catch-downloads.ts'
import { renderAdminScreen } from '../../testing/render.tsx'
import { aPlan, refuse, TestApi } from '../../testing/test-api.ts'
import { BillingPage } from './BillingPage.tsx'
import { openProviderPage } from './provider-page.ts'
import type { ProviderSubscription } from './SubscriptionBox.tsx'

vi.mock('./provider-page.ts', () => ({ openProviderPage: vi.fn() }))

const free = aPlan()
const pro = aPlan({ id: 'pro', name: 'Pro', type: 'pro', isFree: false, priceMonthlyCents: 1_200, maxSubpoints: -1 })
const usage = {
  subpoints: 5,
  domains: 0,
  activeAgents: 0,
  apiRequests: 8_000,
  dataOutBytes: 5 * 1024 ** 3,
  agentMinutes: 60,
}
const invoice = {
  id: 'invoice',
  description: 'Pro Plan - Monthly',
  amountCents: 1_200,
  currency: 'USD',
  overage: null,
  dueDate: '2026-11-28T09:30:00.000Z',
  status: 'pending',
  createdAt: '2026-11-21T09:30:00.000Z',
  viewerCanMarkPaid: true,
}
const subscription: ProviderSubscription = {
  subscriptionStatus: 'past_due',
  plan: { id: 'pro', name: 'Pro' },
  currentPeriodEnd: Date.UTC(2026, 11, 21, 12) / 1000,
  cancelAtPeriodEnd: true,
  paymentMethodBrand: 'visa',
  paymentMethodLast4: '4242',
}

const ask = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name }))
  return await screen.findByRole('dialog')
}

describe('the billing screen', () => {
  let api: TestApi
  beforeEach(() => {
    api = new TestApi()
    api.plans = [free, pro]
    Object.assign(api.account, {
      plan: free,
      usage,
      viewerCanChangePlan: true,
      planUsage: [
        { label: 'Gateways', used: 5, limit: 3, unit: 'COUNT', exceeded: true },
        { label: 'Custom domains', used: 0, limit: 0, unit: 'COUNT', exceeded: false },
        { label: 'Data transfer this month', used: 5.5, limit: 5, unit: 'GIB', exceeded: true },
      ],
    })
  })
  it('warns at 80 % and at the limit', async () => {
    renderAdminScreen(<BillingPage />, api)
    expect(await screen.findByText('80% of the limit is used.')).toBeVisible()
    expect(screen.getAllByText(/^The limit of your plan is reached\./)).toHaveLength(2)
    expect(screen.getAllByText(/^This month\. Resets on .+ \(UTC\)\.$/)).toHaveLength(3)
    expect(screen.getByRole('heading', { name: 'No Transactions' })).toBeVisible()
  })

  it('shows only the main features of a plan, including those that it lacks', async () => {
    renderAdminScreen(<BillingPage />, api)
    const card = await screen.findByRole('article', { name: 'Early Access' })
    const features = within(card).getAllByRole('listitem')
    expect(features.map(({ textContent }) => textContent)).toEqual(['3 gateways', 'No custom domains'])
  })

  it('shows those who may not see invoices the plan and its usage, and does not query payments', async () => {
    Object.assign(api.account, { viewerCanSeeInvoices: false, viewerCanChangePlan: false })
    renderAdminScreen(<BillingPage />, api)
    expect(await screen.findByText('An owner of this account can change the plan.')).toBeVisible()
    expect(screen.getByText('Current Plan: Early Access')).toBeVisible()
    expect(screen.getByRole('region', { name: 'Gateway' })).toHaveTextContent('5 of 3')
    expect(screen.getByRole('region', { name: 'API Requests' })).toHaveTextContent('8,000 of 10,000')
    expect(screen.getByRole('button', { name: 'Current Plan' })).toBeDisabled()
    expect(screen.queryByRole('button', { name: /Upgrade/ })).not.toBeInTheDocument()
    expect(screen.queryByText('Transactions')).not.toBeInTheDocument()
    expect(api.operations).not.toContain('Payments_Query')
  })

  it('removes the subscription and the invoices when the viewer may no longer see them', async () => {
    Object.assign(api.account, { plan: pro, subscription, invoices: [invoice], viewerCanSeeInvoices: true })
    renderAdminScreen(<BillingPage />, api)
    expect(await screen.findByText(/4242/)).toBeVisible()
    expect(screen.getByText('Pro Plan - Monthly')).toBeVisible()

    Object.assign(api.account, { viewerCanSeeInvoices: false })
    await act(async () => api.emit('accountChanged', { id: 'account', ...api.account }))
    await waitFor(() => expect(screen.queryByText('Pro Plan - Monthly')).not.toBeInTheDocument())
    await waitFor(() => expect(screen.queryByText(/4242/)).not.toBeInTheDocument())
    expect(screen.getByText('Current Plan: Pro')).toBeVisible()
  })

  it('names what would exceed the other plan, and shows the answer of the API', async () => {
    Object.assign(api.account, { plan: pro })
    api.mutations['changePlan'] = () => ({
      outcome: 'COMING_SOON',
      message: 'Thanks for the interest! This feature is coming soon. Stay tuned!',
      checkoutUrl: null,
      account: { id: 'account', ...api.account, subscription: null, invoices: [], viewerCanSeeInvoices: true },
    })
    renderAdminScreen(<BillingPage />, api)
    const dialog = await ask('Downgrade to Early Access')
    expect(within(dialog).getByText('Your account is downgraded to the Early Access plan.')).toBeVisible()
    expect(await within(dialog).findByText('5 of 3')).toBeVisible()
    expect(within(dialog).getByText('5.5 GB of 5 GB')).toBeVisible()
    // What is used beyond a monthly limit goes on.
    expect(
      within(dialog).getByText(
        'Nothing is deleted, and no tunnel is cut off. Where a limit is not monthly, you cannot add more until you are below it.',
      ),
    ).toBeVisible()

    await userEvent.click(within(dialog).getByRole('button', { name: 'Downgrade' }))
    expect(
      await within(dialog).findByText('Thanks for the interest! This feature is coming soon. Stay tuned!'),
    ).toBeVisible()
    expect(within(dialog).queryByRole('button', { name: 'Downgrade' })).not.toBeInTheDocument()
  })

  it('shows an answer in the dialog that asked for it only', async () => {
    const custom = aPlan({ id: 'custom', name: 'Custom', type: 'custom', isFree: false, priceMonthlyCents: null })
    api.plans = [free, pro, custom]
    const answer = Promise.withResolvers<void>()
    api.mutations['changePlan'] = async () => {
      await answer.promise
      const account = { id: 'account', ...api.account, subscription: null, invoices: [], viewerCanSeeInvoices: true }
      return { outcome: 'COMING_SOON', message: 'Stay tuned!', checkoutUrl: null, account }
    }
    renderAdminScreen(<BillingPage />, api)
    const dialog = await ask('Upgrade to Pro')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Upgrade' }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    await act(async () => answer.resolve())
    expect(await ask('Upgrade to Custom')).not.toHaveTextContent('Stay tuned!')
    expect(openProviderPage).not.toHaveBeenCalled()
  })

  it('says why a plan could not be changed', async () => {
    api.mutations['changePlan'] = () => refuse('CONFLICT', 'You are on the Pro plan already.')
    renderAdminScreen(<BillingPage />, api)
    const dialog = await ask('Upgrade to Pro')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Upgrade' }))
    expect(await within(dialog).findByText('You are on the Pro plan already.')).toBeVisible()
  })

  it('follows changes that the operator makes to the availability and limits of plans', async () => {
    const custom = aPlan({ id: 'custom', name: 'Custom', type: 'custom', isFree: false, priceMonthlyCents: null })
    api.plans = [free, pro, custom]
    renderAdminScreen(<BillingPage />, api)
    expect(await screen.findByRole('button', { name: 'Upgrade to Custom' })).toBeEnabled()

    const wider = { ...free, maxSubpoints: 8 }
    Object.assign(api.account, { plan: wider })
    api.plans = [wider, { ...pro, availability: 'NOT_SOLD' }, { ...custom, availability: 'BY_AGREEMENT' }]
    await act(async () => api.emit('siteChanged', api.site()))
    expect(await screen.findByRole('link', { name: 'Contact Sales' })).toHaveAttribute('href', '/contact')
    expect(screen.queryByRole('button', { name: /^Upgrade/ })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Coming Soon' })).toBeDisabled()
    expect(within(screen.getByRole('region', { name: 'Gateway' })).getByText(/of 8/)).toBeVisible()
  })

  it('offers invoices as CSV, with amounts as plain numbers and the currency in its own column', async () => {
    const files = catchDownloads()
    const overage = { dataOutBytes: 3_221_225_472, amountCents: 30 }
    Object.assign(api.account, { invoices: [{ ...invoice, overage, amountCents: 1_230 }] })
    renderAdminScreen(<BillingPage />, api)
    await userEvent.click(await screen.findByRole('button', { name: 'Download CSV' }))
    await waitFor(() => expect(files).toHaveLength(1))
    const lines = (await files[0]?.text)?.split('\r\n') ?? []
    expect(lines[0]).toBe('Date,Description,Amount,Currency,Overage,Overage (bytes),Status,Due,Invoice id')
    expect(lines[1]).toContain(',Pro Plan - Monthly,12.3,USD,0.3,3221225472,pending,')
  })

  it('marks an invoice as paid, once', async () => {
    Object.assign(api.account, { invoices: [invoice] })
    api.mutations['markInvoicePaid'] = () => ({ invoice: { ...invoice, status: 'paid', viewerCanMarkPaid: false } })
    renderAdminScreen(<BillingPage />, api)
    const table = await screen.findByRole('table', { name: 'Transactions' })
    expect(await within(table).findByText('$12.00')).toBeVisible()
    await userEvent.click(within(table).getByRole('button', { name: /^Mark as Paid/ }))
    expect(await within(table).findByText('Paid')).toBeVisible()
    expect(within(table).queryByRole('button')).not.toBeInTheDocument()
  })

  it('shows the subscription as the provider reports it, and follows changes', async () => {
    Object.assign(api.account, { subscription })
    renderAdminScreen(<BillingPage />, api)
    expect(await screen.findByText('Past due')).toBeVisible()
    expect(screen.getByText('Dec 21, 2026')).toBeVisible()
    expect(screen.getByText('visa ending in 4242')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Manage billing' })).toBeVisible()

    const renewed = { ...subscription, subscriptionStatus: 'active' }
    await act(async () =>
      api.emit('accountChanged', { id: 'account', invoices: [], ...api.account, subscription: renewed }),
    )
    expect(await screen.findByText('Active')).toBeVisible()
  })

  it('offers to manage billing again when the reader comes back from the provider by the back button', async () => {
    Object.assign(api.account, { subscription })
    api.mutations['openBillingPortal'] = () => ({ url: 'https://payments.example/portal' })
    renderAdminScreen(<BillingPage />, api)
    await userEvent.click(await screen.findByRole('button', { name: 'Manage billing' }))
    await waitFor(() => expect(openProviderPage).toHaveBeenCalledWith('https://payments.example/portal'))
    expect(screen.getByRole('button', { name: 'Manage billing' })).toBeDisabled()
    act(() => void window.dispatchEvent(new Event('pageshow')))
    expect(screen.getByRole('button', { name: 'Manage billing' })).toBeEnabled()
  })

  it('does not say that a canceled subscription renews', async () => {
    Object.assign(api.account, {
      viewerCanSeeInvoices: true,
      invoices: [],
      subscription: { ...subscription, subscriptionStatus: 'canceled', cancelAtPeriodEnd: false },
    })
    renderAdminScreen(<BillingPage />, api)
    expect(await screen.findByText('Ended on')).toBeVisible()
    expect(screen.queryByText(/Renews/)).not.toBeInTheDocument()
  })

  it('hides a subscription that has not started', async () => {
    Object.assign(api.account, { subscription: { ...subscription, subscriptionStatus: 'not_started' } })
    renderAdminScreen(<BillingPage />, api)
    expect(await screen.findByRole('heading', { name: 'No Transactions' })).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'Subscription' })).not.toBeInTheDocument()
  })
})
