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
/** What the account may ask for at once; it regains one in ten seconds. */
const burst = 12
let api: RunningProcess
let edge: RunningProcess
let ada: Person
let url: string
let operationsPort = 0
let socket: WebSocket
let requests = 0

// ws answers those who do not ask for a WebSocket with 426.
const visitOnce = async () => {
  const { status } = await visit(url)
  if (status === 426) requests += 1
  return status
}

const dayIn = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 10)

/** Requests counted by day, from the day before yesterday to the one after tomorrow. */
async function readDays(): Promise<Map<string, number>> {
  const range = { from: dayIn(-48 * hourMs), to: dayIn(48 * hourMs) }
  const { usageTotals } = (await ada.control.request(DaysDocument, { accountId: ada.accountId, ...range })).account
  return new Map(usageTotals.map(({ date, apiRequests }) => [date, apiRequests]))
}

/** Whether the edge has counted what the API has not taken: it refuses tokens of a clock that is wrong. */
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
  socket = new WebSocket(url.replace('http', 'ws'), { lookup })
  await once(socket, 'open')
  requests += 1
}, 60_000)

describe("an edge's clock", () => {
  it('that jumps a day ahead leaves tunnels alone, and gives nobody more requests than his limit', async () => {
    await until('the day so far is counted', async () => (await readDays()).get(dayIn(0)) === requests)
    await jumpClock(edge)
    await expectEcho()
    expect(await visitOnce()).toBe(426)
    await until('usage waits', usageWaits)
    while ((await visitOnce()) === 426) expect(requests).toBeLessThan(2 * burst)
  })

  it('that jumps two days back does so neither', async () => {
    await jumpClock(edge)
    expect(await visitOnce()).toBe(429)
    await expectEcho()
  })

  it('that is right again has lost no usage: it counts for the days that it showed', async () => {
    await jumpClock(edge)
    await until('all is counted', async () => {
      const days = await readDays()
      return [...days.values()].reduce((sum, count) => sum + count, 0) === requests
    })
    expect((await readDays()).get(dayIn(24 * hourMs))).toBeGreaterThan(0)
  })
})

describe("the API's clock", () => {
  it('that jumps by hours leaves tunnels alone', async () => {
    for (let jumps = 0; jumps < 3; jumps += 1) {
      await jumpClock(api)
      await expectEcho()
    }
    expect(edge.exit ?? api.exit).toBeUndefined()
  })
})
