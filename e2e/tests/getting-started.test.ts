import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type App, startApp } from '../src/apps.ts'
import { openBrowser } from '../src/browser.ts'
import { createCleanup } from '../src/cleanup.ts'
import { type Site, createTempFolder, planSite, startStandalone } from '../src/culvert.ts'
import { openAs } from '../src/dashboard.ts'
import { hasProcesses, startProcess } from '../src/processes.ts'
import { until } from '../src/until.ts'

const cleanup = createCleanup()
const browser = openBrowser(cleanup)
let site: Site
let app: App

beforeAll(async () => {
  site = await planSite(cleanup)
  await startStandalone(cleanup, site)
  app = await startApp(cleanup, (_request, response) => response.end('Hello from my machine'))
})

describe('a new user', () => {
  it('gets from sign-up to a public URL by following the screens, which show each step', () =>
    browser(async (page) => {
      // Signs up.
      await page.goto(site.apiUrl)
      await page.getByRole('link', { name: 'Sign up' }).click()
      await page.getByLabel('First name').fill('Grace')
      await page.getByLabel('Last name').fill('Hopper')
      await page.getByLabel('Email').fill('grace@example.com')
      await page.getByLabel('Password', { exact: true }).fill('correct horse')
      await page.getByLabel('Confirm password', { exact: true }).fill('correct horse')
      await page.getByLabel('I agree to the Terms of Service and Privacy Policy').check()
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByRole('heading', { name: 'Welcome, Grace' }).waitFor()

      // Lands on Getting Started.
      await page.getByRole('heading', { name: 'Getting Started', level: 1 }).waitFor()
      await page.getByText('@grace').first().waitFor()

      // Signs the machine in with the command that the page shows, and approves it.
      const folder = await createTempFolder(cleanup)
      const run = (command: string) => {
        const env = { CULVERT_CONFIG_DIR: folder }
        const started = startProcess('sh', ['-c', `exec ${command}`], { env, ownGroup: true })
        cleanup.defer(() => started.kill())
        return started
      }
      const copy = async (button: Locator) => {
        await button.click()
        return String(await page.evaluate('navigator.clipboard.readText()'))
      }
      const step = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Authenticate' }) })
      const loginCommand = await copy(step.getByRole('button', { name: 'Copy command' }))
      expect(loginCommand).toBe(`culvert login --server ${site.apiUrl}`)
      const login = run(loginCommand)
      const [, code = ''] = await login.waitForOutput(/^ {2}(\w{4}-\w{4})$/m)
      await page.goto(`${site.apiUrl}/admin/connect?code=${code}`)
      await page.getByRole('button', { name: 'Approve' }).click()
      expect(await login.waitForExit()).toEqual({ code: 0, signal: null })
      await page.goto(`${site.apiUrl}/admin/getting-started`)
      await page.getByRole('heading', { name: 'Authenticate (done)' }).click()

      // Creates the AuthID for programs, which is masked until the eye is opened.
      await page.getByText('With an AuthID instead').click()
      await page.getByRole('button', { name: 'Create AuthID Token' }).click()
      const shown = page.getByText(/^pk_[0-9a-f]{64}$/)
      await page.getByRole('button', { name: 'Show AuthID' }).waitFor()
      expect(await shown.count()).toBe(0)
      await page.getByRole('button', { name: 'Show AuthID' }).click()
      const secret = await shown.innerText()
      await page.getByRole('button', { name: 'Hide AuthID' }).click()
      expect(await shown.count()).toBe(0)
      await page.getByRole('button', { name: 'Copy AuthID' }).click()
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret)

      // Reserves a gateway: the prefix is normalized while it is typed.
      await page.getByLabel('Prefix', { exact: true }).pressSequentially('My Demo')
      await page.getByRole('button', { name: 'Create Gateway' }).click()
      await page.getByLabel('Local port').fill(String(app.port))
      const tunnel = page.getByRole('region', { name: 'Tunnel' })
      await tunnel.getByText('Waiting for your agent…').waitFor()
      await tunnel.getByText('mydemo-grace.culvert.localhost').first().waitFor()

      // Runs the command from the page, as it was copied.
      const command = await copy(page.getByRole('button', { name: 'Copy command' }).last())
      expect(command).toBe(`culvert http ${app.port} --gateway mydemo`)
      const agent = run(command)

      // The page shows the tunnel without a reload, and its first visitor.
      await tunnel.getByText('Connected', { exact: true }).waitFor()
      const [visitor] = await Promise.all([
        page.waitForEvent('popup'),
        tunnel.getByRole('link', { name: 'Open' }).click(),
      ])
      await visitor.getByText('Hello from my machine').waitFor()
      await tunnel
        .getByText(/^[1-9]\d*$/)
        .first()
        .waitFor()
      await tunnel.getByText(/^curl http:\/\/mydemo-grace\./).waitFor()
      await tunnel.getByRole('link', { name: /^GET \// }).waitFor()

      // Stops the agent; the page shows that too. npx forwards Ctrl-C, so the agent receives it twice.
      agent.pressCtrlC()
      await until('npx and the agent have ended', async () => !hasProcesses(agent), 5000)
      await tunnel.getByText('Waiting for your agent…').waitFor()
    }))

  it('sees an overview with the figures of the tunnel from then on, and can dismiss the steps', () =>
    browser(async (page) => {
      await openAs(page, site, { email: 'grace@example.com', password: 'correct horse' }, '/admin/getting-started')
      await page.getByText('0 agents connected, 0 of 1 gateway served.').waitFor()
      const tunnel = page.getByRole('region', { name: 'Tunnel' })
      await tunnel.getByText(/^curl http:\/\/mydemo-grace\./).waitFor()
      await tunnel.getByRole('link', { name: /^GET \// }).waitFor()
      const today = page.getByRole('region', { name: 'Today' })
      await today
        .getByText(/^[1-9]\d*$/)
        .first()
        .waitFor()
      await page.getByText(/^Nothing: no agent was lost/).waitFor()
      await page.getByRole('link', { name: 'Invite a member' }).waitFor()

      await page.getByRole('button', { name: 'Dismiss the steps' }).click()
      await page.getByText('All three steps are done.').waitFor()
      await page.reload()
      await page.getByRole('button', { name: 'Show the steps' }).click()
      await page.getByRole('heading', { name: /^Start tunneling/ }).waitFor()
    }))

  it('sees the AuthID in another browser, but not its secret', () =>
    browser(async (page) => {
      await openAs(page, site, { email: 'grace@example.com', password: 'correct horse' }, '/admin/auth-id')
      await page.getByText("Grace's account CLI Token").waitFor()
      await page.getByText('The secret is not in this browser').waitFor()
      expect(await page.getByText('pk_').count()).toBe(0)
      await page.getByRole('link', { name: 'Getting Started' }).click()
      await page.getByRole('heading', { name: /^Authenticate/ }).click()
      await page.getByText('You have an AuthID, but its secret is in another browser.').waitFor()
      expect(await page.getByText('pk_').count()).toBe(0)
      await page.getByRole('link', { name: 'Regenerate it' }).click()
      await page.waitForURL(`${site.apiUrl}/admin/auth-id`)
    }))

  it('sees what is wrong with a sign-up', () =>
    browser(async (page) => {
      await page.goto(`${site.apiUrl}/signup`)
      await page.getByLabel('First name').fill('Grace')
      await page.getByLabel('Last name').fill('Hopper')
      await page.getByLabel('Email').fill('grace@example.com')
      await page.getByLabel('Password', { exact: true }).fill('short')
      await page.getByLabel('Confirm password', { exact: true }).fill('shorter')
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByText('Password must be at least 6 characters long').waitFor()
      await page.getByText('Passwords do not match').waitFor()
      await page.getByText('You must agree to the Terms of Service and Privacy Policy').waitFor()

      await page.getByLabel('Password', { exact: true }).fill('correct horse')
      await page.getByLabel('Confirm password', { exact: true }).fill('correct horse')
      await page.getByLabel('I agree to the Terms of Service and Privacy Policy').check()
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByText(/already/).waitFor()
    }))
})
