import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, closeLater } from '../testing/queue.ts'
import { startTestEdge } from '../testing/test-edge.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'

afterEach(closeAll)

const request = (target: string, fields = '') => `GET ${target} HTTP/1.1\r\nHost: demo.test\r\n${fields}\r\n`
const post = (target: string, fields: string, body: string) =>
  `POST ${target} HTTP/1.1\r\nHost: demo.test\r\n${fields}\r\n${body}`
const ok = { status: 200, reason: 'OK', fields: [] }

describe('pipelined requests', () => {
  it('reach the app eight at a time, the next when an answer is complete', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(port, Array.from({ length: 10 }, (_, index) => request(`/${index}`)).join(''))
    const streams = []
    for (let index = 0; index < 8; index += 1) streams.push(await agent.nextStream())
    await agent.session.ping()
    expect(agent.session.openStreams).toBe(8)
    streams[0]?.respond(200, [], 'first')
    expect((await agent.nextStream()).head.target).toBe('/8')
    await visitor.readUntil('first')
  })

  it('wait while the client reads none of the answers before theirs', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const [count, bytes] = [200, 200_000]
    let served = 0
    agent.serve((stream) => {
      served += 1
      stream.respond(200, [], 'x'.repeat(bytes))
    })
    const visitor = dialRaw(port, Array.from({ length: count }, (_, index) => request(`/${index}`)).join(''))
    visitor.socket.pause()
    for (let before = -1, now = 0; now > before || now === 0; now = served) {
      before = now
      await delay(500)
    }
    // What the kernel takes for both ends, and the eight that are under way.
    expect(served).toBeLessThan(count / 2)
    visitor.socket.resume()
    while (visitor.received.length < count * bytes) await delay(5)
    expect(served).toBe(count)
  })

  it('reach the app one at a time around one that may have side effects', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(port, post('/1', 'Content-Length: 3\r\n', 'one') + request('/2') + post('/3', '', ''))
    for (const target of ['/1', '/2', '/3']) {
      const stream = await agent.nextStream()
      expect(stream.head.target).toBe(target)
      await stream.ended
      await agent.session.ping()
      expect(agent.session.openStreams).toBe(1)
      stream.respond(200, [], target)
    }
    await visitor.readUntil('\r\n\r\n/3')
  })

  it('are upgraded only when those before have been answered', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(
      port,
      `${request('/1')}${request('/2', 'Connection: Upgrade\r\nUpgrade: websocket\r\n')}early`,
    )
    const first = await agent.nextStream()
    await agent.session.ping()
    expect(agent.session.openStreams).toBe(1)
    first.respond(200, [], 'first')
    const second = await agent.nextStream()
    second.stream.sendHead({ status: 101, reason: 'Switching', fields: [['Upgrade', 'websocket']] })
    expect(String(await second.chunks.next())).toBe('early')
    second.stream.write(Buffer.from('raw'))
    await visitor.readUntil('Upgrade: websocket\r\nConnection: Upgrade\r\n\r\nraw')
  })

  it('are answered in order, in whatever order the app answers them', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(port, request('/1') + request('/2') + request('/3'))
    const [first, second, third] = [await agent.nextStream(), await agent.nextStream(), await agent.nextStream()]
    third.respond(200, [], 'third')
    second.stream.sendHead(ok)
    second.stream.write(Buffer.from('sec'))
    await agent.session.ping()
    expect(visitor.received).toBe('')
    first.respond(200, [], 'first')
    await visitor.readUntil('first')
    await visitor.readUntil('3\r\nsec\r\n')
    second.stream.write(Buffer.from('ond'))
    second.stream.end()
    await visitor.readUntil('3\r\nond\r\n0\r\n\r\n')
    await visitor.readUntil('third')
  })

  it('end with the one that says Connection: close', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(port, `${request('/1')}${request('/2', 'Connection: close\r\n')}${request('/3')}`)
    const [first, second] = [await agent.nextStream(), await agent.nextStream()]
    await agent.session.ping()
    expect(agent.session.openStreams).toBe(2)
    first.respond(200, [], 'first')
    second.respond(200, [], 'second')
    expect(await visitor.readAll()).toMatch(/first.*Connection: close\r\n\r\nsecond$/s)
  })

  it('are answered up to the first malformed one, which gets 400', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(port, `${request('/1')}GET /2 HTTP/1.1\r\nHost : demo.test\r\n\r\n${request('/3')}`)
    const stream = await agent.nextStream()
    await agent.session.ping()
    expect(visitor.received).toBe('')
    stream.respond(200, [], 'first')
    expect(await visitor.readAll()).toMatch(/^HTTP\/1.1 200 .*\r\n\r\nfirstHTTP\/1.1 400 .*Connection: close\r\n/s)
    expect(agent.session.openStreams).toBe(0)
  })

  it('end before an answer that breaks off, with the answers before it intact', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(port, request('/1') + request('/2'))
    const [first, second] = [await agent.nextStream(), await agent.nextStream()]
    second.stream.sendHead(ok)
    second.stream.write(Buffer.from('part'))
    await agent.session.ping()
    second.stream.reset('ORIGIN_CLOSED', 'gone')
    await agent.session.ping()
    first.respond(200, [], 'first')
    expect(await visitor.readAll()).toMatch(/\r\n\r\nfirst$/)
  })
})

