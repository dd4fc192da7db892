import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { Redis } from 'ioredis'
import { changesChannel, edgeKey, routesKey } from '../routes/redis-keys.ts'
import { closeLater } from './queue.ts'

/** A test's separate Redis, which the test may kill and restart. */
export class TestRedis {
  readonly url: string
  readonly #port: number
  #process: ChildProcess | undefined

  constructor(port: number) {
    this.#port = port
    this.url = `redis://127.0.0.1:${port}`
  }

  async start(): Promise<void> {
    const args = ['--port', String(this.#port), '--bind', '127.0.0.1', '--save', '']
    const started = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] })
    this.#process = started
    for await (const line of createInterface(started.stdout)) if (line.includes('Ready to accept')) return
    throw new Error('Redis did not start')
  }

  async kill(): Promise<void> {
    const running = this.#process
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return
    running.kill('SIGKILL')
    await once(running, 'exit')
  }

  /** Makes it hang: connections stay, and nothing is answered. */
  hang(): void {
    this.#process?.kill('SIGSTOP')
  }

  /** Removes everything in it. */
  async empty(): Promise<void> {
    const redis = this.connect()
    await redis.flushall()
    redis.disconnect()
  }

  /** Opens a connection to it. */
  connect(): Redis {
    const redis = new Redis(this.url).on('error', () => {})
    closeLater(() => redis.disconnect())
    return redis
  }

  /** Resolves once edges have announced the expected number of routes of a hostname that contain this text. */
  async awaitRoutes(hostname: string, count: number, mark = '"isConnected":true'): Promise<void> {
    const [redis, listener] = [this.connect(), this.connect()]
    let told = Promise.withResolvers<void>()
    await listener.subscribe(changesChannel)
    listener.on('message', () => told.resolve())
    for (;;) {
      told = Promise.withResolvers<void>()
      const routes = Object.entries(await redis.hgetall(routesKey(hostname)))
      const lives = await Promise.all(routes.map(async ([id]) => (await redis.exists(edgeKey(id))) === 1))
      const live = routes.filter(([, text], index) => lives[index] && text.includes(mark))
      if (live.length === count) break
      await told.promise
    }
    listener.disconnect()
    redis.disconnect()
  }
}

/** Starts a Redis that ends with the test. */
export async function startRedis(): Promise<TestRedis> {
  const redis = await launchRedis()
  closeLater(() => redis.kill())
  return redis
}

/** Starts a Redis that the caller kills. */
export async function launchRedis(): Promise<TestRedis> {
  const redis = new TestRedis(await findFreePort())
  await redis.start()
  return redis
}

/** Returns a port that is free now. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
