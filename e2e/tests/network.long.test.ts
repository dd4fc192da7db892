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

/** Once the network is back, the dashboard asks at once; once a server is, after 5 seconds at most for a loss of seconds. */
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

/** Resolves once a page that is being opened has the files of the pages that these tests go to. */
async function untilLoadedAhead(page: Page): Promise<void> {
  const loaded = (name: string) =>
    page.waitForEvent('requestfinished', (request) => request.url().includes(`/assets/${name}Page-`))
  await Promise.all(['Agents', 'Gateways', 'Team'].map(loaded))
  await page.waitForLoadState('networkidle')
}

/** The page with what Ada has begun to type. */
async function openHalfTyped(page: Page, at: Pick<Site, 'apiUrl'>) {
  await openAs(page, at, ada, '/admin/gateway?new=true')
  await live(page).waitFor()
  const prefix = page.getByLabel('Prefix')
  await prefix.fill('half-typed')
  return async () => expect(await prefix.inputValue()).toBe('half-typed')
}

describe('a dashboard that was offline for a moment', () => {
  it('loads the page that could not be loaded, and what it shows, without losing what was typed before', () =>
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

  it('asks again for what a page could not show, and says that it is live', () =>
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

describe('a dashboard a file of which failed for a second', () => {
  it('loads it, though the server answered meanwhile', () =>
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

describe('a dashboard whose server was away for a moment', () => {
  it('says so, and heals by itself: screens, live connection and indicator', () =>
    browser(async (page) => {
      const away = { apiUrl: `http://localhost:${cable.port}` }
      const [expectTyped] = await Promise.all([openHalfTyped(page, away), untilLoadedAhead(page)])
      cable.cut()
      await page.getByText('Reconnecting…').waitFor()
      await expectTyped()
      await goTo(page, 'Agents')
      await page.getByText('Could not load your agents').waitFor()
      await page.getByText('The server cannot be reached. What you see may be out of date. Trying again.').waitFor()
      await ada.createGateway('meanwhile')

      cable.restore()
      await page.getByText('No Agents Running').waitFor(soon)
      await live(page).waitFor(soon)
      await goTo(page, 'Gateway')
      await page.getByRole('table', { name: 'Gateways' }).getByText('meanwhile', { exact: true }).waitFor(soon)
    }))
})

const minute = 60_000

/** Has a test set the page's clock, by which limits of requests go too: Playwright's leaves them to the real one. */
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

describe('a dashboard whose request is not answered', () => {
  it('gives it up after 15 seconds, and asks again', () =>
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

describe('a dashboard all of whose connections fell silent at once', () => {
  it('is up to date within 35 seconds, and loads the code that it waits for', () =>
    browser(async (page) => {
      const far = { apiUrl: `http://localhost:${cable.port}` }
      cable.restore()
      await installClock(page)
      // By as many connections as the browser keeps.
      await Promise.all([untilLoadedAhead(page), openAs(page, far, ada, '/admin/gateway')])
      await live(page).waitFor()
      cable.silence()
      await createForNow('unheard')
      const asked = page.waitForRequest(/\/assets\/Palette[-.]/)
      await Promise.all([asked, page.keyboard.press('Control+k')])
      // What was asked for is given up, and all connections are tried; then those that are silent are closed.
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
  it('is up to date once it is looked at, though its connections are gone', () =>
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

describe('a dashboard whose token ended while it was offline', () => {
  it('gets another one once it is online, and nobody has to sign in', () =>
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

describe('a dashboard whose server was started anew', () => {
  it('goes on where it was', () =>
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

describe('a dashboard whose version is gone from the server', () => {
  it('loads the page anew where a visit needs it, and says so where only a part does', () =>
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
      await page.getByText('A newer version was installed, and your version of this part is gone.').waitFor()
      await page.getByRole('button', { name: 'Load again' }).waitFor()
      await expectTyped()

      const reloaded = page.waitForEvent('domcontentloaded')
      await goTo(page, 'Domains')
      await reloaded
      isGone = false
      await page.getByText('Custom Domains Not Available').waitFor(soon)
    }))
})
