import { UsageError } from '../options.ts'
import { renderTable } from '../table.ts'

/** The time within which the first window of a public page must appear on a slow phone. */
const largestMsMax = 1_000

const usage = `npm run bench -- web [--lighthouse | --paint | --scroll]

How much JavaScript Chromium loads of the build that is there, as served with brotli, until a page is quiet. With --lighthouse also
what Lighthouse's desktop preset says of five pages: the median of three runs. With --paint also when public pages show on a slow phone
(CPU of a quarter of this one's speed, 1.6 Mbit/s, 150 ms): the median of five. With --scroll also how many frames a second the list
of requests has while it is scrolled, of 100,000 and with 200 a second that come in.`

/** Prints the sizes and, on request, Lighthouse's scores; returns whether all are within their bounds. */
export async function runWebBench(args: readonly string[]): Promise<boolean> {
  if (args.includes('--help')) {
    console.log(usage)
    return true
  }
  if (args.some((arg) => !['--lighthouse', '--paint', '--scroll'].includes(arg))) throw new UsageError(usage)
  const sizesHold = await printSizes()
  const paintsHold = !args.includes('--paint') || (await printPaints())
  const scoresHold = !args.includes('--lighthouse') || (await printScores())
  if (args.includes('--scroll')) await printScrolling()
  return sizesHold && paintsHold && scoresHold
}

async function printScrolling(): Promise<void> {
  const { measureScrolling } = await import('./scroll.ts')
  const { rows, arrivingPerSecond, passedRows, framesPerSecond, frameMs, frameMs95 } = await measureScrolling()
  const row = [rows, arrivingPerSecond, passedRows, framesPerSecond, frameMs, frameMs95].map((each) =>
    each.toLocaleString('en', { maximumFractionDigits: 1 }),
  )
  console.log(renderTable(['requests', 'arriving/s', 'rows passed', 'frames/s', 'ms a frame', '95 %'], [row]))
}

async function printPaints(): Promise<boolean> {
  const { measurePaints } = await import('./first-paint.ts')
  const paints = await measurePaints()
  const rows = paints.map(({ path, largestMs, shift }) => [path, `${Math.round(largestMs)} ms`, shift.toFixed(3)])
  console.log(renderTable(['On a slow phone', 'largest paint', 'shift'], rows))
  return paints.every(({ largestMs, shift }) => largestMs <= largestMsMax && shift < 0.1)
}

async function printScores(): Promise<boolean> {
  // Lighthouse takes a second to load.
  const { measureScores } = await import('./lighthouse.ts')
  const scores = await measureScores()
  const rows = scores.map(({ path, performance, accessibility, bestPractices, seo }) =>
    [path, performance, accessibility, bestPractices, seo].map(String),
  )
  console.log(renderTable(['Lighthouse', 'performance', 'accessibility', 'best practices', 'SEO'], rows))
  for (const { path, faults } of scores) if (faults.length > 0) console.log(`${path}\n  ${faults.join('\n  ')}`)
  return scores.every(
    ({ performance, accessibility, bestPractices, seo }) =>
      Math.min(performance, accessibility, bestPractices, seo) === 100,
  )
}

/** Prints how much JavaScript a browser loads first, for each page. */
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
