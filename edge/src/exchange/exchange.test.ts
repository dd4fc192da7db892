import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import type { ResetCode } from '@culvert/wire'
import { countHeldBytes } from '../testing/held-bytes.ts'
import { closeAll } from '../testing/queue.ts'
import { startSecureEdge } from '../testing/secure-edge.ts'
import { describeExchange } from '../testing/test-edge.ts'
import type { AgentStream, TestAgent } from '../testing/test-agent.ts'
import { askH2, connectH2 } from '../testing/test-h2-visitor.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'
import type { RawVisitor } from '../testing/test-visitor.ts'

afterEach(closeAll)

const get = 'GET / HTTP/1.1\r\nHost: demo.test\r\n\r\n'
const ok = { status: 200, reason: 'OK', fields: [] }

describeExchange('an exchange', (startTestEdge) => {
  it('carries head and body both ways', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visited = visit(port, { method: 'POST', path: '/a?b=c', headers: { 'x-own': 'yes' }, body: 'ping' })
    const stream = await agent.nextStream()
    expect(stream.head).toMatchObject({ kind: 'http', method: 'POST', target: '/a?b=c', visitorAddress: '127.0.0.1' })
    expect(stream.field('x-own')).toBe('yes')
    expect(String(await stream.chunks.next())).toBe('ping')
    await stream.ended
    stream.respond(201, [['X-App', 'fine']], 'pong')
    expect(await visited).toMatchObject({ status: 201, body: 'pong', headers: { 'x-app': 'fine' } })
  })

  it('keeps the connection for the next request', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(200, [], stream.head.target))
    const visitor = dialRaw(port, 'GET /1 HTTP/1.1\r\nHost: demo.test\r\n\r\n')
    expect(await visitor.readUntil('\r\n\r\n/1')).toMatch('HTTP/1.1 200 Fine')
    visitor.socket.write('GET /2 HTTP/1.1\r\nHost: demo.test\r\n\r\n')
    expect(await visitor.readUntil('\r\n\r\n/2')).toMatch('HTTP/1.1 200 Fine')
  })

  it('answers pipelined requests in their order', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(port, `${get}${get}`)
    const first = await agent.nextStream()
    const second = await agent.nextStream()
    second.respond(200, [], 'second')
    first.respond(200, [], 'first')
    await visitor.readUntil('first')
    await visitor.readUntil('second')
  })

  it('forwards bytes immediately in both directions while both are open', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(
      port,
      'POST / HTTP/1.1\r\nHost: demo.test\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n',
    )
    const stream = await agent.nextStream()
    expect(String(await stream.chunks.next())).toBe('one')
    stream.stream.sendHead(ok)
    stream.stream.write(Buffer.from('uno'))
    expect(await visitor.readUntil('3\r\nuno\r\n')).toMatch('Transfer-Encoding: chunked')
    visitor.socket.write('3\r\ntwo\r\n0\r\n\r\n')
    expect(String(await stream.chunks.next())).toBe('two')
    await stream.ended
    stream.stream.write(Buffer.from('due'))
    stream.stream.end()
    await visitor.readUntil('3\r\ndue\r\n0\r\n\r\n')
  })

  it('sends a head immediately if no body follows yet, as an event stream needs', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(port, get)
    const stream = await agent.nextStream()
    stream.stream.sendHead({ ...ok, fields: [['Content-Type', 'text/event-stream']] })
    await visitor.readUntil('Content-Type: text/event-stream\r\n')
    await visitor.readUntil('\r\n\r\n')
    for (const event of ['data: 1\n\n', 'data: 2\n\n']) {
      stream.stream.write(Buffer.from(event))
      await visitor.readUntil(event)
    }
  })

  it('sends a head together with the body that comes with it', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(200, [], 'b\u00f6dy'))
    const { socket } = dialRaw(port, get)
    const [bytes] = (await once(socket, 'data')) as [Buffer]
    expect(bytes.toString()).toMatch(/^HTTP\/1.1 200 Fine\r\n.*\r\n\r\nb\u00f6dy$/s)
  })

  it('continues an upload that outlasts its answer', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(port, 'POST / HTTP/1.1\r\nHost: demo.test\r\nContent-Length: 6\r\n\r\none')
    const stream = await agent.nextStream()
    await stream.chunks.next()
    stream.respond(202, [], 'taken')
    await visitor.readUntil('taken')
    visitor.socket.write(`two${get}`)
    expect(String(await stream.chunks.next())).toBe('two')
    await stream.ended
    expect((await agent.nextStream()).head.method).toBe('GET')
  })

  it.each<[string, (visitor: RawVisitor, upload: AgentStream) => unknown]>([
    ['its body is complete', ({ socket }) => socket.write('0\r\n\r\n')],
    ['the visitor leaves', ({ socket }) => socket.destroy()],
    ['the app cancels the upload', (_, { stream }) => stream.reset('CANCELLED', 'not wanted')],
  ])('counts as an open request, even if it is answered, until %s', async (_, end) => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent({ limits: { requestsPerMinute: 60_000, requestBurst: 5_000, openRequests: 1 } })
    const visitor = dialRaw(port, 'POST / HTTP/1.1\r\nHost: demo.test\r\nTransfer-Encoding: chunked\r\n\r\n')
    const upload = await agent.nextStream()
    upload.respond(200, [], 'early')
    await visitor.readUntil('early')
    agent.serve((stream) => stream.respond(204))
    expect((await visit(port)).headers).toMatchObject({ 'x-culvert-error': 'CULVERT_TOO_MANY_OPEN' })
    end(visitor, upload)
    while ((await visit(port)).status !== 204);
  })

  it('discards the rest of an upload that the app cancels, and keeps the connection', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(port, 'POST / HTTP/1.1\r\nHost: demo.test\r\nContent-Length: 600000\r\n\r\none')
    const stream = await agent.nextStream()
    stream.respond(413, [], 'too much')
    await visitor.readUntil('too much')
    stream.stream.reset('CANCELLED', 'not wanted')
    visitor.socket.write(`${'x'.repeat(599_997)}${get}`)
    expect((await agent.nextStream()).head.method).toBe('GET')
  })

  it('forwards heads of 50 kB in both directions', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const cookie = 'c'.repeat(50_000)
    const visitor = dialRaw(port, `GET / HTTP/1.1\r\nHost: demo.test\r\nCookie: ${cookie}\r\n\r\n`)
    const stream = await agent.nextStream()
    expect(stream.field('cookie')).toBe(cookie)
    stream.respond(200, [['X-Large', cookie]])
    await visitor.readUntil(`X-Large: ${cookie}\r\n`)
  })

  it('serves HTTP/1.0 without chunks or 1xx, and ends the body by closing the connection', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(port, 'GET / HTTP/1.0\r\nHost: demo.test\r\n\r\n')
    const stream = await agent.nextStream()
    stream.stream.sendHead({ status: 103, reason: 'Early Hints', fields: [['Link', '</a>']] })
    stream.stream.sendHead({ ...ok, fields: [['Trailer', 'X-Sum']] })
    stream.stream.write(Buffer.from('body'))
    stream.stream.end([['X-Sum', '1']])
    expect(await visitor.readAll()).toMatch(
      /^HTTP\/1.1 200 OK\r\n(?!.*chunked)(?!.*Trailer).*Connection: close\r\n\r\nbody$/s,
    )
  })
})

