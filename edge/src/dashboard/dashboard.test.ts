import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { loadEdgeConfig } from '../config.ts'
import { edgeSecret } from '../testing/fake-api.ts'
import { probeCallbacks } from '@culvert/program/guard'
import { catchLog, causeFault, victimAddress } from '../testing/fault-log.ts'
import { closeAll, closeLater } from '../testing/queue.ts'
import { startSecureEdge } from '../testing/secure-edge.ts'
import { askH2, connectH2, readH2 } from '../testing/test-h2-visitor.ts'
import { startTestEdge } from '../testing/test-edge.ts'
import type { TestEdgeOptions } from '../testing/test-edge.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'

afterEach(closeAll)

const host = 'culvert.test'
const environmentFor = (apiUrl: string) => ({
  EDGE_DASHBOARD: 'on',
  CULVERT_PUBLIC_URL: `http://${host}`,
  CULVERT_API_URL: apiUrl,
})

/** A stand-in for the API that answers what the test wants; GraphQL of the edge itself gets no answer that it could use. */
async function startApi(answer: RequestListener) {
  const server = createServer((incoming, response) => {
    if (incoming.headers.host === host || incoming.headers.host?.startsWith(`${host}:`)) answer(incoming, response)
    else response.writeHead(503).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    server.closeAllConnections()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  closeLater(close)
  const { port } = server.address() as AddressInfo
  return { server, close, url: `http://127.0.0.1:${port}` }
}

async function startWithApi(answer: RequestListener, options: TestEdgeOptions = {}) {
  const api = await startApi(answer)
  const edge = await startTestEdge({
    ...options,
    environment: { ...environmentFor(api.url), ...options.environment },
  })
  return { ...edge, apiServer: api }
}

/** Reads a request from a certain moment on. */
async function answerWithDigest(incoming: IncomingMessage, response: Writable, begins: Promise<void>): Promise<void> {
  await begins
  const hash = createHash('sha256')
  for await (const chunk of incoming) hash.update(chunk)
  response.end(hash.digest('hex'))
}

/** Leaves it to the stream when they go. */
function writeInPieces(stream: Writable, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; at += 256 * 1024) stream.write(bytes.subarray(at, at + 256 * 1024))
  stream.end()
}

/** Resolves with a figure that has not changed for many turns of the event loop. */
async function settle(read: () => number): Promise<number> {
  let last = -1
  for (let turns = 0; turns < 300; turns += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    if (read() !== last) turns = 0
    last = read()
  }
  return last
}

const away = { status: 503, headers: { 'x-culvert-error': 'CULVERT_API_AWAY', 'retry-after': '5' } }

describe('a request for the dashboard', () => {
  it('reaches the API with its method, path, query, fields and origin, and the answer comes back', async () => {
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
    ['that waits for 100', { 'content-length': '5', expect: '100-continue' }, 'hello'],
    ['that is empty', {}, ''],
  ])('brings a body %s', async (_, headers, body) => {
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

  it('keeps its connection to the API for the next one', async () => {
    const ports = new Set<number | undefined>()
    const { port } = await startWithApi((incoming, response) => {
      ports.add(incoming.socket.remotePort)
      response.end('ok')
    })
    for (let count = 0; count < 5; count += 1) await visit(port, { headers: { host } })
    expect(ports.size).toBe(1)
  })

  it('is held back while the API does not read, and so is the answer while the visitor does not; both come whole', async () => {
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

  it('can become a WebSocket', async () => {
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

  it('ends its WebSocket at the API when the visitor is gone, and the other way round', async () => {
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

  it('is redirected to HTTPS where visitors are, and carried there by HTTP/1.1 and HTTP/2', async () => {
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
    // The certificate of the edge itself: it names no host.
    const nameless = { host: visitor.host, port: visitor.port, ca: visitor.ca, checkServerIdentity: () => undefined }
    const session = await connectH2(nameless)
    const sent = askH2(session, { ':authority': host, ':method': 'POST', ':path': '/graphql' }, false)
    sent.end('{"query":""}')
    expect(await readH2(sent)).toMatchObject({ status: 200, body: 'https {"query":""}' })
  })

  it('comes before a tunnel with its hostname, and no other hostname leads there', async () => {
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

describe('many requests for the dashboard', () => {
  it('of one network have its share of what may be open, and others the rest', async () => {
    const held: ServerResponse[] = []
    const { port } = await startWithApi((_, response) => void held.push(response), {
      environment: { EDGE_SHARE_PER_ADDRESS: '1' },
    })
    const ask = (address: string) => dialRaw(port, `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`, address)
    // 1 of 100 parts of 8,192.
    const share = 82
    const greedy = Array.from({ length: share + 1 }, () => ask('127.0.0.1'))
    const refused = await Promise.race(greedy.map((visitor) => visitor.readUntil('\r\n\r\n')))
    expect(refused).toMatch(/^HTTP\/1\.1 429 .*CULVERT_TOO_MANY_CONNECTIONS/s)
    const modest = ask('127.0.1.1')
    await settle(() => held.length)
    expect(held.length).toBe(share + 1)
    for (const response of held) response.end('ok')
    expect(await modest.readUntil('\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
    const again = ask('127.0.0.1')
    await settle(() => held.length)
    expect(again.received).toBe('')
  })
})

describe('a fault while the dashboard is carried', () => {
  it.each(['response', 'data', 'end', 'drain', 'idle'])('ends that request alone: in dashboard.%s', async (name) => {
    const lines = catchLog()
    const { port } = await startWithApi(
      (incoming, response) => {
        if (name === 'idle') return
        incoming.resume().on('end', () => response.end('x'.repeat(1_000_000)))
      },
      { environment: { LOG_LEVEL: 'error' }, timing: { apiIdleMs: 200 } },
    )
    const { caused } = causeFault(`dashboard.${name}`, (_, bearer) => bearer === victimAddress)
    closeLater(() => probeCallbacks(undefined))
    const body = 'y'.repeat(name === 'drain' ? 8_000_000 : 10)
    const head = `POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${body.length}\r\n\r\n`
    const victim = dialRaw(port, head + body, victimAddress)
    await Promise.all([caused, victim.readAll()])
    let line = await lines.next()
    while (line.place !== `dashboard.${name}`) line = await lines.next()
    expect(line.requestIds).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)])
    const { status } = await visit(port, { method: 'POST', body, headers: { host } })
    expect(status).toBe(name === 'idle' ? 503 : 200)
  })
})

describe('an API that fails the dashboard', () => {
  it('is named on a page when it is away, and the next request finds it back', async () => {
    const { port, apiServer } = await startWithApi((_, response) => response.end('ok'))
    const { port: apiPort } = apiServer.server.address() as AddressInfo
    await visit(port, { headers: { host } })
    await apiServer.close()
    expect(await visit(port, { headers: { host } })).toMatchObject(away)
    expect(await visit(port, { method: 'POST', body: Buffer.alloc(1_000_000), headers: { host } })).toMatchObject(away)
    await new Promise<void>((resolve) => apiServer.server.listen(apiPort, '127.0.0.1', resolve))
    expect(await visit(port, { headers: { host } })).toMatchObject({ status: 200, body: 'ok' })
  })

  it('is named on a page when it does not answer in time', async () => {
    const { port } = await startWithApi(() => {}, { timing: { apiIdleMs: 100 } })
    expect(await visit(port, { headers: { host } })).toMatchObject(away)
  })

  it('costs the visitor its connection when it breaks off an answer', async () => {
    const { port } = await startWithApi((_, response) => {
      response.writeHead(200, { 'Content-Length': '10' })
      response.write('part', () => response.destroy())
    })
    const visitor = dialRaw(port, `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    expect(await visitor.readAll()).not.toMatch(/part.{6}/s)
  })

  it('goes unnoticed when it closed a kept connection just then', async () => {
    let count = 0
    const { port } = await startWithApi((incoming, response) => {
      count += 1
      if (count === 2) incoming.socket.destroy()
      else response.end('ok')
    })
    for (let turn = 0; turn < 2; turn += 1)
      expect(await visit(port, { headers: { host } })).toMatchObject({ status: 200, body: 'ok' })
    expect(count).toBe(3)
  })

  it('is left alone once the visitor is gone', async () => {
    const arrived = Promise.withResolvers<IncomingMessage>()
    const { port } = await startWithApi((incoming) => arrived.resolve(incoming))
    const visitor = dialRaw(port, `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    const incoming = await arrived.promise
    const closed = once(incoming.socket, 'close')
    visitor.socket.destroy()
    await closed
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
  ])('is refused where requests would go in circles or nowhere: %j', (environment, message) => {
    expect(() => loadEdgeConfig({ ...needed, ...environment })).toThrow(message)
  })
})
