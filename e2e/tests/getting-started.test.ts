import { beforeAll, describe, expect, it } from 'vitest'
import { type App, startApp } from '../src/apps.ts'
import { openBrowser } from '../src/browser.ts'
import { createCleanup } from '../src/cleanup.ts'
import { type Site, planSite, startStandalone } from '../src/culvert.ts'
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

describe('somebody new', () => {
  it('gets from nothing to a public URL by what the screens say, and sees it happen', () =>
    browser(async (page) => {
      // Signs up.
      await page.goto(site.apiUrl)
      await page.getByRole('link', { name: 'Sign up' }).click()
      await page.getByLabel('First name').fill('Grace')
      await page.getByLabel('Last name').fill('Hopper')
      await page.getByLabel('Email').fill('grace@example.com')
      await page.getByLabel('Password', { exact: true }).fill('correct horse')
      await page.getByLabel('Confirm password').fill('correct horse')
      await page.getByLabel('I agree to the Terms of Service and Privacy Policy').check()
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByRole('heading', { name: 'Welcome, Grace' }).waitFor()

      // Lands on Getting Started.
      await page.getByRole('heading', { name: 'Getting Started', level: 1 }).waitFor()
      await page.getByText('@grace').first().waitFor()

      // Creates the AuthID, which is masked until the eye is opened.
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

      // Reserves a gateway: the prefix takes its form while it is typed.
      await page.getByLabel('Prefix').pressSequentially('My Demo')
      await page.getByRole('button', { name: 'Create Gateway' }).click()
      await page.getByLabel('Local port').fill(String(app.port))
      const tunnel = page.getByRole('region', { name: 'Tunnel' })
      await tunnel.getByText('Waiting for your agent…').waitFor()
      await tunnel.getByText('mydemo-grace.culvert.localhost').first().waitFor()

      // Runs the command that the page gives, as it was copied.
      await page.getByRole('button', { name: 'Copy command' }).last().click()
      const command = String(await page.evaluate('navigator.clipboard.readText()'))
      expect(command).toBe(`culvert http ${app.port} --authtoken ${secret} --gateway mydemo --server ${site.apiUrl}`)
      const agent = startProcess('sh', ['-c', `exec ${command}`], { ownGroup: true })
      cleanup.defer(() => agent.kill())

      // Sees the tunnel open by itself, and its first visitor.
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

      // Ends the agent, and sees that too. npx passes Ctrl-C on, so that the agent hears of it twice.
      agent.pressCtrlC()
      await until('npx and the agent have ended', async () => !hasProcesses(agent), 5000)
      await tunnel.getByText('Waiting for your agent…').waitFor()
    }))

  it('finds the AuthID, but not its secret, in another browser', () =>
    browser(async (page) => {
      await openAs(page, site, { email: 'grace@example.com', password: 'correct horse' }, '/admin/auth-id')
      await page.getByRole('heading', { name: "Grace's account CLI Token" }).waitFor()
      await page.getByText('The secret is not in this browser').waitFor()
      expect(await page.getByText('pk_').count()).toBe(0)
      await page.getByRole('link', { name: 'Getting Started' }).click()
      await page.getByText('You have an AuthID, but its secret is in another browser.').waitFor()
      expect(await page.getByText('pk_').count()).toBe(0)
      await page.getByRole('link', { name: 'Regenerate it' }).click()
      await page.waitForURL(`${site.apiUrl}/admin/auth-id`)
    }))

  it('is told what is wrong with a sign-up, at the field that it is about', () =>
    browser(async (page) => {
      await page.goto(`${site.apiUrl}/signup`)
      await page.getByLabel('First name').fill('Grace')
      await page.getByLabel('Last name').fill('Hopper')
      await page.getByLabel('Email').fill('grace@example.com')
      await page.getByLabel('Password', { exact: true }).fill('short')
      await page.getByLabel('Confirm password').fill('shorter')
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByText('Password must be at least 6 characters long').waitFor()
      await page.getByText('Passwords do not match').waitFor()
      await page.getByText('You must agree to the Terms of Service and Privacy Policy').waitFor()

      await page.getByLabel('Password', { exact: true }).fill('correct horse')
      await page.getByLabel('Confirm password').fill('correct horse')
      await page.getByLabel('I agree to the Terms of Service and Privacy Policy').check()
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByText(/already/).waitFor()
    }))
})
