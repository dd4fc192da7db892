import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:https'
import { connect } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, closeLater } from '../testing/queue.ts'
import { startSecureEdge } from '../testing/secure-edge.ts'
import {
  askH2,
  connectH2,
  dialH2,
  encodeFields,
  endHeadersFlag,
  endStreamFlag,
  frameTypes,
  readH2,
  requestFields,
  visitH2,
} from '../testing/test-h2-visitor.ts'

afterEach(closeAll)

const ok = { status: 200, reason: 'OK', fields: [] }

/** Opens a visitor's session, and an agent for demo.test. */
async function startExchange() {
  const started = await startSecureEdge()
  return { ...started, agent: await started.connectAgent(), session: await connectH2(started.visitor) }
}

describe('a visitor over TLS', () => {
  it.each([
    ['HTTP/2 if it supports that', ['http/1.1', 'h2'], 'h2'],
    ['HTTP/1.1 if it does not support HTTP/2', ['http/1.1'], 'http/1.1'],
  ])('gets %s, over TLS 1.2 too', async (_, ALPNProtocols, chosen) => {
    const { visitor, connectAgent } = await startSecureEdge()
    await connectAgent()
    for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
      const socket = connect({ ...visitor, maxVersion, ALPNProtocols })
      closeLater(() => socket.destroy())
      await once(socket, 'secureConnect')
      expect(socket.alpnProtocol).toBe(chosen)
    }
  })

  it('is offered 128 concurrent streams by HTTP/2, and no WebSockets', async () => {
    const { session } = await startExchange()
    await once(session, 'remoteSettings')
    expect(session.remoteSettings).toMatchObject({ enableConnectProtocol: false, maxConcurrentStreams: 128 })
  })
})

describe('a request over HTTP/2', () => {
  it('reaches the app like one over HTTP/1.1', async () => {
    const { agent, session } = await startExchange()
    askH2(session, {
      ':authority': 'Demo.test:8080',
      ':path': '/a?b=c',
      cookie: ['a=b', 'c=d'],
      te: 'trailers',
      'x-forwarded-for': '203.0.113.7',
      'x-latin': '\xe4',
    })
    const { head, ended } = await agent.nextStream()
    expect(head).toMatchObject({ kind: 'http', method: 'GET', target: '/a?b=c', visitorAddress: '127.0.0.1' })
    expect(head.fields).toEqual([
      ['Host', 'Demo.test:8080'],
      ['cookie', 'a=b; c=d'],
      ['x-latin', '\xe4'],
      ['X-Forwarded-For', '127.0.0.1'],
      ['X-Forwarded-Proto', 'https'],
      ['X-Forwarded-Host', 'Demo.test:8080'],
      ['X-Forwarded-Port', '8080'],
      ['Forwarded', 'for=127.0.0.1;host="Demo.test:8080";proto=https'],
    ])
    expect(await ended).toEqual([])
  })

  it('has its cookie crumbs joined, and only one Host if that repeats the authority', async () => {
    const { agent, visitor } = await startExchange()
    const raw = await dialH2(visitor)
    raw.ask(1, [...requestFields, ['host', 'demo.test'], ['cookie', 'a=b'], ['x-y', 'z'], ['cookie', 'c=d']])
    const { head } = await agent.nextStream()
    expect(head.fields.slice(0, 3)).toEqual([
      ['Host', 'demo.test'],
      ['cookie', 'a=b; c=d'],
      ['x-y', 'z'],
    ])
  })

  it('carries its body and its trailers', async () => {
    const { agent, session } = await startExchange()
    const sent = session.request({ ':method': 'POST', ':path': '/' }, { waitForTrailers: true })
    sent.on('wantTrailers', () => sent.sendTrailers({ 'x-sum': '1' }))
    sent.end('body')
    const stream = await agent.nextStream()
    expect(await stream.ended).toEqual([['x-sum', '1']])
    expect(stream.chunks.unread.map(String)).toEqual(['body'])
  })

  it('reaches the app without trailers that are larger than a head may be', async () => {
    const { agent, visitor } = await startExchange()
    const raw = await dialH2(visitor)
    const post = requestFields.map(([name, value]) => [name, name === ':method' ? 'POST' : value] as const)
    raw.send(frameTypes.headers, endHeadersFlag, 1, encodeFields(post))
    raw.send(frameTypes.data, 0, 1, Buffer.from('body'))
    const block = encodeFields(['x-one', 'x-other'].map((name) => [name, '1'.repeat(35_000)]))
    for (let at = 0; at < block.length; at += 16_000) {
      const flags = at + 16_000 < block.length ? 0 : endHeadersFlag
      const [type, more] = at === 0 ? [frameTypes.headers, endStreamFlag] : [frameTypes.continuation, 0]
      raw.send(type, flags | more, 1, block.subarray(at, at + 16_000))
    }
    const stream = await agent.nextStream()
    expect(await Promise.race([stream.ended, stream.reset])).toEqual([])
    stream.respond(200)
    expect(await raw.outcome()).toBe('head 88')
  })

  it('may ask for another hostname that the certificate covers', async () => {
    const { visitor, connectAgent } = await startSecureEdge()
    const [hostname, other] = ['a.demo.test', 'b.demo.test']
    const agent = await connectAgent({ hostname })
    agent.serve((stream) => stream.respond(200))
    const session = await connectH2({ ...visitor, servername: hostname })
    const asked = await visitH2(session, { ':authority': other, accept: 'application/json' })
    expect(asked).toMatchObject({ status: 404, headers: { 'x-culvert-error': 'CULVERT_HOST_UNKNOWN' } })
    expect(await visitH2(session, { ':authority': hostname })).toMatchObject({ status: 200 })
  })

  it('is carried along with 499 others on one connection', async () => {
    const { agent, session } = await startExchange()
    agent.serve((stream) => stream.respond(200, [], stream.head.target))
    const paths = Array.from({ length: 500 }, (_, index) => `/module-${index}.js`)
    const answers = await Promise.all(paths.map((path) => visitH2(session, { ':path': path })))
    expect(answers.map(({ body }) => body)).toEqual(paths)
  })

  it('is cancelled in the app when its visitor cancels it', async () => {
    const { agent, session } = await startExchange()
    const sent = askH2(session, { ':method': 'POST' }, false)
    const waiting = await agent.nextStream()
    sent.close(8)
    expect(await waiting.reset).toBe('CANCELLED')
    const loading = askH2(session)
    const answering = await agent.nextStream()
    answering.stream.sendHead(ok)
    await once(loading, 'response')
    loading.close(8)
    expect(await answering.reset).toBe('CANCELLED')
  })

  it.each(['destroy', 'end'] as const)('is cancelled in the app when the connection is lost (%s)', async (how) => {
    const { agent, visitor } = await startExchange()
    const raw = await dialH2(visitor)
    raw.ask(1)
    const { reset } = await agent.nextStream()
    raw.socket[how]()
    expect(await reset).toBe('CANCELLED')
  })

  it('still carries the rest of its body after it has been answered', async () => {
    const { agent, session } = await startExchange()
    const sent = askH2(session, { ':method': 'POST' }, false)
    sent.write('one')
    const stream = await agent.nextStream()
    stream.stream.sendHead(ok)
    stream.stream.end()
    await once(sent, 'response')
    sent.end('two')
    await stream.ended
    expect(Buffer.concat(stream.chunks.unread).toString()).toBe('onetwo')
  })
})

