import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { openTunnel } from '../testing/visitor.ts'
import type { TestTunnel } from '../testing/visitor.ts'
import type { InProcessApp } from './in-process-dialer.ts'

const mebibyte = randomBytes(1024 * 1024)

describe('an app in the same process', () => {
  it('gets requests on a server that does not listen, and reuses the connection for the next one', async () => {
    let connections = 0
    const server = createServer((request, response) => response.end(`${request.method} ${request.url}`))
    server.on('connection', () => (connections += 1))
    const tunnel = await openTo(server)
    expect((await tunnel.send({ target: '/one' }).done()).body).toBe('GET /one')
    expect((await tunnel.send({ target: '/two' }).done()).body).toBe('GET /two')
    expect({ connections, isListening: server.listening }).toEqual({ connections: 1, isListening: false })
  })

  it('sees a socket whose addresses are 127.0.0.1', async () => {
    const tunnel = await openTo(
      createServer((request, response) => {
        const { remoteAddress, remoteFamily, localAddress } = request.socket
        request.setTimeout(60_000)
        request.socket.setNoDelay(true).setKeepAlive(true)
        response.end(JSON.stringify({ remoteAddress, remoteFamily, localAddress, address: request.socket.address() }))
      }),
    )
    expect(JSON.parse((await tunnel.send({}).done()).body)).toEqual({
      remoteAddress: '127.0.0.1',
      remoteFamily: 'IPv4',
      localAddress: '127.0.0.1',
      address: { address: '127.0.0.1', family: 'IPv4', port: 0 },
    })
  })

  it('receives and sends megabytes byte for byte, and its own buffers stay unchanged', async () => {
    const own = Buffer.from(mebibyte)
    const received: Buffer[] = []
    const tunnel = await openWith((request, response) => {
      request.on('data', (chunk: Buffer) => received.push(chunk))
      request.on('end', () => {
        response.write(own)
        response.end(own)
      })
    })
    const visit = tunnel.begin({ method: 'POST' })
    await visit.write(mebibyte)
    await visit.write(mebibyte)
    visit.stream.end()
    await visit.done()
    expect(Buffer.concat(visit.chunks).equals(Buffer.concat([mebibyte, mebibyte]))).toBe(true)
    // The tunnel reuses the memory of sent data immediately: it must not contain the app's buffers.
    expect(own.equals(mebibyte)).toBe(true)
    expect(Buffer.concat(received).equals(Buffer.concat([mebibyte, mebibyte]))).toBe(true)
  })

  it('is slowed down by a visitor who does not read', async () => {
    let written = 0
    let response: Duplex | undefined
    const stopped = Promise.withResolvers<void>()
    const tunnel = await openWith((request, answer) => {
      answer.writeHead(200)
      response = request.socket
      const write = () => {
        while (written < 64) {
          written += 1
          if (!answer.write(mebibyte)) {
            stopped.resolve()
            answer.once('drain', write)
            return
          }
        }
        answer.end()
      }
      write()
    }, 64 * 1024)
    const visit = tunnel.begin({})
    visit.isReading = false
    await stopped.promise
    await visit.until(() => visit.chunks.length > 0)
    expect(written).toBeLessThan(4)
    expect(response?.writableNeedDrain).toBe(true)
    visit.read()
    await visit.done()
    expect(Buffer.concat(visit.chunks).length).toBe(64 * mebibyte.length)
  })

  it('slows down a visitor who sends faster than it reads', async () => {
    const isReading = Promise.withResolvers<void>()
    const tunnel = await openWith((request, response) => {
      void isReading.promise.then(async () => response.end(String((await buffer(request)).length)))
    }, 64 * 1024)
    const visit = tunnel.begin({ method: 'POST' })
    let sent = 0
    const sending = (async () => {
      for (; sent < 16; sent += 1) await visit.write(mebibyte)
      visit.stream.end()
    })()
    await visit.until(() => !visit.stream.write(Buffer.alloc(0)))
    expect(sent).toBeLessThan(4)
    isReading.resolve()
    await sending
    expect((await visit.done()).body).toBe(String(16 * mebibyte.length))
  })

  it('accepts upgrades whose directions end independently', async () => {
    const server = createServer()
    const upgraded = Promise.withResolvers<Duplex>()
    server.on('upgrade', (_request, socket: Duplex) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n')
      upgraded.resolve(socket)
    })
    const tunnel = await openTo(server)
    const visit = tunnel.begin({
      kind: 'upgrade',
      fields: [
        ['Host', 'demo.test'],
        ['Upgrade', 'echo'],
      ],
    })
    const socket = await upgraded.promise
    visit.stream.write(Buffer.from('last words'))
    visit.stream.end()
    // Not `buffer`: Node 26 destroys what it has read to the end.
    const words: Buffer[] = []
    await once(
      socket.on('data', (chunk: Buffer) => words.push(chunk)),
      'end',
    )
    expect(Buffer.concat(words).toString()).toBe('last words')
    socket.end('answer')
    expect((await visit.done()).body).toBe('answer')
  })

  it('accepts WebSockets', async () => {
    const server = createServer()
    new WebSocketServer({ server }).on('connection', (socket) => socket.on('message', (data) => socket.send(data)))
    const tunnel = await openTo(server)
    const visit = tunnel.begin({
      kind: 'upgrade',
      fields: [
        ['Host', 'demo.test'],
        ['Upgrade', 'websocket'],
        ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
        ['Sec-WebSocket-Version', '13'],
      ],
    })
    await visit.until(() => visit.head !== undefined)
    visit.stream.write(Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69]))
    await visit.until(() => visit.body.length === 4)
    expect(visit.body).toBe('\u0082\u0002hi')
  })

  it('is notified when its visitor leaves, as is the visitor when it breaks the connection', async () => {
    const begun = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    const tunnel = await openWith((request, response) => {
      if (request.url === '/broken') {
        request.socket.destroy()
        return
      }
      response.on('close', () => left.resolve()).write('first')
      begun.resolve()
    })
    const visit = tunnel.send({})
    await begun.promise
    await visit.until(() => visit.chunks.length > 0)
    visit.stream.reset('CANCELLED', 'gone')
    await left.promise
    expect(await tunnel.send({ method: 'POST', target: '/broken' }, 'x').failed()).toBe(
      'ORIGIN_CLOSED: the app closed the connection without a response',
    )
  })

  it('can send a whole answer and close before it has read the request', async () => {
    const tunnel = await openWith((_request, response) => {
      response.setHeader('Connection', 'close')
      response.writeHead(413).end(mebibyte)
    })
    const visit = tunnel.begin({ method: 'POST' })
    visit.stream.write(mebibyte)
    await visit.done()
    expect([visit.head?.status, Buffer.concat(visit.chunks).equals(mebibyte)]).toEqual([413, true])
  })

  it('is disconnected by its own inactivity timeout', async () => {
    const server = createServer(() => {})
    server.timeout = 50
    const tunnel = await openTo(server)
    expect(await tunnel.send({ method: 'POST' }, 'x').failed()).toMatch(/^ORIGIN_CLOSED: /)
  })

  it('that accepts no connection is reported as the cause', async () => {
    const tunnel = await openTunnel(80, {
      inProcess: {
        accept() {
          throw new Error('not ready')
        },
      },
    })
    expect(await tunnel.send({}).failed()).toBe('REFUSED: the app in this process takes no connection (not ready)')
  })
})

async function openTo(server: Server, windowBytes?: number): Promise<TestTunnel> {
  const app: InProcessApp = { accept: (connection) => void server.emit('connection', connection) }
  return await openTunnel(80, { inProcess: app }, windowBytes)
}

function openWith(listener: RequestListener, windowBytes?: number): Promise<TestTunnel> {
  return openTo(createServer(listener), windowBytes)
}