describeExchange('an answer without a body', (startTestEdge) => {
  it.each([
    ['HEAD', 200],
    ['GET', 204],
    ['GET', 205],
    ['GET', 304],
  ])('to %s with %i stays empty whatever the agent sends, and the connection stays in sync', async (method, status) => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(port, `${method} / HTTP/1.1\r\nHost: demo.test\r\n\r\n`)
    const stream = await agent.nextStream()
    stream.stream.sendHead({ ...ok, status, fields: [['Content-Length', '5']] })
    stream.stream.write(Buffer.from('wrong'))
    stream.stream.end()
    const head = await visitor.readUntil('\r\n\r\n')
    expect(head.includes('Content-Length: 5')).toBe(status !== 204 && status !== 205)
    expect(head.includes('Content-Length: 0')).toBe(status === 205)
    expect(head).not.toMatch('Transfer-Encoding')
    visitor.socket.write(get)
    ;(await agent.nextStream()).respond(200, [], 'next')
    expect(await visitor.readUntil('next')).toMatch(/^HTTP\/1.1 200 Fine/)
  })
})

describeExchange('trailers', (startTestEdge) => {
  it('are forwarded in both directions, except those that could change how a message is parsed', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(
      port,
      'POST / HTTP/1.1\r\nHost: demo.test\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n' +
        '3\r\none\r\n0\r\nX-Sum: 1\r\nX-Forwarded-For: 6.6.6.6\r\nAuthorization: no\r\n\r\n',
    )
    const stream = await agent.nextStream()
    expect(stream.field('trailer')).toBe('X-Sum')
    expect(await stream.ended).toEqual([['X-Sum', '1']])
    stream.stream.sendHead({ ...ok, fields: [['Trailer', 'X-Total']] })
    stream.stream.write(Buffer.from('uno'))
    stream.stream.end([
      ['X-Total', '2'],
      ['Content-Length', '9'],
    ])
    expect(await visitor.readUntil('3\r\nuno\r\n0\r\nX-Total: 2\r\n\r\n')).toMatch('Trailer: X-Total\r\n')
  })
})

