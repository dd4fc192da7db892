import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { closeAll, closeLater } from '../testing/queue.ts'
import { startRedis } from '../testing/redis.ts'
import type { TestRedis } from '../testing/redis.ts'
import type { TunnelClaims } from './directory.ts'
import { RedisDirectory } from './redis-directory.ts'
import { edgeKey, routesKey } from './redis-keys.ts'

afterEach(closeAll)

/** A directory that announces one hostname, and what it has logged. */
function openDirectory({ url }: TestRedis, described: TunnelClaims[] = []) {
  const lines: string[] = []
  const into = new Writable({
    write: (line, _, written) => {
      lines.push((JSON.parse(String(line)) as { msg: string }).msg.split(':')[0] ?? '')
      written()
    },
  })
  const directory = new RedisDirectory({
    url,
    self: { id: 'edge-1', url: 'http://127.0.0.1:1', process: 0, isLeaving: false },
    own: { describe: () => described, listHostnames: () => ['demo.test'] },
    onLookUp: () => {},
    log: pino(into),
  })
  closeLater(() => directory.close(100))
  return { directory, lines }
}

describe('the log of an edge', () => {
  const [answers, refuses, away] = [
    'Redis answers',
    'Redis does not accept the routes of this edge',
    'Redis is not reachable',
  ]
  const patience = { timeout: 8_000, interval: 20 }

  it('says once that Redis accepts no writes, that it does again, and later that it is away', async () => {
    const redis = await startRedis()
    const { directory, lines } = openDirectory(redis)
    await vi.waitFor(() => expect(lines).toEqual([answers]), patience)
    const connection = redis.connect()
    await connection.config('SET', 'maxmemory', '1')
    directory.announce('demo.test')
    await vi.waitFor(() => expect(lines).toEqual([answers, refuses]), patience)
    await connection.config('SET', 'maxmemory', '0')
    await vi.waitFor(() => expect(lines).toEqual([answers, refuses, answers]), patience)
    await redis.kill()
    await vi.waitFor(() => expect(lines).toEqual([answers, refuses, answers, away]), patience)
  })

  it('says that Redis is away even if it was when the edge started', async () => {
    const redis = await startRedis()
    await redis.kill()
    const { lines } = openDirectory(redis)
    await vi.waitFor(() => expect(lines).toEqual([away]), patience)
    await redis.start()
    await vi.waitFor(() => expect(lines).toEqual([away, answers]), patience)
  })
})

describe('a look-up', () => {
  it('waits half a second for a Redis that hangs, and no longer at all once it has been silent for two', async () => {
    const redis = await startRedis()
    const { directory } = openDirectory(redis)
    await vi.waitFor(async () => expect(await directory.lookUp('nobody.test')).toEqual([]), { timeout: 8_000 })
    redis.hang()
    const measure = async (hostname: string) => {
      const beganMs = performance.now()
      await expect(directory.lookUp(hostname)).rejects.toThrow('Redis does not say which edge serves the hostname.')
      return performance.now() - beganMs
    }
    expect(await measure('first.test')).toBeGreaterThan(490)
    // A look-up that is refused at once takes less than a millisecond.
    let lookUps = 0
    await vi.waitFor(async () => expect(await measure(`${(lookUps += 1)}.test`)).toBeLessThan(100), { timeout: 8_000 })
    expect(lookUps).toBeGreaterThan(1)
  })
})

describe('the routes of a hostname that nobody looks up', () => {
  it('are those of living edges, however many died', async () => {
    const redis = await startRedis()
    const connection = redis.connect()
    const key = routesKey('demo.test')
    for (let start = 0; start < 100; start += 1) await connection.hset(key, `dead-${start}`, '[]')
    await connection.hset(key, 'living', '[]')
    await connection.set(edgeKey('living'), '{}')
    openDirectory(redis, [claims])
    await vi.waitFor(async () => expect(await connection.hkeys(key)).toContain('edge-1'), { timeout: 8_000 })
    expect((await connection.hkeys(key)).toSorted()).toEqual(['edge-1', 'living'])
    expect(await connection.pttl(key)).toBeGreaterThan(0)
  })
})

const claims: TunnelClaims = {
  agentId: 'agent-1',
  accountId: 'account-1',
  gatewayId: null,
  label: null,
  limits: { requestsPerMinute: 1, requestBurst: 1, openRequests: 1 },
  issuedAt: 0,
  isConnected: true,
  isPooled: false,
  takesCalls: true,
}
