import { describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { startRawApp } from '../testing/raw-app.ts'
import { createServer } from 'node:http'
import { listen } from '../testing/sockets.ts'
import { openTunnel } from '../testing/visitor.ts'

const webSocket = {
  kind: 'upgrade',
  target: '/socket',
  fields: [
    ['Host', 'demo.test'],
    ['Upgrade', 'websocket'],
    ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
    ['Sec-WebSocket-Version', '13'],
  ],
} as const
const switching = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'

describe('an upgrade', () => {
  it('reaches a WebSocket server, and bytes flow both ways', async () => {
    const server = createServer()
    new WebSocketServer({ server }).on('connection', (socket) => socket.on('message', (data) => socket.send(data)))
    const tunnel = await openTunnel(await listen(server))
    const visit = tunnel.begin(webSocket)
    await visit.until(() => visit.head !== undefined)
    expect(visit.head?.status).toBe(101)
    expect(visit.head?.fields).toEqual([
      ['Upgrade', 'websocket'],
      ['Sec-WebSocket-Accept', 's3pPLMBiTxaQ9kYGzzhZRbK+xOo='],
    ])
    // A masked text frame `hi` with an empty mask (RFC 6455, section 5.2), and the echo, binary, without one.
    visit.stream.write(Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69]))
    await visit.until(() => visit.body.length === 4)
    expect(visit.body).toBe('\u0082\u0002hi')
  })

  it('is sent to the app with Connection: Upgrade', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    tunnel.begin(webSocket)
    const connection = await app.nextConnection()
    await connection.receive('\r\n\r\n')
    expect(connection.received).toBe(
      'GET /socket HTTP/1.1\r\nHost: demo.test\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n' +
        'Sec-WebSocket-Version: 13\r\nConnection: Upgrade\r\n\r\n',
    )
  })

  it('is repeated on a new connection if the app closes the kept one before it answers', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    const first = tunnel.send({})
    const kept = await app.nextConnection()
    await kept.receive('\r\n\r\n')
    kept.socket.write('HTTP/1.1 204 No Content\r\n\r\n')
    await first.done()
    const visit = tunnel.begin(webSocket)
    await kept.receive('GET /socket')
    kept.socket.destroy()
    const connection = await app.nextConnection()
    await connection.receive('\r\n\r\n')
    connection.socket.write(switching)
    await visit.until(() => visit.head?.status === 101)
    visit.stream.write(Buffer.from('late'))
    await connection.receive('late')
  })

  it('fails if the app closes the kept connection after it has received bytes from the visitor', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    const first = tunnel.send({})
    const kept = await app.nextConnection()
    await kept.receive('\r\n\r\n')
    kept.socket.write('HTTP/1.1 204 No Content\r\n\r\n')
    await first.done()
    const visit = tunnel.begin(webSocket)
    visit.stream.write(Buffer.from('early'))
    await kept.receive('early')
    kept.socket.destroy()
    expect(await visit.failed()).toMatch(/^ORIGIN_CLOSED: /)
    expect(app.connectionCount).toBe(1)
  })

  it('delivers bytes that arrive together with the 101', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    const visit = tunnel.begin(webSocket)
    const connection = await app.nextConnection()
    await connection.receive('\r\n\r\n')
    connection.socket.write(`${switching}early`)
    await visit.until(() => visit.body === 'early')
  })

  it('ends each direction independently', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    const visit = tunnel.begin(webSocket)
    const connection = await app.nextConnection()
    await connection.receive('\r\n\r\n')
    connection.socket.write(switching)
    await visit.until(() => visit.head !== undefined)
    visit.stream.write(Buffer.from('bye'))
    visit.stream.end()
    await connection.receive('bye')
    await connection.closed
    connection.socket.end('and bye')
    await visit.done()
    expect(visit.body).toBe('and bye')
  })

  it('still carries what the visitor sends after the app has ended its side', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    const visit = tunnel.begin(webSocket)
    const connection = await app.nextConnection()
    await connection.receive('\r\n\r\n')
    connection.socket.end(switching)
    await visit.done()
    visit.stream.write(Buffer.from('last words'))
    await connection.receive('last words')
    visit.stream.end()
    await connection.closed
  })

  it('ends when the app breaks the connection, and when the visitor leaves', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    const visits = [tunnel.begin(webSocket), tunnel.begin(webSocket)] as const
    const connections = [await app.nextConnection(), await app.nextConnection()] as const
    for (const connection of connections) {
      await connection.receive('\r\n\r\n')
      connection.socket.write(switching)
    }
    for (const visit of visits) await visit.until(() => visit.head !== undefined)
    connections[0].socket.resetAndDestroy()
    const failed = await Promise.race(visits.map((visit) => visit.failed()))
    expect(failed).toMatch(/^ORIGIN_CLOSED: the app broke the connection/)
    for (const visit of visits) visit.stream.reset('CANCELLED', 'gone')
    await connections[1].closed
  })

  it('that the app refuses gets an ordinary response, and its connection is closed', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    const visit = tunnel.begin(webSocket)
    const connection = await app.nextConnection()
    await connection.receive('\r\n\r\n')
    connection.socket.write('HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno')
    await visit.done()
    expect([visit.head?.status, visit.body]).toEqual([403, 'no'])
    await connection.closed
    visit.stream.end()
  })

  it('does not count against the connections that the pool may open', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port, { connectionsMax: 1 })
    const visit = tunnel.begin(webSocket)
    const connection = await app.nextConnection()
    await connection.receive('\r\n\r\n')
    connection.socket.write(switching)
    await visit.until(() => visit.head !== undefined)
    const other = tunnel.send({})
    const second = await app.nextConnection()
    await second.receive('\r\n\r\n')
    second.socket.write('HTTP/1.1 204 No Content\r\n\r\n')
    await other.done()
  })
})
