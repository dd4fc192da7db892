import { afterEach, expect, it } from 'vitest'
import { setImmediate } from 'node:timers/promises'
import { closeAll } from '../testing/queue.ts'
import { describeEdge } from '../testing/test-edge.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'

afterEach(closeAll)

describeEdge('an invalid or ambiguous request', (startTestEdge) => {
  it.each([
    ['a duplicate Host', 400, 'GET / HTTP/1.1\r\nHost: demo.test\r\nHost: demo.test\r\n\r\n'],
    ['no Host', 400, 'GET / HTTP/1.1\r\n\r\n'],
    ['a path in Host', 400, 'GET / HTTP/1.1\r\nHost: demo.test/../b\r\n\r\n'],
    ['the absolute form for another host', 400, 'GET http://other.test/ HTTP/1.1\r\nHost: demo.test\r\n\r\n'],
    ['TRACE', 405, 'TRACE / HTTP/1.1\r\nHost: demo.test\r\n\r\n'],
    ['CONNECT', 405, 'CONNECT demo.test:80 HTTP/1.1\r\nHost: demo.test\r\n\r\n'],
    ['two lengths', 400, 'POST / HTTP/1.1\r\nHost: demo.test\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    [
      'a length and chunks',
      400,
      'POST / HTTP/1.1\r\nHost: demo.test\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
    ['a long target', 414, `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: demo.test\r\n\r\n`],
    ['too many fields', 431, `GET / HTTP/1.1\r\nHost: demo.test\r\n${'X: y\r\n'.repeat(300)}\r\n`],
    ['an unknown coding', 501, 'POST / HTTP/1.1\r\nHost: demo.test\r\nTransfer-Encoding: gzip, chunked\r\n\r\n'],
    ['a space before a colon', 400, 'GET / HTTP/1.1\r\nHost : demo.test\r\n\r\n'],
    ['a folded line', 400, 'GET / HTTP/1.1\r\nHost: demo.test\r\nX: a\r\n b\r\n\r\n'],
    ['bare line feeds', 400, 'GET / HTTP/1.1\nHost: demo.test\n\n'],
    ['NUL in a value', 400, 'GET / HTTP/1.1\r\nHost: demo.test\r\nX: a\0b\r\n\r\n'],
    ['an unsupported version', 505, 'GET / HTTP/2.0\r\nHost: demo.test\r\n\r\n'],
    ['no version', 505, 'GET /\r\n\r\n'],
    ['a head of 70 KB', 431, `GET / HTTP/1.1\r\nHost: demo.test\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`],
    ['an unknown expectation', 417, 'GET / HTTP/1.1\r\nHost: demo.test\r\nExpect: cake\r\n\r\n'],
    [
      'an upgrade with a duplicate Host',
      400,
      'GET / HTTP/1.1\r\nHost: demo.test\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    ],
  ])('with %s is answered with %i, ends the connection and never reaches an agent', async (_, status, request) => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const targets: string[] = []
    agent.serve((stream) => {
      targets.push(stream.head.target)
      stream.respond(200, [], stream.head.target)
    })
    // Anything that follows could be a part of it, so nothing on the connection reaches an app.
    const answer = await dialRaw(port, `${request}GET /hidden HTTP/1.1\r\nHost: demo.test\r\n\r\n`).readAll()
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).toMatch('\r\nConnection: close\r\n')
    expect(answer).toMatch('\r\nX-Culvert-Error: CULVERT_')
    await dialRaw(port, 'GET /first HTTP/1.1\r\nHost: demo.test\r\n\r\n').readUntil('\r\n\r\n/first')
    expect(targets).toEqual(['/first'])
  })
})

