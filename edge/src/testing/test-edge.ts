import { mkdtempSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import type { TicketClaims } from '@culvert/schema/tokens'
import { loadEdgeConfig } from '../config.ts'
import type { EdgeTiming } from '../config.ts'
import { startNodeIngress } from '../../fuzz/node-ingress.ts'
import { startEdge } from '../edge.ts'
import type { StartIngress } from '../ingress/options.ts'
import type { ProcessPosition } from '../processes/position.ts'
import { edgeSecret, issuer, startFakeApi } from './fake-api.ts'
import type { FakeApi } from './fake-api.ts'
import { closeLater } from './queue.ts'
import { dialEdge } from './test-agent.ts'
import type { TestAgent } from './test-agent.ts'
import { findFreePort, launchRedis } from './redis.ts'
import type { TestRedis } from './redis.ts'

/** Returns the environment that test edges start with, including a separate folder. */
export function edgeEnvironment(apiUrl: string): NodeJS.ProcessEnv {
  const folder = mkdtempSync(join(tmpdir(), 'culvert-edge-'))
  closeLater(() => rmSync(folder, { recursive: true, force: true }))
  return {
    CULVERT_DATA: folder,
    EDGE_HTTP_PORT: '0',
    EDGE_HTTPS_PORT: 'off',
    EDGE_HOST: '127.0.0.1',
    EDGE_SECRET: edgeSecret,
    CULVERT_API_URL: apiUrl,
    CULVERT_PUBLIC_URL: issuer,
    CULVERT_TUNNEL_URL: 'http://edge.test:8080',
    LOG_LEVEL: 'silent',
  }
}

/** Describes what holds with either ingress; tests start their edges with the function that they receive. */
export function describeEdge(name: string, define: (startEdge: typeof startTestEdge) => void): void {
  describe(`${name} (net ingress)`, () => define(startTestEdge))
  describe(`${name} (node ingress)`, () => define((options) => startTestEdge({ start: startNodeIngress, ...options })))
}

/** The same, and also with visitors that arrive at a process or an edge that does not have the agent. */
export function describeExchange(name: string, define: (startEdge: typeof startTestEdge) => void): void {
  describeEdge(name, define)
  describe(`${name} (through another process)`, () => define(startWithOtherProcess))
  describe(`${name} (through another edge)`, () => {
    // Shared by all of these tests: starting a Redis takes as long as many of them.
    let redis: TestRedis
    beforeAll(async () => {
      redis = await launchRedis()
    })
    afterAll(() => redis.kill())
    define((options) => startWithOtherEdge(redis, options))
  })
}

export interface TestEdgeOptions {
  api?: FakeApi
  /** An ingress to use instead of ours. */
  start?: StartIngress
  timing?: Partial<EdgeTiming>
  environment?: NodeJS.ProcessEnv
  position?: ProcessPosition
}

/** Starts an edge on a free port, with a new API unless one is given. */
export async function startTestEdge(options: TestEdgeOptions = {}) {
  const api = options.api ?? (await startFakeApi())
  const config = loadEdgeConfig({ ...edgeEnvironment(api.url), ...options.environment })
  const edge = await startEdge(
    { ...config, timing: { ...config.timing, ...options.timing } },
    options.position,
    options.start,
  )
  closeLater(() => edge.close({ graceMs: 0 }))
  return {
    api,
    edge,
    port: edge.port,
    processes: options.position?.count ?? 1,
    /** Connects an agent with a ticket for demo.test; it has been welcomed. `features` defaults to the current ones. */
    connectAgent: async (claims: Partial<TicketClaims> = {}, features?: readonly string[]): Promise<TestAgent> => {
      const agent = await dialEdge(edge.port, { ticket: await api.issueTicket(claims) }, undefined, features)
      await agent.welcomed
      return agent
    },
  }
}

/** Returns the positions of an edge's processes, with a folder for their sockets. */
export async function makePositions(count: number): Promise<ProcessPosition[]> {
  const folder = await mkdtemp(join(tmpdir(), 'culvert-edge-'))
  closeLater(() => rm(folder, { recursive: true }))
  return Array.from({ length: count }, (_, number) => ({ number, count, folder }))
}

/** Starts two processes of an edge and returns one of them; agents connect to the other. */
export async function startWithOtherProcess(options: TestEdgeOptions = {}) {
  const api = options.api ?? (await startFakeApi())
  const [position, otherPosition] = await makePositions(2)
  const other = await startTestEdge({ ...options, api, position: otherPosition })
  const one = await startTestEdge({ ...options, api, position })
  return { ...one, other, connectAgent: other.connectAgent }
}

/** Starts an edge that others can reach. */
export async function startSiblingEdge(redis: TestRedis, { environment, ...options }: TestEdgeOptions = {}) {
  const port = String(await findFreePort())
  const own = { REDIS_URL: redis.url, EDGE_HTTP_PORT: port, EDGE_SIBLING_URL: `http://127.0.0.1:${port}` }
  return await startTestEdge({ ...options, environment: { ...own, ...environment } })
}

/** Starts two edges and returns one of them; agents connect to the other. */
async function startWithOtherEdge(redis: TestRedis, options: TestEdgeOptions = {}) {
  const api = options.api ?? (await startFakeApi())
  await redis.empty()
  const other = await startSiblingEdge(redis, { ...options, api })
  const one = await startSiblingEdge(redis, { ...options, api })
  return {
    ...one,
    connectAgent: async (claims: Partial<TicketClaims> = {}, features?: readonly string[]): Promise<TestAgent> => {
      const agent = await other.connectAgent(claims, features)
      await redis.awaitRoutes(claims.hostname ?? 'demo.test', 1)
      return agent
    },
  }
}
