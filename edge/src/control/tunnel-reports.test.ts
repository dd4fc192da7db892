import { afterEach, describe, expect, it } from '@jest/globals'
import type { TunnelEndReason } from '@culvert/schema/client-types'
import type { EdgeTiming } from '../config.ts'
import { closeAll } from '../testing/queue.ts'
import type { FakeApi } from '../testing/fake-api.ts'
import { dialEdge } from '../testing/test-agent.ts'
import { startTestEdge } from '../testing/test-edge.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'

afterEach(closeAll)

describe('reports of tunnels', () => {
  it('begin with everything, and then tell each change', async () => {
    const { api, connectAgent } = await startEdge()
    const first = await api.tunnelReports.next()
    expect(first).toMatchObject({ complete: true, connected: [], disconnected: [] })
    expect(await api.tunnelReports.next()).toEqual(first)
    const agent = await connectAgent()
    expect(await api.tunnelReports.next()).toEqual({
      edgeId: first.edgeId,
      complete: false,
      connected: ['agent-1'],
      disconnected: [],
    })
    agent.socket.destroy()
    expect(await api.tunnelReports.next()).toMatchObject({ complete: false, connected: [], disconnected: ['agent-1'] })
  })

  it('go on while nothing changes, as a sign of life', async () => {
    const { api } = await startEdge({ heartbeatMs: 20 })
    await untilSubscribed(api)
    const { edgeId } = await api.tunnelReports.next()
    expect(await api.tunnelReports.next()).toEqual({ edgeId, complete: false, connected: [], disconnected: [] })
  })

  it('are made once more after the subscription has begun, for what ended before the API listened', async () => {
    const { api, connectAgent } = await startTestEdge({ timing: { secondLookMs: 1_000 } })
    await untilSubscribed(api)
    const agent = await connectAgent()
    expect(await api.tunnelReports.next()).toMatchObject({ complete: false, connected: ['agent-1'] })
    api.state.ended = [{ agentId: 'agent-1', reason: 'STOPPED' }]
    expect(await api.tunnelReports.next()).toMatchObject({ complete: true, connected: ['agent-1'] })
    expect(await agent.dismissed).toMatchObject({ code: 'STOPPED' })
  })

  it('say nothing of a connection that replaces another of the same agent', async () => {
    const { api, connectAgent } = await startEdge()
    await untilSubscribed(api)
    await connectAgent()
    await connectAgent()
    expect(await api.tunnelReports.next()).toMatchObject({ connected: ['agent-1'] })
    await connectAgent({ sub: 'agent-2', hostname: 'two.test' })
    expect(await api.tunnelReports.next()).toMatchObject({ complete: false, connected: ['agent-2'], disconnected: [] })
  })

  it('tell everything when the API is back', async () => {
    const { api, connectAgent } = await startEdge()
    await untilSubscribed(api)
    await connectAgent()
    await api.tunnelReports.next()
    await api.close()
    const two = await connectAgent({ sub: 'agent-2', hostname: 'two.test' })
    await api.reopen()
    const report = await api.tunnelReports.next()
    expect(report).toMatchObject({ complete: true, disconnected: [] })
    expect(report.connected.toSorted()).toEqual(['agent-1', 'agent-2'])
    expect(two.session.openStreams).toBe(0)
  })

  it('tell that nothing is connected when the edge ends', async () => {
    const { api, edge, connectAgent } = await startEdge()
    await untilSubscribed(api)
    await connectAgent()
    await api.tunnelReports.next()
    await edge.close({ graceMs: 0 })
    expect(api.tunnelReports.unread.at(-1)).toMatchObject({ complete: true, connected: [] })
  })

  it('are answered with tunnels that must end', async () => {
    const { api, connectAgent } = await startEdge()
    await untilSubscribed(api)
    api.state.ended = [{ agentId: 'agent-1', reason: 'UNKNOWN' }]
    const agent = await connectAgent()
    expect(await agent.dismissed).toMatchObject({
      code: 'STOPPED',
      message: 'The server does not know this agent any more.',
    })
    expect(await api.tunnelReports.next()).toMatchObject({ connected: ['agent-1'] })
    expect(await api.tunnelReports.next()).toMatchObject({ disconnected: ['agent-1'] })
  })
})

describe('a tunnel that the API ends', () => {
  it.each<[TunnelEndReason, string]>([
    ['STOPPED', 'STOPPED'],
    ['GATEWAY_DELETED', 'GATEWAY_DELETED'],
    ['AUTH_TOKEN_DELETED', 'AUTH_TOKEN_DELETED'],
    ['MEMBER_REMOVED', 'STOPPED'],
    ['ACCOUNT_DELETED', 'STOPPED'],
    ['REPLACED', 'REPLACED'],
    ['UNKNOWN', 'STOPPED'],
  ])('with %s closes within 2 s, saying %s, and cannot be resumed', async (reason, code) => {
    const { api, port, connectAgent } = await startEdge()
    await untilSubscribed(api)
    const agent = await connectAgent()
    const { resumeToken } = await agent.welcomed
    const visited = visit(port)
    await agent.nextStream()
    const startedAt = performance.now()
    api.endTunnel('agent-1', reason)
    expect(await agent.dismissed).toMatchObject({ code })
    await agent.closed
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    expect(await visited).toMatchObject({ status: 502 })
    const back = await dialEdge(port, { resumeToken })
    expect(await back.dismissed).toMatchObject({ code: 'RESUME_UNKNOWN' })
    expect(await visit(port)).toMatchObject({ status: reason === 'GATEWAY_DELETED' ? 404 : 503 })
  })

  it('does not serve on after its agent has left either', async () => {
    const { api, port, connectAgent } = await startEdge()
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

  it('while it waits for its agent lets no visitor wait on', async () => {
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

/** An edge whose second look does not come between the reports that a test waits for. */
const startEdge = (timing: Partial<EdgeTiming> = {}) => startTestEdge({ timing: { secondLookMs: 60_000, ...timing } })

/** The edge reports everything at its start, and again when its subscription is open. */
async function untilSubscribed({ tunnelReports }: FakeApi): Promise<void> {
  expect(await tunnelReports.next()).toMatchObject({ complete: true })
  expect(await tunnelReports.next()).toMatchObject({ complete: true })
}
