import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '../options.ts'
import { renderTable } from '../table.ts'
import { listScripts, type Manifest } from './first-load.ts'

interface Route {
  path: string
  /** What the address loads, beside index.html. */
  screens: string[]
  /** Upper bound for its first load. */
  bytesMax?: number
}

const folder = join(import.meta.dirname, '../../../web/dist')
const publicLayout = 'src/app/PublicLayout.tsx'
const adminLayout = 'src/app/AdminLayout.tsx'
/** Loaded at once, though no screen waits for it. */
const live = 'src/graphql/live-connection.ts'

/** Of 100. The other scores are to be full. */
const performanceMin = 95

const routes: Route[] = [
  { path: '/', screens: [publicLayout, 'src/marketing/LandingPage.tsx'], bytesMax: 150_000 },
  { path: '/pricing', screens: [publicLayout, 'src/marketing/PricingPage.tsx'] },
  { path: '/docs', screens: [publicLayout, 'src/docs/DocsPage.tsx'] },
  { path: '/signin', screens: ['src/sessions/SignInPage.tsx'] },
  {
    path: '/admin/getting-started',
    screens: [adminLayout, 'src/getting-started/GettingStartedPage.tsx', live],
    bytesMax: 200_000,
  },
  { path: '/admin/agents', screens: [adminLayout, 'src/agents/AgentsPage.tsx', live] },
]

const usage = `npm run bench -- web [--lighthouse]

How much JavaScript each route of the build that is there loads first, as served with brotli. With --lighthouse also what
Lighthouse's desktop preset says of four pages: the median of three runs.`

/** Prints the sizes and, when asked to, Lighthouse's scores; answers whether all are in their bounds. */
export async function runWebBench(args: readonly string[]): Promise<boolean> {
  if (args.includes('--help')) {
    console.log(usage)
    return true
  }
  if (args.some((arg) => arg !== '--lighthouse')) throw new UsageError(usage)
  const sizesHold = await printSizes()
  if (!args.includes('--lighthouse')) return sizesHold
  return (await printScores()) && sizesHold
}

async function printScores(): Promise<boolean> {
  // Lighthouse takes a second to load.
  const { measureScores } = await import('./lighthouse.ts')
  const scores = await measureScores()
  const rows = scores.map(({ path, performance, accessibility, bestPractices }) =>
    [path, performance, accessibility, bestPractices].map(String),
  )
  console.log(renderTable(['Lighthouse', 'performance', 'accessibility', 'best practices'], rows))
  return scores.every(
    ({ performance, accessibility, bestPractices }) =>
      performance >= performanceMin && accessibility === 100 && bestPractices === 100,
  )
}

/** How much JavaScript each route loads first. */
async function printSizes(): Promise<boolean> {
  const manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  let isInBounds = true
  const rows = []
  for (const { path, screens, bytesMax } of routes) {
    const scripts = listScripts(manifest, ['index.html', ...screens])
    const sizes = await Promise.all(scripts.map(measure))
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    if (bytesMax !== undefined && bytes > bytesMax) isInBounds = false
    rows.push([
      path,
      formatKilobytes(bytes),
      bytesMax === undefined ? '–' : formatKilobytes(bytesMax),
      `${sizes.length}`,
    ])
  }
  console.log(renderTable(['First load of JavaScript', 'brotli', 'at most', 'files'], rows))
  return isInBounds
}

/** Files that are too small to be compressed are served as they are. */
async function measure(file: string): Promise<number> {
  const path = join(folder, file)
  const { size } = await stat(`${path}.br`).catch(() => stat(path))
  return size
}

const formatKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
