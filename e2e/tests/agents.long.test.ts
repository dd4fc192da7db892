import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { startAgent } from '../src/agent.ts'
import { type App, startEcho } from '../src/apps.ts'
import { openBrowser } from '../src/browser.ts'
import { createCleanup, createCleanupOfTest } from '../src/cleanup.ts'
import { EndSessionDocument, StartSessionDocument } from '../src/control/control.generated.ts'
import { type Site, planSite, startStandalone } from '../src/culvert.ts'
import { openAs } from '../src/dashboard.ts'
import { type Person, signUp } from '../src/people.ts'

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
  app = await startEcho(cleanup)
  ada = await signUp(site, 'Ada')
  secret = (await ada.createAuthToken()).secret
})

describe('the Agents page', () => {
  it('lists ended sessions in pages of 10', () =>
    browser(async (page) => {
      const { accountId, control, ...linus } = await signUp(site, 'Linus')
      for (let number = 1; number <= 11; number++) {
        const input = { accountId, forwardingTo: 'http://localhost:3000', name: `Number ${number}` }
        const { startAgent: started } = await control.request(StartSessionDocument, { input })
        await control.request(EndSessionDocument, { input: { id: started.agent.id } })
      }
      control.close()
      await openAs(page, site, linus, '/admin/agents')
      const table = page.getByRole('table', { name: 'Recent sessions' })
      await table.getByText('Number 11', { exact: true }).waitFor()
      await page.getByText('Page 1 of 2').waitFor()
      expect(await table.getByText('Number 1', { exact: true }).count()).toBe(0)
      await page.getByRole('button', { name: 'Next' }).click()
      await table.getByText('Number 1', { exact: true }).waitFor()
      await page.getByText('Page 2 of 2').waitFor()
      expect(await table.getByRole('row').count()).toBe(2)
      expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true)
    }))
})

describe('an agent that crashed', () => {
  it('is shown as reconnecting on other screens too, without a reload', () =>
    browser(async (page) => {
      const { name, subdomain } = await ada.createGateway('crashed')
      const args = ['--gateway', name]
      const crashed = await startAgent(ofTest, site, { port: app.port, secret, args })
      await openAs(page, site, ada, '/admin/gateway')
      const open = async (path: string) => {
        const tab = await page.context().newPage()
        await tab.goto(`${site.apiUrl}/admin/${path}`)
        await tab.getByText('Live', { exact: true }).waitFor()
        return tab
      }
      const gateway = rows(page, 'Gateways').filter({ hasText: subdomain })
      await gateway.getByText('Active', { exact: true }).waitFor()
      const metrics = await open('gateway-metrics')
      const measured = rows(metrics, 'Gateway performance').filter({ hasText: subdomain })
      await measured.waitFor()
      const start = await open('getting-started')
      const tunnel = start.getByRole('region', { name: 'Tunnel' })
      await tunnel.waitFor()
      const palette = await open('team')
      await palette.keyboard.press('Control+k')
      const found = palette.getByRole('option', { name: subdomain })
      await found.first().waitFor()

      await crashed.kill()
      const lostSince = /^lost \d+ s ago$/
      const texts = [
        gateway.getByText(lostSince),
        measured.getByText(lostSince),
        tunnel.getByText(lostSince),
        found.getByText(/^Reconnecting, lost \d+ s ago$/).first(),
      ]
      // Pages in the background are drawn when the machine gets to it.
      for (const text of texts) await text.waitFor(soon)
      for (const badge of [gateway, tunnel]) await badge.getByText('Reconnecting', { exact: true }).waitFor()
      await metrics.getByText(/^of \d+ gateways?, 1 reconnecting$/).waitFor()

      const next = await startAgent(ofTest, site, { port: app.port, secret, args })
      await gateway.getByText('Active', { exact: true }).waitFor(soon)
      await next.stop()
    }))
})

describe('the AuthID page', () => {
  it('regenerates and deletes the AuthID, which ends the agents of the old one', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/agents')
      await page.getByText('You have 2 connections remaining on your current plan.').waitFor()
      const agents = [await startAgent(ofTest, site, { port: app.port, secret })]
      await page.getByText('You have 1 connection remaining on your current plan.').waitFor(soon)
      agents.push(await startAgent(ofTest, site, { port: app.port, secret }))
      await page.getByText('You have reached your connection limit.').waitFor(soon)

      await page.getByRole('link', { name: 'AuthID', exact: true }).click()
      await page.getByText('The secret is not in this browser').waitFor()
      await page.getByRole('button', { name: 'Regenerate' }).click()
      await page.getByRole('dialog', { name: 'Regenerate AuthID' }).getByRole('button', { name: 'Regenerate' }).click()
      await page.getByRole('button', { name: 'Copy AuthID' }).click()
      for (const agent of agents) expect(await agent.waitForExit()).toEqual({ code: 6, signal: null })
      const renewed = String(await page.evaluate('navigator.clipboard.readText()'))
      const agent = await startAgent(ofTest, site, { port: app.port, secret: renewed })

      await page.getByRole('button', { name: 'Delete' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete AuthID' })
      await dialog
        .getByText('Are you sure you want to delete this AuthID token? This action cannot be undone.')
        .waitFor()
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('heading', { name: 'No AuthID yet' }).waitFor()
      expect(await page.getByRole('button', { name: 'Create AuthID Token' }).count()).toBe(1)
      expect(await agent.waitForExit()).toEqual({ code: 6, signal: null })
      const kept = 'Object.keys(localStorage).filter((key) => key.startsWith("culvert:auth-token:"))'
      expect(await page.evaluate(kept)).toEqual([])
    }))
})

/** How long an agent may be silent, as the API documents it for AgentStatus. */
const silenceMs = 45_000

// The API waits for agents to report first, by the real clock.
describe('an agent that was killed', () => {
  it(
    'is shown as failed within 90 seconds, and no longer counts against the connection limit',
    () =>
      browser(async (page) => {
        const mary = await signUp(site, 'Mary')
        const ofMary = await mary.createAuthToken()
        const beforeStartMs = performance.now()
        const args = ['--name', 'Lost one']
        await (await startAgent(ofTest, site, { port: app.port, secret: ofMary.secret, args })).kill()
        await openAs(page, site, mary, '/admin/agents')
        await page.getByText('1 reconnecting', { exact: true }).waitFor()
        const lost = page
          .getByRole('table', { name: 'Recent sessions' })
          .getByRole('row')
          .filter({ hasText: 'Lost one' })
        await lost.getByText('Error', { exact: true }).waitFor({ timeout: 90_000 })
        expect(performance.now() - beforeStartMs).toBeGreaterThan(silenceMs)
        await page.getByText('You have 2 connections remaining on your current plan.').waitFor()
      }),
    240_000,
  )
})
