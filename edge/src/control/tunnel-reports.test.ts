import { afterEach, describe, expect, it } from 'vitest'
import type { TunnelEndReason } from '@culvert/schema/client-types'
import type { EdgeTiming } from '../config.ts'
import { newerReason } from '../testing/api-schema.ts'
import { closeAll } from '../testing/queue.ts'
import type { FakeApi } from '../testing/fake-api.ts'
import { dialEdge } from '../testing/test-agent.ts'
import { startTestEdge } from '../testing/test-edge.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'

afterEach(closeAll)

describe('tunnel reports', () => {
  it('begin with the complete state, and then give each change', async () => {
    const { api, connectAgent } = await startEdge()
    const first = await api.tunnelReports.next()
    expect(first).toMatchObject({ complete: true, connected: [], disconnected: [] })
    expect(await api.tunnelReports.next()).toEqual(first)
    const agent = await connectAgent()
    expect(await api.tunnelReports.next()).toEqual({
      edgeId: first.edgeId,
      edge: { ...first.edge, tunnelCount: 1 },
      complete: false,
      connected: ['agent-1'],
      disconnected: [],
    })
    agent.socket.destroy()
    expect(await api.tunnelReports.next()).toMatchObject({ complete: false, connected: [], disconnected: ['agent-1'] })
  })

  it('continue as heartbeats while nothing changes', async () => {
    const { api } = await startEdge({ heartbeatMs: 20 })
    await untilSubscribed(api)
    const { edgeId } = await api.tunnelReports.next()
    expect(await api.tunnelReports.next()).toMatchObject({ edgeId, connected: [], disconnected: [] })
  })

  it('are complete once more after the subscription has begun, to end tunnels that ended before it', async () => {
    const { api, connectAgent } = await startTestEdge({ timing: { recheckMs: 1_000 } })
    await untilSubscribed(api)
    const agent = await connectAgent()
    expect(await api.tunnelReports.next()).toMatchObject({ complete: false, connected: ['agent-1'] })
    api.state.ended = [{ agentId: 'agent-1', reason: 'STOPPED' }]
    expect(await api.tunnelReports.next()).toMatchObject({ complete: true, held: ['agent-1'] })
    expect(await agent.dismissed).toMatchObject({ code: 'STOPPED' })
  })

  it('include a connection that replaces another of the same agent, which may have been at another edge', async () => {
    const { api, connectAgent } = await startEdge()
    await untilSubscribed(api)
    await connectAgent()
    expect(await api.tunnelReports.next()).toMatchObject({ complete: false, connected: ['agent-1'] })
    await connectAgent()
    expect(await api.tunnelReports.next()).toMatchObject({ complete: false, connected: ['agent-1'], disconnected: [] })
  })

  it('are complete again after twelve heartbeats, so that a tunnel ends even if its event was lost', async () => {
    const { api, connectAgent } = await startEdge({ heartbeatMs: 50 })
    await untilSubscribed(api)
    const agent = await connectAgent()
    for (let heartbeats = 0, isHeld = false; !isHeld; heartbeats += 1) {
      expect(heartbeats).toBeLessThan(20)
      isHeld = (await api.tunnelReports.next()).held?.includes('agent-1') === true
    }
    api.state.ended = [{ agentId: 'agent-1', reason: 'GATEWAY_DELETED' }]
    expect(await agent.dismissed).toMatchObject({ code: 'GATEWAY_DELETED' })
  })

  it('are complete in time even if changes never stop', async () => {
    const { api, connectAgent } = await startEdge({ heartbeatMs: 100 })
    await untilSubscribed(api)
    let reviews = 0
    for (let changes = 0; reviews === 0; changes += 1) {
      expect(changes).toBeLessThan(100)
      const agent = await connectAgent({ sub: `agent-${changes}`, hostname: 'two.test' })
      if ((await api.tunnelReports.next()).complete) reviews += 1
      agent.socket.destroy()
    }
  })

  it('list 1,001 tunnels in pages that together leave none out', async () => {
    const { api, connectAgent } = await startEdge()
    await untilSubscribed(api)
    const ids = Array.from({ length: 1_001 }, (_, index) => `agent-${index}`)
    api.state.failure = 'UNAVAILABLE'
    for (let at = 0; at < ids.length; at += 50) {
      await Promise.all(ids.slice(at, at + 50).map((sub) => connectAgent({ sub, hostname: `${sub}.test` })))
    }
    api.state.failure = undefined
    let first = await api.tunnelReports.next()
    // Changes may be reported between pages, and some pages were made before all tunnels were open.
    while (!first.complete || first.after || first.connected.length < 1_000) first = await api.tunnelReports.next()
    expect(first.upTo).toBe(first.connected.at(-1))
    let second = await api.tunnelReports.next()
    while (second.after !== first.upTo) second = await api.tunnelReports.next()
    expect(second).toMatchObject({ complete: true, after: first.upTo })
    expect(second.upTo ?? null).toBeNull()
    expect([...first.connected, ...second.connected]).toEqual(ids.toSorted())
  }, 30_000)

  it('bring the current limits to accounts with older tickets', async () => {
    const { api, port, connectAgent } = await startEdge({ heartbeatMs: 20 })
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(200))
    expect(await visit(port)).toMatchObject({ status: 200 })
    api.state.limits = { requestsPerMinute: 1, requestBurst: 1, openRequests: 1_000 }
    let { status } = await visit(port)
    while (status === 200) status = (await visit(port)).status
    expect(status).toBe(429)
  })

  it('are complete when the API is back', async () => {
    const { api, connectAgent } = await startEdge()
    await untilSubscribed(api)
    await connectAgent()
    await api.tunnelReports.next()
    await api.close()
    await connectAgent({ sub: 'agent-2', hostname: 'two.test' })
    await api.reopen()
    const report = await api.tunnelReports.next()
    expect(report).toMatchObject({ complete: true, disconnected: [] })
    expect(report.connected.toSorted()).toEqual(['agent-1', 'agent-2'])
  })

  it('say that nothing is connected when the edge shuts down', async () => {
    const { api, edge, connectAgent } = await startEdge()
    await untilSubscribed(api)
    await connectAgent()
    await api.tunnelReports.next()
    await edge.close({ graceMs: 0 })
    expect(api.tunnelReports.unread.at(-1)).toMatchObject({ complete: true, connected: [] })
  })

  it.each([
    ['UNKNOWN', 'The server does not know this agent any more: start it again.'],
    [
      'PLAN_LIMIT_REACHED',
      'The plan of the account allows no more agents at the same time: stop one that you do not need.',
    ],
    [newerReason, 'The server has ended this agent.'],
  ] as const)('end the tunnels that the API names in its answer: %s', async (reason, message) => {
    const { api, connectAgent } = await startEdge()
    await untilSubscribed(api)
    api.state.ended = [{ agentId: 'agent-1', reason }]
    const agent = await connectAgent()
    expect(await agent.dismissed).toMatchObject({ code: 'STOPPED', message })
    expect(await api.tunnelReports.next()).toMatchObject({ connected: ['agent-1'] })
    expect(await api.tunnelReports.next()).toMatchObject({ disconnected: ['agent-1'] })
  })
})

