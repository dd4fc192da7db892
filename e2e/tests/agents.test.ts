import { beforeAll, describe, expect, it } from 'vitest'
import { startAgent } from '../src/agent.ts'
import { type App, startApp } from '../src/apps.ts'
import type { Page } from 'playwright-core'
import { openBrowser } from '../src/browser.ts'
import { createCleanup, createCleanupOfTest } from '../src/cleanup.ts'
import { type Site, planSite, startStandalone } from '../src/culvert.ts'
import { openAs } from '../src/dashboard.ts'
import { failOperations } from '../src/failing-server.ts'
import { type Person, signUp } from '../src/people.ts'
import { visit } from '../src/visit.ts'

/** The dashboard promises 2 s, which `npm run bench -- api` measures; a machine that others use may take longer. */
const soon = { timeout: 10_000 }

const cleanup = createCleanup()
const ofTest = createCleanupOfTest()
const browser = openBrowser(cleanup)
let site: Site
let app: App
let ada: Person
let secret: string

const rows = (page: Page, title: string) => page.getByRole('table', { name: title }).getByRole('row')

beforeAll(async () => {
  site = await planSite(cleanup)
  await startStandalone(cleanup, site)
  app = await startApp(cleanup, (_request, response) => response.end(Buffer.alloc(100 * 1024)))
  ada = await signUp(site, 'Ada')
  secret = (await ada.createAuthToken()).secret
})

describe('the Agents page', () => {
  it('shows an agent starting, its changing figures, and its end, without a reload', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/agents')
      await page.getByText('No Agents Running').waitFor()

      const args = ['--random', '--name', 'Web shop']
      const agent = await startAgent(ofTest, site, { port: app.port, secret, args })
      const hostname = new URL(agent.publicUrl).hostname
      const row = page
        .getByRole('table', { name: 'Active secure connections' })
        .getByRole('row')
        .filter({ hasText: hostname })
      await row.getByText('Active', { exact: true }).waitFor(soon)
      await row.getByText('Web shop').waitFor()
      await row.getByText(`http://localhost:${app.port}`).waitFor()
      await row.getByText('Ada Tester').waitFor()

      for (let count = 0; count < 3; count++) await visit(agent.publicUrl)
      await Promise.all([
        row.getByText('3', { exact: true }).waitFor(soon),
        row.getByText(/^30\d(\.\d)?\sKB out$/).waitFor(soon),
      ])

      await agent.stop()
      const ended = page.getByRole('table', { name: 'Recent sessions' }).getByRole('row').filter({ hasText: hostname })
      await ended.getByText('Inactive', { exact: true }).waitFor(soon)
      await page.getByText('No Agents Running').waitFor(soon)
    }))

  it('stops an agent, which ends with 6 within 2 seconds and says why', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/agents')
      const agent = await startAgent(ofTest, site, { port: app.port, secret })
      await page.getByRole('button', { name: /^Stop / }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(new URL(agent.publicUrl).hostname).waitFor()
      await dialog.getByRole('button', { name: 'Stop agent' }).click()
      const begin = Date.now()
      expect(await agent.waitForExit()).toEqual({ code: 6, signal: null })
      expect(Date.now() - begin).toBeLessThan(2000)
      expect(agent.stderr).toContain('stopped')
      await page.getByText('No Agents Running').waitFor(soon)
    }))

  it('records an agent as inactive that was interrupted twice, by the terminal and by npx', async () => {
    const agent = await startAgent(ofTest, site, { port: app.port, secret })
    agent.signal('SIGINT')
    await agent.waitForOutput(/Stopping/)
    agent.signal('SIGINT')
    expect(await agent.waitForExit()).toEqual({ code: 0, signal: null })
    const [newest] = (await ada.readAgents()).agents.nodes
    expect(newest).toMatchObject({ assignedDomain: new URL(agent.publicUrl).hostname, status: 'inactive' })
  })
})

describe('the Gateway page', () => {
  it('explains refusals, and follows gateways from available to active, to the limit of the plan, and to a deletion', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/gateway')
      await page.getByText('No gateways yet').waitFor()
      await page.getByRole('button', { name: 'Create Gateway' }).click()
      await page.getByLabel('Prefix', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Create Gateway' }).click()
      await page.getByText('Please fill in all required fields for the subpoint gateway').waitFor()
      await page.getByLabel('Prefix', { exact: true }).fill('www')
      await page.getByRole('button', { name: 'Create Gateway' }).click()
      await page.getByText('"www" is reserved. Choose another name.').waitFor()
      expect(await page.getByLabel('Prefix', { exact: true }).getAttribute('aria-invalid')).toBe('true')

      await failOperations(page, /CreateGateway\(/)
      await page.getByLabel('Prefix', { exact: true }).fill('one')
      await page.getByRole('button', { name: 'Create Gateway' }).click()
      await page.getByRole('alert').getByText('Error creating gateway', { exact: true }).waitFor()
      await page.unroute('**/graphql')
      await page.getByRole('button', { name: 'Create Gateway' }).click()
      const table = page.getByRole('table', { name: 'Gateways' })
      const one = table.getByRole('row').filter({ hasText: 'one-ada.culvert.localhost' })
      await one.getByText('Available').waitFor()

      const agent = await startAgent(ofTest, site, { port: app.port, secret, args: ['--gateway', 'one'] })
      await one.getByText('Active', { exact: true }).waitFor(soon)
      await one.getByText('Agent bound').waitFor()
      for (const name of ['two', 'three']) await ada.createGateway(name)
      await page.getByText('Gateway Limit Reached').waitFor(soon)
      await page
        .getByText("You've reached the maximum number of gateways for your current plan. Upgrade to create more.")
        .waitFor()
      expect(await page.getByRole('button', { name: 'Create Gateway' }).count()).toBe(0)

      await page.getByRole('button', { name: 'Delete gateway one' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete gateway' })
      await dialog
        .getByText('This action cannot be undone and will remove the subdomain from your account permanently.')
        .waitFor()
      await dialog.getByRole('button', { name: 'Delete gateway' }).click()
      await one.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Create Gateway' }).waitFor()
      expect(await agent.waitForExit()).toEqual({ code: 6, signal: null })
    }))
})

describe('an agent that crashed', () => {
  it('is shown as reconnecting within 2 seconds, and as failed once it is replaced', () =>
    browser(async (page) => {
      const { name, subdomain } = await ada.createGateway('crashed')
      const args = ['--gateway', name]
      const crashed = await startAgent(ofTest, site, { port: app.port, secret, args })
      await openAs(page, site, ada, '/admin/agents')
      const running = rows(page, 'Active secure connections').filter({ hasText: subdomain })
      await running.getByText('Active', { exact: true }).waitFor()
      await Promise.all([crashed.kill(), running.getByText(/^lost \d+ s ago$/).waitFor({ timeout: 2000 })])
      await running.getByText('Reconnecting', { exact: true }).waitFor()
      await page.getByText('1 reconnecting', { exact: true }).waitFor()
      await page
        .getByText('You have 1 connection remaining on your current plan. 1 reconnecting agent counts as connected.')
        .waitFor()

      const next = await startAgent(ofTest, site, { port: app.port, secret, args })
      await rows(page, 'Recent sessions')
        .filter({ hasText: subdomain })
        .getByText('Error', { exact: true })
        .waitFor(soon)
      await running.getByText('Active', { exact: true }).waitFor(soon)
      await next.stop()
    }))
})
