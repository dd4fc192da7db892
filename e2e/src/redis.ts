import { spawnSync } from 'node:child_process'
import type { Cleanup } from './cleanup.ts'
import { findSparePorts } from './ports.ts'
import { type RunningProcess, startProcess } from './processes.ts'

/** A Redis server for one test, which can stop and start it. */
export interface RedisServer {
  url: string
  kill(): Promise<void>
  start(): Promise<void>
}

/** Starts a Redis server; undefined if there is none on this machine. */
export async function startRedis(cleanup: Cleanup): Promise<RedisServer | undefined> {
  if (spawnSync('redis-server', ['--version']).error) return undefined
  const [port = 0] = await findSparePorts(1)
  let running: RunningProcess | undefined
  const server: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    async kill() {
      await running?.kill()
    },
    async start() {
      running = startProcess('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''])
      await running.waitForOutput(/Ready to accept connections/)
    },
  }
  await server.start()
  cleanup.defer(() => server.kill())
  return server
}
