import { once } from 'node:events'
import { beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startAgent } from '../src/agent.ts'
import { startEcho } from '../src/apps.ts'
import { createCleanup } from '../src/cleanup.ts'
import { jumpClock, movingClock } from '../src/clock.ts'
import { DaysDocument } from '../src/control/control.generated.ts'
import { planSite, startApi, startEdge } from '../src/culvert.ts'
import { type Person, signUp } from '../src/people.ts'
import { findSparePorts } from '../src/ports.ts'
import type { RunningProcess } from '../src/processes.ts'
import { until } from '../src/until.ts'
import { lookup, visit } from '../src/visit.ts'

const cleanup = createCleanup()
const hourMs = 60 * 60 * 1_000
/** How many requests the account may make in a burst; it regains one every ten seconds. */
const burst = 12
const regainMs = 10_000
let api: RunningProcess
let edge: RunningProcess
let ada: Person
let url: string
let operationsPort = 0
let socket: WebSocket
let requests = 0
/** When the first request began, by a clock that does not jump. */
let beganMs = 0

// ws answers requests that are not for a WebSocket with 426.
const visitOnce = async () => {
  const { status } = await visit(url)
  if (status === 426) requests += 1
  return status
}

const dayIn = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 10)

/** Returns the counted requests by day, from the day before yesterday to the day after tomorrow. */
async function readDays(): Promise<Map<string, number>> {
  const range = { from: dayIn(-48 * hourMs), to: dayIn(48 * hourMs) }
  const { usageTotals } = (await ada.control.request(DaysDocument, { accountId: ada.accountId, ...range })).account
  return new Map(usageTotals.map(({ date, apiRequests }) => [date, apiRequests]))
}

/** Reports whether the edge has usage that the API has not accepted: it refuses tokens of a wrong clock. */
async function usageWaits(): Promise<boolean> {
  const metrics = await (await fetch(`http://127.0.0.1:${operationsPort}/metrics`)).text()
  return /^culvert_edge_usage_rows_waiting [1-9]/m.test(metrics)
}

async function expectEcho(): Promise<void> {
  socket.send('still here')
  expect(String((await once(socket, 'message'))[0])).toBe('still here')
}

beforeAll(async () => {
  const site = await planSite(cleanup)
  ;[operationsPort = 0] = await findSparePorts(1)
  Object.assign(site.env, {
    EDGE_OPERATIONS_PORT: String(operationsPort),
    TUNNEL_REQUESTS_PER_MINUTE: '6',
    TUNNEL_REQUEST_BURST: String(burst),
  })
  const jumping = (...jumps: number[]) => ({ ...site, env: { ...site.env, CLOCK_JUMPS_MS: jumps.join(',') } })
  api = await startApi(cleanup, jumping(5 * hourMs, -10 * hourMs, 5 * hourMs), movingClock)
  edge = await startEdge(cleanup, jumping(24 * hourMs, -48 * hourMs, 24 * hourMs), movingClock)
  ada = await signUp(site, 'Ada')
  const { secret } = await ada.createAuthToken()
  url = (await startAgent(cleanup, site, { port: (await startEcho(cleanup)).port, secret })).publicUrl
  beganMs = performance.now()
  socket = new WebSocket(url.replace('http', 'ws'), { lookup })
  await once(socket, 'open')
  requests += 1
}, 60_000)

describe("an edge's clock", () => {
  it('that jumps a day ahead does not affect tunnels, or let an account exceed its request limit', async () => {
    // Of a burst that is nearly spent, so that one granted by the wrong clock would show.
    for (let left = burst - 3 - requests; left > 0; left -= 1) expect(await visitOnce()).toBe(426)
    await until('the day so far is counted', async () => (await readDays()).get(dayIn(0)) === requests)
    await jumpClock(edge)
    await expectEcho()
    expect(await visitOnce()).toBe(426)
    await until('usage waits', usageWaits)
    while ((await visitOnce()) === 426) {
      expect(requests).toBeLessThanOrEqual(burst + (performance.now() - beganMs) / regainMs)
    }
  })

  it('that jumps two days back does not affect tunnels, or lift the request limit', async () => {
    await jumpClock(edge)
    expect(await visitOnce()).toBe(429)
    await expectEcho()
  })

  it('that is right again has lost no usage, which is counted on the days that the clock showed', async () => {
    await jumpClock(edge)
    await until('all is counted', async () => {
      const days = await readDays()
      return [...days.values()].reduce((sum, count) => sum + count, 0) === requests
    })
    expect((await readDays()).get(dayIn(24 * hourMs))).toBeGreaterThan(0)
  })
})

describe("the API's clock", () => {
  it('that jumps by hours does not affect tunnels', async () => {
    for (let jumps = 0; jumps < 3; jumps += 1) {
      await jumpClock(api)
      await expectEcho()
    }
    expect(edge.exit ?? api.exit).toBeUndefined()
  })
})