describe('an answer over HTTP/2', () => {
  it('has the fields of the app except hop-by-hop ones, and its interim heads and trailers', async () => {
    const { agent, session } = await startExchange()
    const answer = readH2(askH2(session, { expect: '100-continue' }))
    const { stream } = await agent.nextStream()
    stream.sendHead({ status: 100, reason: 'Continue', fields: [] })
    stream.sendHead({ status: 103, reason: 'Early Hints', fields: [['Link', '</a.css>']] })
    stream.sendHead({
      ...ok,
      fields: [
        ['Set-Cookie', 'a=b'],
        ['Set-Cookie', 'c=d'],
        ['ETag', '"1"'],
        ['ETag', '"2"'],
        ['Connection', 'keep-alive'],
        ['Keep-Alive', 'timeout=5'],
        ['HTTP2-Settings', 'x'],
        ['Transfer-Encoding', 'chunked'],
        ['Trailer', 'X-Sum'],
      ],
    })
    stream.write(Buffer.from('body'))
    stream.end([['X-Sum', '1']])
    const { headers, ...rest } = await answer
    expect(rest).toMatchObject({ interim: [100, 103], status: 200, body: 'body', isComplete: true, code: 0 })
    expect(rest.trailers).toMatchObject({ 'x-sum': '1' })
    expect(Object.keys(headers)).toEqual([':status', 'set-cookie', 'etag', 'trailer', 'date'])
    expect(headers['set-cookie']).toEqual(['a=b', 'c=d'])
  })

  it.each([
    ['HEAD', 200],
    ['GET', 204],
    ['GET', 205],
    ['GET', 304],
  ])('to %s with status %i ends with its head', async (method, status) => {
    const { agent, session } = await startExchange()
    agent.serve(({ stream }) => {
      stream.sendHead({ status, reason: '', fields: status === 205 ? [['Content-Length', '8']] : [] })
      stream.write(Buffer.from('too much'))
      stream.end()
    })
    expect(await visitH2(session, { ':method': method })).toMatchObject({ status, body: '', isComplete: true, code: 0 })
  })

  it('with a status that HTTP/2 does not allow becomes a 502 page', async () => {
    const { agent, session } = await startExchange()
    agent.serve((stream) => stream.respond(999))
    expect(await visitH2(session)).toMatchObject({
      status: 502,
      headers: { 'x-culvert-error': 'CULVERT_APP_BAD_RESPONSE' },
    })
  })

  it.each([
    ['of unknown length', 0],
    ['with a Content-Length', 100],
  ])('%s that breaks off is reset, and never ended', async (_, length) => {
    const { agent, visitor } = await startExchange()
    const raw = await dialH2(visitor)
    raw.ask(1)
    const { stream } = await agent.nextStream()
    stream.sendHead({ ...ok, fields: length === 0 ? [] : [['Content-Length', String(length)]] })
    stream.write(Buffer.from('part'))
    expect(await raw.next(frameTypes.data)).toMatchObject({ payload: Buffer.from('part') })
    stream.reset('ORIGIN_CLOSED', 'gone')
    const frames = await raw.readUntil(frameTypes.reset)
    expect(frames.at(-1)?.payload.readUInt32BE(0)).not.toBe(0)
    expect(frames.filter(({ type, flags }) => type === frameTypes.data && (flags & endStreamFlag) !== 0)).toEqual([])
  })

  it('is streamed: its head and each part are sent as they come', async () => {
    const { agent, session } = await startExchange()
    const events = askH2(session)
    const { stream } = await agent.nextStream()
    stream.sendHead(ok)
    await once(events, 'response')
    for (const event of ['one', 'two']) {
      stream.write(Buffer.from(event))
      expect(String((await once(events, 'data'))[0])).toBe(event)
    }
  })
})

