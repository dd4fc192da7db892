import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { openBrowser } from '../src/browser.ts'
import { createCleanup } from '../src/cleanup.ts'
import { type Site, planSite, startStandalone } from '../src/culvert.ts'
import { openAs } from '../src/dashboard.ts'
import { operate } from '../src/operator.ts'
import { type Person, signUp } from '../src/people.ts'

const cleanup = createCleanup()
const browser = openBrowser(cleanup)
let site: Site
let ada: Person

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

beforeAll(async () => {
  site = await planSite(cleanup)
  await startStandalone(cleanup, site)
  ada = await signUp(site, 'Ada')
})

describe('a visitor', () => {
  it('sees contact details of the operator, and an alert only on its pages, until it is dismissed', () =>
    browser(async (page) => {
      const contact = ['--email', 'help@example.org', '--phone', '+1 555 0100', '--address', '1 Main Street']
      await operate(site, 'site', 'contact', 'set', ...contact)
      await operate(site, 'site', 'alert', 'set', 'New prices from January', '--title', 'Prices', '--page', '/pricing')
      for (const path of ['/terms', '/privacy', '/contact']) {
        await page.goto(site.apiUrl + path)
        const main = page.getByRole('main')
        for (const text of ['help@example.org', '+1 555 0100', '1 Main Street']) await main.getByText(text).waitFor()
        expect(await page.getByText('New prices from January').count()).toBe(0)
      }
      const questions = page.getByRole('main').getByRole('heading', { name: /\?$/ })
      expect(await questions.count()).toBe(6)
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click()
      await page.getByText('New prices from January').waitFor()
      expect(await questions.count()).toBe(4)
      await page.getByRole('button', { name: 'Dismiss the announcement' }).click()
      await page.getByText('New prices from January').waitFor({ state: 'detached' })
      await page.reload()
      await heading(page, 'Pricing').waitFor()
      // Not even before the app has replaced the page that the server renders for everybody.
      expect(await page.getByText('New prices from January').isVisible()).toBe(false)
      await page.getByText('New prices from January').waitFor({ state: 'detached' })
    }))

  it('sees the payment session after a payment, and a link to sign up', () =>
    browser(async (page) => {
      await page.clock.install()
      await page.goto(`${site.apiUrl}/success?session_id=cs_test_1`)
      await page.getByText('cs_test_1').waitFor()
      expect(await page.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/signup')
      await page.clock.fastForward(5_000)
      await page.getByText('Activation may take a few moments.', { exact: false }).waitFor()
    }))
})

describe('a user who is signed in', () => {
  it('gets from the public pages back to the dashboard, and can sign out there', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/no-such-page')
      await heading(page, 'Page not found').waitFor()
      await page.getByRole('link', { name: 'Go to the dashboard' }).click()
      await heading(page, 'Getting Started').waitFor()
      await page.goto(site.apiUrl)
      await page.getByRole('link', { name: 'Go to Dashboard' }).waitFor()
      expect(await page.getByRole('link', { name: 'Dashboard', exact: true }).first().getAttribute('href')).toBe(
        '/admin/getting-started',
      )
      expect(await page.getByRole('link', { name: 'Change Plan' }).getAttribute('href')).toBe('/admin/billing')
      await page.goto(`${site.apiUrl}/success?session_id=cs_test_1`)
      const onward = page.getByRole('link', { name: 'Go to Dashboard' })
      expect(await onward.getAttribute('href')).toBe('/admin/getting-started')
      await page.getByRole('link', { name: 'Back to home' }).click()
      // Even if the server cannot be reached.
      await page.route('**/graphql', (route) =>
        /Session_SignOut/.test(route.request().postData() ?? '') ? route.abort() : route.continue(),
      )
      await page.getByRole('link', { name: 'Sign Out' }).click()
      await page.getByRole('link', { name: 'Get Started' }).waitFor()
      expect(page.url()).toBe(`${site.apiUrl}/`)
      expect(await page.evaluate("localStorage.getItem('culvert:active-account')")).toBeNull()
    }))
})
