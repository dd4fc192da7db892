import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { TicketClaims } from '@culvert/schema/tokens'
import { edgeKey, routesKey } from '../routes/redis-keys.ts'
import { startFakeApi } from '../testing/fake-api.ts'
import { closeAll } from '../testing/queue.ts'
import { startRedis } from '../testing/redis.ts'
import { dialEdge } from '../testing/test-agent.ts'
import { startSiblingEdge, startTestEdge } from '../testing/test-edge.ts'
import type { TestEdgeOptions } from '../testing/test-edge.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'

afterEach(closeAll)

/** Edges of one installation, and a Redis. */
async function startEdges(options: TestEdgeOptions = {}) {
  const api = await startFakeApi()
  const redis = await startRedis()
  const start = (own = options) => startSiblingEdge(redis, { api, ...own })
  const [a, b] = [await start(), await start()]
  return {
    api,
    redis,
    start,
    a,
    b,
    /** Connects an agent that the other edges know of and that answers with a word. */
    serve: async (edge: typeof a, word: string, routes = 1, claims: Partial<TicketClaims> = {}) => {
      const agent = await edge.connectAgent(claims)
      agent.serve((stream) => stream.respond(200, [], word))
      await redis.awaitRoutes('demo.test', routes)
      return agent
    },
  }
}

const error = (status: number, code: string) => ({ status, headers: { 'x-culvert-error': code } })
const away = error(503, 'CULVERT_ROUTES_AWAY')

