import { pino } from 'pino'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { Accounts } from '../accounts/accounts.ts'
import { closeAll, closeLater } from '../testing/queue.ts'
import { startRedis } from '../testing/redis.ts'
import type { TestRedis } from '../testing/redis.ts'
import { LimitLeases } from './limit-leases.ts'

afterAll(closeAll)

const limits = { requestsPerMinute: 600, requestBurst: 100, openRequests: 64 }
const patience = { timeout: 8_000, interval: 20 }

/** An edge's counts of one account, whose limits it shares with other edges. */
async function startCounts(server: TestRedis, edgeId: string) {
  const accounts = new Accounts(() => undefined, 1)
  const leases = new LimitLeases({ edgeId, redisUrl: server.url, accounts, log: pino({ level: 'silent' }) })
  closeLater(() => leases.close())
  const account = accounts.open('account-1', limits, 1)
  const ask = () => account.check('203.0.113.7')
  /** Sends requests until one is refused; returns how many were carried, and the refusal. */
  const fill = () => {
    let carried = 0
    for (;;) {
      const refusal = ask()
      if (refusal !== undefined) return { carried, refusal }
      carried += 1
    }
  }
  return { accounts, leases, account, ask, fill, here: () => account.leasedParts.requests }
}

// Each has a separate Redis, and mostly waits for renewals.
describe.concurrent('limits that several edges share', () => {
  it('are whole where all visitors come to one edge', async () => {
    const server = await startRedis()
    const redis = server.connect()
    const one = await startCounts(server, 'edge-1')
    const traffic = setInterval(() => one.ask(), 20)
    await vi.waitFor(async () => expect(await redis.hlen('culvert:limits:account-1')).toBe(1), patience)
    clearInterval(traffic)
    expect(one.here()).toBe(1)
    const { carried, refusal } = one.fill()
    expect(carried).toBeLessThanOrEqual(limits.requestBurst)
    expect(refusal.limit).toMatchObject({ limit: 600, here: undefined })
  })

  it('are split by what visitors ask for, and add up to the whole', async () => {
    const server = await startRedis()
    const [busy, calm] = [await startCounts(server, 'edge-1'), await startCounts(server, 'edge-2')]
    const sums: number[] = []
    const traffic = setInterval(() => {
      for (let request = 0; request < 3; request += 1) busy.ask()
      calm.ask()
      sums.push(busy.here() + calm.here())
    }, 10)
    closeLater(() => clearInterval(traffic))
    await vi.waitFor(() => expect(busy.here() / calm.here()).toBeCloseTo(3, 0), patience)
    await vi.waitFor(() => expect(busy.here() + calm.here()).toBeGreaterThan(0.9), patience)
    await vi.waitFor(() => expect(Math.max(...sums.slice(-50))).toBeLessThan(1.1), patience)
  })

  it('have both edges together carry no more than one alone might, however hard they are asked', async () => {
    const server = await startRedis()
    const edges = [await startCounts(server, 'edge-1'), await startCounts(server, 'edge-2')]
    const startedMs = performance.now()
    let carried = 0
    const traffic = setInterval(() => {
      for (const edge of edges) carried += edge.fill().carried
    }, 10)
    closeLater(() => clearInterval(traffic))
    await vi.waitFor(() => expect(performance.now() - startedMs).toBeGreaterThan(4_000), patience)
    clearInterval(traffic)
    const seconds = (performance.now() - startedMs) / 1_000
    // Until the first answer, each edge assumes that no other edge carries the account's requests.
    const allowed = limits.requestBurst * 2 + (limits.requestsPerMinute / 60) * seconds * 1.1
    expect(carried).toBeLessThanOrEqual(Math.ceil(allowed))
    expect(carried).toBeGreaterThan(limits.requestBurst)
  })

  it('carry a newcomer’s page load of many requests at once, and are shared within two renewals', async () => {
    const server = await startRedis()
    const [one, two] = [await startCounts(server, 'edge-1'), await startCounts(server, 'edge-2')]
    const traffic = setInterval(() => one.ask(), 5)
    closeLater(() => clearInterval(traffic))
    await vi.waitFor(() => expect(one.here()).toBe(1), patience)
    for (let request = 0; request < limits.requestBurst / 2; request += 1) expect(two.ask()).toBeUndefined()
    closeLater(() => clearInterval(more))
    const more = setInterval(() => two.ask(), 5)
    const isShared = () => [one, two].every((edge) => edge.here() > 0.3 && edge.here() < 0.7)
    await vi.waitFor(() => expect(isShared()).toBe(true), { timeout: 3_500, interval: 20 })
    expect(two.fill().refusal.limit).toMatchObject({ limit: 600, here: Math.floor(600 * two.here()) })
  })

  it('are whole again for the others once an edge that died has held its part for three seconds', async () => {
    const server = await startRedis()
    const [dying, left] = [await startCounts(server, 'edge-1'), await startCounts(server, 'edge-2')]
    const ask = () => [dying, left].forEach((edge) => edge.ask())
    const traffic = setInterval(ask, 10)
    closeLater(() => clearInterval(traffic))
    await vi.waitFor(() => expect(left.here()).toBeLessThan(0.7), patience)
    dying.leases.close()
    await vi.waitFor(() => expect(left.here()).toBe(1), patience)
  })

  it('stay split as they were while Redis is away, and are shared again once it is back, though it has lost everything', async () => {
    const server = await startRedis()
    const edges = [await startCounts(server, 'edge-1'), await startCounts(server, 'edge-2')]
    const [one, two] = edges
    let isOneQuiet = false
    const traffic = setInterval(() => {
      if (!isOneQuiet) one?.ask()
      two?.ask()
    }, 10)
    closeLater(() => clearInterval(traffic))
    const split = () => edges.map((edge) => edge.here())
    await vi.waitFor(() => expect(Math.abs((split()[0] ?? 0) - 0.5)).toBeLessThan(0.1), patience)
    await server.kill()
    const startedMs = performance.now()
    const before = split()
    isOneQuiet = true
    await vi.waitFor(() => expect(performance.now() - startedMs).toBeGreaterThan(3_500), patience)
    expect(split()[1]).toBe(before[1])
    await server.start()
    await vi.waitFor(() => expect(two?.here()).toBe(1), patience)
  })
})
