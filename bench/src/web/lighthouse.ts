import { launchBrowser } from '@culvert/e2e/chromium'
import { openAs } from '@culvert/e2e/dashboard'
import { findSparePorts } from '@culvert/e2e/ports'
import { createProgramCleanup } from '@culvert/e2e/program-cleanup'
import lighthouse, { desktopConfig, type Flags } from 'lighthouse'
import type { Browser } from 'playwright-core'
import { median } from '../statistics.ts'
import { startInstallation } from './installation.ts'

/** Lighthouse's scores for a page, each from 0 to 100. */
export interface Scores {
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  /** The audits that cost points in the last run, each with its category. */
  faults: string[]
}

/** A page, and its viewer. */
interface Page {
  path: string
  isSignedIn?: boolean
}

const pages: Page[] = [
  { path: '/' },
  { path: '/pricing' },
  { path: '/signin' },
  { path: '/admin/agents', isSignedIn: true },
  { path: '/admin/requests', isSignedIn: true },
]
/** The number of runs, of which the median counts: performance varies with the machine's other work. */
const runs = 3

/** Runs Lighthouse's desktop preset against the production build, as served by the API of an installation in use. */
export async function measureScores(): Promise<(Scores & Page)[]> {
  const cleanup = createProgramCleanup()
  try {
    const { site, person } = await startInstallation(cleanup)
    const [port = 0] = await findSparePorts(1)
    const browser = await launchBrowser(process.env, [`--remote-debugging-port=${port}`])
    cleanup.defer(() => browser.close())
    const measured: (Scores & Page)[] = []
    for (const page of pages) {
      const rounds: Scores[] = []
      while (rounds.length < runs) {
        if (page.isSignedIn) await signIn(browser, site, person)
        // Pages behind the sign-in are closed to crawlers on purpose.
        rounds.push(await runLighthouse(port, `${site.apiUrl}${page.path}`, page.isSignedIn ? ['is-crawlable'] : []))
      }
      measured.push({ ...page, ...takeMedians(rounds) })
    }
    return measured
  } finally {
    await cleanup.end()
  }
}

/** Lighthouse opens pages in the browser's own profile, so this signs in elsewhere and transfers the session to it. */
async function signIn(
  browser: Browser,
  site: { apiUrl: string },
  person: { email: string; password: string },
): Promise<void> {
  const profile = await browser.newContext()
  await openAs(await profile.newPage(), site, person, '/admin/auth-id')
  const cookies = await profile.cookies()
  await profile.close()
  const devtools = await browser.newBrowserCDPSession()
  await devtools.send('Storage.setCookies', {
    cookies: cookies.map(({ name, value, domain, path, httpOnly, sameSite }) => ({
      name,
      value,
      domain,
      path,
      httpOnly,
      sameSite,
    })),
  })
  await devtools.detach()
}

async function runLighthouse(port: number, url: string, skipAudits: string[]): Promise<Scores> {
  const onlyCategories = ['performance', 'accessibility', 'best-practices', 'seo']
  // The browser's storage records who is signed in.
  const flags: Flags = { port, logLevel: 'error', onlyCategories, skipAudits, disableStorageReset: true }
  const result = await lighthouse(url, flags, desktopConfig)
  if (result?.lhr.finalDisplayedUrl !== url)
    throw new Error(`Lighthouse was to look at ${url}, and ended at ${result?.lhr.finalDisplayedUrl ?? 'nothing'}.`)
  const { categories, audits } = result.lhr
  const percent = (id: string) => Math.round((categories[id]?.score ?? 0) * 100)
  return {
    performance: percent('performance'),
    accessibility: percent('accessibility'),
    bestPractices: percent('best-practices'),
    seo: percent('seo'),
    faults: Object.values(categories).flatMap(({ id, auditRefs }) =>
      auditRefs
        .filter((ref) => ref.weight > 0 && (audits[ref.id]?.score ?? 1) < 0.995)
        .map((ref) => `${id}: ${ref.id} ${audits[ref.id]?.displayValue ?? ''}`),
    ),
  }
}

function takeMedians(rounds: readonly Scores[]): Scores {
  return {
    performance: median(rounds.map(({ performance }) => performance)),
    accessibility: median(rounds.map(({ accessibility }) => accessibility)),
    bestPractices: median(rounds.map(({ bestPractices }) => bestPractices)),
    seo: median(rounds.map(({ seo }) => seo)),
    faults: rounds.at(-1)?.faults ?? [],
  }
}
