import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { createServer as createPlainServer } from 'node:net'
import type { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it, vi } from 'vitest'
import { deferClose } from '../testing/cleanup.ts'
import { measureHeap } from '../testing/measure-heap.ts'
import { startRawApp } from '../testing/raw-app.ts'
import { selfSigned } from '../testing/self-signed.ts'
import { listen } from '../testing/sockets.ts'
import { openTunnel } from '../testing/visitor.ts'

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

describe('the connection pool', () => {
  it('opens no more connections than its limit; the next request takes the one that becomes free', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port, { connectionsMax: 1 })
    const first = tunnel.send({ target: '/first' })
    const second = tunnel.send({ target: '/second' })
    const connection = await app.nextConnection()
    await connection.receive('GET /first')
    connection.socket.write(ok)
    await first.done()
    await connection.receive('GET /second')
    connection.socket.write(ok)
    await second.done()
    expect(app.connectionCount).toBe(1)
  })

  it('leaks no slot when a request takes a freed connection while another is being opened for it', async () => {
    const app = createSecureServer(selfSigned)
    const sockets: Socket[] = []
    // The second connection stays in its handshake until the test completes it.
    const front = createPlainServer((socket) => {
      if (sockets.push(socket) !== 2) app.emit('connection', socket)
    })
    const tunnel = await openTunnel(`https://localhost:${await listen(front)}`, {
      connectionsMax: 4,
      allowsAnyCertificate: true,
      waitTimeoutMs: 2_000,
    })
    const takeRequest = async (): Promise<ServerResponse> => (await once(app, 'request'))[1]

    const firstAtApp = takeRequest()
    const first = tunnel.send({ target: '/first' })
    const firstResponse = await firstAtApp
    const second = tunnel.send({ target: '/second' })
    await once(front, 'connection')
    const secondAtApp = takeRequest()
    firstResponse.end('ok')
    await first.done()
    ;(await secondAtApp).end('ok')
    await second.done()

    // By then no request needs it, and it is kept. An app may close such a connection: the request is then repeated on another.
    const secured = once(app, 'secureConnection')
    app.emit('connection', sockets[1])
    await secured
    await tunnel.edge.ping()
    app.once('request', (request) => {
      request.socket.destroy()
      app.once('request', (_, response) => response.end('again'))
    })
    expect((await tunnel.send({}).done()).body).toBe('again')
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, true, false])

    const responses: ServerResponse[] = []
    app.on('request', (_, response) => {
      if (responses.push(response) === 2) for (const each of responses) each.end('ok')
    })
    for (const exchange of [tunnel.send({}), tunnel.send({})]) await exchange.done()
    expect(sockets.length).toBe(3)
  })

  it('opens another connection when one in use breaks', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port, { connectionsMax: 1 })
    const first = tunnel.send({ target: '/first' })
    const second = tunnel.send({ target: '/second' })
    const broken = await app.nextConnection()
    await broken.receive('GET /first')
    broken.socket.end('HTTP/1.1 200')
    await first.failed()
    const connection = await app.nextConnection()
    await connection.receive('GET /second')
    connection.socket.write(ok)
    await second.done()
  })

  it('fails a request that has waited too long with AGENT_FULL, and names the limit', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port, { connectionsMax: 1, waitTimeoutMs: 100 })
    tunnel.send({})
    expect(await tunnel.send({}).failed()).toBe(
      'AGENT_FULL: all 1 connections that the agent may have open to the app were in use for 0.1 s; --max-connections allows more',
    )
  })

  it('keeps the body of a waiting request in little more memory than its length, however small its pieces', async () => {
    const pieceCount = 40_000
    const answers: (() => void)[] = []
    const app = createServer((request, response) => {
      if (request.url === '/first') answers.push(() => response.end())
      else void buffer(request).then((body) => response.end(String(body.equals(Buffer.alloc(pieceCount, 'a')))))
    })
    const tunnel = await openTunnel(await listen(app), { connectionsMax: 1 })
    const first = tunnel.send({ target: '/first' })
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    const heapBefore = measureHeap()
    const waiting = tunnel.begin({ method: 'POST' })
    for (let count = 0; count < pieceCount; count += 1) waiting.stream.write(Buffer.of(0x61))
    const options = { timeout: 20_000, interval: 100 }
    await vi.waitFor(() => expect(tunnel.app.traffic.bytesIn).toBe(pieceCount), options)
    // Pieces that are kept one by one take 5 MB.
    await vi.waitFor(() => expect(measureHeap() - heapBefore).toBeLessThan(2_000_000), options)
    answers[0]?.()
    waiting.stream.end()
    await first.done()
    expect((await waiting.done()).body).toBe('true')
  })

  it('gives the visitors of one network at most half of its connections', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port, { connectionsMax: 4, waitTimeoutMs: 300 })
    const greedy = Array.from({ length: 4 }, (_, index) =>
      tunnel.send({ target: `/greedy-${index}`, visitorAddress: `2001:db8::${index}` }),
    )
    const others = ['203.0.113.1', '203.0.113.2'].map((visitorAddress) => tunnel.send({ target: '/', visitorAddress }))
    for (let count = 0; count < 4; count += 1) {
      const connection = await app.nextConnection()
      await connection.receive('\r\n\r\n')
      if (connection.received.startsWith('GET / ')) connection.socket.write(ok)
    }
    for (const other of others) await other.done()
    expect(await greedy[3]!.failed()).toBe(
      'AGENT_FULL: the 2 of 4 connections to the app that one network may use were in use for 0.3 s; --max-connections allows more',
    )
  })

  it('does not count event streams and upgrades against its limit for other requests', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port, { connectionsMax: 1 })
    const events = tunnel.send({ target: '/events' })
    const eventConnection = await app.nextConnection()
    await eventConnection.receive('GET /events')
    const upgraded = tunnel.begin({ kind: 'upgrade', target: '/upgrade' })
    eventConnection.socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream;charset=utf-8\r\n\r\n')
    await events.until(({ head }) => head !== undefined)
    const upgradedConnection = await app.nextConnection()
    await upgradedConnection.receive('GET /upgrade')
    upgradedConnection.socket.write('HTTP/1.1 101 S\r\nUpgrade: x\r\n\r\n')
    await upgraded.until(({ head }) => head?.status === 101)
    const short = tunnel.send({ target: '/short' })
    const connection = await app.nextConnection()
    await connection.receive('GET /short')
    connection.socket.write(ok)
    await short.done()
  })

  it('gives the slots of a slow upload and a stalled download to other requests within 3 s', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    deferClose(() => vi.useRealTimers())
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port, { connectionsMax: 2 })
    tunnel.begin({ method: 'POST', target: '/upload', visitorAddress: '203.0.113.1' })
    const download = tunnel.send({ target: '/download', visitorAddress: '203.0.113.2' })
    for (let count = 0; count < 2; count += 1) {
      const connection = await app.nextConnection()
      await connection.receive('\r\n\r\n')
      if (connection.received.includes('/download'))
        connection.socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nbegun')
    }
    await download.until(({ body }) => body === 'begun')
    const short = tunnel.send({ target: '/short', visitorAddress: '203.0.113.3' })
    await tunnel.edge.ping()
    // From the 2,000th on they count as streams, and it is checked every 500 ms.
    vi.advanceTimersByTime(1_999)
    await tunnel.edge.ping()
    expect(app.connectionCount).toBe(2)
    vi.advanceTimersByTime(1_001)
    const connection = await app.nextConnection()
    await connection.receive('GET /short')
    connection.socket.write(ok)
    await short.done()
  })

  it('also limits streams, and names both limits', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port, { connectionsMax: 1, streamsMax: 1, waitTimeoutMs: 300 })
    for (const target of ['/first', '/second']) {
      const events = tunnel.send({ target })
      const connection = await app.nextConnection()
      await connection.receive(`GET ${target}`)
      connection.socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n')
      await events.until(({ head }) => head !== undefined)
    }
    expect(await tunnel.send({}).failed()).toBe(
      'AGENT_FULL: all 1 connections that the agent may have open to the app were in use for 0.3 s, and so were the 1 for streams; --max-connections and --max-streams allow more',
    )
  })

  it('carries 2,000 event streams alongside another request', async () => {
    const server = createServer((request, response) => {
      if (request.url === '/') response.end('short')
      else response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: hello\n\n')
    })
    const tunnel = await openTunnel(await listen(server))
    const readers = Array.from({ length: 2_000 }, (_, index) =>
      tunnel.send({ target: '/events', visitorAddress: `10.0.${index >> 8}.${index & 255}` }),
    )
    for (const reader of readers) await reader.until(({ body }) => body !== '')
    expect((await tunnel.send({}).done()).body).toBe('short')
    expect(readers.filter(({ isEnded, reset }) => isEnded || reset !== undefined)).toEqual([])
  })
})
