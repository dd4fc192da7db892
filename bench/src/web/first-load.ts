import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { launchBrowser } from '@culvert/e2e/chromium'
import { openAs } from '@culvert/e2e/dashboard'
import { operate } from '@culvert/e2e/operator'
import { createProgramCleanup } from '@culvert/e2e/program-cleanup'
import { until } from '@culvert/e2e/until'
import type { Browser } from 'playwright-core'
import { type Installation, startInstallation } from './installation.ts'

interface Page {
  path: string
  /** With the plans on sale, because a new installation offers the free one. */
  sellsPlans?: boolean
  /** The upper bound for its first load. */
  bytesMax?: number
}

/** The scripts that a browser loads until a page is quiet. */
export interface FirstLoad extends Page {
  scripts: number
  /** Their size as served with brotli. */
  bytes: number
}

const pages: Page[] = [
  { path: '/', bytesMax: 150_000 },
  { path: '/pricing' },
  { path: '/docs' },
  { path: '/signin', bytesMax: 185_000 },
  { path: '/admin/getting-started', bytesMax: 190_000 },
  { path: '/admin/agents' },
  { path: '/admin/requests', bytesMax: 210_000 },
  { path: '/', sellsPlans: true, bytesMax: 150_000 },
  { path: '/pricing', sellsPlans: true },
]

const buildFolder = join(import.meta.dirname, '../../../web/dist')

/** Opens each page in a browser that has nothing of it yet, and as Ada if only she may. */
export async function measureFirstLoads(): Promise<FirstLoad[]> {
  const cleanup = createProgramCleanup()
  try {
    const installation = await startInstallation(cleanup)
    const browser = await launchBrowser()
    cleanup.defer(() => browser.close())
    const measured: FirstLoad[] = []
    for (const page of pages) {
      const mode = page.sellsPlans ? 'manual' : 'coming_soon'
      await operate(installation.site, 'site', 'switch', 'plan-changes', mode)
      await untilDrawn(installation, mode)
      const scripts = await listScripts(browser, installation, page.path)
      const sizes = await Promise.all(scripts.map(measure))
      measured.push({ ...page, scripts: scripts.length, bytes: sizes.reduce((sum, size) => sum + size, 0) })
    }
    return measured
  } finally {
    await cleanup.end()
  }
}

/** Waits until the API has redrawn the public pages after the plans have changed: until then a page has the previous ones. */
async function untilDrawn({ site }: Installation, planChanges: string): Promise<void> {
  await until('the public pages', async () =>
    (await (await fetch(site.apiUrl)).text()).includes(`"planChanges":"${planChanges}"`),
  )
}

/** The dashboard preloads the other screens after 3 s, which on a busy machine is before a page is quiet. */
const withoutLoadingAhead = `
  const { setTimeout } = window
  window.setTimeout = (run, ms = 0, ...rest) => (ms < 3000 ? setTimeout(run, ms, ...rest) : undefined)
`

/** Lists the scripts that a page requests until nothing was requested for half a second, each once. */
async function listScripts(browser: Browser, { site, person }: Installation, path: string): Promise<string[]> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.addInitScript(withoutLoadingAhead)
  const scripts = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/assets\/.*\.js$/.test(pathname)) scripts.add(pathname)
  })
  if (path.startsWith('/admin')) await openAs(page, site, person, path)
  else await page.goto(`${site.apiUrl}${path}`)
  await page.waitForLoadState('networkidle')
  await context.close()
  return [...scripts]
}

/** Files that are too small to compress are served unchanged. */
async function measure(script: string): Promise<number> {
  const path = join(buildFolder, script)
  const { size } = await stat(`${path}.br`).catch(() => stat(path))
  return size
}
