import { afterEach, describe, expect, it } from 'vitest'
import { generateKeyPair } from 'jose'
import { catchLog } from '../testing/fault-log.ts'
import { closeAll } from '../testing/queue.ts'
import type { TicketFaults } from '../testing/fake-api.ts'
import { dialEdge, TestAgent, upgrade } from '../testing/test-agent.ts'
import { startTestEdge } from '../testing/test-edge.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'

afterEach(closeAll)

const nowSeconds = Math.floor(Date.now() / 1_000)

describe('admission', () => {
  it('welcomes an agent with a valid ticket to its hostname', async () => {
    const { port, api } = await startTestEdge()
    const agent = await dialEdge(port, { ticket: await api.issueTicket() })
    const welcome = await agent.welcomed
    expect(welcome).toMatchObject({ version: 1, hostname: 'demo.test', holdMs: 60_000 })
    expect(welcome.resumeToken.length).toBeGreaterThan(40)
  })

  it('asks the API for its keys once, however many agents connect', async () => {
    const { api, connectAgent } = await startTestEdge()
    await connectAgent({ sub: 'a', hostname: 'a.test' })
    await connectAgent({ sub: 'b', hostname: 'b.test' })
    expect(api.state.jwksRequests).toBe(1)
  })

  it('continues while the API is away', async () => {
    const { port, api, connectAgent } = await startTestEdge()
    await connectAgent({ sub: 'a', hostname: 'a.test' })
    await api.close()
    const agent = await dialEdge(port, { ticket: await api.issueTicket() })
    expect(await agent.welcomed).toMatchObject({ hostname: 'demo.test' })
    await api.reopen()
  })

  it.each<[string, TicketFaults, string, string]>([
    [
      'that has expired',
      { issuedAt: nowSeconds - 200, expiresAt: nowSeconds - 80 },
      'TICKET_EXPIRED',
      'The ticket has expired. Ask the API for a new one.',
    ],
    ['of another type', { typ: 'at+jwt' }, 'TICKET_INVALID', 'The ticket is not one that this edge accepts.'],
    [
      'for another audience',
      { audience: 'culvert:api' },
      'TICKET_INVALID',
      'The ticket is not one that this edge accepts.',
    ],
    [
      'of another installation',
      { issuer: 'http://other.test' },
      'TICKET_INVALID',
      'The ticket is not one that this edge accepts.',
    ],
  ])('refuses a ticket %s', async (_, faults, code, message) => {
    const { port, api } = await startTestEdge()
    const agent = await dialEdge(port, { ticket: await api.issueTicket({}, faults) })
    expect(await agent.dismissed).toMatchObject({ code, message })
    await agent.closed
  })

  it('refuses a ticket signed with another key', async () => {
    const { port, api } = await startTestEdge()
    const { privateKey } = await generateKeyPair('EdDSA')
    const agent = await dialEdge(port, { ticket: await api.issueTicket({}, { privateKey }) })
    expect(await agent.dismissed).toMatchObject({ code: 'TICKET_INVALID' })
  })

  it.each([
    ['not a token', 'nonsense'],
    ['unsigned', `${btoa('{"alg":"none","typ":"ticket+jwt"}')}.${btoa('{"sub":"a"}')}.`],
  ])('refuses a ticket that is %s', async (_, ticket) => {
    const { port } = await startTestEdge()
    const agent = await dialEdge(port, { ticket })
    expect(await agent.dismissed).toMatchObject({ code: 'TICKET_INVALID' })
  })

  it('accepts a ticket only once, even after its tunnel has closed, and its resume token again', async () => {
    const { api, port } = await startTestEdge({ timing: { holdMs: 100 } })
    const ticket = await api.issueTicket()
    const spent = {
      code: 'TICKET_EXPIRED',
      message: 'This ticket has opened a session before. Ask the API for a new one.',
    }
    const agent = await dialEdge(port, { ticket })
    const { resumeToken } = await agent.welcomed
    expect(await (await dialEdge(port, { ticket })).dismissed).toMatchObject(spent)
    const resumed = await dialEdge(port, { resumeToken })
    expect((await resumed.welcomed).hostname).toBe('demo.test')
    resumed.session.goAway({ code: 'SHUTDOWN', message: 'Done.', graceMs: 0 })
    await resumed.closed
    expect(await (await dialEdge(port, { ticket })).dismissed).toMatchObject(spent)
    const next = await dialEdge(port, { ticket: await api.issueTicket() })
    expect((await next.welcomed).hostname).toBe('demo.test')
  })

  it('refuses a ticket without a hostname', async () => {
    const { port, api } = await startTestEdge()
    const agent = await dialEdge(port, { ticket: await api.issueTicket({ hostname: undefined }) })
    expect(await agent.dismissed).toMatchObject({
      code: 'TICKET_INVALID',
      message: 'The ticket lacks a claim that the edge needs.',
    })
  })

  it('does not call a ticket invalid if it cannot fetch the keys of the API', async () => {
    const { port, api } = await startTestEdge()
    const ticket = await api.issueTicket()
    await api.close()
    const other = await startTestEdge({ api })
    const agent = await dialEdge(other.port, { ticket })
    expect(await agent.dismissed).toMatchObject({
      code: 'SHUTDOWN',
      message: expect.stringMatching('does not reach the API'),
    })
    expect(port).not.toBe(other.port)
    await api.reopen()
  })

  it('refuses an unknown resume token', async () => {
    const { port } = await startTestEdge()
    const agent = await dialEdge(port, { resumeToken: 'guessed' })
    expect(await agent.dismissed).toMatchObject({
      code: 'RESUME_UNKNOWN',
      message: 'The tunnel is no longer held for this connection. Show a new ticket.',
    })
  })

  it('refuses an unsupported protocol version', async () => {
    const { port, api } = await startTestEdge()
    const agent = new TestAgent(await upgrade(port))
    agent.session.hello({
      versionMin: 7,
      versionMax: 9,
      client: 'test',
      ticket: await api.issueTicket(),
      resumeToken: null,
    })
    expect(await agent.dismissed).toMatchObject({ code: 'VERSION_UNSUPPORTED' })
  })

  it('closes a connection that sends something other than HELLO', async () => {
    const { port } = await startTestEdge()
    const socket = await upgrade(port)
    const agent = new TestAgent(socket)
    socket.write(Buffer.from('GET / HTTP/1.1\r\n\r\n'))
    expect(await agent.dismissed).toMatchObject({ code: 'PROTOCOL_ERROR' })
    await agent.closed
  })

  it('closes a connection that sends nothing', async () => {
    const { port } = await startTestEdge({ timing: { helloMs: 50 } })
    const agent = new TestAgent(await upgrade(port))
    expect(await agent.dismissed).toMatchObject({ code: 'TIMEOUT' })
  })

  it('accepts agents only on its own hostname, and only if they ask for the protocol', async () => {
    const { port } = await startTestEdge()
    const ask = (host: string, protocol: string) =>
      dialRaw(
        port,
        `GET /.culvert/tunnel HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`,
      ).readAll()
    expect(await ask('edge.test', 'websocket')).toMatch(/^HTTP\/1.1 426 .*\r\nUpgrade: culvert\r\n/s)
    expect(await ask('demo.test', 'culvert')).toMatch(/^HTTP\/1.1 404 .*CULVERT_HOST_UNKNOWN/s)
  })

  it('that is refused takes a short line of the log, however long the name of its program', async () => {
    const lines = catchLog()
    const { port } = await startTestEdge({ environment: { LOG_LEVEL: 'info' } })
    const agent = new TestAgent(await upgrade(port))
    const client = 'a'.repeat(60_000)
    agent.session.hello({ versionMin: 1, versionMax: 1, client, ticket: 'no ticket', resumeToken: null })
    await agent.dismissed
    const written: string[] = []
    while (!written.some((line) => line.includes('agent refused'))) written.push(JSON.stringify(await lines.next()))
    expect(written.at(-1)?.length).toBeLessThan(3_000)
  })
})

