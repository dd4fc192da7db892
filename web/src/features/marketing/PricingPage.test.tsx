import { describe, expect, it } from 'vitest'
import { screen, within } from '@testing-library/react'
import { SessionStore } from '../../auth/session-store.ts'
import { noSession, oneTab } from '../../testing/people.ts'
import { renderScreen } from '../../testing/render.tsx'
import { aPlan, TestApi } from '../../testing/test-api.ts'
import { PricingPage } from './PricingPage.tsx'

const pro = aPlan({
  id: 'pro',
  name: 'Pro',
  type: 'pro',
  isFree: false,
  priceMonthlyCents: 1_200,
  features: [
    { text: '20 gateways', missing: false, isMain: true },
    { text: '100 GB data transfer', missing: false, isMain: false },
  ],
})
const custom = aPlan({ id: 'custom', name: 'Custom', type: 'custom', isFree: false, priceMonthlyCents: null })

const card = (name: string) => within(screen.getByRole('article', { name }))

describe('the pricing page', () => {
  it('shows Pro plans as coming soon while they are not for sale', async () => {
    renderScreen(<PricingPage />)
    expect(await screen.findByRole('article', { name: 'Early Access Plan' })).toBeVisible()
    expect(card('Pro Plans Coming Soon').getByRole('button', { name: 'Coming Soon' })).toBeDisabled()
  })

  it.each([
    [
      'coming_soon',
      'Custom domains and IP restrictions come with the Pro and Custom plans. These plans are coming soon.',
    ],
    ['manual', 'Custom domains and IP restrictions come with the Pro and Custom plans.'],
    ['provider', 'Custom domains and IP restrictions come with the Pro and Custom plans.'],
  ] as const)('says what the plans include if plan changes are %s', async (mode, domains) => {
    const api = new TestApi()
    api.planChanges = mode
    api.plans = [
      aPlan({ maxDataOutGb: 7, features: [{ text: '7 GB data transfer', missing: false, isMain: false }] }),
      { ...pro, maxDomains: 10, maxIpRestrictions: 50 },
      { ...custom, maxDomains: -1, maxIpRestrictions: -1 },
    ].map((plan) => ({ maxIpRestrictions: 0, ...plan }))
    renderScreen(<PricingPage />, { api })
    expect(await screen.findByText('7 GB data transfer')).toBeVisible()
    expect(await screen.findByText(/It includes 7 GB of data transfer a month\.$/)).toBeVisible()
    expect(screen.getByText(domains)).toBeVisible()
  })

  it('names the plan with custom domains, and says that no plan has IP restrictions', async () => {
    const api = new TestApi()
    api.plans = [aPlan(), { ...pro, maxDomains: 10 }].map((plan) => ({ maxIpRestrictions: 0, ...plan }))
    renderScreen(<PricingPage />, { api })
    const answer = /^Custom domains come with the Pro plan, IP restrictions with no plan that is on offer\./
    expect(await screen.findByText(answer)).toBeVisible()
  })

  it('links to the chat community of an operator who has one', async () => {
    const api = new TestApi()
    api.chatUrl = 'https://chat.example.com/culvert'
    renderScreen(<PricingPage />, { api })
    const link = await screen.findByRole('link', { name: 'Support through a chat community' })
    expect(link).toHaveAttribute('href', 'https://chat.example.com/culvert')
  })

  it('shows the plans with all of their features once they are for sale', async () => {
    const api = new TestApi()
    api.planChanges = 'manual'
    api.plans = [aPlan(), pro, { ...custom, availability: 'BY_AGREEMENT' }]
    renderScreen(<PricingPage />, { api })
    expect(await screen.findByText('20 gateways')).toBeVisible()
    expect(screen.queryByText('Pro Plans Coming Soon')).not.toBeInTheDocument()
    expect(card('Pro').getByText('$12 / month')).toBeVisible()
    expect(card('Pro').getByText('100 GB data transfer')).toBeVisible()
    expect(card('Pro').getByRole('link', { name: 'Change Plan' })).toHaveAttribute('href', '/admin/billing')
    expect(card('Custom').getByRole('link', { name: 'Contact Sales' })).toHaveAttribute('href', '/contact')
  })

  it('sends a visitor to sign-up, and disables a plan that the payment provider does not sell', async () => {
    const api = new TestApi()
    api.planChanges = 'provider'
    api.plans = [aPlan(), { ...pro, availability: 'NOT_SOLD' }]
    const session = new SessionStore(noSession, oneTab)
    session.endEverywhere()
    renderScreen(<PricingPage />, { api, session })
    expect(await screen.findByRole('link', { name: 'Get Early Access' })).toHaveAttribute('href', '/signup')
    expect(card('Pro').getByRole('button', { name: 'Coming Soon' })).toBeDisabled()
  })
})
