import { beforeAll, describe, expect, it } from 'vitest'
import { type App, startApp } from '../src/apps.ts'
import { openBrowser } from '../src/browser.ts'
import { createCleanup, createCleanupOfTest } from '../src/cleanup.ts'
import { type Site, planSite, startStandalone } from '../src/culvert.ts'
import { copyAs, openInspected, requestRow as row } from '../src/inspector.ts'
import { signUp } from '../src/people.ts'
import { findFaults } from '../src/screenshots/faults.ts'
import { visit } from '../src/visit.ts'

const cleanup = createCleanup()
const ofTest = createCleanupOfTest()
const browser = openBrowser(cleanup)
let site: Site
let app: App
let secret: string
let total = 3

beforeAll(async () => {
  site = await planSite(cleanup)
  await startStandalone(cleanup, site)
  app = await startApp(cleanup, (request, response) => {
    response.setHeader('content-type', 'application/json')
    response.setHeader('set-cookie', 'sid=hunter2')
    response.end(JSON.stringify({ total, path: request.url, token: 'hunter2' }))
  })
  secret = (await (await signUp(site, 'Ada')).createAuthToken()).secret
})

const open = () => openInspected(ofTest, site, { port: app.port, secret })

describe('the inspector', () => {
  it('shows requests as they arrive, without their secrets, and has no fault that axe finds', () =>
    browser(async (page) => {
      const { agent, url } = await open()
      await page.goto(url)
      await page.getByText('No requests yet').waitFor()
      expect(page.url()).not.toContain('token')
      await visit(`${agent.publicUrl}/orders?token=hunter2&page=2`)
      await row(page, /\/orders\?token=\[redacted\]&page=2/).click()
      await page.getByRole('heading', { name: 'GET /orders?token=[redacted]&page=2' }).waitFor()
      await page.getByText('sid=[redacted]').waitFor()
      await page.getByText('total: 3').waitFor()
      expect(await page.content()).not.toContain('hunter2')
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 })
        expect((await findFaults(page)).join('\n')).toBe('')
      }
      await page.setViewportSize({ width: 1280, height: 800 })
      await visit(`${agent.publicUrl}/later`)
      await page.getByRole('button', { name: '1 new' }).click()
      await row(page, /\/later/).waitFor()
      await page.getByLabel('Path contains').fill('orders')
      await row(page, /\/later/).waitFor({ state: 'detached' })
      expect(new URL(page.url()).searchParams.get('path')).toBe('orders')
      await page.reload()
      await page.getByRole('heading', { name: 'GET /orders?token=[redacted]&page=2' }).waitFor()
    }))

  it('replays a request, also an edited one, and compares the answers', () =>
    browser(async (page) => {
      const { agent, url } = await open()
      total = 3
      await page.goto(url)
      await visit(`${agent.publicUrl}/orders`)
      await row(page, /\/orders/).click()
      await page.getByRole('button', { name: 'Replay', exact: true }).click()
      await page.getByText('The same status and body came back').waitFor()
      total = 4
      await page.getByRole('button', { name: 'Replay', exact: true }).click()
      await page.getByText('A different answer came back').waitFor()
      await page.getByRole('button', { name: 'Edit and replay' }).click()
      await page.getByLabel('Path and query').fill('/edited')
      expect((await findFaults(page)).join('\n')).toBe('')
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('button', { name: 'Open' }).click()
      await page.getByRole('heading', { name: 'GET /edited' }).waitFor()
      await page.getByText('replay of').waitFor()
      expect(await copyAs(page, 'cURL (bash)')).toContain(`curl '${agent.publicUrl}/edited'`)
    }))

  it('saves requests as a set, with which `culvert replay` finds a changed answer', () =>
    browser(async (page) => {
      const { agent, run, url } = await open()
      total = 3
      await page.goto(url)
      await visit(`${agent.publicUrl}/orders`)
      await row(page, /\/orders/).waitFor()
      await page.getByRole('button', { name: 'Sets' }).click()
      await page.getByLabel('GET /orders 200').check()
      await page.getByLabel('Name').fill('orders')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('button', { name: 'Run orders' }).click()
      await page.getByText('Every answer is the same.').waitFor()
      expect((await findFaults(page)).join('\n')).toBe('')
      expect(await run('replay', '--set', 'orders', '--diff')).toMatchObject({ code: 0 })
      total = 5
      const changed = await run('replay', '--set', 'orders', '--diff')
      expect(changed.code).toBe(1)
      expect(changed.stdout).toContain('body/total: expected 3, got 5')
      await page.getByRole('button', { name: 'Run orders' }).click()
      await page.getByText('1 of 1 answers differ.').waitFor()
      expect((await findFaults(page)).join('\n')).toBe('')
    }))

  it('shows nothing without its token', () =>
    browser(async (page) => {
      const { url } = await open()
      await page.goto(new URL('/', url).href)
      await page.getByText('This page needs its token').waitFor()
    }))
})