describe('a visitor whose agent is at another edge', () => {
  it('is served, and the app sees the address of the visitor', async () => {
    const { a, b, serve } = await startEdges()
    const agent = await serve(b, 'b')
    agent.serve((stream) => stream.respond(200, [], stream.head.visitorAddress))
    const visitor = dialRaw(a.port, 'GET / HTTP/1.1\r\nHost: demo.test\r\nConnection: close\r\n\r\n', '127.0.0.9')
    expect(await visitor.readAll()).toMatch(/127\.0\.0\.9$/)
  })

  it('is subject to the rate limit of the account only at the edge that it came to', async () => {
    const { a, b, serve } = await startEdges()
    await serve(b, 'b', 1, { limits: { requestsPerMinute: 1, requestBurst: 2, openRequests: 10 } })
    for (const status of [200, 200, 429]) expect(await visit(a.port)).toMatchObject({ status })
    // The agent's edge has not counted what the hop carried.
    expect(await visit(b.port)).toMatchObject({ status: 200 })
  })

  it('is refused by restrictions at the edge that it came to, even during a request', async () => {
    const { api, redis, a, b } = await startEdges()
    const agent = await b.connectAgent()
    await redis.awaitRoutes('demo.test', 1)
    const asked = visit(a.port)
    const stream = await agent.nextStream()
    const restriction = { accountId: 'account-1', version: 1, ranges: ['127.0.0.0/24'] }
    // Each edge subscribes, and the test's queue delivers an event to only one of them.
    for (const _ of [a, b]) api.restrict(restriction)
    expect(await asked).toMatchObject(error(403, 'CULVERT_FORBIDDEN'))
    expect(await stream.reset).toBe('CANCELLED')
    expect(await visit(a.port)).toMatchObject(error(403, 'CULVERT_FORBIDDEN'))
  })

  it('is counted and recorded once', async () => {
    const { api, a, b, serve } = await startEdges({
      timing: { usageMs: 10, requestsMs: 10 },
      environment: { EDGE_REQUESTS: 'on' },
    })
    await serve(b, 'answer')
    await visit(a.port, { method: 'POST', body: 'body' })
    expect((await api.requestReports.next()).requests).toMatchObject([{ accountId: 'account-1', path: '/' }])
    await a.edge.close({ graceMs: 0 })
    await b.edge.close({ graceMs: 0 })
    const rows = api.usageReports.unread.flatMap((report) => report.rows)
    const sum = (name: 'requests' | 'dataIn' | 'dataOut') => rows.reduce((total, row) => total + row[name], 0)
    expect([sum('requests'), sum('dataIn'), sum('dataOut')]).toEqual([1, 4, 6])
    expect(api.requestReports.unread).toEqual([])
  })

  it('follows the agent to a third edge', async () => {
    const { a, b, start, serve, redis } = await startEdges()
    const agent = await serve(b, 'b')
    expect(await visit(a.port)).toMatchObject({ body: 'b' })
    await serve(await start(), 'c', 2)
    agent.session.goAway({ code: 'SHUTDOWN', message: 'leaves', graceMs: 0 })
    await redis.awaitRoutes('demo.test', 1)
    expect(await visit(a.port, { method: 'POST', body: 'body' })).toMatchObject({ status: 200, body: 'c' })
  })

  it('is served by the edge that has the agent instead of waiting at the one that lost it', async () => {
    const { a, b, serve } = await startEdges()
    const lost = await serve(a, 'a')
    await serve(b, 'b', 2)
    lost.socket.destroy()
    await lost.closed
    expect(await visit(a.port)).toMatchObject({ body: 'b' })
  })

  it('is served although Redis accepted no writes when the agent came, for less time than an edge lives in it', async () => {
    const { redis, a, b } = await startEdges()
    const connection = redis.connect()
    await connection.config('SET', 'maxmemory', '1')
    const agent = await b.connectAgent()
    agent.serve((stream) => stream.respond(200, [], 'b'))
    while (!(await connection.info('errorstats')).includes('OOM')) await delay(10)
    await connection.config('SET', 'maxmemory', '0')
    await redis.awaitRoutes('demo.test', 1)
    expect(await visit(a.port)).toMatchObject({ body: 'b' })
  })

  it('waits at the other edge until the agent comes back', async () => {
    const { redis, a, b, serve } = await startEdges({ environment: { EDGE_OPERATIONS_PORT: '0' } })
    const agent = await serve(b, 'b')
    const { resumeToken } = await agent.welcomed
    agent.socket.destroy()
    await redis.awaitRoutes('demo.test', 1, '"isConnected":false')
    const visited = visit(a.port, { method: 'POST', body: 'a body' })
    // The request is on its way.
    while ((await readMetric(b.edge.operationsPort, 'culvert_edge_parked_requests')) === 0) await delay(5)
    const back = await dialEdge(b.port, { resumeToken })
    back.serve((stream) => void stream.ended.then(() => stream.respond(200, [], String(stream.receivedBytes))))
    expect(await visited).toMatchObject({ status: 200, body: '6' })
  })

  it('gets CULVERT_TUNNEL_BUSY if too many wait at the other edge, and the next one is served once the agent is back', async () => {
    const { redis, a, b, serve } = await startEdges({ environment: { EDGE_OPERATIONS_PORT: '0' } })
    const agent = await serve(b, 'b')
    const { resumeToken } = await agent.welcomed
    agent.socket.destroy()
    await redis.awaitRoutes('demo.test', 1, '"isConnected":false')
    const head = 'GET / HTTP/1.1\r\nHost: demo.test\r\n\r\n'
    for (let count = 0; count < 256; count += 1) dialRaw(b.port, head, `127.0.1.${1 + (count % 8)}`)
    while ((await readMetric(b.edge.operationsPort, 'culvert_edge_parked_requests')) < 256) await delay(5)
    expect(await visit(a.port)).toMatchObject(error(503, 'CULVERT_TUNNEL_BUSY'))
    const back = await dialEdge(b.port, { resumeToken })
    back.serve((stream) => stream.respond(200, [], 'back'))
    await back.welcomed
    expect(await visit(a.port)).toMatchObject({ status: 200, body: 'back' })
  })

  it('counts with its body at the other edge while it waits there; if too much waits, those that keep most are refused', async () => {
    const { redis, b, start, serve } = await startEdges({
      environment: { EDGE_OPERATIONS_PORT: '0', EDGE_KEPT_MEGABYTES: '1' },
    })
    // Visitors come to an edge that may keep more: on a slow machine what passes through it waits there, too.
    const a = await start({})
    const agent = await serve(b, 'b')
    const { resumeToken } = await agent.welcomed
    agent.socket.destroy()
    await redis.awaitRoutes('demo.test', 1, '"isConnected":false')
    const ask = (body: Buffer) => visit(a.port, { method: 'POST', body })
    const small = ask(Buffer.alloc(1_000))
    const large = Array.from({ length: 8 }, () => ask(Buffer.alloc(200 * 1024)))
    expect(await Promise.race(large)).toMatchObject(error(503, 'CULVERT_TUNNEL_BUSY'))
    expect(await readMetric(b.edge.operationsPort, 'culvert_edge_kept_bytes')).toBeLessThan(1024 * 1024)
    const back = await dialEdge(b.port, { resumeToken })
    back.serve((stream) => void stream.ended.then(() => stream.respond(200, [], String(stream.receivedBytes))))
    expect(await small).toMatchObject({ status: 200, body: '1000' })
    const statuses = (await Promise.all(large)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200, 503]))
  })

  it('is refused once the API has ended the agent', async () => {
    const { api, a, b, serve } = await startEdges()
    await serve(b, 'b')
    expect(await visit(a.port)).toMatchObject({ status: 200 })
    for (const _ of [a, b]) api.endTunnel('agent-1', 'STOPPED')
    while ((await visit(a.port)).status === 200);
    expect((await visit(a.port)).status).toBeGreaterThanOrEqual(404)
  })

  it('is sent to an edge that stays rather than to one that leaves', async () => {
    const { api, redis, a, b, start, serve } = await startEdges({ timing: { heartbeatMs: 10 } })
    await serve(b, 'leaves')
    await serve(await start(), 'stays', 2)
    api.state.isDrained = true
    const connection = redis.connect()
    const countLeaving = async () => {
      const edges = await connection.mget(await connection.keys(edgeKey('*')))
      return edges.filter((entry) => entry?.includes('"isLeaving":true')).length
    }
    // The test's API drains all edges; one that is undrained again stays.
    while ((await countLeaving()) < 3) await delay(5)
    api.state.isDrained = false
    while ((await countLeaving()) > 0) await delay(5)
    const bodies = new Set<string>()
    for (let count = 0; count < 20; count += 1) bodies.add((await visit(a.port)).body)
    expect(bodies).toEqual(new Set(['leaves', 'stays']))
    const [id] = await findEdge(connection, b.port)
    const entry = JSON.parse((await connection.get(edgeKey(id ?? ''))) ?? '')
    await connection.publish('culvert:routes', JSON.stringify({ edge: { ...entry, isLeaving: true } }))
    while ((await visit(a.port)).body === 'leaves');
    for (let count = 0; count < 20; count += 1) expect(await visit(a.port)).toMatchObject({ body: 'stays' })
  })
})