describe('a hostname', () => {
  it('moves to a new connection of the same agent; open streams of the old one may finish', async () => {
    const { port, connectAgent } = await startTestEdge()
    const before = await connectAgent()
    const slow = visit(port, { path: '/slow' })
    const slowStream = await before.nextStream()
    const after = await connectAgent()
    expect(await before.dismissed).toMatchObject({ code: 'REPLACED', graceMs: 30_000 })
    after.serve((stream) => stream.respond(200, [], 'new connection'))
    expect(await visit(port)).toMatchObject({ body: 'new connection' })
    slowStream.respond(200, [], 'old connection')
    expect(await slow).toMatchObject({ body: 'old connection' })
    await before.closed
  })

  it('ends streams that an old connection has not finished within the grace period', async () => {
    const { port, connectAgent } = await startTestEdge({ timing: { replacedGraceMs: 50 } })
    const before = await connectAgent()
    const slow = visit(port, { method: 'POST' })
    await before.nextStream()
    await connectAgent()
    expect(await slow).toMatchObject({ status: 502, headers: { 'x-culvert-error': 'CULVERT_AGENT_LOST' } })
  })

  it('moves to a newer agent', async () => {
    const { port, api, connectAgent } = await startTestEdge()
    const former = await connectAgent({ sub: 'former' })
    const ticket = await api.issueTicket({ sub: 'newer' }, { issuedAt: nowSeconds + 60 })
    const newer = await dialEdge(port, { ticket })
    expect(await former.dismissed).toMatchObject({
      code: 'REPLACED',
      message: 'Another agent has taken over this hostname.',
    })
    newer.serve((stream) => stream.respond(200, [], 'newer'))
    expect(await visit(port)).toMatchObject({ body: 'newer' })
  })

  it('does not move back to an older agent, by its ticket or by its resume token', async () => {
    const { port, api, connectAgent } = await startTestEdge()
    const former = await connectAgent({ sub: 'former' })
    const { resumeToken } = await former.welcomed
    const ticket = await api.issueTicket({ sub: 'former' })
    await dialEdge(port, { ticket: await api.issueTicket({ sub: 'newer' }, { issuedAt: nowSeconds + 60 }) })
    await former.dismissed
    const withTicket = await dialEdge(port, { ticket })
    expect(await withTicket.dismissed).toMatchObject({
      code: 'REPLACED',
      message: 'A newer agent serves this hostname.',
    })
    const withToken = await dialEdge(port, { resumeToken })
    expect(await withToken.dismissed).toMatchObject({ code: 'RESUME_UNKNOWN' })
  })

  it('is kept apart from all others', async () => {
    const { port, connectAgent } = await startTestEdge()
    const one = await connectAgent({ sub: 'one', hostname: 'one.test' })
    const two = await connectAgent({ sub: 'two', hostname: 'two.test' })
    one.serve((stream) => stream.respond(200, [], 'one'))
    two.serve((stream) => stream.respond(200, [], 'two'))
    expect(await visit(port, { headers: { host: 'TWO.test:80' } })).toMatchObject({ body: 'two' })
    expect(await visit(port, { headers: { host: 'one.test' } })).toMatchObject({ body: 'one' })
  })
})

