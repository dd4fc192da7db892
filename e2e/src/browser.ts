import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageOf } from '@culvert/program'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { launchBrowser } from './chromium.ts'
import type { Cleanup } from './cleanup.ts'

/**
 * A page lives for seconds here, and each profile recompiles it: optimizing code costs more than it saves. Without it, page processes use a
 * fifth less CPU.
 */
const unoptimized = '--js-flags=--no-opt,--no-maglev'

/** Runs steps in a fresh profile of the browser. */
export type InBrowser = (steps: (page: Page) => Promise<void>) => Promise<void>

/** How a browser differs from the others. */
export interface BrowserSettings {
  /** Chromium's own arguments; called at its first use. */
  args?: () => string[]
  context?: BrowserContextOptions
}

/**
 * A browser for one test file, started on first use. Failing steps leave a screenshot in a temp folder, and the
 * error says where; an error that the page throws fails them too.
 */
export function openBrowser(cleanup: Cleanup, { args, context: options }: BrowserSettings = {}): InBrowser {
  let browser: Promise<Browser> | undefined
  cleanup.defer(async () => (await browser)?.close())
  return async (steps) => {
    browser ??= launchBrowser(process.env, [unoptimized, ...(args?.() ?? [])])
    const context = await (
      await browser
    ).newContext({
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    })
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.stack ?? error.message))
    try {
      await steps(page)
      if (complaints.length > 0) throw new Error('The page threw')
    } catch (error) {
      const screenshot = join(await mkdtemp(join(tmpdir(), 'culvert-e2e-failure-')), 'page.png')
      await page.screenshot({ path: screenshot, fullPage: true })
      const message = messageOf(error)
      throw new Error([message, `At ${page.url()}, see ${screenshot}`, ...complaints].join('\n'), { cause: error })
    } finally {
      await closeContext(context)
    }
  }
}

/**
 * Closes the pages of a context, without waiting for routes that still answer: a page may send another request when the steps of a test have
 * ended, and a route that fails then would fail whatever runs next.
 */
export async function closeContext(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
  await context.close()
}