describe('without Redis', () => {
  it('an edge serves its own tunnels and those that it knows, and answers CULVERT_ROUTES_AWAY for others', async () => {
    const { redis, a, b, serve } = await startEdges()
    await serve(b, 'b')
    const own = await a.connectAgent({ sub: 'own', hostname: 'own.test' })
    own.serve((stream) => stream.respond(200, [], 'own'))
    expect(await visit(a.port)).toMatchObject({ body: 'b' })
    await redis.kill()
    expect(await visit(a.port)).toMatchObject({ body: 'b' })
    expect(await visit(a.port, { headers: { host: 'own.test' } })).toMatchObject({ body: 'own' })
    expect(await visit(a.port, { headers: { host: 'other.test' } })).toMatchObject(away)
    expect(
      await visit(a.port, { method: 'POST', body: 'x'.repeat(100_000), headers: { host: 'other.test' } }),
    ).toMatchObject(away)
  })

  it('an edge still finds an agent at one edge after it has left another', async () => {
    const { redis, a, b, start, serve } = await startEdges()
    await serve(b, 'b')
    const leaving = await serve(await start(), 'c', 2)
    const bodies = new Set<string>()
    while (bodies.size < 2) bodies.add((await visit(a.port)).body)
    await redis.kill()
    leaving.session.goAway({ code: 'SHUTDOWN', message: 'leaves', graceMs: 0 })
    await leaving.closed
    for (let count = 0; count < 20; count += 1) expect(await visit(a.port)).toMatchObject({ body: 'b' })
  })

  it('routes are known again once it is back, and once it has been emptied', async () => {
    const { redis, a, b, serve } = await startEdges()
    await serve(b, 'b')
    await redis.kill()
    expect(await visit(a.port)).toMatchObject(away)
    await redis.start()
    await redis.awaitRoutes('demo.test', 1)
    while ((await visit(a.port)).status === 503) await delay(20)
    expect(await visit(a.port)).toMatchObject({ body: 'b' })
    await redis.connect().flushall()
    await redis.awaitRoutes('demo.test', 1)
    expect(await visit(a.port)).toMatchObject({ body: 'b' })
  })

  it('no visitor is told that there is no tunnel while it is back but still empty', async () => {
    const { redis, a, b, start, serve } = await startEdges()
    const c = await start()
    await serve(b, 'b')
    expect(await visit(a.port)).toMatchObject({ body: 'b' })
    await redis.kill()
    await redis.start()
    const startedMs = performance.now()
    const connection = redis.connect()
    while (performance.now() - startedMs < 2_000) {
      // As if the edge of the agent were the last to come back.
      await connection.flushall()
      // An edge drops a cached route when another edge announces a change.
      expect((await visit(a.port)).body).toMatch(/^b$|CULVERT_ROUTES_AWAY/)
      expect((await visit(c.port)).body).toMatch(/^b$|CULVERT_ROUTES_AWAY/)
    }
  })

  it('an edge without an address for others can still reach them', async () => {
    const { api, redis, b, serve } = await startEdges()
    await serve(b, 'b')
    const one = await startTestEdge({ api, environment: { REDIS_URL: redis.url } })
    await one.connectAgent({ sub: 'own', hostname: 'own.test' })
    expect(await visit(one.port)).toMatchObject({ body: 'b' })
    expect(await redis.connect().exists(routesKey('own.test'))).toBe(0)
  })
})