describe('an agent that was lost', () => {
  it('takes its hostname back with its resume token, without the API', async () => {
    const { port, api, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const { resumeToken } = await agent.welcomed
    await api.close()
    agent.socket.resetAndDestroy()
    const back = await dialEdge(port, { resumeToken })
    expect(await back.welcomed).toMatchObject({ hostname: 'demo.test', resumeToken })
    back.serve((stream) => stream.respond(200, [], 'back'))
    expect(await visit(port)).toMatchObject({ body: 'back' })
    await api.reopen()
  })

  it('may come back before the edge has noticed its loss', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const { resumeToken } = await agent.welcomed
    const back = await dialEdge(port, { resumeToken })
    await back.welcomed
    expect(await agent.dismissed).toMatchObject({ code: 'REPLACED' })
    back.serve((stream) => stream.respond(200, [], 'back'))
    expect(await visit(port)).toMatchObject({ body: 'back' })
  })

  it('receives the requests that came meanwhile, each with its body', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const { resumeToken } = await agent.welcomed
    agent.socket.destroy()
    await agent.closed
    const visits = [visit(port, { path: '/a' }), visit(port, { method: 'POST', path: '/b', body: 'kept' })]
    const back = await dialEdge(port, { resumeToken })
    const streams = [await back.nextStream(), await back.nextStream()].toSorted((a, b) =>
      a.head.target < b.head.target ? -1 : 1,
    )
    expect(String(await streams[1]!.chunks.next())).toBe('kept')
    for (const stream of streams) stream.respond(200, [], stream.head.target)
    expect((await Promise.all(visits)).map(({ body }) => body)).toEqual(['/a', '/b'])
  })

  it('receives an upload that came while its last connection was closing', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const { resumeToken } = await agent.welcomed
    // The edge ends the session, and its connection lingers because the other side does not read GOAWAY.
    agent.socket.pause()
    agent.socket.write(Buffer.alloc(16, 0xff))
    await visit(port, { headers: { host: 'edge.test' } })
    const visited = visit(port, { method: 'POST', body: 'kept' })
    const back = await dialEdge(port, { resumeToken })
    const stream = await back.nextStream()
    expect(String(await stream.chunks.next())).toBe('kept')
    stream.respond(204)
    expect(await visited).toMatchObject({ status: 204 })
  })

  it('leaves requests that wait too long with a 503 page', async () => {
    const { port, connectAgent } = await startTestEdge({ timing: { parkMs: 50 } })
    const agent = await connectAgent()
    agent.socket.destroy()
    await agent.closed
    expect(await visit(port)).toMatchObject({
      status: 503,
      headers: { 'x-culvert-error': 'CULVERT_TUNNEL_OFFLINE', 'retry-after': '10' },
    })
  })

  it('does not receive a request that its visitor has abandoned', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const { resumeToken } = await agent.welcomed
    agent.socket.destroy()
    await agent.closed
    const impatient = dialRaw(port, 'GET /impatient HTTP/1.1\r\nHost: demo.test\r\n\r\n')
    const patient = dialRaw(port, 'GET /patient HTTP/1.1\r\nHost: demo.test\r\n\r\n')
    await Promise.all([impatient, patient].map(({ socket }) => new Promise((resolve) => socket.once('ready', resolve))))
    impatient.socket.resetAndDestroy()
    // The edge has seen the reset once it answers on a connection that was opened later.
    await visit(port, { headers: { host: 'edge.test' } })
    const back = await dialEdge(port, { resumeToken })
    expect((await back.nextStream()).head.target).toBe('/patient')
  })

  it('keeps at most 256 requests waiting', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    agent.socket.destroy()
    await agent.closed
    const request = 'GET / HTTP/1.1\r\nHost: demo.test\r\n\r\n'
    const visitors = Array.from({ length: 32 }, () => dialRaw(port, request.repeat(8)))
    await Promise.all(visitors.map(({ socket }) => new Promise((resolve) => socket.once('ready', resolve))))
    const busy = await visit(port)
    expect(busy).toMatchObject({ status: 503, headers: { 'x-culvert-error': 'CULVERT_TUNNEL_BUSY' } })
  })

  it('is forgotten after the hold time', async () => {
    const { port, connectAgent } = await startTestEdge({ timing: { holdMs: 50, parkMs: 60_000 } })
    const agent = await connectAgent()
    const { resumeToken } = await agent.welcomed
    agent.socket.destroy()
    await agent.closed
    expect(await visit(port)).toMatchObject({ status: 503, headers: { 'x-culvert-error': 'CULVERT_TUNNEL_OFFLINE' } })
    const late = await dialEdge(port, { resumeToken })
    expect(await late.dismissed).toMatchObject({ code: 'RESUME_UNKNOWN' })
  })

  it('passes an unanswered safe request to its next connection, once', async () => {
    const { port, connectAgent } = await startTestEdge({ timing: { resumeMs: 0 } })
    const agent = await connectAgent()
    const { resumeToken } = await agent.welcomed
    const visited = visit(port, { path: '/again' })
    await agent.nextStream()
    agent.socket.destroy()
    const second = await dialEdge(port, { resumeToken })
    expect((await second.nextStream()).head.target).toBe('/again')
    second.socket.destroy()
    expect(await visited).toMatchObject({ status: 502, headers: { 'x-culvert-error': 'CULVERT_AGENT_LOST' } })
  })

  it.each([
    ['unsafe', { method: 'DELETE' }],
    ['with a body', { method: 'GET', headers: { 'content-length': 4 }, body: 'body' }],
  ])('costs a request that is %s its answer', async (_, options) => {
    const { port, connectAgent } = await startTestEdge({ timing: { resumeMs: 0 } })
    const agent = await connectAgent()
    const visited = visit(port, options)
    await agent.nextStream()
    agent.socket.destroy()
    expect(await visited).toMatchObject({ status: 502, headers: { 'x-culvert-error': 'CULVERT_AGENT_LOST' } })
  })

  it('costs a request its answer if the app has begun to answer', async () => {
    const { port, connectAgent } = await startTestEdge({ timing: { resumeMs: 0 } })
    const agent = await connectAgent()
    const visitor = dialRaw(port, 'GET / HTTP/1.1\r\nHost: demo.test\r\n\r\n')
    const { stream } = await agent.nextStream()
    stream.sendHead({ status: 103, reason: 'Early Hints', fields: [['Link', '</a>']] })
    await visitor.readUntil('\r\n\r\n')
    agent.socket.destroy()
    expect(await visitor.readUntil('\r\n\r\n')).toMatch(/^HTTP\/1.1 502 .*CULVERT_AGENT_LOST/s)
  })
})

