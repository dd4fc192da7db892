import { beforeAll, describe, expect, it } from '@jest/globals'
import { startAgent } from '../src/agent.ts'
import { type App, startApp } from '../src/apps.ts'
import { openBrowser } from '../src/browser.ts'
import { createCleanup } from '../src/cleanup.ts'
import { type Site, planSite, startStandalone } from '../src/culvert.ts'
import { openAs } from '../src/dashboard.ts'
import { type Person, signUp } from '../src/people.ts'
import { visit } from '../src/visit.ts'

/** What the dashboard promises for everything that it shows live. */
const soon = { timeout: 2000 }

const cleanup = createCleanup()
const browser = openBrowser(cleanup)
let site: Site
let app: App
let ada: Person
let secret: string

beforeAll(async () => {
  site = await planSite(cleanup)
  await startStandalone(cleanup, site)
  app = await startApp(cleanup, (_request, response) => response.end(Buffer.alloc(100 * 1024)))
  ada = await signUp(site, 'Ada')
  secret = (await ada.createAuthToken()).secret
})

describe('the Agents page', () => {
  it('shows an agent as it starts, as its figures move, and as it ends, without a reload', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/agents')
      await page.getByText('No Agents Running').waitFor()

      const agent = await startAgent(cleanup, site, { port: app.port, secret })
      const hostname = new URL(agent.publicUrl).hostname
      const row = page
        .getByRole('table', { name: 'Active secure connections' })
        .getByRole('row')
        .filter({ hasText: hostname })
      await row.getByText('Active', { exact: true }).waitFor(soon)
      await row.getByText(`http://localhost:${app.port}`).waitFor()
      await row.getByText('Ada Tester').waitFor()

      for (let count = 0; count < 3; count++) await visit(agent.publicUrl)
      await Promise.all([
        row.getByText('3', { exact: true }).waitFor(soon),
        row.getByText(/^30\d(\.\d)? KB out$/).waitFor(soon),
      ])

      await agent.stop()
      const ended = page.getByRole('table', { name: 'Recent sessions' }).getByRole('row').filter({ hasText: hostname })
      await ended.getByText('Inactive', { exact: true }).waitFor(soon)
      await page.getByText('No Agents Running').waitFor(soon)
    }))

  it('stops an agent, which ends within 2 seconds with 6 and says why', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/agents')
      const agent = await startAgent(cleanup, site, { port: app.port, secret })
      await page.getByRole('button', { name: /^Stop / }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(new URL(agent.publicUrl).hostname).waitFor()
      const begin = Date.now()
      await dialog.getByRole('button', { name: 'Stop agent' }).click()
      expect(await agent.waitForExit()).toEqual({ code: 6, signal: null })
      expect(Date.now() - begin).toBeLessThan(2000)
      expect(agent.stderr).toContain('stopped')
      await page.getByText('No Agents Running').waitFor(soon)
    }))
})