it('a request makes one hop at most: an edge that lacks the agent it is said to have refuses it', async () => {
  const { redis, a, b, start, serve } = await startEdges()
  await serve(b, 'b')
  const c = await start()
  const connection = redis.connect()
  const [bId = ''] = await findEdge(connection, b.port)
  const [cId = ''] = await findEdge(connection, c.port)
  const claims = (await connection.hget(routesKey('demo.test'), bId)) ?? ''
  await connection.multi().del(routesKey('demo.test')).hset(routesKey('demo.test'), cId, claims).exec()
  expect(await visit(a.port)).toMatchObject(error(503, 'CULVERT_TUNNEL_OFFLINE'))
  expect(await visit(c.port)).toMatchObject({ status: 404 })
})

/** Returns the ids of the edges whose address ends with a port. */
async function findEdge(redis: ReturnType<Awaited<ReturnType<typeof startRedis>>['connect']>, port: number) {
  const keys = await redis.keys(edgeKey('*'))
  const entries = await Promise.all(keys.map(async (key) => [key, await redis.get(key)] as const))
  return entries.filter(([, entry]) => entry?.includes(`:${port}"`)).map(([key]) => key.slice(edgeKey('').length))
}

async function readMetric(port: number | undefined, name: string): Promise<number> {
  const { body } = await visit(port ?? 0, { path: '/metrics' })
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(body)?.[1])
}