/** Sends half of a 2 MB answer to a visitor that may have one incomplete request. Returns how to send the rest. */
async function startStreaming() {
  const environment = { EDGE_INCOMPLETE_PER_ADDRESS: '1', EDGE_OPERATIONS_PORT: '0' }
  const { port, edge, connectAgent } = await startTestEdge({ environment })
  const agent = await connectAgent()
  const visitor = dialRaw(port, request('/download'), '127.0.0.2')
  const { stream } = await agent.nextStream()
  const half = Buffer.alloc(1_000_000, 'x')
  stream.sendHead({ ...ok, fields: [['Content-Length', '2000000']] })
  stream.write(half)
  const finish = () => {
    stream.write(half)
    stream.end()
  }
  const countOpen = async () => {
    const { body } = await visit(edge.operationsPort ?? 0, { path: '/metrics' })
    return /^culvert_edge_open_requests (\d+)$/m.exec(body)?.[1]
  }
  const whole = /^HTTP\/1.1 200 [^]*?\r\n\r\nx{2000000}HTTP\/1.1 (\d+) [^]*Connection: close\r\n/
  return { port, agent, visitor, finish, countOpen, whole }
}

describe('a pipelined request that is refused', () => {
  it('before its turn leaves the answer in progress intact, and is answered after it', async () => {
    const { port, visitor, finish, countOpen, whole } = await startStreaming()
    // Another connection already has the one incomplete request that this visitor may have.
    await once(dialRaw(port, '', '127.0.0.2').socket, 'connect')
    visitor.socket.write(post('/', 'Content-Length: 9\r\n', 'part'))
    expect(await countOpen()).toBe('1')
    finish()
    expect(whole.exec(await visitor.readAll())?.[1]).toBe('429')
    expect(await countOpen()).toBe('0')
  })

  it('for its body leaves the answer in progress intact, whether or not the app has answered it', async () => {
    for (const isAnswered of [false, true]) {
      const { agent, visitor, finish, countOpen, whole } = await startStreaming()
      visitor.socket.write(request('/bad', 'Transfer-Encoding: chunked\r\n'))
      const second = await agent.nextStream()
      if (isAnswered) second.respond(200, [], 'early')
      await agent.session.ping()
      visitor.socket.write('zz\r\n')
      if (!isAnswered) expect(await second.reset).toBe('CANCELLED')
      finish()
      expect(whole.exec(await visitor.readAll())?.[1]).toBe('400')
      expect(await countOpen()).toBe('0')
    }
  })
})

