import { launchBrowser } from '@culvert/e2e/chromium'
import { planSite, startStandalone } from '@culvert/e2e/culvert'
import { openAs } from '@culvert/e2e/dashboard'
import { signUp } from '@culvert/e2e/people'
import { createProgramCleanup } from '@culvert/e2e/program-cleanup'
import { edgeSecret } from '../api/api-process.ts'
import { ApiClient } from '../api/client.ts'
import { rowsPerReport, sendReport } from '../requests/reports.ts'
import { median } from '../statistics.ts'

/** How the list of requests moves while it is scrolled and new ones come in. */
export interface Scrolling {
  rows: number
  /** Requests that came in a second meanwhile. */
  arrivingPerSecond: number
  /** The number of rows that were passed. */
  passedRows: number
  framesPerSecond: number
  /** Milliseconds between frames: the median, and the 95th percentile. */
  frameMs: number
  frameMs95: number
}

const rowCount = 100_000
const arriving = { everyMs: 250, rows: 50 }
const seconds = 10

/** Scrolls on in each frame, like a person dragging the scroll bar, and records how long each took. */
const scrolling = `
  window.frames = []
  const scroller = document.querySelector('ul[aria-label="Requests"]').parentElement
  let last = performance.now()
  const next = (now) => {
    window.frames.push(now - last)
    last = now
    scroller.scrollTop += 150
    requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
`

/** Scrolls through the requests of an account that has 100,000, while 200 a second come in. */
export async function measureScrolling(): Promise<Scrolling> {
  const cleanup = createProgramCleanup()
  try {
    const site = await planSite(cleanup)
    Object.assign(site.env, { EDGE_SECRET: edgeSecret })
    await startStandalone(cleanup, site)
    const person = await signUp(site, 'Ada')
    cleanup.defer(() => person.control.close())
    const api = new ApiClient(site.apiUrl)
    cleanup.defer(() => api.close())
    for (let sent = 0; sent < rowCount; sent += rowsPerReport) await sendReport(api, [person.accountId])

    const browser = await launchBrowser()
    cleanup.defer(() => browser.close())
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await openAs(page, site, person, '/admin/requests')
    const list = page.getByRole('list', { name: 'Requests' })
    await list.getByRole('listitem').first().waitFor()
    const arrivals = setInterval(
      () => void sendReport(api, [person.accountId], arriving.rows).catch(() => undefined),
      arriving.everyMs,
    )
    cleanup.defer(() => clearInterval(arrivals))
    const findFirst = async () => Number(await list.getByRole('listitem').first().getAttribute('aria-posinset'))
    const before = await findFirst()
    await page.evaluate(scrolling)
    await page.waitForTimeout(seconds * 1_000)
    const frames = await page.evaluate<number[]>('window.frames')
    const passedRows = (await findFirst()) - before
    const sorted = frames.toSorted((one, other) => one - other)
    return {
      rows: rowCount,
      arrivingPerSecond: (arriving.rows * 1_000) / arriving.everyMs,
      passedRows,
      framesPerSecond: (frames.length * 1_000) / frames.reduce((sum, each) => sum + each, 0),
      frameMs: median(frames),
      frameMs95: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
    }
  } finally {
    await cleanup.end()
  }
}
