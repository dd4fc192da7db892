import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openBrowser } from '../src/browser.ts'
import { createCleanup } from '../src/cleanup.ts'
import { type Site, planSite, startStandalone } from '../src/culvert.ts'
import { openAs } from '../src/dashboard.ts'
import { type Person, signUp } from '../src/people.ts'

const cleanup = createCleanup()
const browser = openBrowser(cleanup)
let site: Site
let ada: Person

beforeAll(async () => {
  site = await planSite(cleanup)
  await startStandalone(cleanup, site)
  ada = await signUp(site, 'Ada')
})

/** Gives the page a device that holds passkeys, and whose user confirms immediately. */
const addAuthenticator = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const makePasskey = async (page: Page) => {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Laptop')
  await page.getByRole('button', { name: 'Add passkey' }).click()
}

it('a passkey is added on the profile, signs in without a password, and makes a password require a code', () =>
  browser(async (page) => {
    await addAuthenticator(page)
    await openAs(page, site, ada, '/admin/profile')
    await page.getByText('No second factor').waitFor()
    await makePasskey(page)
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await codes.first().waitFor()
    expect(await codes.count()).toBe(10)
    const recoveryCode = await codes.first().innerText()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('culvert-recovery-codes.txt')
    await page.getByRole('button', { name: 'I have saved them' }).click()
    const factors = page.getByRole('table', { name: 'Second factors' })
    await factors.getByText('Laptop').waitFor()
    await page.getByText('10 recovery codes left').waitFor()

    await page.goto(`${site.apiUrl}/logout`)
    await page.waitForURL(`${site.apiUrl}/`)
    await page.goto(`${site.apiUrl}/signin`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL(`${site.apiUrl}/admin/getting-started`)
    await page.goto(`${site.apiUrl}/admin/profile`)
    await page.getByRole('table', { name: 'Sessions' }).getByText('by passkey', { exact: true }).waitFor()

    await page.goto(`${site.apiUrl}/logout`)
    await page.waitForURL(`${site.apiUrl}/`)
    await page.goto(`${site.apiUrl}/signin`)
    await page.getByLabel('Email').fill(ada.email)
    await page.getByLabel('Password', { exact: true }).fill(ada.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByLabel('Code').fill(recoveryCode)
    await page.getByLabel('Code').press('Enter')
    await page.waitForURL(`${site.apiUrl}/admin/getting-started`)
    await page.goto(`${site.apiUrl}/admin/profile`)
    await page.getByText('9 recovery codes left').waitFor()

    await page.getByRole('button', { name: 'Remove Laptop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('No second factor').waitFor()
  }))

it('an account that requires a second factor refuses a session without one until it is confirmed', () =>
  browser(async (page) => {
    await addAuthenticator(page)
    await browser(async (other) => {
      await openAs(other, site, ada, '/admin/gateway')
      await openAs(page, site, ada, '/admin/profile')
      await makePasskey(page)
      const code = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').nth(1).innerText()
      await page.getByRole('button', { name: 'I have saved them' }).click()
      await page.goto(`${site.apiUrl}/admin/settings`)
      await page.getByRole('switch', { name: 'Require a second factor' }).click()
      await page.getByText('Members need a second factor from now on.').waitFor()

      await other.reload()
      await other.getByRole('heading', { name: 'A second factor is required' }).waitFor()
      await other.getByRole('button', { name: 'Confirm your identity' }).click()
      await other.getByLabel('Password', { exact: true }).fill(ada.password)
      await other.getByLabel('Code').fill(code)
      await other.getByRole('button', { name: 'Confirm', exact: true }).click()
      await other.getByRole('heading', { name: 'No gateways yet' }).waitFor()
      await page.goto(`${site.apiUrl}/admin/gateway`)
      await page.getByRole('button', { name: 'Create Gateway' }).click()
      await page.getByLabel('Prefix', { exact: true }).fill('demo')
      await page.getByRole('button', { name: 'Create Gateway' }).click()
      await other
        .getByText(/^demo-/)
        .first()
        .waitFor()
    })
  }))