describeExchange('Expect: 100-continue', (startTestEdge) => {
  const head = 'POST / HTTP/1.1\r\nHost: demo.test\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n'

  it('reaches the app, and the body follows the 100 that the app sends', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(port, head)
    const stream = await agent.nextStream()
    expect(stream.field('expect')).toBe('100-continue')
    expect(visitor.received).toBe('')
    stream.stream.sendHead({ status: 100, reason: 'Continue', fields: [] })
    expect(await visitor.readUntil('\r\n\r\n')).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    visitor.socket.write(`body${get}`)
    await stream.ended
    stream.respond(200, [], 'done')
    expect(await visitor.readUntil('done')).toMatch('Connection: keep-alive')
    expect((await agent.nextStream()).head.method).toBe('GET')
  })

  it('closes the connection if the app answers without 100, since the body may or may not follow', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(port, head)
    ;(await agent.nextStream()).respond(401, [], 'no')
    expect(await visitor.readAll()).toMatch(/^HTTP\/1.1 401 Fine\r\n.*Connection: close\r\n.*no$/s)
  })

  it('forwards other interim responses with their header fields', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(port, get)
    const stream = await agent.nextStream()
    stream.stream.sendHead({ status: 103, reason: 'Early Hints', fields: [['Link', '</a.css>; rel=preload']] })
    expect(await visitor.readUntil('\r\n\r\n')).toBe('HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n')
    stream.respond(200, [], 'done')
    await visitor.readUntil('done')
  })
})

describeExchange('backpressure', (startTestEdge) => {
  it('stops the agent while a visitor does not read, holds no more than the window, and loses nothing', async () => {
    const { port, processes, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(port, get)
    visitor.socket.pause()
    const { stream } = await agent.nextStream()
    const total = 64 * 1024 * 1024
    stream.sendHead({ ...ok, fields: [['Content-Length', String(total)]] })
    const chunk = Buffer.alloc(64 * 1024, 'x')
    const heldBefore = countHeldBytes()
    for (let sent = 0; sent < total; sent += chunk.length) stream.write(chunk)
    stream.end()
    await standstill(agent, () => stream.bytesSent)
    // What the kernel's buffers hold on loopback, plus the window of each process, which grows to at most 4 MiB.
    expect(stream.bytesSent).toBeLessThan(20 * 1024 * 1024)
    // The agent runs in this process, too, and keeps what the edge has not acknowledged.
    expect(countHeldBytes() - heldBefore).toBeLessThan((7 + 5 * processes) * 1024 * 1024)

    const received = countBytes(visitor.socket, total)
    visitor.socket.resume()
    await received
    expect(stream.bytesSent).toBe(total)
  })

  it('stops an upload at 256 KiB while the app does not read it, and loses nothing', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const total = 32 * 1024 * 1024
    const visitor = dialRaw(port, `POST / HTTP/1.1\r\nHost: demo.test\r\nContent-Length: ${total}\r\n\r\n`)
    const stream = await agent.nextStream()
    stream.isConsuming = false
    visitor.socket.write(Buffer.alloc(total, 'x'))
    await standstill(agent, () => stream.receivedBytes)
    expect(stream.receivedBytes).toBe(256 * 1024)
    expect(visitor.socket.writableLength).toBeGreaterThan(0)

    stream.isConsuming = true
    stream.stream.consumed(stream.receivedBytes)
    await stream.ended
    expect(stream.receivedBytes).toBe(total)
  })
})

