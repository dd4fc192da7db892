import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { openBrowser } from '../src/browser.ts'
import { type Cable, createCable } from '../src/cable.ts'
import { createCleanup, createCleanupOfTest } from '../src/cleanup.ts'
import { DeleteGatewayDocument } from '../src/control/control.generated.ts'
import { type Site, planSite, startStandalone } from '../src/culvert.ts'
import { openAs } from '../src/dashboard.ts'
import { type Person, signUp } from '../src/people.ts'
import type { RunningProcess } from '../src/processes.ts'
import { phone } from '../src/screenshots/stage.ts'

/** The dashboard retries as soon as the network is back, and within 5 seconds of the return of a server that was down for seconds. */
const soon = { timeout: 10_000 }

const cleanup = createCleanup()
const ofTest = createCleanupOfTest()
const browser = openBrowser(cleanup)
let site: Site
let server: RunningProcess
let cable: Cable
let ada: Person

beforeAll(async () => {
  site = await planSite(cleanup)
  server = await startStandalone(cleanup, site)
  cable = await createCable(cleanup, Number(new URL(site.apiUrl).port))
  ada = await signUp(site, 'Ada')
  await ada.createGateway('demo')
})

const goTo = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click()
const live = (page: Page) => page.getByText('Live', { exact: true })

/** Resolves once a page that is being opened has preloaded the files of the pages that these tests visit. */
async function untilLoadedAhead(page: Page): Promise<void> {
  const loaded = (name: string) =>
    page.waitForEvent('requestfinished', (request) => request.url().includes(`/assets/${name}Page-`))
  await Promise.all(['Agents', 'Gateways', 'Team'].map(loaded))
  await page.waitForLoadState('networkidle')
}

/** Opens a page with a form that Ada has begun to fill in. Returns a check that her text is still there. */
async function openHalfTyped(page: Page, at: Pick<Site, 'apiUrl'>) {
  await openAs(page, at, ada, '/admin/gateway?new=true')
  await live(page).waitFor()
  const prefix = page.getByLabel('Prefix', { exact: true })
  await prefix.fill('half-typed')
  return async () => expect(await prefix.inputValue()).toBe('half-typed')
}

describe('a dashboard that was offline for a moment', () => {
  it('loads the page that failed to load, and its data, without losing what was typed before', () =>
    browser(async (page) => {
      let isAway = true
      await page.route(/\/assets\/(DomainsPage|Palette)[-.]/, (route) => (isAway ? route.abort() : route.continue()))
      const expectTyped = await openHalfTyped(page, site)
      // The server is rendering its public pages.
      await page.route(`${site.apiUrl}/`, () => {})
      await page.context().setOffline(true)
      await page.getByText('Offline', { exact: true }).waitFor()
      await page.keyboard.press('Control+k')
      await goTo(page, 'Domains')
      await page.waitForURL(/\/admin\/domains$/)
      await expectTyped()

      isAway = false
      await page.context().setOffline(false)
      await page.getByRole('combobox', { name: 'Find or do something' }).waitFor(soon)
      await page.keyboard.press('Escape')
      await page.getByText('Custom Domains Not Available').waitFor(soon)
      await live(page).waitFor(soon)
      const width = '(document.querySelector("main header")?.getBoundingClientRect().width ?? 0) > 0'
      expect(await page.evaluate(width)).toBe(true)
    }))

  it('retries the query that failed, and says that it is live', () =>
    browser(async (page) => {
      await Promise.all([untilLoadedAhead(page), openAs(page, site, ada, '/admin/no-such-page')])
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
      await live(page).waitFor()
      await page.context().setOffline(true)
      await goTo(page, 'Gateway')
      await page.getByText('Could not load your gateways').waitFor()
      await page.context().setOffline(false)
      await page.getByRole('table', { name: 'Gateways' }).getByText('demo', { exact: true }).waitFor(soon)
      await live(page).waitFor(soon)
      await page.getByText('What you see may be out of date.').waitFor({ state: 'detached' })
    }))
})

describe('a dashboard that failed to load a file for a second', () => {
  it('loads the file, although the server answered other requests meanwhile', () =>
    browser(async (page) => {
      let failsUntil: number | undefined
      await page.route(/\/assets\/Palette[-.]/, (route) =>
        Date.now() < (failsUntil ??= Date.now() + 1_000) ? route.abort() : route.continue(),
      )
      await openHalfTyped(page, site)
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Find or do something' }).waitFor(soon)
    }))
})

/** Returns the height of the header on a phone, in pixels. */
async function measurePhoneHeader(page: Page): Promise<number | undefined> {
  const size = page.viewportSize()
  await page.setViewportSize(phone)
  const box = await page.getByRole('region', { name: 'Account and connection' }).boundingBox()
  if (size) await page.setViewportSize(size)
  return box?.height
}

describe('a dashboard whose server was unreachable for a moment', () => {
  it('says so, and recovers on its own: screens, live connection and indicator', () =>
    browser(async (page) => {
      const away = { apiUrl: `http://localhost:${cable.port}` }
      const [expectTyped] = await Promise.all([openHalfTyped(page, away), untilLoadedAhead(page)])
      cable.cut()
      await page.getByText('Reconnecting…').waitFor()
      const height = await measurePhoneHeader(page)
      await expectTyped()
      await goTo(page, 'Agents')
      await page.getByText('Could not load your agents').waitFor()
      await page.getByText('The server cannot be reached. What you see may be out of date. Trying again.').waitFor()
      await ada.createGateway('meanwhile')

      cable.restore()
      await page.getByText('No Agents Running').waitFor(soon)
      await live(page).waitFor(soon)
      expect(await measurePhoneHeader(page)).toBe(height)
      expect(height).toBeLessThan(64)
      await goTo(page, 'Gateway')
      await page.getByRole('table', { name: 'Gateways' }).getByText('meanwhile', { exact: true }).waitFor(soon)
    }))
})

