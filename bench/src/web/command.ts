import { UsageError } from '../options.ts'
import { renderTable } from '../table.ts'

/** Of 100. The other scores are to be full. */
const performanceMin = 95

const usage = `npm run bench -- web [--lighthouse]

How much JavaScript Chromium loads of the build that is there, as served with brotli, until a page is quiet. With --lighthouse also
what Lighthouse's desktop preset says of four pages: the median of three runs.`

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

/** How much JavaScript a browser loads first, for each page. */
async function printSizes(): Promise<boolean> {
  const { measureFirstLoads } = await import('./first-load.ts')
  const loads = await measureFirstLoads()
  const rows = loads.map(({ path, sellsPlans, bytes, bytesMax, scripts }) => [
    sellsPlans ? `${path}, plans on sale` : path,
    formatKilobytes(bytes),
    bytesMax === undefined ? '–' : formatKilobytes(bytesMax),
    `${scripts}`,
  ])
  console.log(renderTable(['First load of JavaScript', 'brotli', 'at most', 'files'], rows))
  return loads.every(({ bytes, bytesMax }) => bytesMax === undefined || bytes <= bytesMax)
}

const formatKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
