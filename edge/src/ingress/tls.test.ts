import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:tls'
import type { ConnectionOptions, TLSSocket } from 'node:tls'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, closeLater } from '../testing/queue.ts'
import { startSecureEdge } from '../testing/secure-edge.ts'
import { askH2, connectH2, readH2 } from '../testing/test-h2-visitor.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'

afterEach(closeAll)

async function shake(options: ConnectionOptions): Promise<TLSSocket> {
  const socket = connect({ ...options, ALPNProtocols: ['http/1.1'] })
  closeLater(() => socket.destroy())
  await once(socket, 'secureConnect')
  return socket
}

describe('a visitor over HTTPS', () => {
  it('reaches the tunnel under a certificate for its hostname', async () => {
    const { visitor, connectAgent } = await startSecureEdge()
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(200, [], stream.head.target))
    const sent = request({ ...visitor, path: '/safe', headers: { host: 'demo.test' }, agent: false }).end()
    const [response]: [IncomingMessage] = (await once(sent, 'response')) as [IncomingMessage]
    expect([response.statusCode, await text(response)]).toEqual([200, '/safe'])
  })

  it('is described to the app as using https, whatever it claims itself', async () => {
    const { visitor, connectAgent } = await startSecureEdge()
    const agent = await connectAgent()
    const socket = await shake(visitor)
    socket.write('GET / HTTP/1.1\r\nHost: demo.test\r\nX-Forwarded-Proto: http\r\n\r\n')
    const stream = await agent.nextStream()
    expect(stream.head.fields.filter(([name]) => /forwarded/i.test(name))).toEqual([
      ['X-Forwarded-For', '127.0.0.1'],
      ['X-Forwarded-Proto', 'https'],
      ['X-Forwarded-Host', 'demo.test'],
      ['X-Forwarded-Port', '443'],
      ['Forwarded', 'for=127.0.0.1;host="demo.test";proto=https'],
    ])
  })

  it('sends and receives bodies of 3 MiB intact, even if it reads slowly', async () => {
    const { visitor, connectAgent } = await startSecureEdge()
    const agent = await connectAgent()
    const large = randomBytes(3 * 1024 * 1024)
    const sent = request({ ...visitor, method: 'POST', headers: { host: 'demo.test' }, agent: false }).end(large)
    const stream = await agent.nextStream()
    await stream.ended
    const received = createHash('sha256')
    for (const chunk of stream.chunks.unread.splice(0)) received.update(chunk)
    stream.stream.sendHead({ status: 200, reason: 'OK', fields: [] })
    stream.stream.write(large)
    stream.stream.end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const answered = createHash('sha256')
    for await (const chunk of response) {
      answered.update(chunk)
      await agent.session.ping()
    }
    const expected = createHash('sha256').update(large).digest('hex')
    expect([received.digest('hex'), answered.digest('hex')]).toEqual([expected, expected])
  })

  it('can upgrade its connection, which then carries raw bytes both ways', async () => {
    const { visitor, connectAgent } = await startSecureEdge()
    const agent = await connectAgent()
    const socket = await shake(visitor)
    socket.write('GET /chat HTTP/1.1\r\nHost: demo.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    const stream = await agent.nextStream()
    stream.stream.sendHead({ status: 101, reason: 'Switching Protocols', fields: [['Upgrade', 'websocket']] })
    await once(socket, 'data')
    socket.write('from visitor')
    expect(String(await stream.chunks.next())).toBe('from visitor')
    stream.stream.write(Buffer.from('from app'))
    expect(String((await once(socket, 'data'))[0])).toBe('from app')
    // Each side ends independently.
    socket.end()
    await stream.ended
    stream.stream.write(Buffer.from('still from app'))
    expect(String((await once(socket, 'data'))[0])).toBe('still from app')
  })

  it('does not receive a complete answer if the app breaks off', async () => {
    const { visitor, connectAgent } = await startSecureEdge()
    const agent = await connectAgent()
    const socket = await shake(visitor)
    socket.write('GET / HTTP/1.1\r\nHost: demo.test\r\n\r\n')
    const stream = await agent.nextStream()
    stream.stream.sendHead({ status: 200, reason: 'OK', fields: [] })
    stream.stream.write(Buffer.from('part'))
    const received = text(socket)
    await agent.session.ping()
    stream.stream.reset('ORIGIN_CLOSED', 'gone')
    // The last chunk, which marks the answer as complete, does not arrive.
    expect(await received).toMatch(/\r\n\r\n4\r\npart\r\n$/)
  })

  it.each<[string, ConnectionOptions]>([
    ['TLS 1.1', { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }],
    ['a cipher without forward secrecy', { maxVersion: 'TLSv1.2', ciphers: 'AES128-GCM-SHA256' }],
    ['a cipher without authenticated encryption', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA256' }],
  ])('is refused with %s', async (_, weakness) => {
    const { visitor } = await startSecureEdge()
    const socket = connect({ ...visitor, servername: 'edge.test', ...weakness })
    const [error] = await once(socket, 'error')
    expect(error.code).toMatch(/ALERT|PROTOCOL|HANDSHAKE/)
  })

  it.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'no longer counts as incomplete once it has left during its handshake, over %s',
    async (version) => {
      const { visitor } = await startSecureEdge({ EDGE_INCOMPLETE_PER_ADDRESS: '4' })
      const options = { ...visitor, servername: 'edge.test', minVersion: version, maxVersion: version }
      for (let count = 0; count < 10; count += 1) {
        const left = dialRaw(visitor.port ?? 0)
        await once(left.socket, 'connect')
        // The first bytes of a handshake, or the state after a client has completed its part.
        if (count % 2 === 0) left.socket.write(Buffer.from([22, 3, 1, 2, 0, 1]))
        else (await shake(options)).destroy()
        left.socket.end()
        await left.readAll()
      }
      expect((await shake(options)).getProtocol()).toBe(version)
    },
  )

  it('cannot renegotiate on its connection', async () => {
    const { visitor, connectAgent } = await startSecureEdge()
    await connectAgent()
    const socket = await shake({ ...visitor, maxVersion: 'TLSv1.2' })
    const outcome = new Promise((resolve) => {
      socket.on('error', resolve)
      socket.renegotiate({}, () => resolve('renewed'))
    })
    expect(await outcome).toMatchObject({ code: 'ERR_SSL_NO_RENEGOTIATION' })
  })
})

