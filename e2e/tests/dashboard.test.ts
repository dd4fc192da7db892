import { beforeAll, describe, expect, it } from 'vitest'
import type { WebSocketRoute } from 'playwright-core'
import { openBrowser } from '../src/browser.ts'
import { createCleanup } from '../src/cleanup.ts'
import { SignOutDocument } from '../src/control/control.generated.ts'
import { type Site, planSite, startStandalone } from '../src/culvert.ts'
import { openAs } from '../src/dashboard.ts'
import { operate } from '../src/operator.ts'
import { type Person, signUp } from '../src/people.ts'

/** What the dashboard promises for all live data. */
const soon = { timeout: 5000 }

const cleanup = createCleanup()
const browser = openBrowser(cleanup)
let site: Site
let ada: Person

beforeAll(async () => {
  site = await planSite(cleanup)
  await startStandalone(cleanup, site)
  ada = await signUp(site, 'Ada')
  await ada.createGateway('demo')
})

describe('a screen of the dashboard', () => {
  it('waits for the session, and redirects to the sign-in, where the password can be shown, and back', () =>
    browser(async (page) => {
      const answered = Promise.withResolvers<void>()
      await page.route('**/graphql', async (route) => {
        if (/refreshSession/.test(route.request().postData() ?? '')) await answered.promise
        await route.continue()
      })
      await page.goto(`${site.apiUrl}/admin/agents`)
      await page.getByRole('status', { name: 'Restoring your session' }).waitFor()
      answered.resolve()
      await page.waitForURL(`${site.apiUrl}/signin`)
      await page.getByLabel('Email').fill(ada.email)
      const password = page.getByLabel('Password', { exact: true })
      expect(await password.getAttribute('type')).toBe('password')
      await page.getByRole('button', { name: 'Show or hide "Password"' }).click()
      expect(await password.getAttribute('type')).toBe('text')
      await password.fill(ada.password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.waitForURL(`${site.apiUrl}/admin/agents`)
    }))
})

describe('the dashboard', () => {
  it('opens a gateway or a form by its name, with a few keystrokes', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/settings')
      await page.getByRole('heading', { name: 'Account Settings' }).waitFor()
      await page.keyboard.press('Control+k')
      const field = page.locator('[role="combobox"][aria-label="Find or do something"]:focus')
      await field.waitFor()
      await page.getByRole('option', { name: /^demo/ }).waitFor()
      await page.keyboard.type('demo')
      await page.getByRole('option', { name: /^demo demo-ada/, selected: true }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/admin\/gateway\/[^?]+$/)
      await page.getByRole('heading', { name: 'demo', exact: true }).waitFor()

      await page.keyboard.press('Control+k')
      await field.waitFor()
      await page.keyboard.type('create gateway')
      await page.getByRole('option', { name: /^Create Gateway/, selected: true }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByLabel('Prefix', { exact: true }).waitFor()
    }))

  it('keeps what is typed fast into a filter, and the caret, while the address follows', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/requests')
      const field = page.getByLabel('Search requests')
      await field.click()
      await page.keyboard.type('orders/2026')
      await page.waitForURL(/\?find=orders%2F2026$/)
      expect(await field.inputValue()).toBe('orders/2026')
      await page.keyboard.press('Home')
      await page.keyboard.type('old ')
      await page.waitForURL(/\?find=old\+orders%2F2026$/)
      expect(await field.inputValue()).toBe('old orders/2026')

      await page.getByRole('button', { name: 'More filters' }).click()
      const from = page.getByLabel('Began from')
      await from.fill('2026-11-21T10:00')
      await page.waitForURL(/[?&]from=2026-/)
      await from.focus()
      await page.keyboard.type('1121')
      await page.keyboard.type('2025')
      await page.waitForURL(/[?&]from=2025-/)
      expect(await from.inputValue()).toBe('2025-11-21T10:00')
      await page.getByRole('button', { name: 'Clear', exact: true }).click()
      // The address changes first, and the page follows.
      await expect.poll(() => field.inputValue()).toBe('')
      expect(page.url()).toMatch(/\/admin\/requests\??$/)
    }))

  it('says that it is reconnecting, and shows what it missed once it is live again', () =>
    browser(async (page) => {
      let isDown = false
      const sockets: WebSocketRoute[] = []
      await page.routeWebSocket(/\/graphql$/, (socket) => {
        if (isDown) {
          void socket.close({ code: 1013 })
          return
        }
        socket.connectToServer()
        sockets.push(socket)
      })
      await openAs(page, site, ada, '/admin/gateway')
      const table = page.getByRole('table', { name: 'Gateways' })
      await table.getByText('demo', { exact: true }).waitFor()
      await page.getByText('Live', { exact: true }).waitFor()

      isDown = true
      await Promise.all(sockets.map((socket) => socket.close({ code: 1013 })))
      await page.getByText('Reconnecting…').waitFor(soon)
      await ada.createGateway('missed')
      isDown = false
      await page.getByText('Live', { exact: true }).waitFor({ timeout: 15_000 })
      await table.getByText('missed', { exact: true }).waitFor(soon)
    }))

  it('shows a change of plan and an alert by the operator without a reload', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/gateway')
      await page.getByRole('region', { name: 'Gateway usage' }).getByText('2 of 3').waitFor()
      await operate(site, 'accounts', 'set-plan', ada.namespace, 'Custom')
      await page.getByRole('region', { name: 'Gateway usage' }).getByText('2, unlimited').waitFor(soon)
      await operate(site, 'site', 'alert', 'set', 'Back at noon')
      await page.getByText('Back at noon').waitFor(soon)
    }))

  it('follows the color scheme of the system, also while it is open', () =>
    browser(async (page) => {
      const readScheme = () => page.evaluate('document.documentElement.dataset.mantineColorScheme')
      await page.emulateMedia({ colorScheme: 'dark' })
      await openAs(page, site, ada, '/admin/gateway')
      expect(await readScheme()).toBe('dark')
      await page.emulateMedia({ colorScheme: 'light' })
      await page.locator('html[data-mantine-color-scheme="light"]').waitFor({ state: 'attached' })
    }))
})

describe('a session that ends while a form is being filled in', () => {
  it('redirects to the sign-in, and then back to the form with what was typed', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/gateway')
      await page.getByRole('button', { name: 'Create Gateway' }).click()
      await page.getByLabel('Prefix', { exact: true }).fill('half-typed')
      await page.getByText('Live', { exact: true }).waitFor()
      await ada.control.request(SignOutDocument, { input: { scope: 'ALL' } })

      await page.getByText('Your session has ended. Sign in again to continue where you left off.').waitFor()
      await page.getByLabel('Email').fill(ada.email)
      await page.getByLabel('Password', { exact: true }).fill(ada.password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByText('What you had typed was restored.').waitFor()
      expect(await page.getByLabel('Prefix', { exact: true }).inputValue()).toBe('half-typed')
    }))
})
