import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestApi } from '../testing/api.ts'
import type { HttpAnswer } from '../testing/client.ts'
import { embedded } from '../testing/databases.ts'

const pointsPerMinute = 60

const hasRedis = spawnSync('redis-server', ['--version']).error === undefined

;(hasRedis ? describe : describe.skip)('the read budget of two nodes that share a Redis', () => {
  const [one, two] = [new TestApi(), new TestApi()]
  let redis: ChildProcess | undefined
  let redisPort = 0

  const startRedis = async () => {
    redis = spawn('redis-server', ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', ''], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    for await (const line of createInterface(redis.stdout!)) if (line.includes('Ready to accept')) return
  }
  const killRedis = async () => {
    if (redis?.exitCode !== null || redis.signalCode !== null) return
    redis.kill('SIGKILL')
    await once(redis, 'exit')
  }

  beforeAll(async () => {
    redisPort = await findFreePort()
    await startRedis()
    const database = await embedded.open()
    const overrides = { readPointsPerMinute: pointsPerMinute, redisUrl: `redis://127.0.0.1:${redisPort}` }
    await one.start(database, overrides)
    await two.start(database.join(), overrides)
  }, 60_000)
  afterAll(async () => {
    await two.close()
    await one.close()
    await killRedis()
  }, 20_000)

  const owner = async () => {
    const { authorization } = await one.seed.owner('Ada')
    const read = (api: TestApi) => api.client(authorization).post({ query: '{ site { version } }' })
    const readAll = async (api: TestApi) => {
      for (let query = 0; query < pointsPerMinute; query += 1) expect((await read(api)).status).toBe(200)
    }
    return { read, readAll }
  }

  it('is shared', async () => {
    const { read } = await owner()
    const left: unknown[] = []
    for (let query = 0; query < pointsPerMinute / 2; query += 1) {
      for (const api of [one, two]) left.push(remaining(await read(api)))
    }
    expect(left).toEqual(Array.from({ length: pointsPerMinute }, (_, index) => String(pointsPerMinute - 1 - index)))
    for (const api of [one, two]) expect((await read(api)).status).toBe(429)
  })

  it('is separate at each node while Redis hangs, and shared again once it answers', async () => {
    const { read, readAll } = await owner()
    await readAll(one)
    expect((await read(two)).status).toBe(429)
    redis?.kill('SIGSTOP')
    try {
      for (const api of [one, two]) expect(remaining(await read(api))).toBe(String(pointsPerMinute - 1))
    } finally {
      redis?.kill('SIGCONT')
    }
    for (const api of [one, two]) while ((await read(api)).status !== 429);
  })

  it('delays requests by half a second once, and not each of them, while Redis hangs', async () => {
    const { read } = await owner()
    await read(one)
    redis?.kill('SIGSTOP')
    const beganMs = performance.now()
    try {
      for (let query = 0; query < 20; query += 1) await read(one)
      expect(performance.now() - beganMs).toBeLessThan(5_000)
    } finally {
      redis?.kill('SIGCONT')
    }
  })

  it('is separate at each node while Redis is down, and shared again once it is back', async () => {
    const { read, readAll } = await owner()
    await killRedis()
    for (const api of [one, two]) {
      await readAll(api)
      expect((await read(api)).status).toBe(429)
    }
    await startRedis()
    // A restarted Redis knows nothing about earlier reads.
    for (const api of [one, two]) while ((await read(api)).status !== 200);
    while (Number(remaining(await read(one))) > 0);
    expect((await read(two)).status).toBe(429)
  })
})

function remaining({ headers }: HttpAnswer): string | undefined {
  return /;r=(\d+);/.exec(headers.get('ratelimit') ?? '')?.[1]
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}
