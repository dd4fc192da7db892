import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { defaultTimeouts, serveInOrder, type RequestTimeouts } from './serve-in-order.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const idleMs = 400
const get = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'
/** More than the kernel buffers between two sockets of one machine. */
const large = Buffer.alloc(16 * 1024 * 1024, 'x')

async function serve(
  handle: RequestListener,
  patience: Partial<RequestTimeouts> = {},
): Promise<{ socket: Socket; served: Promise<Socket> }> {
  const server = createServer()
  serveInOrder(server, handle, { ...defaultTimeouts, idleMs, ...patience })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => server.close())
  const served = once(server, 'connection').then(([socket]) => socket as Socket)
  const address = server.address()
  const socket = connect({ port: typeof address === 'object' ? (address?.port ?? 0) : 0, host: '127.0.0.1' })
  socket.on('error', () => undefined)
  closers.push(() => socket.destroy())
  await once(socket, 'connect')
  return { socket, served }
}

describe('a connection that is kept', () => {
  it('waits for the next request longer than for the rest of one, and closes after its own time', async () => {
    const { socket, served } = await serve((_request, response) => response.end('answered'), { keepAliveMs: 1_000 })
    const closed = once(await served, 'close')
    socket.write(get)
    expect(String((await once(socket, 'data'))[0])).toMatch(/^Keep-Alive: timeout=1\r$/m)
    await delay(2 * idleMs)
    socket.write(get)
    expect(String((await once(socket, 'data'))[0])).toContain('answered')
    await closed
  })
})

describe('a client that pipelines requests', () => {
  it('has them handled one after the other, while up to 32 wait', async () => {
    const order: string[] = []
    let count = 0
    const { socket } = await serve((_request, response) => {
      const number = (count += 1)
      order.push(`begin ${number}`)
      setImmediate(() => {
        order.push(`end ${number}`)
        response.end(`answer ${number};`)
      })
    })
    socket.write(get.repeat(33))
    let received = ''
    for await (const chunk of socket) {
      received += String(chunk)
      if (received.includes('answer 33;')) break
    }
    expect(received.match(/answer \d+/g)).toEqual(Array.from({ length: 33 }, (_, index) => `answer ${index + 1}`))
    expect(order).toEqual(Array.from({ length: 33 }, (_, index) => [`begin ${index + 1}`, `end ${index + 1}`]).flat())
  })

  it('loses its connection if more than 32 wait', async () => {
    let handled = 0
    const { socket } = await serve(() => (handled += 1))
    socket.write(get.repeat(34))
    await new Promise((resolve) => socket.resume().once('close', resolve))
    expect(handled).toBe(1)
  })
})

describe('a client with an unread answer', () => {
  it('has at most one answer buffered, and loses its connection', async () => {
    let handled = 0
    const { socket, served } = await serve((_request, response) => {
      handled += 1
      response.end(large)
    })
    socket.write(get.repeat(20))
    const atServer = await served
    let waitingMax = 0
    const looking = setInterval(() => (waitingMax = Math.max(waitingMax, atServer.writableLength)), 5)
    closers.push(() => clearInterval(looking))
    await once(atServer, 'close')
    expect(handled).toBe(1)
    expect(waitingMax).toBeGreaterThan(0)
    expect(waitingMax).toBeLessThan(large.length + 1024)
  })

  it('loses its connection even if it keeps sending', async () => {
    const { socket, served } = await serve((_request, response) => response.end(large))
    socket.write(get)
    const knocking = setInterval(() => socket.write('\r\n'), idleMs / 10)
    closers.push(() => clearInterval(knocking))
    await once(await served, 'close')
  })

  it('keeps its connection while it reads slowly', async () => {
    const { socket } = await serve((_request, response) => response.end(large))
    socket.write(get)
    let received = 0
    let pausedAt = 0
    for await (const chunk of socket) {
      received += (chunk as Buffer).length
      if (received > large.length) break
      if (received - pausedAt < large.length / 8) continue
      // Seven pauses, which together are several times as long as the idle timeout.
      await delay(idleMs / 2)
      pausedAt = received
    }
    expect(received).toBeGreaterThan(large.length)
  })
})

describe('a client that reads its answers', () => {
  it('gets large answers to pipelined requests', async () => {
    const { socket } = await serve((_request, response) => response.end(large))
    const count = 8
    socket.write(get.repeat(count))
    let received = 0
    for await (const chunk of socket) {
      received += (chunk as Buffer).length
      if (received > count * large.length) break
    }
    socket.destroy()
  })

  it('gets answers to later requests on the same connection', async () => {
    const { socket } = await serve((_request, response) => response.end('x'.repeat(1024 * 1024)))
    for (let asked = 0; asked < 5; asked += 1) {
      socket.write(get)
      let received = 0
      while (received <= 1024 * 1024) received += ((await once(socket, 'data')) as [Buffer])[0].length
    }
  })

  it('loses its connection if an answer is not complete in time', async () => {
    const { socket, served } = await serve((_request, response) => void response.writeHead(200).write('begun'), {
      answerMs: 300,
      idleMs: 60_000,
    })
    socket.resume().write(get)
    await once(await served, 'close')
  })
})

describe('a client that waits or stalls', () => {
  it('gets an answer that takes longer than the idle timeout', async () => {
    const { socket } = await serve((_request, response) => {
      setTimeout(() => response.end('after all'), idleMs * 2)
    })
    socket.write(get)
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    expect(String(chunk)).toMatch(/after all$/)
  })

  it('loses its connection if its request stalls', async () => {
    const { socket, served } = await serve((request) => void request.resume())
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nbegun')
    await once(await served, 'close')
  })

  it('loses its connection if it sends no request', async () => {
    const { served } = await serve(() => undefined)
    await once(await served, 'close')
  })
})
