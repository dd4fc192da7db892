import { afterEach, describe, expect, it } from 'vitest'
import type { TicketClaims } from '@culvert/schema/tokens'
import { startFakeApi } from '../testing/fake-api.ts'
import { closeAll } from '../testing/queue.ts'
import { startRedis } from '../testing/redis.ts'
import { startSiblingEdge } from '../testing/test-edge.ts'
import type { TestEdgeOptions } from '../testing/test-edge.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'

afterEach(closeAll)

/** Three edges of one installation, and a Redis. */
async function startThree(options: TestEdgeOptions = {}) {
  const api = await startFakeApi()
  const redis = await startRedis()
  const start = () => startSiblingEdge(redis, { api, ...options })
  const [a, b, c] = [await start(), await start(), await start()]
  return {
    api,
    redis,
    a,
    b,
    c,
    /** An agent that the other edges know of, and that answers with a word. */
    serve: async (edge: typeof a, word: string, routes = 1, claims: Partial<TicketClaims> = {}) => {
      const agent = await edge.connectAgent(claims)
      agent.serve((stream) => stream.respond(200, [], word))
      await redis.awaitRoutes('demo.test', routes)
      return agent
    },
  }
}

describe('a visitor whose agent is at another edge', () => {
  it('is served, and seen by the app with its own address', async () => {
    const { a, b, serve } = await startThree()
    const agent = await serve(b, 'b')
    expect(await visit(a.port)).toMatchObject({ status: 200, body: 'b' })
    agent.serve((stream) => stream.respond(200, [], stream.head.visitorAddress))
    const visitor = dialRaw(a.port, 'GET / HTTP/1.1\r\nHost: demo.test\r\nConnection: close\r\n\r\n', '127.0.0.9')
    expect(await visitor.readAll()).toMatch(/127\.0\.0\.9$/)
  })

  it('follows the agent to a third edge', async () => {
    const { a, b, c, serve, redis } = await startThree()
    const agent = await serve(b, 'b')
    expect(await visit(a.port)).toMatchObject({ body: 'b' })
    await serve(c, 'c', 2)
    agent.session.goAway({ code: 'SHUTDOWN', message: 'leaves', graceMs: 0 })
    await redis.awaitRoutes('demo.test', 1)
    expect(await visit(a.port)).toMatchObject({ status: 200, body: 'c' })
  })
})