const minute = 60_000

/** Lets a test set the page's clock, including for request timeouts, which Playwright leaves to the real clock. */
async function installClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.addInitScript(`
    AbortSignal.timeout = (ms) => {
      const limit = new AbortController()
      setTimeout(() => limit.abort(new DOMException('Timed out', 'TimeoutError')), ms)
      return limit.signal
    }
  `)
}

/** Reserves a gateway until the end of the test: Ada's plan has three. */
async function createForNow(name: string): Promise<void> {
  const { id } = await ada.createGateway(name)
  ofTest.defer(async () => {
    await ada.control.request(DeleteGatewayDocument, { input: { id } })
  })
}

describe('a dashboard with an unanswered request', () => {
  it('gives up the request after 15 seconds, and sends it again', () =>
    browser(async (page) => {
      let isSilent = true
      await installClock(page)
      await page.route('**/graphql', async (route) => {
        if (!isSilent || !/GatewaysPage_Query/.test(route.request().postData() ?? '')) await route.fallback()
      })
      const asked = page.waitForRequest((request) => /GatewaysPage_Query/.test(request.postData() ?? ''))
      await Promise.all([asked, openAs(page, site, ada, '/admin/gateway')])
      await page.clock.fastForward(14_000)
      expect(await page.getByText('Could not load your gateways').count()).toBe(0)
      await page.clock.fastForward(1_000)
      await page.getByText('Could not load your gateways').waitFor()
      isSilent = false
      await page.getByRole('table', { name: 'Gateways' }).getByText('demo', { exact: true }).waitFor(soon)
    }))
})

describe('a dashboard whose connections all fell silent', () => {
  it('is up to date within 35 seconds, and loads the code that it is waiting for', () =>
    browser(async (page) => {
      const far = { apiUrl: `http://localhost:${cable.port}` }
      cable.restore()
      await installClock(page)
      // Over as many connections as the browser keeps.
      await Promise.all([untilLoadedAhead(page), openAs(page, far, ada, '/admin/gateway')])
      await live(page).waitFor()
      cable.silence()
      await createForNow('unheard')
      const asked = page.waitForRequest(/\/assets\/Palette[-.]/)
      await Promise.all([asked, page.keyboard.press('Control+k')])
      // Pending requests are given up, and all connections are tested; then the silent ones are closed.
      await page.clock.runFor(15_000)
      await page.clock.runFor(5_000)
      const withinMs = { timeout: 15_000 }
      await Promise.all([
        page.getByRole('combobox', { name: 'Find or do something' }).waitFor(withinMs),
        page.getByRole('table', { name: 'Gateways' }).getByText('unheard', { exact: true }).waitFor(withinMs),
      ])
      await live(page).waitFor(soon)
    }))
})

describe('a dashboard whose tab slept for five minutes', () => {
  it('is up to date once it is visible again, although its connections are gone', () =>
    browser(async (page) => {
      const far = { apiUrl: `http://localhost:${cable.port}` }
      cable.restore()
      await page.clock.install()
      await openAs(page, far, ada, '/admin/gateway')
      await live(page).waitFor()
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
      cable.cut()
      cable.restore()
      await createForNow('asleep')
      await devtools.send('Page.setWebLifecycleState', { state: 'active' })
      await page.clock.fastForward(5 * minute)
      await page.getByRole('table', { name: 'Gateways' }).getByText('asleep', { exact: true }).waitFor(soon)
      await live(page).waitFor(soon)
    }))
})

describe('a dashboard whose token expired while it was offline', () => {
  it('gets a new token once it is online, without a sign-in', () =>
    browser(async (page) => {
      await page.clock.install()
      const expectTyped = await openHalfTyped(page, site)
      await page.context().setOffline(true)
      await page.getByText('Offline', { exact: true }).waitFor()
      await page.clock.fastForward(60 * minute)
      await page.context().setOffline(false)
      await live(page).waitFor(soon)
      await expectTyped()
      await goTo(page, 'Agents')
      await page.getByText('No Agents Running').waitFor(soon)
    }))
})

describe('a dashboard whose server was restarted', () => {
  it('continues on the same screen, with what was typed', () =>
    browser(async (page) => {
      const expectTyped = await openHalfTyped(page, site)
      await server.stop()
      await page.getByText('Reconnecting…').waitFor()
      server = await startStandalone(cleanup, site)
      await live(page).waitFor(soon)
      await expectTyped()
      await goTo(page, 'Agents')
      await page.getByText('No Agents Running').waitFor(soon)
    }))
})

describe('a dashboard whose version the server no longer has', () => {
  it('reloads the page for a visit that needs missing code, and shows a message if only a part needs it', () =>
    browser(async (page) => {
      let isGone = true
      await page.route(/\/assets\/(DomainsPage|Palette)[-.]/, (route) =>
        isGone ? route.fulfill({ status: 404 }) : route.continue(),
      )
      await page.route(`${site.apiUrl}/admin`, (route) =>
        route.fulfill({ body: '<script type="module" crossorigin src="/assets/index-newer.js"></script>' }),
      )
      const expectTyped = await openHalfTyped(page, site)
      await page.keyboard.press('Control+k')
      await page.getByText('A part of this page is missing, because a newer version was installed.').waitFor()
      await page.getByRole('button', { name: 'Reload' }).waitFor()
      await expectTyped()

      const reloaded = page.waitForEvent('domcontentloaded')
      await goTo(page, 'Domains')
      await reloaded
      isGone = false
      await page.getByText('Custom Domains Not Available').waitFor(soon)
    }))
})