describe('bodies over HTTP/2', () => {
  it('of 3 MiB arrive intact in both directions', async () => {
    const { agent, session } = await startExchange()
    const large = randomBytes(3 * 1024 * 1024)
    const sent = askH2(session, { ':method': 'POST' }, false).end(large)
    const stream = await agent.nextStream()
    await stream.ended
    stream.stream.sendHead(ok)
    stream.stream.write(large)
    stream.stream.end()
    expect([hash(stream.chunks.unread), hash(await sent.toArray())]).toEqual([hash([large]), hash([large])])
  })

  it('that a visitor does not read hold up no others, and wait in the app', async () => {
    const { agent, session } = await startExchange()
    const slow = askH2(session)
    const { stream } = await agent.nextStream()
    stream.sendHead(ok)
    for (let sent = 0; sent < 32; sent += 1) stream.write(Buffer.alloc(1024 * 1024))
    agent.serve((other) => other.respond(200, [], 'done'))
    for (let turn = 0; turn < 20; turn += 1) expect(await visitH2(session)).toMatchObject({ body: 'done' })
    // The first window of a stream: nothing was consumed.
    expect(stream.bytesSent).toBe(256 * 1024)
    slow.resume()
    await once(slow, 'data')
  })

  it('that an app does not read hold up no others, and wait at the visitor', async () => {
    const { agent, session } = await startExchange()
    const sent = askH2(session, { ':method': 'POST' }, false)
    sent.end(Buffer.alloc(8 * 1024 * 1024))
    const stream = await agent.nextStream()
    stream.isConsuming = false
    agent.serve((other) => other.respond(200, [], 'done'))
    for (let turn = 0; turn < 20; turn += 1) expect(await visitH2(session)).toMatchObject({ body: 'done' })
    expect(stream.receivedBytes).toBeLessThanOrEqual(256 * 1024)
    expect(sent.writableFinished).toBe(false)
    stream.isConsuming = true
    stream.stream.consumed(stream.receivedBytes)
    await stream.ended
    expect(stream.receivedBytes).toBe(8 * 1024 * 1024)
  })
})

describe('an agent', () => {
  it('can dial over HTTP/1.1 on the TLS port', async () => {
    const { visitor } = await startSecureEdge()
    const headers = { host: 'edge.test', connection: 'Upgrade', upgrade: 'culvert' }
    const sent = request({ ...visitor, servername: 'edge.test', path: '/.culvert/tunnel', headers, agent: false }).end()
    const [response, socket] = await once(sent, 'upgrade')
    closeLater(() => socket.destroy())
    expect(response.statusCode).toBe(101)
  })

  it('that dials over HTTP/2 gets 426, without the Upgrade field that HTTP/2 does not allow', async () => {
    const { visitor } = await startSecureEdge()
    const session = await connectH2({ ...visitor, servername: 'edge.test' })
    const answer = await visitH2(session, { ':authority': 'edge.test', ':path': '/.culvert/tunnel' })
    expect(answer).toMatchObject({ status: 426, isComplete: true })
    expect(answer.headers).not.toHaveProperty('upgrade')
  })
})

function hash(chunks: readonly Buffer[]): string {
  return createHash('sha256').update(Buffer.concat(chunks)).digest('hex')
}
