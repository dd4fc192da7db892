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
import type { Place } from '../processes/place.ts'
import { edgeSecret, issuer, startFakeApi } from './fake-api.ts'
import type { FakeApi } from './fake-api.ts'
import { closeLater } from './queue.ts'
import { dialEdge } from './test-agent.ts'
import type { TestAgent } from './test-agent.ts'
import { findFreePort, launchRedis } from './redis.ts'
import type { TestRedis } from './redis.ts'

/** The environment that test edges start with, a folder of their own in it. */
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

/** Describes what holds with either ingress; tests start their edges with the function that they get. */
export function describeEdge(name: string, define: (startEdge: typeof startTestEdge) => void): void {
  describe(`${name} (net ingress)`, () => define(startTestEdge))
  describe(`${name} (node ingress)`, () => define((options) => startTestEdge({ start: startNodeIngress, ...options })))
}

/** The same, and where visitors come to another process than the agent, or to another edge. */
export function describeExchange(name: string, define: (startEdge: typeof startTestEdge) => void): void {
  describeEdge(name, define)
  describe(`${name} (through another process)`, () => define(startBesideProcess))
  describe(`${name} (through another edge)`, () => {
    // One for all of these tests: to start one takes as long as many a test.
    let redis: TestRedis
    beforeAll(async () => {
      redis = await launchRedis()
    })
    afterAll(() => redis.kill())
    define((options) => startBesideAgent(redis, options))
  })
}

export interface TestEdgeOptions {
  api?: FakeApi
  /** Another ingress than ours. */
  start?: StartIngress
  timing?: Partial<EdgeTiming>
  environment?: NodeJS.ProcessEnv
  place?: Place
}

/** An edge on a port of its own, with an API of its own unless one is given. */
export async function startTestEdge(options: TestEdgeOptions = {}) {
  const api = options.api ?? (await startFakeApi())
  const config = loadEdgeConfig({ ...edgeEnvironment(api.url), ...options.environment })
  const edge = await startEdge(
    { ...config, timing: { ...config.timing, ...options.timing } },
    options.place,
    options.start,
  )
  closeLater(() => edge.close({ graceMs: 0 }))
  return {
    api,
    edge,
    port: edge.port,
    processes: options.place?.count ?? 1,
    /** An agent with a ticket for demo.test that was welcomed; `features` are those of today's if they are left out. */
    connectAgent: async (claims: Partial<TicketClaims> = {}, features?: readonly string[]): Promise<TestAgent> => {
      const agent = await dialEdge(edge.port, { ticket: await api.issueTicket(claims) }, undefined, features)
      await agent.welcomed
      return agent
    },
  }
}

/** A folder for the sockets of an edge's processes. */
export async function makePlaces(count: number): Promise<Place[]> {
  const folder = await mkdtemp(join(tmpdir(), 'culvert-edge-'))
  closeLater(() => rm(folder, { recursive: true }))
  return Array.from({ length: count }, (_, number) => ({ number, count, folder }))
}

/** One of two processes of an edge: agents are in the other one. */
export async function startBesideProcess(options: TestEdgeOptions = {}) {
  const api = options.api ?? (await startFakeApi())
  const [place, otherPlace] = await makePlaces(2)
  const other = await startTestEdge({ ...options, api, place: otherPlace })
  const one = await startTestEdge({ ...options, api, place })
  return { ...one, other, connectAgent: other.connectAgent }
}

/** An edge that others reach. */
export async function startSiblingEdge(redis: TestRedis, { environment, ...options }: TestEdgeOptions = {}) {
  const port = String(await findFreePort())
  const own = { REDIS_URL: redis.url, EDGE_HTTP_PORT: port, EDGE_SIBLING_URL: `http://127.0.0.1:${port}` }
  return await startTestEdge({ ...options, environment: { ...own, ...environment } })
}

/** One of two edges: agents are at the other one. */
async function startBesideAgent(redis: TestRedis, options: TestEdgeOptions = {}) {
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