describeExchange('an exchange that breaks off', (startTestEdge) => {
  it('resets the stream when the visitor leaves before the answer', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(port, get)
    const stream = await agent.nextStream()
    visitor.socket.destroy()
    expect(await stream.reset).toBe('CANCELLED')
  })

  it('resets the stream when the visitor leaves in the middle of an upload', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(port, 'POST / HTTP/1.1\r\nHost: demo.test\r\nContent-Length: 10\r\n\r\npart')
    const stream = await agent.nextStream()
    await stream.chunks.next()
    visitor.socket.destroy()
    expect(await stream.reset).toBe('CANCELLED')
  })

  it('resets the stream when the visitor leaves in the middle of the answer', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(port, get)
    const stream = await agent.nextStream()
    stream.stream.sendHead(ok)
    stream.stream.write(Buffer.from('part'))
    await visitor.readUntil('part')
    visitor.socket.destroy()
    expect(await stream.reset).toBe('CANCELLED')
  })

  it('resets the stream when the visitor leaves after the answer, in the middle of the upload', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(port, 'POST / HTTP/1.1\r\nHost: demo.test\r\nContent-Length: 10\r\n\r\npart')
    const stream = await agent.nextStream()
    stream.respond(200, [], 'early')
    await visitor.readUntil('early')
    visitor.socket.destroy()
    expect(await stream.reset).toBe('CANCELLED')
  })

  it('resets the stream when the visitor sends a malformed chunk', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(port, 'POST / HTTP/1.1\r\nHost: demo.test\r\nTransfer-Encoding: chunked\r\n\r\n')
    const stream = await agent.nextStream()
    visitor.socket.write('zz\r\n')
    expect(await stream.reset).toBe('CANCELLED')
    await visitor.readAll()
  })

  it.each([
    ['with a length', 'HTTP/1.1', [['Content-Length', '10'] as const]],
    ['in chunks', 'HTTP/1.1', []],
    ['that ends with the connection', 'HTTP/1.0', []],
  ])('resets the connection if the app does not complete an answer %s', async (_, version, fields) => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(port, `GET / ${version}\r\nHost: demo.test\r\n\r\n`)
    const stream = await agent.nextStream()
    stream.stream.sendHead({ ...ok, fields })
    stream.stream.write(Buffer.from('part'))
    await visitor.readUntil('part')
    const failed = once(visitor.socket, 'error')
    stream.stream.reset('ORIGIN_CLOSED', 'gone')
    expect((await failed)[0]).toMatchObject({ code: 'ECONNRESET' })
    expect(visitor.received).not.toMatch('0\r\n\r\n')
  })

  it.each([
    ['shorter', 'part'],
    ['longer', 'much too long'],
  ])('closes the connection if an answer is %s than its Content-Length', async (_, body) => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(port, get)
    const stream = await agent.nextStream()
    stream.stream.sendHead({ ...ok, fields: [['Content-Length', '8']] })
    await visitor.readUntil('\r\n\r\n')
    stream.stream.write(Buffer.from(body))
    stream.stream.end()
    await visitor.readAll()
    expect(visitor.received.length).toBeLessThan(8)
  })

  it('resets the connection when the agent is lost in the middle of the answer', async () => {
    const { port, connectAgent } = await startTestEdge({ timing: { resumeMs: 0 } })
    const agent = await connectAgent()
    const visitor = dialRaw(port, get)
    const stream = await agent.nextStream()
    stream.stream.sendHead(ok)
    stream.stream.write(Buffer.from('part'))
    await visitor.readUntil('part')
    const failed = once(visitor.socket, 'error')
    agent.socket.destroy()
    expect((await failed)[0]).toMatchObject({ code: 'ECONNRESET' })
  })
})

describe('an answer that the app breaks off', () => {
  it.each([visitPlain, visitByHttp2])(
    'is cut off for the visitor, and reported to the owner with the reason: %j',
    async (begin) => {
      const { api, port, visitor, connectAgent } = await startSecureEdge({}, { healthMs: 20 })
      const agent = await connectAgent()
      const cut = begin(port, visitor)
      const { stream } = await agent.nextStream()
      stream.sendHead(ok)
      stream.write(Buffer.from('part'))
      const detail = 'expected a chunk line that ends in CR LF, got LF alone'
      stream.reset('ORIGIN_BAD_RESPONSE', detail)
      await cut
      for (;;) {
        const [told] = (await api.healthReports.next()).agents
        if (!told?.lastFailure) continue
        expect(told).toMatchObject({ failing: true, lastFailure: { code: 'CULVERT_APP_BAD_RESPONSE', detail } })
        break
      }
    },
  )
})

