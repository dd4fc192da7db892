import { describe } from '@jest/globals'
import type { TicketClaims } from '@culvert/schema/tokens'
import { loadEdgeConfig } from '../config.ts'
import type { EdgeTiming, IngressKind } from '../config.ts'
import { startEdge } from '../edge.ts'
import { edgeSecret, issuer, startFakeApi } from './fake-api.ts'
import type { FakeApi } from './fake-api.ts'
import { closeLater } from './queue.ts'
import { dialEdge } from './test-agent.ts'
import type { TestAgent } from './test-agent.ts'

/** The environment that test edges start with. */
export function edgeEnvironment(apiUrl: string): NodeJS.ProcessEnv {
  return {
    EDGE_HTTP_PORT: '0',
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
  describe.each(['net', 'node'] as const)(`${name} (%s ingress)`, (ingress) =>
    define((options) => startTestEdge({ ingress, ...options })),
  )
}

/** An edge on a port of its own, with an API of its own unless one is given. */
export async function startTestEdge(
  options: {
    api?: FakeApi
    ingress?: IngressKind
    timing?: Partial<EdgeTiming>
    environment?: NodeJS.ProcessEnv
  } = {},
) {
  const api = options.api ?? (await startFakeApi())
  const config = loadEdgeConfig({ ...edgeEnvironment(api.url), ...options.environment })
  const edge = await startEdge({
    ...config,
    ingress: options.ingress ?? config.ingress,
    timing: { ...config.timing, ...options.timing },
  })
  closeLater(() => edge.close({ graceMs: 0 }))
  return {
    api,
    edge,
    port: edge.port,
    /** An agent with a ticket for demo.test that was welcomed. */
    connectAgent: async (claims: Partial<TicketClaims> = {}): Promise<TestAgent> => {
      const agent = await dialEdge(edge.port, { ticket: await api.issueTicket(claims) })
      await agent.welcomed
      return agent
    },
  }
}