describe('an agent that leaves on its own', () => {
  it('loses its connection and its open requests after its grace, although it stays and says so again', async () => {
    const { port, connectAgent } = await startTestEdge({ timing: { farewellMs: 50 } })
    const agent = await connectAgent()
    const visitor = dialRaw(port, 'GET / HTTP/1.1\r\nHost: demo.test\r\n\r\n')
    const { stream } = await agent.nextStream()
    stream.sendHead({ status: 200, reason: 'OK', fields: [] })
    await visitor.readUntil('\r\n\r\n')
    // GOAWAY of an agent that took the stream, with STOPPED and 100 ms of grace, and then with 0xffffffff.
    for (const graceMs of [100, 2 ** 32 - 1]) {
      const goAway = Buffer.from('00000a0b00000000000000010008', 'hex')
      const grace = Buffer.alloc(4)
      grace.writeUInt32BE(graceMs)
      agent.socket.write(Buffer.concat([goAway, grace]))
    }
    await visitor.readAll()
    await agent.closed
  }, 5_000)

  it('finishes what it has begun, and its hostname is then offline', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visited = visit(port)
    const stream = await agent.nextStream()
    agent.session.goAway({ code: 'SHUTDOWN', message: 'Ctrl-C', graceMs: 10_000 })
    stream.respond(200, [], 'finished')
    expect(await visited).toMatchObject({ body: 'finished' })
    await agent.closed
    expect(await visit(port)).toMatchObject({ status: 503, headers: { 'x-culvert-error': 'CULVERT_TUNNEL_OFFLINE' } })
  })

  it('leaves its random hostname unknown', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent({ gatewayId: null })
    agent.session.goAway({ code: 'SHUTDOWN', message: 'Ctrl-C', graceMs: 0 })
    await agent.closed
    expect(await visit(port)).toMatchObject({ status: 404, headers: { 'x-culvert-error': 'CULVERT_HOST_UNKNOWN' } })
  })
})