async function visitPlain(port: number): Promise<void> {
  await once(dialRaw(port, get).socket, 'error')
}

async function visitByHttp2(_port: number, visitor: ConnectionOptions): Promise<void> {
  const session = await connectH2(visitor)
  const stream = askH2(session, {})
  await once(stream.resume(), 'error')
  session.close()
}

describeExchange('an app that does not answer', (startTestEdge) => {
  it.each<[ResetCode, number, string]>([
    ['REFUSED', 502, 'CULVERT_APP_REFUSED'],
    ['ORIGIN_TIMEOUT', 504, 'CULVERT_APP_TIMEOUT'],
    ['ORIGIN_BAD_RESPONSE', 502, 'CULVERT_APP_BAD_RESPONSE'],
    ['ORIGIN_NOT_HTTP', 502, 'CULVERT_APP_NOT_HTTP'],
    ['ORIGIN_NEEDS_TLS', 502, 'CULVERT_APP_NEEDS_HTTPS'],
    ['ORIGIN_CLOSED', 502, 'CULVERT_APP_CLOSED'],
    ['CANCELLED', 502, 'CULVERT_APP_CLOSED'],
    ['INTERNAL', 502, 'CULVERT_INTERNAL'],
  ])('but resets the stream with %s yields a page with %i and %s', async (code, status, error) => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visited = visit(port)
    ;(await agent.nextStream()).stream.reset(code, 'connect ECONNREFUSED 127.0.0.1:3000')
    const answer = await visited
    expect(answer).toMatchObject({ status, headers: { 'x-culvert-error': error } })
    expect(answer.body).toMatch(String(answer.headers['x-culvert-request-id']))
    expect(answer.body).not.toMatch('127.0.0.1')
  })

  it('because its agent is out of connections yields a page that names the limit', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visited = visit(port, { headers: { accept: 'text/html' } })
    ;(await agent.nextStream()).stream.reset('AGENT_FULL', 'all 512 <connections>\u009b were in use for 30 s')
    const { status, headers, body } = await visited
    expect([status, headers['x-culvert-error'], headers['retry-after']]).toEqual([503, 'CULVERT_AGENT_FULL', '5'])
    expect(body).toMatch('Try again in a moment. All 512 &#60;connections&#62;  were in use for 30 s.')
  })

  it.each([
    ['two lengths', [['Content-Length', '1'] as const, ['Content-Length', '2'] as const]],
    ['an invalid length', [['Content-Length', '-1'] as const]],
    ['a control character', [['X-Bell', 'a\u0007'] as const]],
  ])('but sends a head with %s yields CULVERT_APP_BAD_RESPONSE', async (_, fields) => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visited = visit(port)
    const stream = await agent.nextStream()
    stream.stream.sendHead({ ...ok, fields })
    expect(await visited).toMatchObject({ status: 502, headers: { 'x-culvert-error': 'CULVERT_APP_BAD_RESPONSE' } })
    expect(await stream.reset).toBe('CANCELLED')
  })

  it('yields a page that the visitor receives even in the middle of an upload', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visited = visit(port, { method: 'POST', body: Buffer.alloc(8 * 1024 * 1024) })
    const stream = await agent.nextStream()
    await stream.chunks.next()
    stream.stream.reset('REFUSED', 'nobody listens')
    expect(await visited).toMatchObject({ status: 502 })
  })
})

/** Waits until a count stops changing while the tunnel still answers. */
async function standstill(agent: TestAgent, count: () => number): Promise<void> {
  for (let before = -1, calm = 0; calm < 10; calm = count() === before ? calm + 1 : 0) {
    before = count()
    await agent.session.ping()
  }
}

/** Resolves when a socket has received this many bytes. */
function countBytes(socket: Socket, total: number): Promise<void> {
  return new Promise((resolve) => {
    let received = 0
    socket.removeAllListeners('data').on('data', (chunk) => {
      received += chunk.length
      if (received >= total) resolve()
    })
  })
}
