import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { Redis } from 'ioredis'
import { describe } from 'vitest'
import { closeLater } from './queue.ts'

/** Describes what needs a Redis server, on machines that have one. */
export const describeRedis =
  spawnSync('redis-server', ['--version']).error === undefined ? describe : describe.skip

/** A Redis server of a test's own. */
export interface TestRedis {
  url: string
  /** Opens a connection that fails at once while the server is away. */
  connect(): Redis
  /** Kills the server; what it held is lost. */
  kill(): Promise<void>
  /** Starts it again on the same port. */
  restart(): Promise<void>
}

export async function startRedis(): Promise<TestRedis> {
  const port = await findFreePort()
  let server = await spawnRedis(port)
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
  closeLater(kill)
  return {
    url: `redis://127.0.0.1:${port}`,
    connect: () => {
      const redis = new Redis(port, '127.0.0.1', { enableOfflineQueue: false, commandTimeout: 500, retryStrategy: () => 50 })
      redis.on('error', () => {})
      closeLater(() => redis.disconnect())
      return redis
    },
    kill,
    restart: async () => {
      server = await spawnRedis(port)
    },
  }
}

async function spawnRedis(port: number) {
  const server = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  for await (const line of createInterface(server.stdout)) if (line.includes('Ready to accept')) return server
  throw new Error('redis-server ended before it was ready')
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
