import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import type { ReportTunnelsInput } from '@culvert/schema/client-types'
import { inspectionFeature } from '@culvert/wire'
import { closeAll } from './testing/queue.ts'
import type { FakeApi } from './testing/fake-api.ts'
import { dialEdge } from './testing/test-agent.ts'
import { startTestEdge } from './testing/test-edge.ts'
import { dialRaw, visit } from './testing/test-visitor.ts'

afterEach(closeAll)

const environment = { EDGE_NAME: 'edge-1', EDGE_REGION: 'eu-west', EDGE_CAPACITY: '100' }

/** An edge that reports often. */
const startEdge = () => startTestEdge({ environment, timing: { heartbeatMs: 20, recheckMs: 20 } })

/** Waits for a report of this kind. */
async function findReport(api: FakeApi, fits: (report: ReportTunnelsInput) => boolean): Promise<ReportTunnelsInput> {
  let report = await api.tunnelReports.next()
  while (!fits(report)) report = await api.tunnelReports.next()
  return report
}

/** Waits until the edge has learned whether it is drained. */
async function setDrained(api: FakeApi, isDrained: boolean): Promise<void> {
  api.state.isDrained = isDrained
  api.tunnelReports.unread.splice(0)
  // The second follows the answer to the first.
  for (let reports = 0; reports < 2; reports += 1) await api.tunnelReports.next()
}

describe("an edge's entry in the directory", () => {
  it('gives its addresses, region, capacity and tunnel count with each report', async () => {
    const { api, connectAgent } = await startTestEdge({
      environment: {
        ...environment,
        EDGE_AGENT_URL: 'http://one.edge.test:8001/',
        EDGE_SIBLING_URL: 'http://10.0.0.1:8080/',
      },
    })
    expect((await api.tunnelReports.next()).edge).toEqual({
      name: 'edge-1',
      process: 0,
      agentUrl: 'http://one.edge.test:8001',
      siblingUrl: 'http://10.0.0.1:8080',
      region: 'eu-west',
      capacity: 100,
      tunnelCount: 0,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      state: 'SERVING',
    })
    await connectAgent()
    expect((await findReport(api, ({ connected }) => connected.length > 0)).edge).toMatchObject({ tunnelCount: 1 })
  })

  it('leaves out what is not set, and has a default name and capacity', async () => {
    const { api } = await startTestEdge({ timing: { heartbeatMs: 20 } })
    const { edge } = await api.tunnelReports.next()
    expect(edge).toMatchObject({ name: expect.stringMatching(/./), capacity: 5_000 })
    expect([edge?.agentUrl, edge?.siblingUrl, edge?.region]).toEqual([undefined, undefined, undefined])
  })

  it('has an address at which agents are accepted on any port that leads to it', async () => {
    const { port } = await startTestEdge({ environment: { EDGE_AGENT_URL: 'http://one.edge.test:8001' } })
    const visitor = dialRaw(
      port,
      'GET /.culvert/tunnel HTTP/1.1\r\nHost: one.edge.test:8001\r\nConnection: Upgrade\r\nUpgrade: culvert\r\n\r\n',
    )
    expect(await visitor.readUntil('\r\n\r\n')).toMatch(/^HTTP\/1.1 101/)
    visitor.socket.destroy()
  })
})

describe('an edge that is drained', () => {
  it('asks its agents to move, serves until they have, and lets open requests finish', async () => {
    const { api, port, connectAgent } = await startEdge()
    const agent = await connectAgent()
    agent.serve((stream) => stream.head.target === '/slow' || stream.respond(200, [], 'here'))
    await setDrained(api, true)
    expect(await agent.moved).toBe('This edge is drained: its agents are served by others.')
    expect(await visit(port)).toMatchObject({ status: 200, body: 'here' })
    const { promise, resolve } = Promise.withResolvers<Parameters<Parameters<typeof agent.serve>[0]>[0]>()
    agent.serve(resolve)
    const slow = visit(port, { method: 'POST', body: Buffer.from('to the end') })
    const stream = await promise
    api.state.ended = [{ agentId: 'agent-1', reason: 'MOVED' }]
    expect(await agent.dismissed).toMatchObject({ code: 'SHUTDOWN', graceMs: 3_600_000 })
    await stream.ended
    stream.respond(200, [], 'finished')
    expect(await slow).toMatchObject({ status: 200, body: 'finished' })
    await agent.closed
    expect(await visit(port)).toMatchObject({ status: 503 })
  })

  it('sends complete reports while agents are moving, since the answers say which have arrived', async () => {
    const { api, connectAgent } = await startEdge()
    await connectAgent()
    await setDrained(api, true)
    for (let reports = 0; reports < 3; reports += 1) {
      expect(await api.tunnelReports.next()).toMatchObject({ complete: true, held: ['agent-1'] })
    }
  })

  it('admits no new agents, lets its own resume, and is not ready once it has none', async () => {
    const { api, port, connectAgent } = await startEdge()
    const agent = await connectAgent()
    const { resumeToken } = await agent.welcomed
    await setDrained(api, true)
    const claims = { sub: 'agent-2', hostname: 'two.test' }
    const refused = await dialEdge(port, { ticket: await api.issueTicket(claims) })
    expect(await refused.dismissed).toMatchObject({ code: 'SHUTDOWN' })
    const ask = () => visit(port, { path: '/readyz', headers: { host: 'edge.test' } })
    agent.socket.destroy()
    const back = await dialEdge(port, { resumeToken })
    await back.welcomed
    await back.moved
    expect(await ask()).toMatchObject({ status: 200 })
    api.state.ended = [{ agentId: 'agent-1', reason: 'MOVED' }]
    await back.closed
    expect(await ask()).toMatchObject({ status: 503, body: expect.stringMatching('it is drained') })
    await setDrained(api, false)
    await connectAgent(claims)
    expect(await ask()).toMatchObject({ status: 200 })
  })

  it('immediately tells agents that cannot move to dial again, and lets open requests finish', async () => {
    const { api, port, connectAgent } = await startEdge()
    const agent = await connectAgent({}, [inspectionFeature])
    const open = visit(port)
    const stream = await agent.nextStream()
    await setDrained(api, true)
    expect(await agent.dismissed).toMatchObject({ code: 'SHUTDOWN', graceMs: 3_600_000 })
    stream.respond(200, [], 'finished')
    expect(await open).toMatchObject({ status: 200, body: 'finished' })
  })
})

