import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { openBrowser } from '../src/browser.ts'
import { createCleanup } from '../src/cleanup.ts'
import { type Site, planSite, startStandalone } from '../src/culvert.ts'
import { openAs } from '../src/dashboard.ts'
import { measuring } from '../src/layout-shift.ts'
import { type Person, signUp } from '../src/people.ts'
import { until } from '../src/until.ts'

const cleanup = createCleanup()
const browser = openBrowser(cleanup)
let site: Site
let ada: Person

beforeAll(async () => {
  site = await planSite(cleanup)
  await startStandalone(cleanup, site)
  ada = await signUp(site, 'Ada')
})

const readTop = (page: Page) => page.evaluate<number>('scrollY')
const phone = { width: 375, height: 600 }

describe('the scroll position on a phone', () => {
  it('is the top of a page that is opened, and the previous position after going back or forward', () =>
    browser(async (page) => {
      await page.setViewportSize(phone)
      await openAs(page, site, ada, '/admin/getting-started')
      await page.getByRole('heading', { name: 'Start tunneling' }).waitFor()
      await page.evaluate('scrollTo(0, 500)')
      // `click` scrolls the page when it has to try again.
      await page.getByRole('button', { name: 'Open the menu' }).dispatchEvent('click')
      await page.getByRole('dialog').getByRole('link', { name: 'Agents', exact: true }).dispatchEvent('click')
      await page.getByText('No Agents Running').waitFor()
      expect(await readTop(page)).toBe(0)

      // Within one frame: the page is left before the browser reports the scroll.
      await page.evaluate('scrollTo(0, 300), history.back()')
      await page.getByRole('heading', { name: 'Start tunneling' }).waitFor()
      await until('the page is where it was', async () => (await readTop(page)) === 500)
      await page.goForward()
      await page.getByText('No Agents Running').waitFor()
      await until('the page is where it was', async () => (await readTop(page)) === 300)
    }))
})

/**
 * When an element was in the page, and from when to when it was visible, as seen frame by frame. A busy browser runs frames late; CSS counts
 * by the times at which they were due.
 */
interface Drawn {
  since: number
  from?: number
  to?: number
  gone: number
  due: { since: number; from?: number }
}

const watching = `
  window.drawn = { skeleton: [], spinner: [] }
  const waits = {
    skeleton: ['main .mantine-Skeleton-root', 'main .mantine-Skeleton-root'],
    spinner: ['output[aria-label], .mantine-Loader-root', '.mantine-Loader-root'],
  }
  const note = () => {
    const now = performance.now()
    for (const [name, [present]] of Object.entries(waits)) {
      const last = window.drawn[name].at(-1)
      const isOver = last === undefined || last.gone !== undefined
      if (document.querySelector(present) === null) {
        if (!isOver) last.gone = now
      } else if (isOver) window.drawn[name].push({ since: now, due: {} })
    }
  }
  new MutationObserver(note).observe(document, { childList: true, subtree: true })
  const look = (due) => {
    const now = performance.now()
    for (const [name, [present, visible]] of Object.entries(waits)) {
      if (document.querySelector(present) === null) continue
      const one = window.drawn[name].at(-1)
      one.due.since ??= due
      const seen = document.querySelector(visible)
      if (seen === null || getComputedStyle(seen).visibility !== 'visible') continue
      one.due.from ??= due
      one.from ??= now
      one.to = now
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
`

describe('a loading indicator', () => {
  it('is drawn only after 200 ms, and then stays for 300 ms', () =>
    browser(async (page) => {
      let lateMs = 250
      await page.addInitScript(measuring + watching)
      await page.route('**/graphql', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, lateMs))
        await route.fallback()
      })
      await openAs(page, site, ada, '/admin/no-such-page')
      await page.evaluate('settle("Dashboard")')
      const slow = ['gateway', 'domains', 'settings']
      for (const path of slow) await page.evaluate(`visit('/admin/${path}')`)
      const { skeleton, spinner } = await page.evaluate<Record<'skeleton' | 'spinner', Drawn[]>>('drawn')
      expect(spinner).toHaveLength(1)
      expect(skeleton).toHaveLength(slow.length)
      for (const { since, from = since } of spinner) expect(from - since).toBeGreaterThan(199)
      for (const { due } of skeleton) expect((due.from ?? 0) - due.since).toBeGreaterThan(199)
      for (const { since, from = since, to = from, gone } of [...spinner, ...skeleton]) {
        expect(gone - since).toBeGreaterThan(200 + 299)
        // What is seen of it is several frames less on a busy machine; without the rule it would be 50 ms.
        expect(to - from).toBeGreaterThan(100)
      }

      lateMs = 50
      // One answer in time is enough on a shared machine.
      const wasSpared = async (path: string) => {
        await page.evaluate(`visit('/admin/${path}')`)
        return await page.evaluate<boolean>('drawn.skeleton.at(-1).from === undefined')
      }
      const quick = [
        'profile',
        'rate-limits',
        'audit-log',
        'auth-id',
        'network-transfer',
        'team',
        'identity',
        'notices',
      ]
      let spared = false
      for (const path of quick) spared ||= await wasSpared(path)
      expect(spared).toBe(true)
    }))
})

describe('a paginated list', () => {
  it('redirects from a page number beyond its last page to the last page', () =>
    browser(async (page) => {
      await ada.createGateway('demo')
      await openAs(page, site, ada, '/admin/audit-log?page=999')
      const table = page.getByRole('table', { name: 'Audit log' })
      await table.getByText('Gateway created').waitFor()
      expect(new URL(page.url()).search).toBe('')
    }))
})
