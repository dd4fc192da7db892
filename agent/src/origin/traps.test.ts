import { once } from 'node:events'
import { createServer } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { stopFor } from '../testing/stop-for.ts'
import { deferClose } from '../testing/cleanup.ts'
import { startRawApp } from '../testing/raw-app.ts'
import { waitUntilStable } from '../testing/wait-until-stable.ts'
import { listen } from '../testing/sockets.ts'
import { openTunnel } from '../testing/visitor.ts'

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

describe('a kept connection', () => {
  it('whose last bytes met backpressure serves the next request', async () => {
    // Larger than the visitor's credit, so that the socket is paused when the last chunk arrives.
    const body = Buffer.alloc(600 * 1024, 'x')
    let connections = 0
    const server = createServer((_, response) => response.setHeader('content-length', body.length).end(body))
    server.on('connection', () => (connections += 1))
    const tunnel = await openTunnel(await listen(server))
    for (let count = 0; count < 20; count += 1) {
      const visit = tunnel.begin({})
      visit.isReading = false
      visit.stream.end()
      await visit.until(() => visit.stream.bytesReceived >= 256 * 1024)
      visit.read()
      await visit.done()
      expect(visit.stream.bytesReceived).toBe(body.length)
    }
    expect(connections).toBe(1)
  })

  it('serves the next request even if the visitor has not read the response yet', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port, {}, 16)
    const first = tunnel.begin({})
    first.isReading = false
    first.stream.end()
    const connection = await app.nextConnection()
    await connection.receive('\r\n\r\n')
    // The tunnel has credit for 16 bytes: the rest waits in it, with the end of the response behind it.
    connection.socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 32\r\n\r\n${'x'.repeat(32)}`)
    await first.until(() => first.stream.bytesReceived === 16)
    const second = tunnel.send({ target: '/second' })
    await connection.receive('GET /second')
    connection.socket.write('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc')
    expect((await second.done()).body).toBe('abc')
    first.read()
    await first.done()
    expect(app.connectionCount).toBe(1)
  })

  it.each([
    ['a body in response to HEAD', 'HEAD', `HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok`],
    ['a body after 304', 'GET', `HTTP/1.1 304 Not Modified\r\n\r\nok`],
    ['more bytes than its length', 'GET', `${ok}${ok}`],
    ['Connection: close', 'GET', 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok'],
  ])('is discarded after %s, and no other visitor sees surplus bytes', async (_, method, answer) => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    const first = tunnel.send({ method })
    const connection = await app.nextConnection()
    await connection.receive('\r\n\r\n')
    connection.socket.write(answer)
    await first.done()
    const second = tunnel.send({})
    const other = await app.nextConnection()
    await other.receive('\r\n\r\n')
    other.socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfresh')
    expect((await second.done()).body).toBe('fresh')
    await connection.closed
  })

  it('is discarded when the app sends an unsolicited response', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    const first = tunnel.send({})
    const connection = await app.nextConnection()
    await connection.receive('\r\n\r\n')
    connection.socket.write(ok)
    await first.done()
    connection.socket.write(ok)
    await connection.closed
  })

  it('that closes during a safe request without a body is replaced, and the request is repeated', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    const connection = await keepConnection(app, tunnel)
    const visit = tunnel.send({ target: '/again' })
    await connection.receive('GET /again')
    connection.socket.resetAndDestroy()
    const other = await app.nextConnection()
    await other.receive('GET /again')
    other.socket.write(ok)
    expect((await visit.done()).body).toBe('ok')
  })

  it('is replaced only once', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    const connection = await keepConnection(app, tunnel)
    const visit = tunnel.send({ target: '/again' })
    await connection.receive('GET /again')
    connection.socket.destroy()
    const other = await app.nextConnection()
    await other.receive('GET /again')
    other.socket.destroy()
    expect(await visit.failed()).toMatch(/^ORIGIN_CLOSED: /)
    expect(app.connectionCount).toBe(2)
  })

  it.each([
    ['POST', undefined],
    ['GET', 'body'],
    ['POST', 'body'],
  ])('that closes during %s with %s is not replaced: the app may have acted on the request', async (method, body) => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    const connection = await keepConnection(app, tunnel)
    const visit = tunnel.send({ method, target: '/again' }, body)
    await connection.receive(`${method} /again`)
    connection.socket.end()
    expect(await visit.failed()).toBe('ORIGIN_CLOSED: the app closed the connection without a response')
    expect(app.connectionCount).toBe(1)
  })

  it('that the app closed while it was idle is not used', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    const connection = await keepConnection(app, tunnel)
    connection.socket.end()
    await connection.closed
    const visit = tunnel.send({ method: 'POST' }, 'body')
    const other = await app.nextConnection()
    await other.receive('body')
    other.socket.write(ok)
    await visit.done()
  })

  it("is kept for most of the app's Keep-Alive timeout, and closed before it is over", async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    deferClose(() => vi.useRealTimers())
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    const fields = 'Keep-Alive: timeout=5\r\n'
    const connection = await keepConnection(app, tunnel, fields)
    vi.advanceTimersByTime(3_500)
    const again = tunnel.send({ target: '/again' })
    await connection.receive('GET /again')
    connection.socket.write(`HTTP/1.1 200 OK\r\n${fields}Content-Length: 2\r\n\r\nok`)
    await again.done()
    vi.advanceTimersByTime(4_999)
    await connection.closed
    expect(app.connectionCount).toBe(1)
  })
})

describe('an exchange whose visitor leaves', () => {
  it('destroys its connection, and is logged as 499', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    const visit = tunnel.send({})
    const connection = await app.nextConnection()
    await connection.receive('\r\n\r\n')
    visit.stream.reset('CANCELLED', 'gone')
    await connection.closed
    expect([visit.heads, tunnel.log]).toEqual([[], ['GET / 499']])
  })

  it('just as the app answers destroys its connection, and is logged without an error', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    for (let round = 0; round < 50; round += 1) {
      const visit = tunnel.send({})
      const connection = await app.nextConnection()
      await connection.receive('\r\n\r\n')
      connection.socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nbegin')
      visit.stream.reset('CANCELLED', 'gone')
      connection.socket.write(Buffer.alloc(100_000))
      await connection.closed
    }
    expect(tunnel.log.filter((line) => line !== 'GET / 200')).toEqual([])
  })

  it('in the middle of a response destroys its connection', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    const visit = tunnel.send({})
    const connection = await app.nextConnection()
    await connection.receive('\r\n\r\n')
    connection.socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n')
    await visit.until(() => visit.body === 'ok')
    visit.stream.reset('CANCELLED', 'gone')
    await connection.closed
  })

  it('in the middle of an upload destroys its connection, and the request stays incomplete', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    const visit = tunnel.begin({ method: 'POST' })
    visit.stream.write(Buffer.from('half'))
    const connection = await app.nextConnection()
    await connection.receive('half')
    visit.stream.reset('CANCELLED', 'gone')
    await connection.closed
    expect(connection.received).not.toContain('\r\n0\r\n')
  })

  it('before its connection is open leaves that to the next visitor', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    tunnel.send({ target: '/first' }).stream.reset('CANCELLED', 'gone')
    const second = tunnel.send({ target: '/second' })
    const connection = await app.nextConnection()
    await connection.receive('GET /second')
    connection.socket.write(ok)
    await second.done()
  })

  it('because the tunnel closes destroys its connection', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    tunnel.send({})
    const connection = await app.nextConnection()
    await connection.receive('\r\n\r\n')
    tunnel.edge.destroy()
    await connection.closed
  })
})

describe('an app that misbehaves', () => {
  it.each([
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 'expected one Content-Length'],
    ['a length and chunks', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 'got both'],
    ['an unrequested 101', 'HTTP/1.1 101 Switching Protocols\r\n\r\n', 'did not ask'],
  ])('and answers with %s is refused, and its connection is closed', async (_, answer, message) => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    const visit = tunnel.send({})
    const connection = await app.nextConnection()
    await connection.receive('\r\n\r\n')
    connection.socket.write(answer)
    expect(await visit.failed()).toMatch(/^ORIGIN_BAD_RESPONSE: /)
    expect(visit.reset).toContain(message)
    expect(tunnel.log).toEqual([expect.stringContaining(message)])
    await connection.closed
  })

  it.each([
    ['without a response', '', 'the app closed the connection without a response'],
    ['within its head', 'HTTP/1.1 200', 'the app closed the connection in a response head'],
    [
      'within its body',
      'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhi',
      'the app closed the connection in the middle of its response',
    ],
    [
      'within its chunks',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n',
      'the app closed the connection in the middle of its response',
    ],
  ])('and closes %s makes the exchange fail with ORIGIN_CLOSED', async (_, answer, message) => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    const visit = tunnel.send({})
    const connection = await app.nextConnection()
    await connection.receive('\r\n\r\n')
    connection.socket.end(answer)
    expect(await visit.failed()).toBe(`ORIGIN_CLOSED: ${message}`)
  })

  it('but ends an HTTP/1.0 response by closing the connection is served in full', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    const visit = tunnel.send({})
    const connection = await app.nextConnection()
    await connection.receive('\r\n\r\n')
    connection.socket.end('HTTP/1.0 200 OK\r\n\r\nold but whole')
    expect((await visit.done()).body).toBe('old but whole')
  })

  it('and resets the connection within such a response makes it fail with ORIGIN_CLOSED', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    const visit = tunnel.send({})
    const connection = await app.nextConnection()
    await connection.receive('\r\n\r\n')
    connection.socket.write('HTTP/1.0 200 OK\r\n\r\nhal')
    await visit.until(() => visit.body === 'hal')
    connection.socket.resetAndDestroy()
    expect(await visit.failed()).toMatch(/^ORIGIN_CLOSED: the app broke the connection/)
  })

  it('and refuses an upload early gets its response through, and the rest of the upload is discarded', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    const visit = tunnel.begin({ method: 'POST' })
    visit.stream.write(Buffer.from('first'))
    const connection = await app.nextConnection()
    await connection.receive('first')
    connection.socket.pause()
    // More than sockets and credit can hold: the app reads none of it.
    let written = 0
    const upload = (async () => {
      for (; written < 40; written += 1) await visit.write(Buffer.alloc(1024 * 1024))
      visit.stream.end()
    })()
    await waitUntilStable(() => written)
    connection.socket.write('HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Length: 3\r\n\r\nno!')
    await visit.done()
    expect([visit.head?.status, visit.body]).toEqual([413, 'no!'])
    await upload
    await tunnel.edge.ping()
    expect(tunnel.edge.openStreams).toBe(0)
  })
})

describe('a request body', () => {
  const fiveBytes = [
    ['Host', 'demo.test'],
    ['Content-Length', '5'],
  ] as const
  const tooLong = 'INTERNAL: the request body is longer than its Content-Length'
  /** A whole request, as an app sees it. */
  const complete = /\r\n\r\n[^]{5}/

  it.each([
    ['longer', 'hello, you', tooLong],
    ['shorter', 'hi', 'INTERNAL: the request body is shorter than its Content-Length'],
  ])(
    '%s than its Content-Length makes the request fail, and never completes it at the app',
    async (_, body, failure) => {
      const app = await startRawApp()
      const tunnel = await openTunnel(app.port)
      const visit = tunnel.send({ method: 'POST', fields: fiveBytes }, body)
      expect(await visit.failed()).toBe(failure)
      const connection = await app.nextConnection()
      await connection.closed
      expect(connection.received).not.toMatch(complete)
    },
  )

  it('that becomes too long in a later piece makes the request fail, and never completes it at the app', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    const visit = tunnel.begin({ method: 'POST', fields: fiveBytes })
    visit.stream.write(Buffer.from('hel'))
    const connection = await app.nextConnection()
    await connection.receive('\r\n\r\nhel')
    visit.stream.write(Buffer.from('lo, you'))
    expect(await visit.failed()).toBe(tooLong)
    await connection.closed
    expect(connection.received).not.toMatch(complete)
  })

  it('that has become too long while the request waited for a connection never reaches the app', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port, { connectionsMax: 1 })
    const first = tunnel.send({ target: '/first' })
    const connection = await app.nextConnection()
    await connection.receive('GET /first')
    const visit = tunnel.begin({ method: 'POST', target: '/waiting', fields: fiveBytes })
    for (const piece of ['hello', ', you']) {
      visit.stream.write(Buffer.from(piece))
      await tunnel.edge.ping()
    }
    connection.socket.write(ok)
    await first.done()
    expect(await visit.failed()).toBe(tooLong)
    await connection.closed
    expect(connection.received).not.toContain('/waiting')
  })

  it('shares one write with its head if they arrive together', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    tunnel.send({ method: 'POST' }, 'hello')
    const connection = await app.nextConnection()
    const [first] = (await once(connection.socket, 'data')) as [Buffer]
    expect(first.toString()).toBe(
      'POST / HTTP/1.1\r\nHost: demo.test\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
    )
  })
})

describe('an app that does not answer', () => {
  it('times out, also for an upgrade; an answer that has begun does not', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port, { answerTimeoutMs: 100 })
    const begun = tunnel.send({ target: '/begun' })
    const connection = await app.nextConnection()
    await connection.receive('GET /begun')
    connection.socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n')
    const silent = 'ORIGIN_TIMEOUT: the app took the request and sent no answer for 0.1 s'
    expect(await tunnel.send({ method: 'POST' }, 'hello').failed()).toBe(silent)
    expect(await tunnel.begin({ kind: 'upgrade' }).failed()).toBe(silent)
    connection.socket.write('ok')
    expect((await begun.done()).body).toBe('ok')
  })

  it('does not time out if its answer arrived while the agent was suspended', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port, { answerTimeoutMs: 100 })
    const visit = tunnel.send({})
    const connection = await app.nextConnection()
    await connection.receive('GET /')
    connection.socket.write(ok)
    stopFor(200)
    expect((await visit.done()).body).toBe('ok')
  })

  it('does not time out if its connection opened while the agent was suspended', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port, { connectTimeoutMs: 30 })
    const first = tunnel.send({})
    const connection = await app.nextConnection()
    await connection.receive('GET /')
    // Its name is resolved by now, and its only connection is busy.
    const second = tunnel.send({})
    // The agent begins to connect in one of these turns of the event loop.
    for (let turn = 0; turn < 10; turn += 1) {
      await setImmediate()
      stopFor(50)
    }
    const other = await app.nextConnection()
    await other.receive('GET /')
    for (const { socket } of [connection, other]) socket.write(ok)
    expect([(await first.done()).body, (await second.done()).body]).toEqual(['ok', 'ok'])
  })

  it('does not time out while the visitor is still sending', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port, { answerTimeoutMs: 50 })
    const upload = tunnel.begin({ method: 'POST' })
    const connection = await app.nextConnection()
    await connection.receive('POST /')
    // By then a complete request has timed out.
    expect(await tunnel.send({}).failed()).toMatch('ORIGIN_TIMEOUT')
    upload.stream.end()
    connection.socket.write(ok)
    await upload.done()
  })
})

/** Answers one request and leaves its connection idle. */
async function keepConnection(
  app: Awaited<ReturnType<typeof startRawApp>>,
  tunnel: Awaited<ReturnType<typeof openTunnel>>,
  fields = '',
) {
  const visit = tunnel.send({ target: '/keep' })
  const connection = await app.nextConnection()
  await connection.receive('GET /keep')
  connection.socket.write(`HTTP/1.1 200 OK\r\n${fields}Content-Length: 2\r\n\r\nok`)
  await visit.done()
  return connection
}
