import { beforeAll, describe, expect, it } from '@jest/globals'
import type { Page, WebSocketRoute } from 'playwright-core'
import { openBrowser } from '../src/browser.ts'
import { createCleanup } from '../src/cleanup.ts'
import { SignOutDocument } from '../src/control/control.generated.ts'
import { domain, type Site, planSite, startStandalone } from '../src/culvert.ts'
import { openAs } from '../src/dashboard.ts'
import { operate } from '../src/operator.ts'
import { type Person, signUp } from '../src/people.ts'
import { startProcess } from '../src/processes.ts'

/** What the dashboard promises for everything that it shows live. */
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

/** Runs a printed command as a terminal does, and resolves with the public URL that it prints. */
async function runPrinted(command: string, env: Record<string, string> = {}): Promise<string> {
  const shell = startProcess('sh', ['-c', command], { ownGroup: true, env })
  cleanup.defer(() => shell.kill())
  const [publicUrl] = await shell.waitForOutput(new RegExp(`https?://[a-z0-9-]+\\.${domain}(:\\d+)?`))
  shell.pressCtrlC()
  await shell.waitForExit()
  return publicUrl
}

/** The commands of a page that open a tunnel, as they are printed. */
const readCommands = async (page: Page, path: string) => {
  await page.goto(site.apiUrl + path)
  const commands = page.locator('main code').filter({ hasText: 'culvert http' })
  await commands.filter({ hasText: site.apiUrl }).first().waitFor()
  return (await commands.allTextContents()).filter((text) => /^(export|culvert)/.test(text))
}

describe('the dashboard', () => {
  it('leads by a few keys to whatever has a name', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/settings')
      await page.getByRole('heading', { name: 'Account Settings' }).waitFor()
      await page.keyboard.press('Control+k')
      const field = page.locator('[role="combobox"][aria-label="Find or do something"]:focus')
      await field.waitFor()
      await page.getByRole('option', { name: /^demo/ }).waitFor()
      await page.keyboard.type('demo')
      await page.getByRole('option', { name: /^demo .*Gateways$/, selected: true }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/admin\/gateway\?find=demo-ada/)
      await page.getByRole('table', { name: 'Gateways' }).getByText('demo', { exact: true }).waitFor()

      await page.keyboard.press('Control+k')
      await field.waitFor()
      await page.keyboard.type('create gateway')
      await page.getByRole('option', { name: /^Create Gateway/, selected: true }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByLabel('Prefix').waitFor()
    }))

  it('says that it reconnects, and has missed nothing once it is live again', () =>
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

  it('follows the operator, who puts the account on another plan', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/gateway')
      await page.getByRole('region', { name: 'Gateway Usage' }).getByText('2 of 3').waitFor()
      await operate(site, 'accounts', 'set-plan', ada.namespace, 'Custom')
      await page.getByRole('region', { name: 'Gateway Usage' }).getByText('2 of unlimited').waitFor(soon)
      await operate(site, 'site', 'alert', 'set', 'Back at noon')
      await page.getByText('Back at noon').waitFor(soon)
    }))

  it('is as dark as the system, at once', () =>
    browser(async (page) => {
      const readScheme = () => page.evaluate('document.documentElement.dataset.mantineColorScheme')
      await page.emulateMedia({ colorScheme: 'dark' })
      await openAs(page, site, ada, '/admin/gateway')
      expect(await readScheme()).toBe('dark')
      await page.emulateMedia({ colorScheme: 'light' })
      await page.waitForFunction('document.documentElement.dataset.mantineColorScheme === "light"')
    }))
})

describe('a printed command', () => {
  it('opens a tunnel to this installation as it was copied on the Agents page', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/auth-id')
      await page.getByRole('button', { name: 'Create AuthID Token' }).click()
      await page.getByRole('button', { name: 'Copy AuthID' }).waitFor()
      await page.getByRole('link', { name: 'Agents', exact: true }).click()
      await page.getByRole('button', { name: 'Copy command' }).click()
      await runPrinted(String(await page.evaluate('navigator.clipboard.readText()')))
    }))

  it('does so on the public pages too, marked by hand, once the AuthID stands in its place', () =>
    browser(async (page) => {
      const { secret } = await ada.createAuthToken()
      const commands = new Set<string>()
      for (const path of ['/', '/download', '/docs/getting-started', '/docs/advanced', '/docs/domains']) {
        for (const command of await readCommands(page, path)) commands.add(command)
      }
      expect(commands.size).toBeGreaterThan(3)
      for (const command of commands) {
        const publicUrl = await runPrinted(command.replace('YOUR_AUTHID', secret), { CULVERT_AUTHTOKEN: secret })
        expect(publicUrl).toContain(domain)
      }
    }))
})

describe('a session that ends in the middle of a form', () => {
  it('leads to the sign-in at once, and back to the form with what was typed', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/gateway')
      await page.getByRole('button', { name: 'Create Gateway' }).click()
      await page.getByLabel('Prefix').fill('half-typed')
      await page.getByText('Live', { exact: true }).waitFor()
      await ada.control.request(SignOutDocument, { input: { scope: 'ALL' } })

      await page.getByText('Your session has ended. Sign in again to go on where you were.').waitFor()
      await page.getByLabel('Email').fill(ada.email)
      await page.getByLabel('Password', { exact: true }).fill(ada.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByText('What you had typed is here again.').waitFor()
      expect(await page.getByLabel('Prefix').inputValue()).toBe('half-typed')
    }))
})
