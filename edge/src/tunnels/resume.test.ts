import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, closeLater } from '../testing/queue.ts'
import { dialEdge } from '../testing/test-agent.ts'
import type { TestAgent } from '../testing/test-agent.ts'
import { startTestEdge } from '../testing/test-edge.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'

afterEach(closeAll)

const upgradeRequest = 'GET /socket HTTP/1.1\r\nHost: demo.test\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n'

describe('an agent that has lost its connection', () => {
  it('continues its open streams, and receives the requests that came meanwhile', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const lost = loss(agent)
    const socket = dialRaw(port, upgradeRequest)
    const upgraded = await agent.nextStream()
    upgraded.stream.sendHead({ status: 101, reason: 'Go', fields: [['Upgrade', 'echo']] })
    await socket.readUntil('\r\n\r\n')
    const upload = visit(port, { method: 'POST', body: 'whole' })
    const uploaded = await agent.nextStream()

    agent.socket.resetAndDestroy()
    await lost
    upgraded.stream.write(Buffer.from('said while the agent was away'))
    socket.socket.write('and heard')
    const meanwhile = visit(port, { path: '/meanwhile' })
    await dialAgain(port, agent)

    await socket.readUntil('said while the agent was away')
    expect(String(await upgraded.chunks.next())).toBe('and heard')
    expect(String(await uploaded.chunks.next())).toBe('whole')
    uploaded.respond(200, [], 'complete')
    expect(await upload).toMatchObject({ body: 'complete' })
    ;(await agent.nextStream()).respond(200, [], 'served')
    expect(await meanwhile).toMatchObject({ body: 'served' })
  })

  it('continues even if the edge has not noticed the loss', async () => {
    const { port, api } = await startTestEdge()
    const agent = await dialEdge(await startDeafProxy(port), { ticket: await api.issueTicket() })
    await agent.welcomed
    const lost = loss(agent)
    const visited = visit(port, { method: 'POST' })
    const stream = await agent.nextStream()
    agent.socket.destroy()
    await lost
    await dialAgain(port, agent)
    stream.respond(200, [], 'answered')
    expect(await visited).toMatchObject({ body: 'answered' })
  })

  it('continues answers that have begun, even after visitors without one have been turned away', async () => {
    const { port, connectAgent } = await startTestEdge({ timing: { parkMs: 50 } })
    const agent = await connectAgent()
    const lost = loss(agent)
    const download = dialRaw(port, 'GET /begun HTTP/1.0\r\nHost: demo.test\r\n\r\n')
    const begun = await agent.nextStream()
    begun.stream.sendHead({ status: 200, reason: 'OK', fields: [] })
    begun.stream.write(Buffer.from('begun'))
    await download.readUntil('begun')
    const unanswered = visit(port, { method: 'POST', body: 'heard' })
    const asked = await agent.nextStream()
    asked.stream.sendHead({ status: 103, reason: 'Early Hints', fields: [] })
    await asked.ended

    agent.socket.resetAndDestroy()
    await lost
    expect(await unanswered).toMatchObject({ status: 503, headers: { 'x-culvert-error': 'CULVERT_TUNNEL_OFFLINE' } })
    begun.stream.write(Buffer.from(', and complete'))
    begun.stream.end()
    await dialAgain(port, agent)
    expect(await download.readAll()).toBe(', and complete')
    expect(await asked.reset).toBe('CANCELLED')
  })

  it('loses its open streams if it comes back too late, but not its hostname', async () => {
    const { port, connectAgent } = await startTestEdge({ timing: { resumeMs: 20 } })
    const agent = await connectAgent()
    const visited = visit(port, { method: 'POST' })
    await agent.nextStream()
    const { resumeToken } = await agent.welcomed
    agent.socket.destroy()
    expect(await visited).toMatchObject({ status: 502, headers: { 'x-culvert-error': 'CULVERT_AGENT_LOST' } })
    expect(await (await dialEdge(port, { resumeToken })).welcomed).toMatchObject({ hostname: 'demo.test' })
  })

  it('loses its open streams immediately if it opens a new session', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visited = visit(port, { method: 'POST' })
    await agent.nextStream()
    const { resumeToken } = await agent.welcomed
    agent.socket.destroy()
    await dialEdge(port, { resumeToken })
    expect(await visited).toMatchObject({ status: 502, headers: { 'x-culvert-error': 'CULVERT_AGENT_LOST' } })
  })

  it('cannot come back if the API ends it while it is away, and its visitors get 502', async () => {
    const { port, api, connectAgent } = await startTestEdge()
    const agent = await connectAgent({ sub: 'agent-1' })
    const { resumeToken } = await agent.welcomed
    const lost = loss(agent)
    const visited = visit(port, { method: 'POST' })
    await agent.nextStream()
    agent.socket.destroy()
    await lost
    api.endTunnel('agent-1', 'STOPPED')
    expect(await visited).toMatchObject({ status: 502, headers: { 'x-culvert-error': 'CULVERT_AGENT_LOST' } })
    const back = await dialEdge(port, { resumeToken }, agent)
    expect(await back.dismissed).toMatchObject({ code: 'RESUME_UNKNOWN' })
  })
})

/** Resolves when an agent's session waits for another connection. */
function loss(agent: TestAgent): Promise<Error> {
  return new Promise((resolve) => {
    agent.onDetached = resolve
  })
}

/** Resumes an agent's session over another connection. */
async function dialAgain(port: number, agent: TestAgent): Promise<void> {
  const { resumeToken, sessionId } = await agent.welcomed
  const next = await dialEdge(port, { resumeToken }, agent)
  expect((await next.welcomed).sessionId).toBe(sessionId)
}

/** Opens a path to the edge on which the edge never learns that the agent's side has closed. */
async function startDeafProxy(port: number): Promise<number> {
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    closeLater(() => far.destroy())
    near.on('data', (chunk) => far.write(chunk)).on('error', () => {})
    far.on('data', (chunk) => near.write(chunk))
  }).listen(0, '127.0.0.1')
  closeLater(() => server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
