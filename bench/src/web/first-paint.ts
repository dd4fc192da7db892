import { launchBrowser } from '@culvert/e2e/chromium'
import { operate } from '@culvert/e2e/operator'
import { createProgramCleanup } from '@culvert/e2e/program-cleanup'
import { until } from '@culvert/e2e/until'
import type { Browser } from 'playwright-core'
import { median } from '../statistics.ts'
import { startInstallation } from './installation.ts'

/** When a page appears, in milliseconds after it was requested. */
export interface Paint {
  path: string
  /** The largest text or picture in the first window. */
  largestMs: number
  /** How much of the window shifted, in the browser's measure. */
  shift: number
}

const paths = ['/', '/pricing', '/docs']
/** The number of runs, of which the median counts. */
const runs = 5
/** A mid-range phone on a slow mobile network, as defined by Lighthouse. */
const slowPhone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const slowNetwork = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const cpuSlowdown = 4
/** What a page may still do after the network is quiet. */
const restMs = 1_000

const watching = `
  window.seen = { largestMs: 0, shift: 0 }
  new PerformanceObserver((list) => { window.seen.largestMs = list.getEntries().at(-1).startTime })
    .observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) window.seen.shift += value })
    .observe({ type: 'layout-shift', buffered: true })
`

/** Opens each public page on a slow phone that has nothing of it yet. */
export async function measurePaints(): Promise<Paint[]> {
  const cleanup = createProgramCleanup()
  try {
    const { site } = await startInstallation(cleanup)
    await operate(site, 'site', 'switch', 'plan-changes', 'manual')
    await until('the public pages', async () => (await (await fetch(site.apiUrl)).text()).includes('<h1'))
    const browser = await launchBrowser()
    cleanup.defer(() => browser.close())
    const measured: Paint[] = []
    for (const path of paths) {
      const paints: Omit<Paint, 'path'>[] = []
      while (paints.length < runs) paints.push(await measure(browser, `${site.apiUrl}${path}`))
      measured.push({
        path,
        largestMs: median(paints.map(({ largestMs }) => largestMs)),
        shift: median(paints.map(({ shift }) => shift)),
      })
    }
    return measured
  } finally {
    await cleanup.end()
  }
}

async function measure(browser: Browser, url: string): Promise<Omit<Paint, 'path'>> {
  const context = await browser.newContext(slowPhone)
  const page = await context.newPage()
  await page.addInitScript(watching)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.emulateNetworkConditions', slowNetwork)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await page.goto(url)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(restMs)
  const seen = await page.evaluate<Omit<Paint, 'path'>>('window.seen')
  await context.close()
  return seen
}