describeEdge('a connection', (startTestEdge) => {
  it('that keeps sending a head after it was refused leaves no socket behind', async () => {
    const before = openSockets()
    const { edge, port } = await startTestEdge()
    await dialRaw(port, `GET / HTTP/1.1\r\nX: ${'x'.repeat(200_000)}\r\n\r\n`).readAll()
    await edge.close({ graceMs: 0 })
    await closeAll()
    while (openSockets() > before) await setImmediate()
  })

  it('that does not complete a request head in time ends with 408', async () => {
    const { port } = await startTestEdge({ timing: { requestHeadMs: 100 } })
    expect(await dialRaw(port, 'GET / HTTP/1.1\r\nHost: demo').readAll()).toMatch(
      /^HTTP\/1.1 408 .*CULVERT_REQUEST_TIMEOUT/s,
    )
  })

  it('that pipelines an upgrade after an unanswered request affects no others', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const upgrade = 'GET /chat HTTP/1.1\r\nHost: demo.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
    dialRaw(port, `GET / HTTP/1.1\r\nHost: demo.test\r\n\r\n${upgrade}`)
    await agent.nextStream()
    agent.serve((stream) => stream.respond(200, [], 'served'))
    await dialRaw(port, 'GET / HTTP/1.1\r\nHost: demo.test\r\n\r\n').readUntil('served')
  })

  it('with a slow upload outlives the time limit for heads', async () => {
    const { port, connectAgent } = await startTestEdge({ timing: { requestHeadMs: 50 } })
    const agent = await connectAgent()
    const visitor = dialRaw(port, 'POST / HTTP/1.1\r\nHost: demo.test\r\nContent-Length: 6\r\n\r\none')
    const stream = await agent.nextStream()
    // The end of another connection shows that the time is over and the server has checked.
    await dialRaw(port, 'GET / HTTP/1.1\r\n').readAll()
    visitor.socket.write('two')
    await stream.ended
    expect(stream.receivedBytes).toBe(6)
  })

  it('that offers h2c is served over HTTP/1.1', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(200, [], `${stream.head.kind} ${stream.field('upgrade')}`))
    const offer = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n'
    const visitor = dialRaw(port, `GET / HTTP/1.1\r\nHost: demo.test\r\n${offer}\r\n`)
    await visitor.readUntil('http undefined')
  })

  it.each([
    ['h2c, websocket', 'websocket'],
    ['websocket,H2C', 'websocket'],
    ['h2c, , websocket/13, other', 'websocket/13, other'],
    ['h2c, h2c', 'undefined'],
    ['h2cx', 'h2cx'],
  ])('with "Upgrade: %s" reaches the app without h2c, as %s', async (offered, seen) => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(200, [], `${stream.head.kind} ${stream.field('upgrade')};`))
    const visitor = dialRaw(
      port,
      `GET / HTTP/1.1\r\nHost: demo.test\r\nConnection: Upgrade\r\nUpgrade: ${offered}\r\n\r\n`,
    )
    await visitor.readUntil(`${seen === 'undefined' ? 'http' : 'upgrade'} ${seen};`)
  })
})

describeEdge('the port in Host', (startTestEdge) => {
  it('must be one of the edge: a request with any other gets 421', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(200, [], ''))
    // Its own, that of CULVERT_TUNNEL_URL, and the default of the scheme.
    for (const own of [`:${port}`, ':8080', ':80', ':', '']) expect(await visitAs(port, `demo.test${own}`)).toBe(200)
    for (const other of [':443', ':8081', ':0', ':99999']) {
      expect(await visit(port, { headers: { host: `demo.test${other}`, accept: 'text/plain' } })).toMatchObject({
        status: 421,
        headers: { 'x-culvert-error': 'CULVERT_MISDIRECTED' },
        body: expect.stringContaining('a port that is not one of this server'),
      })
    }
  })

  it('may be any for what the edge answers itself, so that health checks pass through port mappings', async () => {
    const { port } = await startTestEdge()
    for (const host of ['localhost:1', '127.0.0.1:9999', '[::1]:9', 'edge.test:81']) {
      expect((await visit(port, { path: '/healthz', headers: { host } })).status).toBe(200)
    }
  })

  it('may be any from a trusted proxy', async () => {
    const { port, connectAgent } = await startTestEdge({ environment: { EDGE_TRUSTED_PROXIES: '127.0.0.1' } })
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(200, [], ''))
    expect(await visitAs(port, 'demo.test:30080')).toBe(200)
  })
})

describeEdge('what the app learns about the visitor', (startTestEdge) => {
  it('comes from the edge, never from the visitor', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    dialRaw(
      port,
      'GET / HTTP/1.1\r\nHost: demo.test:8080\r\nX-Forwarded-For: 6.6.6.6\r\nX-Forwarded-Proto: wss\r\n' +
        'X_Forwarded_Host: evil.test\r\nForwarded: for=6.6.6.6\r\nX-Real-IP: 6.6.6.6\r\n' +
        'True-Client-IP: 6.6.6.6\r\nCF-Connecting-IP: 6.6.6.6\r\nX-Client-IP: 6.6.6.6\r\nTrue_Client_IP: 6.6.6.6\r\n' +
        'X-Cluster-Client-IP: 6.6.6.6\r\nFastly-Client-IP: 6.6.6.6\r\nCF-Connecting-IPv6: 6::6\r\n' +
        'X-Forwarded: 6.6.6.6\r\nForwarded-For: 6.6.6.6\r\nForwarded_For: 6.6.6.6\r\nDO-Connecting-IP: 6.6.6.6\r\n\r\n',
    )
    expect((await agent.nextStream()).head.fields).toEqual([
      ['Host', 'demo.test:8080'],
      ['X-Forwarded-For', '127.0.0.1'],
      ['X-Forwarded-Proto', 'http'],
      ['X-Forwarded-Host', 'demo.test:8080'],
      ['X-Forwarded-Port', '8080'],
      ['Forwarded', 'for=127.0.0.1;host="demo.test:8080";proto=http'],
    ])
  })
})

async function visitAs(port: number, host: string): Promise<number | undefined> {
  return (await visit(port, { headers: { host } })).status
}

function openSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
}
