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

/** The counts of one account at an edge that shares its limits with other edges. */
async function startCounts(server: TestRedis, edgeId: string, held = limits) {
  const accounts = new Accounts(() => undefined, 1)
  const leases = new LimitLeases({ edgeId, redisUrl: server.url, accounts, log: pino({ level: 'silent' }) })
  closeLater(() => leases.close())
  const account = accounts.open('account-1', held, 1)
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

describe('the log of an edge without requests', () => {
  it('says once that limits are not shared, while Redis is away', async () => {
    const server = await startRedis()
    await server.kill()
    const warn = vi.fn()
    const log = Object.assign(pino({ level: 'silent' }), { warn, info: warn })
    const accounts = new Accounts(() => undefined, 1)
    const leases = new LimitLeases({ edgeId: 'edge-1', redisUrl: server.url, accounts, log })
    closeLater(() => leases.close())
    await vi.waitFor(() => expect(warn).toHaveBeenCalled(), patience)
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect(warn).toHaveBeenCalledOnce()
  })
})

describe('the limits of edges that had requests before Redis was there', () => {
  it('are shared once it is, without a renewal', async () => {
    const server = await startRedis()
    await server.kill()
    const repeating = vi.spyOn(globalThis, 'setInterval').mockImplementation(() => setTimeout(() => undefined))
    const edges = [await startCounts(server, 'edge-1'), await startCounts(server, 'edge-2')]
    repeating.mockRestore()
    for (const edge of edges) edge.fill()
    expect(edges.map((edge) => edge.here())).toEqual([1, 1])
    await server.start()
    // The first one learns of the other when it renews.
    await vi.waitFor(() => expect(Math.min(...edges.map((edge) => edge.here()))).toBeCloseTo(0.5, 1), patience)
  })
})

// Each has a separate Redis, and mostly waits for renewals.
describe.concurrent('limits that several edges share', () => {
  it('are not split if all visitors come to one edge', async () => {
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

  it('are split in proportion to requests, and add up to the whole', async () => {
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

  it('let two edges together carry no more than one alone might, once both know of each other', async () => {
    const server = await startRedis()
    // At this rate, what both carry until they know of each other is made up for within the test.
    const held = { requestsPerMinute: 12_000, requestBurst: 400, openRequests: 64 }
    const [one, two] = [await startCounts(server, 'edge-1', held), await startCounts(server, 'edge-2', held)]
    const startedMs = performance.now()
    let carried = 0
    const traffic = setInterval(() => (carried += one.fill().carried + two.fill().carried), 10)
    closeLater(() => clearInterval(traffic))
    await vi.waitFor(() => expect(one.here() + two.here()).toBeLessThan(1.1), patience)
    const splitMs = performance.now()
    await vi.waitFor(() => expect(performance.now() - splitMs).toBeGreaterThan(3_000), patience)
    clearInterval(traffic)
    const seconds = { whole: (splitMs - startedMs) / 1_000, split: (performance.now() - splitMs) / 1_000 }
    // One burst, although both carried one. Demand is measured, so that the parts add up to about one.
    const allowed = held.requestBurst + (held.requestsPerMinute / 60) * (2 * seconds.whole + 1.1 * seconds.split)
    expect(carried).toBeLessThanOrEqual(Math.ceil(allowed))
    expect(carried).toBeGreaterThan(held.requestBurst)
  })

  it('admit a page load of 50 requests at an edge that joins, and are shared with it within two renewals', async () => {
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

  it('are whole again for the others once the lease of an edge that died has ended, three seconds after its renewal', async () => {
    const server = await startRedis()
    const redis = server.connect()
    const [dying, left] = [await startCounts(server, 'edge-1'), await startCounts(server, 'edge-2')]
    const ask = () => [dying, left].forEach((edge) => edge.ask())
    const traffic = setInterval(ask, 10)
    closeLater(() => clearInterval(traffic))
    await vi.waitFor(() => expect(left.here()).toBeLessThan(0.7), patience)
    dying.leases.close()
    // Redis runs on this machine, and has the same clock.
    const endMs = Number((await redis.hget('culvert:limits:account-1', 'edge-1'))?.split(' ')[0])
    expect(endMs - Date.now()).toBeGreaterThan(0)
    expect(endMs - Date.now()).toBeLessThanOrEqual(3_000)
    await vi.waitFor(() => expect(left.here()).toBe(1), patience)
    expect(Date.now()).toBeGreaterThanOrEqual(endMs)
    // The other edge renews its own every second.
    expect(Date.now()).toBeLessThan(endMs + 2_000)
  })

  it('are whole for the others within seconds although an edge died before the clock of Redis was set back by an hour', async () => {
    const server = await startRedis()
    const redis = server.connect()
    // Redis runs on this machine, and has the same clock.
    await redis.hset('culvert:limits:account-1', 'edge-1', `${Date.now() + 3_600_000} 1.000000 1.000000`)
    const left = await startCounts(server, 'edge-2')
    const traffic = setInterval(() => left.ask(), 10)
    closeLater(() => clearInterval(traffic))
    await vi.waitFor(async () => expect(await redis.hexists('culvert:limits:account-1', 'edge-2')).toBe(1), patience)
    await vi.waitFor(() => expect(left.here()).toBe(1), patience)
    expect(await redis.hkeys('culvert:limits:account-1')).toEqual(['edge-2'])
  })

  it('stay with an edge that had no requests for a while when Redis was away, in the part that it had', async () => {
    const server = await startRedis()
    const [busy, calm] = [await startCounts(server, 'edge-1'), await startCounts(server, 'edge-2')]
    const ask = () => {
      for (let request = 0; request < 6; request += 1) busy.ask()
      calm.ask()
    }
    const traffic = setInterval(ask, 20)
    await vi.waitFor(() => expect(calm.here()).toBeLessThan(0.25), patience)
    await server.kill()
    clearInterval(traffic)
    const before = [busy, calm].map((edge) => edge.here())
    await vi.waitFor(() => expect([busy, calm].some((edge) => edge.account.isActive)).toBe(false), patience)
    // The next renewal forgets both.
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    ask()
    expect([busy, calm].map((edge) => edge.here())).toEqual(before)
  })

  it('stay split while Redis is away, and are shared again once it is back, even if it lost everything', async () => {
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