describe('an edge that is fuller than others', () => {
  it('releases only the agents that the API names, lets open requests finish, and admits them again', async () => {
    const { api, port, connectAgent } = await startEdge()
    const agent = await connectAgent()
    const claims = { sub: 'agent-2', hostname: 'two.test' }
    const other = await connectAgent(claims)
    other.serve((stream) => stream.respond(200, [], 'stays'))
    const open = visit(port)
    const stream = await agent.nextStream()
    api.state.released = ['agent-1']
    expect(await agent.dismissed).toEqual({
      code: 'SHUTDOWN',
      message: 'This edge is full: others serve the agent.',
      graceMs: 3_600_000,
    })
    expect(await visit(port, { headers: { host: 'two.test' } })).toMatchObject({ status: 200, body: 'stays' })
    stream.respond(200, [], 'finished')
    expect(await open).toMatchObject({ status: 200, body: 'finished' })
    await agent.closed
    expect(await visit(port)).toMatchObject({ status: 503 })
    api.state.released = []
    await setDrained(api, false)
    const again = await connectAgent()
    again.serve((each) => each.respond(200, [], 'again'))
    expect(await visit(port)).toMatchObject({ status: 200, body: 'again' })
  })
})

describe('an edge that is told to shut down', () => {
  it('reports DRAINING before it tells its agents, and STOPPED at the end', async () => {
    const { api, edge, connectAgent } = await startEdge()
    const agent = await connectAgent()
    const order: string[] = []
    void agent.dismissed.then(() => order.push('agent'))
    api.tunnelReports.unread.splice(0)
    const closed = edge.close({ graceMs: 10_000 })
    await findReport(api, ({ edge: entry }) => entry?.state === 'DRAINING')
    expect(order).toEqual([])
    expect(await agent.dismissed).toMatchObject({ code: 'SHUTDOWN', graceMs: 10_000 })
    await closed
    expect(await findReport(api, ({ edge: entry }) => entry?.state === 'STOPPED')).toMatchObject({
      complete: true,
      connected: [],
    })
  })

  it('serves until its agents have moved, if another edge takes them', async () => {
    const { api, edge, port, connectAgent } = await startEdge()
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(200, [], 'here'))
    api.state.isDrained = true
    const closed = edge.close({ graceMs: 4_000 })
    await agent.moved
    expect(await visit(port)).toMatchObject({ status: 200, body: 'here' })
    api.state.ended = [{ agentId: 'agent-1', reason: 'MOVED' }]
    expect(await agent.dismissed).toMatchObject({ code: 'SHUTDOWN' })
    await closed
  })

  it('ends kept connections with an answer while load balancers notice that it is not ready', async () => {
    const { api, edge, port, connectAgent } = await startTestEdge({
      environment,
      timing: { heartbeatMs: 20, recheckMs: 20, noticeMs: 2_000 },
    })
    const agent = await connectAgent()
    const ask = 'GET /readyz HTTP/1.1\r\nHost: edge.test\r\n\r\n'
    const visitor = dialRaw(port, ask)
    expect(await visitor.readUntil('\r\n\r\n')).toMatch(/^HTTP\/1.1 200[^]*Connection: keep-alive/)
    api.state.isDrained = true
    void edge.close({ graceMs: 8_000 })
    await agent.moved
    api.state.ended = [{ agentId: 'agent-1', reason: 'MOVED' }]
    await agent.closed
    visitor.received = ''
    visitor.socket.write(ask)
    expect(await visitor.readAll()).toMatch(/^HTTP\/1.1 503[^]*Connection: close[^]*it is stopping/)
    // Others are still served.
    expect(await visit(port, { path: '/healthz', headers: { host: 'edge.test' } })).toMatchObject({ status: 200 })
  })

  it('waits at most half of its grace period for agents that find no other edge', async () => {
    const { api, edge, connectAgent } = await startTestEdge({
      environment,
      timing: { heartbeatMs: 20, recheckMs: 20, noticeMs: 0 },
    })
    const agent = await connectAgent()
    api.state.isDrained = true
    const closed = edge.close({ graceMs: 3_000 })
    await agent.moved
    const { code, graceMs } = await agent.dismissed
    expect(code).toBe('SHUTDOWN')
    // The rest of the grace period: it waited for half of it, and not much longer.
    expect(graceMs).toBeLessThanOrEqual(1_500)
    expect(graceMs).toBeGreaterThan(750)
    await closed
  })

  it('shuts down even if the API does not answer', async () => {
    const { api, edge, connectAgent } = await startEdge()
    const agent = await connectAgent()
    await api.close()
    const closed = edge.close({ graceMs: 10_000 })
    expect(await agent.dismissed).toMatchObject({ code: 'SHUTDOWN' })
    await once(agent.socket, 'close')
    await closed
  })
})