describe('a body', () => {
  it('that turns out to be malformed yields a 400 page if no answer has begun', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(port, post('/', 'Transfer-Encoding: chunked\r\n', '3\r\none\r\nzz\r\n'))
    const stream = await agent.nextStream()
    expect(await stream.reset).toBe('CANCELLED')
    expect(await visitor.readAll()).toMatch(/^HTTP\/1.1 400 .*CULVERT_BAD_REQUEST/s)
  })

  it('for an unknown hostname is discarded, and the connection serves the next request', async () => {
    const { port } = await startTestEdge()
    const body = 'x'.repeat(300_000)
    const visitor = dialRaw(
      port,
      `POST / HTTP/1.1\r\nHost: nobody.test\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    visitor.socket.write('GET /healthz HTTP/1.1\r\nHost: edge.test\r\n\r\n')
    await visitor.readUntil('CULVERT_HOST_UNKNOWN')
    await visitor.readUntil('{"status":"ok"}')
  })

  it('is still forwarded after an answer that ends the connection', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(port, post('/', 'Content-Length: 6\r\nConnection: close\r\n', 'one'))
    const stream = await agent.nextStream()
    await stream.chunks.next()
    stream.respond(202, [], 'taken')
    expect(await visitor.readAll()).toMatch(/taken$/)
    visitor.socket.write('two')
    await stream.ended
    expect(stream.receivedBytes).toBe(6)
  })
})

describe('an answer to a malformed request', () => {
  it('arrives even if the visitor keeps sending', async () => {
    const { port } = await startTestEdge()
    const visitor = dialRaw(port, `GET / HTTP/1.1\r\nHost: a b\r\n\r\n${'x'.repeat(4_000_000)}`)
    expect(await visitor.readAll()).toMatch(/^HTTP\/1.1 400 /)
  })

  it('is in the format that the visitor accepts, and has no body for HEAD', async () => {
    const { port } = await startTestEdge()
    const fields = 'Host: a b\r\nAccept: application/json\r\n'
    expect(await dialRaw(port, `GET / HTTP/1.1\r\n${fields}\r\n`).readAll()).toMatch(/\r\n\r\n\{"error":/)
    expect(await dialRaw(port, `HEAD / HTTP/1.1\r\n${fields}\r\n`).readAll()).toMatch(/^HTTP\/1.1 400 .*\r\n\r\n$/s)
  })
})

describe('a visitor that speaks HTTP/1.0', () => {
  it('keeps its connection if it asks to and the length of the answer is known', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(200, [], 'done'))
    const ask = 'GET / HTTP/1.0\r\nHost: demo.test\r\nConnection: keep-alive\r\n\r\n'
    const visitor = dialRaw(port, ask)
    expect(await visitor.readUntil('done')).toMatch('Connection: keep-alive\r\n')
    visitor.socket.write(ask)
    await visitor.readUntil('done')
  })
})

describe('an answer', () => {
  it('has a Date, which is the one of the app if it sent one', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(200, stream.head.target === '/own' ? [['date', 'then']] : []))
    expect(Date.parse((await visit(port)).headers.date ?? '')).toBeGreaterThan(Date.now() - 5_000)
    expect((await visit(port, { path: '/own' })).headers.date).toBe('then')
  })
})

describe('a visitor that is too slow', () => {
  const timing = { requestHeadMs: 100, bodyIdleMs: 100, readerIdleMs: 200, keepAliveMs: 100 }

  it('with its first or next request loses the connection without an answer', async () => {
    const { port, connectAgent } = await startTestEdge({ timing })
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(200, [], 'done'))
    const visitor = dialRaw(port, request('/'))
    await visitor.readUntil('done')
    expect(await visitor.readAll()).toBe('')
    expect(await dialRaw(port).readAll()).toBe('')
  })

  it('with its body gets 408, and the stream to the app is cancelled', async () => {
    const { port, connectAgent } = await startTestEdge({ timing })
    const agent = await connectAgent()
    const visitor = dialRaw(port, post('/', 'Content-Length: 10\r\n', 'part'))
    const stream = await agent.nextStream()
    expect(await stream.reset).toBe('CANCELLED')
    expect(await visitor.readAll()).toMatch(/^HTTP\/1.1 408 .*CULVERT_REQUEST_TIMEOUT/s)
  })

  it('with a body of known length gets 408 even if the body trickles; a chunked one may go on', async () => {
    const { port, connectAgent } = await startTestEdge({ timing: { ...timing, bodyIdleMs: 1_000 } })
    const agent = await connectAgent()
    agent.serve((stream) => void stream.ended.then(() => stream.respond(200, [], 'done')))
    const known = dialRaw(port, post('/', 'Content-Length: 1000000\r\n', ''))
    const streamed = dialRaw(port, post('/', 'Transfer-Encoding: chunked\r\n', ''))
    const trickle = setInterval(() => {
      known.socket.write('x')
      streamed.socket.write('1\r\nx\r\n')
    }, 20)
    closeLater(() => clearInterval(trickle))
    expect(await known.readAll()).toMatch(/^HTTP\/1.1 408 .*CULVERT_REQUEST_TIMEOUT/s)
    clearInterval(trickle)
    streamed.socket.write('0\r\n\r\n')
    await streamed.readUntil('done')
  })

  it('in reading the answer has its request cancelled', async () => {
    const { port, connectAgent } = await startTestEdge({ timing })
    const agent = await connectAgent()
    const visitor = dialRaw(port, request('/'))
    visitor.socket.pause()
    const { stream, reset } = await agent.nextStream()
    stream.sendHead(ok)
    for (let sent = 0; sent < 64; sent += 1) stream.write(Buffer.alloc(1024 * 1024))
    expect(await reset).toBe('CANCELLED')
  })

  it.each(['serves', 'has ended'])(
    'in reading from an upgraded connection loses it, while the app %s',
    async (which) => {
      const { port, connectAgent } = await startTestEdge({ timing })
      const agent = await connectAgent()
      const visitor = dialRaw(port, request('/', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'))
      visitor.socket.pause()
      const { stream, reset } = await agent.nextStream()
      stream.sendHead({ status: 101, reason: 'Switching Protocols', fields: [['Upgrade', 'websocket']] })
      for (let sent = 0; sent < 64; sent += 1) stream.write(Buffer.alloc(1024 * 1024))
      if (which === 'has ended') stream.end()
      expect(await reset).toBe('CANCELLED')
    },
  )
})
