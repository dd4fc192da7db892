import type { IdentityProvider } from '@culvert/api/identity-provider'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../src/browser.ts'
import { createCleanup } from '../src/cleanup.ts'
import { jumpClock, movingClock } from '../src/clock.ts'
import { type Site, planSite, startStandalone } from '../src/culvert.ts'
import { openAs, waitUntilLoaded } from '../src/dashboard.ts'
import { addIdentityProvider } from '../src/identity-provider.ts'
import { type Person, signUp } from '../src/people.ts'
import type { RunningProcess } from '../src/processes.ts'

const cleanup = createCleanup()
const browser = openBrowser(cleanup)
const elevenMinutesMs = 11 * 60 * 1_000
let site: Site
let standalone: RunningProcess
let provider: IdentityProvider
let ada: Person

beforeAll(async () => {
  site = await planSite(cleanup)
  // Longer than a proof stays fresh; access tokens are still valid.
  site.env['CLOCK_JUMPS_MS'] = String(elevenMinutesMs)
  standalone = await startStandalone(cleanup, site, movingClock)
  provider = await addIdentityProvider(cleanup, site)
  ada = await signUp(site, 'Ada')
})

const pressContinue = (page: Page) => page.getByRole('button', { name: 'Continue with Example' }).click()

const signOut = async (page: Page) => {
  await page.goto(`${site.apiUrl}/logout`)
  await page.waitForURL(`${site.apiUrl}/`)
}

/** Returns the table of linked providers on the profile. */
const linkedProviders = (page: Page) => page.getByRole('table', { name: 'Linked providers' })

describe('a provider', () => {
  it('signs a user up and in, and confirms their identity in a popup for an action that requires it', () =>
    browser(async (page) => {
      provider.user = { sub: 'grace', email: 'grace@work.example', email_verified: true, given_name: 'Grace' }
      await page.goto(`${site.apiUrl}/signup`)
      await pressContinue(page)
      await page.getByText('You sign in with Example from now on').waitFor()
      expect(new URL(page.url()).search).toBe('')
      expect(await page.getByLabel('First name').inputValue()).toBe('Grace')
      expect(await page.getByLabel('Email').inputValue()).toBe('grace@work.example')
      await page.getByLabel('Last name').fill('Hopper')
      await page.getByLabel(/^I agree to/).check()
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByRole('heading', { name: 'Welcome, Grace' }).waitFor()
      await page.waitForURL(`${site.apiUrl}/admin/getting-started`)

      await signOut(page)
      await page.goto(`${site.apiUrl}/admin/profile`)
      await page.waitForURL(`${site.apiUrl}/signin`)
      await pressContinue(page)
      await page.waitForURL(`${site.apiUrl}/admin/profile`)
      await linkedProviders(page).getByText('grace@work.example').waitFor()
      await page.getByRole('table', { name: 'Sessions' }).getByText('by a provider', { exact: true }).first().waitFor()
      await page.getByRole('heading', { name: 'Set a password' }).waitFor()

      await jumpClock(standalone)
      await page.getByLabel('New password', { exact: true }).fill('correct horse')
      await page.getByLabel('Confirm new password', { exact: true }).fill('correct horse')
      await page.getByRole('button', { name: 'Set password' }).click()
      const dialog = page.getByRole('dialog', { name: 'Confirm your identity' })
      await dialog.waitFor()
      expect(await dialog.getByLabel('Password').count()).toBe(0)
      const [popup] = await Promise.all([
        page.waitForEvent('popup'),
        dialog.getByRole('button', { name: 'Confirm by Example' }).click(),
      ])
      if (!popup.isClosed()) await popup.waitForEvent('close')
      await page.getByRole('heading', { name: 'Change password' }).waitFor()
      await dialog.waitFor({ state: 'detached' })

      // The closed popup did not take the refresh token with it.
      await page.reload()
      await page.getByRole('heading', { name: 'Change password' }).waitFor()
    }))

  it('is linked on the profile, signs the user in, and is unlinked', () =>
    browser(async (page) => {
      provider.user = { sub: 'ada', preferred_username: 'ada-at-work' }
      await openAs(page, site, ada, '/admin/profile')
      await page.getByText('No provider linked').waitFor()
      await page.getByRole('button', { name: 'Link Example' }).click()
      await page.waitForURL(`${site.apiUrl}/admin/profile`)
      await page.getByText('Example was linked. You can sign in with it from now on.').waitFor()
      await linkedProviders(page).getByText('ada-at-work').waitFor()

      await signOut(page)
      await page.goto(`${site.apiUrl}/signin`)
      await pressContinue(page)
      await page.waitForURL(`${site.apiUrl}/admin/getting-started`)
      await page.goto(`${site.apiUrl}/admin/profile`)
      await waitUntilLoaded(page)
      await page.getByRole('button', { name: 'Unlink Example' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
      await page.getByText('No provider linked').waitFor()
    }))

  it('that reports the address of an existing user is linked after they enter their password', () =>
    browser(async (page) => {
      provider.user = { sub: 'other-ada', email: ada.email, email_verified: false }
      await page.goto(`${site.apiUrl}/signin`)
      await pressContinue(page)
      await page.getByText(`Someone has signed up with ${ada.email}.`).waitFor()
      await page.getByLabel('Password', { exact: true }).fill(ada.password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.waitForURL(`${site.apiUrl}/admin/getting-started`)
      await page.goto(`${site.apiUrl}/admin/profile`)
      await linkedProviders(page).getByText(ada.email).waitFor()
    }))

  it('that refuses a user says so, and links back to the sign-in', () =>
    browser(async (page) => {
      provider.user = undefined
      await page.goto(`${site.apiUrl}/signin`)
      await pressContinue(page)
      await page.getByText('Example did not let you through.').waitFor()
      await page.getByRole('link', { name: 'Back to sign in' }).click()
      await page.waitForURL(`${site.apiUrl}/signin`)
      await page.goto(`${site.apiUrl}/signin/with/example`)
      await page.getByText('This did not begin in this browser').waitFor()
    }))
})