describe('the certificate and the requested host', () => {
  const answer = 'HTTP/1.1 200 '
  const misdirected = 'HTTP/1.1 421 '

  it.each(['TLSv1.2', 'TLSv1.3'] as const)(
    "are the edge's own and any tunnel without SNI, over %s",
    async (version) => {
      const { visitor } = await startServing()
      const socket = await shake({ ...nameless(visitor), maxVersion: version, minVersion: version })
      expect(socket.getPeerCertificate().subjectaltname).toMatch(/DNS:edge\.test.*IP Address:127\.0\.0\.1/)
      expect(await send(socket, 'demo.test')).toMatch(answer)
    },
  )

  it.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'are refused for an unknown name with unrecognized_name, over %s',
    async (version) => {
      const { visitor } = await startServing()
      const socket = connect({ ...visitor, servername: 'nobody.test', maxVersion: version, minVersion: version })
      const [error] = await once(socket, 'error')
      expect(error.code).toBe('ERR_SSL_TLSV1_UNRECOGNIZED_NAME')
    },
  )

  it('must match on every request of an HTTP/1.1 connection', async () => {
    const { visitor } = await startServing()
    const socket = await shake(visitor)
    expect(await send(socket, 'demo.test')).toMatch(answer)
    expect(await send(socket, 'DEMO.test:443')).toMatch(answer)
    expect(await send(socket, 'other.test')).toMatch(misdirected)
  })

  it('must match on every request of an HTTP/2 connection, and a mismatch does not affect the others', async () => {
    const { visitor } = await startServing()
    const session = await connectH2(visitor)
    const statuses = []
    for (const authority of ['demo.test', 'other.test', '127.0.0.1', 'demo.test']) {
      statuses.push((await readH2(askH2(session, { ':authority': authority }))).status)
    }
    expect(statuses).toEqual([200, 421, 421, 200])
  })

  it('match if a wildcard covers the other name', async () => {
    const { visitor, connectAgent } = await startServing('a.demo.test')
    const other = await connectAgent({ hostname: 'b.demo.test', sub: 'agent-b' })
    other.serve((stream) => stream.respond(200, [], 'served'))
    const socket = await shake({ ...visitor, servername: 'a.demo.test' })
    expect(await send(socket, 'b.demo.test')).toMatch(answer)
    expect(await send(socket, 'c.b.demo.test')).toMatch(misdirected)
  })

  it("are the edge's own below its name, where account domains point, and its own page is served", async () => {
    const { visitor } = await startServing()
    const servername = 'abcdefghijklmnop2345.edge.test'
    const socket = await shake({ ...visitor, servername })
    expect(await send(socket, servername)).toMatch('This is a Culvert edge')
  })
})

describe('a visitor over plain HTTP', () => {
  it('is redirected to HTTPS with 308 if the operator wants it, with path and query unchanged', async () => {
    const { port, connectAgent } = await startSecureEdge({
      EDGE_HTTPS_REDIRECT: 'true',
      CULVERT_TUNNEL_URL: 'https://edge.test:8443',
    })
    await connectAgent()
    expect(await visit(port, { method: 'POST', path: '/a?b=c', body: 'x' })).toMatchObject({
      status: 308,
      headers: { location: 'https://demo.test:8443/a?b=c' },
    })
  })

  it('still reaches the health pages of the edge', async () => {
    const { port } = await startSecureEdge({ EDGE_HTTPS_REDIRECT: 'true' })
    expect(await visit(port, { path: '/healthz', headers: { host: 'localhost' } })).toMatchObject({ status: 200 })
  })
})

/** Requests a host, and resolves with the answer. */
async function send(socket: TLSSocket, host: string): Promise<string> {
  socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
  const [data] = await once(socket, 'data')
  return String(data)
}

async function startServing(hostname = 'demo.test') {
  const started = await startSecureEdge()
  const agent = await started.connectAgent({ hostname })
  agent.serve((stream) => stream.respond(200, [], 'served'))
  return started
}

/** Options of a client that names no host in its handshake and compares none. */
function nameless({ host, port, ca }: ConnectionOptions): ConnectionOptions {
  return { host, port, ca, checkServerIdentity: () => undefined }
}
