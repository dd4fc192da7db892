import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:http'
import { request as requestByTls } from 'node:https'
import type { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { loadEdgeConfig } from '../config.ts'
import { environmentFor, host, settle, startApi, startWithApi } from '../testing/dashboard-edge.ts'
import { edgeSecret } from '../testing/fake-api.ts'
import { closeAll, closeLater } from '../testing/queue.ts'
import { startSecureEdge } from '../testing/secure-edge.ts'
import { askH2, connectH2, readH2 } from '../testing/test-h2-visitor.ts'
import { startTestEdge } from '../testing/test-edge.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'

afterEach(closeAll)

/** Reads a request once `begins` resolves, and answers with its digest. */
async function answerWithDigest(incoming: IncomingMessage, response: Writable, begins: Promise<void>): Promise<void> {
  await begins
  const hash = createHash('sha256')
  for await (const chunk of incoming) hash.update(chunk)
  response.end(hash.digest('hex'))
}

/** Writes all pieces without waiting, so that the stream decides when to send them. */
function writeInPieces(stream: Writable, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; at += 256 * 1024) stream.write(bytes.subarray(at, at + 256 * 1024))
  stream.end()
}

describe('a request for the dashboard', () => {
  it('reaches the API with its method, path, query, header fields and origin, and is answered', async () => {
    const seen: IncomingMessage[] = []
    const { port } = await startWithApi((incoming, response) => {
      seen.push(incoming)
      response.writeHead(201, 'Made', { 'Set-Cookie': ['a=1', 'b=2'], 'X-Own': 'yes' }).end('<html>')
    })
    const headers = { host, cookie: 'c=3', 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9' }
    const answer = await visit(port, { path: '/agents?a=b', headers })
    expect(answer).toMatchObject({ status: 201, body: '<html>' })
    expect(answer.headers).toMatchObject({ 'set-cookie': ['a=1', 'b=2'], 'x-own': 'yes' })
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/agents?a=b' })
    expect(seen[0]?.headers).toMatchObject({
      host,
      cookie: 'c=3',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': host,
    })
    expect(seen[0]?.headers['x-real-ip']).toBeUndefined()
  })

  it.each<[string, Record<string, string>, string]>([
    ['with a length', { 'content-length': '5' }, 'hello'],
    ['in chunks', { 'transfer-encoding': 'chunked' }, 'hello'],
    ['that waits for 100 Continue', { 'content-length': '5', expect: '100-continue' }, 'hello'],
    ['that is empty', {}, ''],
  ])('carries a body %s', async (_, headers, body) => {
    const { port } = await startWithApi((incoming, response) => {
      void text(incoming).then((received) => response.end(`${incoming.headers['content-length'] ?? ''} ${received}`))
    })
    const sent = request({ port, host: '127.0.0.1', method: 'POST', headers: { host, ...headers }, agent: false })
    if (headers.expect === undefined) sent.end(body)
    else sent.once('continue', () => sent.end(body)).flushHeaders()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const length = headers['transfer-encoding'] === undefined ? String(body.length) : ''
    expect(await text(response)).toBe(`${length} ${body}`)
  })

  it('leaves its connection to the API open for the next one', async () => {
    const ports = new Set<number | undefined>()
    const { port } = await startWithApi((incoming, response) => {
      ports.add(incoming.socket.remotePort)
      response.end('ok')
    })
    for (let count = 0; count < 5; count += 1) await visit(port, { headers: { host } })
    expect(ports.size).toBe(1)
  })

  it('waits while the API does not read, as its answer does while the visitor does not; both arrive whole', async () => {
    const large = randomBytes(64 * 1024 * 1024)
    const digest = createHash('sha256').update(large).digest('hex')
    const reads = Promise.withResolvers<void>()
    let answering: Writable | undefined
    const { port } = await startWithApi((incoming, response) => {
      if (incoming.method === 'GET') {
        answering = response
        writeInPieces(response, large)
      } else void answerWithDigest(incoming, response, reads.promise)
    })
    const sent = request({ port, host: '127.0.0.1', method: 'POST', headers: { host }, agent: false })
    writeInPieces(sent, large)
    expect(await settle(() => large.length - sent.writableLength)).toBeLessThan(large.length / 2)
    reads.resolve()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    expect(await text(response)).toBe(digest)

    const got = request({ port, host: '127.0.0.1', headers: { host }, agent: false }).end()
    const [download] = (await once(got, 'response')) as [IncomingMessage]
    expect(await settle(() => large.length - (answering?.writableLength ?? 0))).toBeLessThan(large.length / 2)
    const hash = createHash('sha256')
    for await (const chunk of download) hash.update(chunk)
    expect(hash.digest('hex')).toBe(digest)
  })

  it('can be upgraded to a WebSocket', async () => {
    const { port, apiServer } = await startWithApi((_, response) => response.end())
    const sockets = new WebSocketServer({
      server: apiServer.server,
      path: '/chat',
      handleProtocols: () => 'graphql-transport-ws',
    })
    sockets.on('connection', (socket) => {
      socket.send('hello')
      socket.on('message', (message: Buffer) => socket.send(`echo ${message.toString()}`))
    })
    const client = new WebSocket(`ws://127.0.0.1:${port}/chat`, 'graphql-transport-ws', { headers: { host } })
    closeLater(() => client.terminate())
    expect(String((await once(client, 'message'))[0])).toBe('hello')
    expect(client.protocol).toBe('graphql-transport-ws')
    const large = 'x'.repeat(1_000_000)
    client.send(large)
    expect(String((await once(client, 'message'))[0])).toBe(`echo ${large}`)
    const [server] = sockets.clients
    const closed = once(client, 'close')
    server?.close(4_401)
    expect((await closed)[0]).toBe(4_401)
  })

  it('has its WebSocket closed at either end when the other is gone', async () => {
    const { port, apiServer } = await startWithApi((_, response) => response.end())
    const sockets = new WebSocketServer({ server: apiServer.server, path: '/chat' })
    const open = async () => {
      const arrived = once(sockets, 'connection')
      const client = new WebSocket(`ws://127.0.0.1:${port}/chat`, { headers: { host } }).on('error', () => {})
      const [server] = (await arrived) as [WebSocket]
      await once(client, 'open')
      return { client, server }
    }
    const first = await open()
    first.client.terminate()
    await once(first.server, 'close')
    const second = await open()
    second.server.terminate()
    await once(second.client, 'close')
    const key = Buffer.alloc(16).toString('base64')
    const raw = dialRaw(
      port,
      `GET /chat HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
    )
    const [third] = (await once(sockets, 'connection')) as [WebSocket]
    await raw.readUntil('\r\n\r\n')
    raw.socket.resetAndDestroy()
    await once(third, 'close')
  })

  it('is redirected to HTTPS if visitors are, and is served there over HTTP/1.1 and HTTP/2', async () => {
    const api = await startApi((incoming, response) => {
      void text(incoming).then((body) => response.end(`${String(incoming.headers['x-forwarded-proto'])} ${body}`))
    })
    const { port, visitor } = await startSecureEdge({
      ...environmentFor(api.url),
      CULVERT_PUBLIC_URL: `https://${host}`,
      CULVERT_TUNNEL_URL: 'https://edge.test',
      EDGE_HTTPS_REDIRECT: 'true',
    })
    expect(await visit(port, { path: '/agents', headers: { host } })).toMatchObject({
      status: 308,
      headers: { location: `https://${host}/agents` },
    })
    // The edge's own certificate, because the client names no host.
    const nameless = { host: visitor.host, port: visitor.port, ca: visitor.ca, checkServerIdentity: () => undefined }
    const session = await connectH2(nameless)
    const sent = askH2(session, { ':authority': host, ':method': 'POST', ':path': '/graphql' }, false)
    sent.end('{"query":""}')
    expect(await readH2(sent)).toMatchObject({ status: 200, body: 'https {"query":""}' })

    const options = { ...nameless, servername: '', method: 'POST', path: '/graphql', headers: { host }, agent: false }
    const sentByHttp1 = requestByTls(options).end('{"query":""}')
    const [response] = (await once(sentByHttp1, 'response')) as [IncomingMessage]
    expect(response).toMatchObject({ statusCode: 200, httpVersion: '1.1' })
    expect(await text(response)).toBe('https {"query":""}')
  })

  it('takes precedence over a tunnel with its hostname, and no other hostname leads there', async () => {
    const { port, connectAgent } = await startTestEdge({ environment: { EDGE_DASHBOARD: 'on' } })
    for (const hostname of [host, 'demo.test']) {
      const agent = await connectAgent({ hostname, sub: hostname })
      agent.serve((stream) => stream.respond(200, [], 'from the app'))
    }
    const { body } = await visit(port, { method: 'OPTIONS', headers: { host } })
    expect(body).not.toBe('from the app')
    expect(await visit(port)).toMatchObject({ body: 'from the app' })
    expect(await visit(port, { headers: { host: 'nobody.test' } })).toMatchObject({ status: 404 })
  })
})

describe('EDGE_DASHBOARD', () => {
  const needed = { EDGE_SECRET: edgeSecret, EDGE_DASHBOARD: 'on' }

  it('is off unless it is set', () => {
    expect(loadEdgeConfig({ EDGE_SECRET: edgeSecret }).servesDashboard).toBe(false)
  })

  it.each([
    [
      { CULVERT_PUBLIC_URL: 'https://a.test', CULVERT_TUNNEL_URL: 'https://a.test:8443' },
      /CULVERT_PUBLIC_URL: .*another/,
    ],
    [{ CULVERT_PUBLIC_URL: 'https://a.test', CULVERT_API_URL: 'https://a.test' }, /CULVERT_API_URL: .*the API itself/],
  ])('is refused if requests would loop or lead nowhere: %j', (environment, message) => {
    expect(() => loadEdgeConfig({ ...needed, ...environment })).toThrow(message)
  })
})