describe('a tunnel that the API ends', () => {
  it.each<[TunnelEndReason | typeof newerReason, string]>([
    ['STOPPED', 'STOPPED'],
    ['GATEWAY_DELETED', 'GATEWAY_DELETED'],
    ['AUTH_TOKEN_DELETED', 'AUTH_TOKEN_DELETED'],
    ['MEMBER_REMOVED', 'STOPPED'],
    ['ACCOUNT_DELETED', 'STOPPED'],
    ['ACCOUNT_SUSPENDED', 'STOPPED'],
    ['HOSTNAME_BLOCKED', 'STOPPED'],
    ['USER_DISABLED', 'STOPPED'],
    ['PLAN_LIMIT_REACHED', 'STOPPED'],
    ['REPLACED', 'REPLACED'],
    ['UNKNOWN', 'STOPPED'],
    [newerReason, 'STOPPED'],
  ])('with reason %s closes with code %s, and cannot be resumed', async (reason, code) => {
    const { api, port, connectAgent } = await startEdge({ endedGraceMs: 50 })
    await untilSubscribed(api)
    const agent = await connectAgent()
    const { resumeToken } = await agent.welcomed
    const visited = visit(port)
    await agent.nextStream()
    api.endTunnel('agent-1', reason)
    const dismissed = await agent.dismissed
    expect(dismissed).toMatchObject({ code })
    expect(dismissed.message.includes('dashboard')).toBe(reason === 'STOPPED')
    await agent.closed
    expect(await visited).toMatchObject({ status: 502 })
    const back = await dialEdge(port, { resumeToken })
    expect(await back.dismissed).toMatchObject({ code: 'RESUME_UNKNOWN' })
    expect(await visit(port)).toMatchObject({
      status: reason === 'GATEWAY_DELETED' ? 404 : reason === 'ACCOUNT_SUSPENDED' ? 403 : 503,
    })
  })

  it('closes within 2 s even if a visitor is waiting for an answer', async () => {
    const { api, port, connectAgent } = await startEdge()
    await untilSubscribed(api)
    const agent = await connectAgent()
    const visited = visit(port)
    await agent.nextStream()
    const endedMs = performance.now()
    api.endTunnel('agent-1', 'STOPPED')
    await agent.closed
    expect(performance.now() - endedMs).toBeLessThan(2_000)
    expect(await visited).toMatchObject({ status: 502 })
  })

  it('cannot be opened again with an earlier ticket, nor with one that its agent was dialling with', async () => {
    const { api, port } = await startEdge()
    await untilSubscribed(api)
    const tickets = [await api.issueTicket(), await api.issueTicket()]
    const agent = await dialEdge(port, { ticket: tickets[0] })
    await agent.welcomed
    api.endTunnel('agent-1', 'AUTH_TOKEN_DELETED')
    api.endTunnel('agent-2', 'STOPPED')
    expect(await agent.dismissed).toMatchObject({ code: 'AUTH_TOKEN_DELETED' })
    for (const ticket of tickets) {
      expect(await (await dialEdge(port, { ticket })).dismissed).toMatchObject({ code: 'AUTH_TOKEN_DELETED' })
    }
    const dialling = await dialEdge(port, { ticket: await api.issueTicket({ sub: 'agent-2', hostname: 'two.test' }) })
    expect(await dialling.dismissed).toMatchObject({ code: 'STOPPED' })
    expect(await visit(port)).toMatchObject({ status: 503 })
    // Another agent is not among them.
    const other = await dialEdge(port, { ticket: await api.issueTicket({ sub: 'agent-3' }) })
    expect(await other.welcomed).toMatchObject({ hostname: 'demo.test' })
  })

  it('because its agent has moved to another edge can be opened again with a new ticket', async () => {
    const { api, connectAgent } = await startEdge()
    await untilSubscribed(api)
    const agent = await connectAgent()
    api.endTunnel('agent-1', 'MOVED')
    expect(await agent.dismissed).toMatchObject({ code: 'SHUTDOWN' })
    expect(await (await connectAgent()).welcomed).toMatchObject({ hostname: 'demo.test' })
  })

  it('stops serving even if its agent was already leaving', async () => {
    const { api, port, connectAgent } = await startEdge({ endedGraceMs: 50 })
    await untilSubscribed(api)
    const agent = await connectAgent()
    expect(await api.tunnelReports.next()).toMatchObject({ connected: ['agent-1'] })
    const visitor = dialRaw(port, 'GET / HTTP/1.1\r\nHost: demo.test\r\n\r\n')
    const { stream } = await agent.nextStream()
    stream.sendHead({ status: 200, reason: 'OK', fields: [] })
    await visitor.readUntil('\r\n\r\n')
    agent.session.goAway({ code: 'SHUTDOWN', message: 'In an hour.', graceMs: 3_600_000 })
    expect(await api.tunnelReports.next()).toMatchObject({ disconnected: ['agent-1'] })
    api.endTunnel('agent-1', 'AUTH_TOKEN_DELETED')
    await agent.closed
    await visitor.readAll()
  })

  it('releases its waiting visitors with 503 if its agent is not connected', async () => {
    const { api, port, connectAgent } = await startEdge({ parkMs: 60_000 })
    await untilSubscribed(api)
    const agent = await connectAgent()
    agent.socket.destroy()
    await agent.closed
    const visited = visit(port)
    api.endTunnel('agent-1', 'STOPPED')
    expect(await visited).toMatchObject({ status: 503, headers: { 'x-culvert-error': 'CULVERT_TUNNEL_OFFLINE' } })
  })
})

/** An edge whose recheck does not fall between the reports that a test waits for. */
const startEdge = (timing: Partial<EdgeTiming> = {}) => startTestEdge({ timing: { recheckMs: 60_000, ...timing } })

/** The edge reports everything at its start, and again when its subscription is open. */
async function untilSubscribed({ tunnelReports }: FakeApi): Promise<void> {
  expect(await tunnelReports.next()).toMatchObject({ complete: true })
  expect(await tunnelReports.next()).toMatchObject({ complete: true })
}
