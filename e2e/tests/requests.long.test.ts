import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { startAgent } from '../src/agent.ts'
import { type App, startApp } from '../src/apps.ts'
import { openBrowser } from '../src/browser.ts'
import { createCleanup, createCleanupOfTest } from '../src/cleanup.ts'
import { type Site, planSite, startStandalone } from '../src/culvert.ts'
import { openAs } from '../src/dashboard.ts'
import { requestRow as row } from '../src/inspector.ts'
import { type Person, signUp } from '../src/people.ts'
import { findFaults } from '../src/screenshots/faults.ts'
import { visit } from '../src/visit.ts'

const cleanup = createCleanup()
const ofTest = createCleanupOfTest()
const browser = openBrowser(cleanup)
let site: Site
let app: App
let ada: Person

beforeAll(async () => {
  site = await planSite(cleanup)
  await startStandalone(cleanup, site)
  app = await startApp(cleanup, (_request, response) => response.end('ok'))
  ada = await signUp(site, 'Ada')
})

const expectNoFaults = async (page: Page) => {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect((await findFaults(page)).join('\n')).toBe('')
  }
}

describe('the page of a gateway', () => {
  it('opens from anywhere in its row, measures hops, and links a bar of its chart to the requests in it', () =>
    browser(async (page) => {
      const grace = await signUp(site, 'Grace')
      const { secret } = await grace.createAuthToken()
      await grace.createGateway('store')
      const agent = await startAgent(ofTest, site, { port: app.port, secret, args: ['--gateway', 'store'] })
      await openAs(page, site, grace, '/admin/gateway')
      await page.getByRole('row', { name: 'store' }).click({ position: { x: 300, y: 5 } })
      await page.getByRole('heading', { level: 1, name: 'store' }).waitFor()
      const hop = (name: string) => page.getByRole('list', { name: /^Hops/ }).locator('li', { hasText: name })
      await hop('Your app').getByText(/ms$/).waitFor()
      await visit(`${agent.publicUrl}/orders`)
      const bar = page.locator('.recharts-bar-rectangle path').last()
      await bar.hover()
      await page.locator('.recharts-tooltip-wrapper').getByText('2xx').waitFor()
      await bar.click()
      await row(page, /\/orders/).waitFor()
      expect([...new URL(page.url()).searchParams.keys()]).toEqual(['gateway', 'from', 'to'])
      await page.goBack()
      await page
        .getByRole('row')
        .getByRole('link', { name: /^Agent / })
        .click()
      await page.getByRole('button', { name: 'Stop' }).waitFor()
      await agent.stop()
      await page.getByText('This agent has ended').waitFor()
      await page.getByRole('link', { name: 'store', exact: true }).click()
      await hop('Agent').getByText('Fails').waitFor()
    }))
})

describe('the Requests page', () => {
  it('shows requests as they arrive, even without an agent, and how and why each was answered', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/requests')
      await page.getByText('No requests yet').waitFor()
      await expectNoFaults(page)

      const { secret } = await ada.createAuthToken()
      await ada.createGateway('shop')
      const agent = await startAgent(ofTest, site, { port: app.port, secret, args: ['--gateway', 'shop'] })
      await page.getByText(`curl '${agent.publicUrl}/'`).waitFor()
      await visit(`${agent.publicUrl}/orders?token=hunter2`)
      await row(page, /\/orders/).click()
      await page.getByRole('heading', { name: 'GET /orders' }).waitFor()
      await page.getByText('Your app', { exact: true }).waitFor()

      // Its content comes from the agent, without secrets.
      await page.getByRole('heading', { name: 'Response 200 OK' }).waitFor()
      await page.getByText('query: token').waitFor()
      expect(await page.content()).not.toContain('hunter2')
      await page.getByRole('button', { name: 'Copy as cURL (bash)' }).click()
      await page.getByRole('button', { name: 'Copied as cURL (bash)' }).waitFor()
      expect(await page.evaluate('navigator.clipboard.readText()')).toContain(
        `curl --globoff '${agent.publicUrl}/orders?token=[redacted]'`,
      )
      await page.getByRole('button', { name: 'Replay', exact: true }).click()
      await page.getByText('The same status and body came back').waitFor()
      await expectNoFaults(page)
      await page.getByRole('button', { name: 'Open', exact: true }).click()
      await page.getByText('A replay by Ada').waitFor()
      await page.goBack()
      await page.getByRole('heading', { name: 'Response 200 OK' }).waitFor()

      // Another request arrives while this one is open, by its URL alone.
      await page.reload()
      await page.getByRole('heading', { name: 'GET /orders' }).waitFor()
      await page.getByText('Live', { exact: true }).waitFor()
      await agent.stop()
      await visit(`${agent.publicUrl}/offline`)
      await page.getByRole('button', { name: '1 new' }).click()
      await page.keyboard.press('Escape')
      const focused = page.locator(':focus')
      await row(page, /\/orders/)
        .and(focused)
        .waitFor()
      // The replay is between them.
      await page.keyboard.press('k')
      await page.keyboard.press('k')
      await row(page, /\/offline/)
        .and(focused)
        .waitFor()
      await page.keyboard.press('Enter')
      await page.getByText('No agent is connected for this hostname.').waitFor()
      await expectNoFaults(page)

      await page.getByLabel('Status', { exact: true }).selectOption('5xx')
      await row(page, /\/orders/)
        .first()
        .waitFor({ state: 'detached' })
      await row(page, /\/offline/).waitFor()
      expect(new URL(page.url()).searchParams.get('status')).toBe('5xx')
    }))

  it('says how long requests are kept, and switches recording off for the account', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/requests')
      await page.getByText('Your plan keeps requests for 24 hours.').waitFor()
      await page.getByRole('switch', { name: 'Record requests' }).click()
      await page.getByRole('switch', { name: 'Record requests', checked: false }).waitFor()
      await page.reload()
      await page.getByRole('switch', { name: 'Record requests', checked: false }).waitFor()
      expect(await page.getByRole('switch', { name: 'Queries' }).isDisabled()).toBe(true)
    }))
})
