import { beforeAll, describe, expect, it } from 'vitest'
import { startAgent } from '../src/agent.ts'
import { startApp } from '../src/apps.ts'
import { createCleanup } from '../src/cleanup.ts'
import { type Site, planSite, startApi, startEdge } from '../src/culvert.ts'
import { Load } from '../src/load.ts'
import { type Person, signUp } from '../src/people.ts'
import { type RunningProcess, startProcess } from '../src/processes.ts'
import { until } from '../src/until.ts'
import { readStillUsage, readUsage } from '../src/usage.ts'
import { visit } from '../src/visit.ts'

const cleanup = createCleanup()
let site: Site
let api: RunningProcess
let edge: RunningProcess

beforeAll(async () => {
  site = await planSite(cleanup)
  // The limits are not meant for the load of these tests, and the limit on file sizes applies to one process.
  Object.assign(site.env, {
    EDGE_PROCESSES: '1',
    TUNNEL_REQUESTS_PER_MINUTE: '1000000',
    TUNNEL_REQUEST_BURST: '1000000',
  })
  api = await startApi(cleanup, site)
  edge = await startEdge(cleanup, site)
})

describe('metering', () => {
  const body = 'x'.repeat(1_000)
  const slackMs = 2_000
  let bob: Person
  let url: string

  beforeAll(async () => {
    bob = await signUp(site, 'Bob')
    const app = await startApp(cleanup, (_request, response) => response.end(body))
    const token = await bob.createAuthToken()
    url = (await startAgent(cleanup, site, { port: app.port, secret: token.secret })).publicUrl
  })

  it('loses at most 2 s of an edge killed under load while the API is down, and counts nothing twice', async () => {
    const load = new Load(url, 8)
    await load.untilVisits(100)
    await api.kill()
    const awayMs = Date.now()
    await until('what was counted without the API is old enough', async () =>
      load.visits.some(({ endedMs }) => endedMs > awayMs && endedMs < Date.now() - slackMs),
    )
    const killedMs = Date.now()
    await edge.kill()
    await load.end()
    api = await startApi(cleanup, site)
    edge = await startEdge(cleanup, site)
    await until('the agent is back', async () => (await visit(url)).status === 200)
    const counted = await readStillUsage(bob)
    const before = load.visits.filter(({ endedMs }) => endedMs < killedMs - slackMs)
    expect(before.length).toBeGreaterThan(0)
    expect(counted.apiRequests).toBeGreaterThan(before.length)
    // Requests in progress when it was killed may have been counted; the last visit was ours.
    expect(counted.apiRequests).toBeLessThanOrEqual(load.visits.length + 8 + 1)
    expect(counted.dataOutBytes).toBeLessThanOrEqual(load.bytes + (8 + 1) * body.length)
  })

  it('is exact to the byte across a killed API, a full disk and a stopped edge under load', async () => {
    const before = await readUsage(bob)
    const load = new Load(url, 8)
    await load.untilVisits(100)
    await limitFiles(edge, 0)
    await load.untilVisits(load.visits.length + 100)
    await api.kill()
    await edge.waitForOutput(/usage that waits is kept in memory alone/)
    api = await startApi(cleanup, site)
    await limitFiles(edge, 'unlimited')
    await edge.waitForOutput(/usage that waits is kept on disk again/)
    await load.end()
    await edge.stop()
    const after = await readUsage(bob)
    expect(edge.stdout.match(/kept in memory alone/g)).toHaveLength(1)
    expect(load.failures).toBe(0)
    expect(after.apiRequests - before.apiRequests).toBe(load.visits.length)
    expect(after.dataOutBytes - before.dataOutBytes).toBe(load.bytes)
  })
})

/** Limits the size of files that a process writes (setrlimit(2), RLIMIT_FSIZE). */
async function limitFiles({ pid }: RunningProcess, bytes: number | 'unlimited'): Promise<void> {
  const prlimit = startProcess('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`])
  expect(await prlimit.waitForExit()).toEqual({ code: 0, signal: null })
}
