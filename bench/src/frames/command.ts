import { setTimeout as delay } from 'node:timers/promises'
import { launchBrowser } from '@culvert/e2e/chromium'
import { openAs } from '@culvert/e2e/dashboard'
import type { Page } from 'playwright-core'
import { withApi } from '../api/api-process.ts'
import type { ApiClient } from '../api/client.ts'
import { type BenchDatabase, createDatabase } from '../api/database.ts'
import { signPeopleUp } from '../api/people.ts'
import { describeMachine, readMachine } from '../machine.ts'
import { findServerUrl, parseCount, readOptions } from '../options.ts'
import { findSparePort } from '../scope.ts'
import { renderTable } from '../table.ts'
import { startAgents, startReports } from './crowd.ts'
import { findSmoothness, type Smoothness } from './frames.ts'

const usage = `npm run bench -- frames [options]

How smoothly Chromium draws the Agents page of the build that is there while agents report to a real API: frames a second,
the median and the fewest within any one second, without and with reports.

  --agents N      agents that run, all on the page (1000)
  --updates N     reports a minute, of all agents together (10000)
  --seconds N     how long to watch, each time (20)
  --database URL  a PostgreSQL server; TEST_DATABASE_URL when left out

Makes a database of its own on the server, and drops it at the end.`

interface Options {
  agents: number
  updatesPerSecond: number
  watchMs: number
  serverUrl: string
}

/** Fewer than this in any one second is noticeable. */
const framesMin = 30
/** The time for the first reports to pass through all lists. */
const settleMs = 5_000

/** Runs the benchmark of live updates; returns whether the page was drawn smoothly. */
export async function runFramesBench(args: readonly string[], signal: AbortSignal): Promise<boolean> {
  const options = parse(args)
  if (!options) {
    console.log(usage)
    return true
  }
  const machine = await readMachine()
  const database = await createDatabase(options.serverUrl)
  try {
    const target = { databaseUrl: database.url, port: await findSparePort() }
    const { quiet, busy, updates } = await withApi(target, signal, (api) => measure(api, database, options, signal))
    console.log(`\n${describeMachine(machine)}\n`)
    console.log(
      renderTable(
        [`Agents page, ${options.agents} agents`, 'frames/s', 'worst second'],
        [toRow('no reports', quiet), toRow(`${Math.round(updates)} reports a minute`, busy)],
      ),
    )
    return busy.worst >= framesMin
  } finally {
    await database.drop()
  }
}

const toRow = (name: string, { median, worst }: Smoothness) => [name, median.toFixed(0), worst.toFixed(0)]

async function measure(
  api: ApiClient,
  database: BenchDatabase,
  { agents, updatesPerSecond, watchMs }: Options,
  signal: AbortSignal,
) {
  const [person] = await signPeopleUp(api, 1)
  if (!person) throw new Error('Nobody signed up.')
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    const agentIds = await startAgents(api, database, person, agents)
    await openAs(page, { apiUrl: api.url }, person, '/admin/agents')
    const table = page.getByRole('table', { name: 'Active secure connections' })
    await table.getByText('.culvert.localhost').first().waitFor()
    const quiet = await watchFrames(page, watchMs)

    const reports = startReports(api, person.authId, agentIds, updatesPerSecond)
    await delay(settleMs, undefined, { signal })
    const before = reports.answered
    const busy = await watchFrames(page, watchMs)
    const updates = ((reports.answered - before) / watchMs) * 60_000
    await reports.stop()
    return { quiet, busy, updates }
  } finally {
    await browser.close()
  }
}

async function watchFrames(page: Page, forMs: number): Promise<Smoothness> {
  const times = await page.evaluate<number[]>(`new Promise((resolve) => {
    const times = []
    const note = (time) => {
      times.push(time)
      if (time - times[0] < ${forMs}) requestAnimationFrame(note)
      else resolve(times)
    }
    requestAnimationFrame(note)
  })`)
  return findSmoothness(times)
}

function parse(args: readonly string[], env = process.env): Options | undefined {
  const values = readArguments(args)
  if (values.help) return undefined
  const serverUrl = findServerUrl(values.database, env)
  return {
    agents: parseCount('--agents', values.agents),
    updatesPerSecond: parseCount('--updates', values.updates) / 60,
    watchMs: parseCount('--seconds', values.seconds, 2) * 1_000,
    serverUrl,
  }
}

function readArguments(args: readonly string[]) {
  return readOptions(args, {
    agents: { type: 'string', default: '1000' },
    updates: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '20' },
    database: { type: 'string' },
    help: { type: 'boolean', default: false },
  })
}
