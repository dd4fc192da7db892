import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { deferClose } from '../testing/cleanup.ts'
import { waitUntilStable } from '../testing/wait-until-stable.ts'
import { findSparePort, listen } from '../testing/sockets.ts'
import { openTunnel } from '../testing/visitor.ts'

const mebibyte = randomBytes(1024 * 1024)

describe('a request', () => {
  it('reaches the app as the visitor sent it, including Host', async () => {
    const tunnel = await openTunnel(
      await startApp((request, response) => {
        response.end(JSON.stringify([request.method, request.url, request.rawHeaders]))
      }),
    )
    const fields = [
      ['Host', 'demo.culvert.localhost:8080'],
      ['X-A', '1'],
      ['x-a', '2'],
    ] as const
    const visit = await tunnel.send({ method: 'DELETE', target: '/a?b=%20', fields }).done()
    expect(JSON.parse(visit.body)).toEqual(['DELETE', '/a?b=%20', fields.flat()])
  })

  it('carries the Host that the user chose', async () => {
    const port = await startApp((request, response) => response.end(request.rawHeaders.join()))
    const tunnel = await openTunnel(port, { hostHeader: 'my.app' })
    expect((await tunnel.send({}).done()).body).toBe('Host,my.app')
  })

  it('keeps its Content-Length; a body without one is sent in chunks', async () => {
    const port = await startApp(async (request, response) => {
      const body = await readBody(request)
      const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
      response.end(JSON.stringify([length, encoding, body.toString()]))
    })
    const tunnel = await openTunnel(port)
    const fields = [
      ['Host', 'demo.test'],
      ['Content-Length', '5'],
    ] as const
    expect((await tunnel.send({ method: 'POST', fields }, 'hello').done()).body).toBe('["5",null,"hello"]')
    expect((await tunnel.send({ method: 'POST' }, 'hello').done()).body).toBe('[null,"chunked","hello"]')
    expect((await tunnel.send({ method: 'POST' }).done()).body).toBe('[null,null,""]')
  })

  it('carries its trailers', async () => {
    const port = await startApp(async (request, response) => {
      await readBody(request)
      response.end(JSON.stringify(request.rawTrailers))
    })
    const tunnel = await openTunnel(port)
    const visit = tunnel.begin({ method: 'POST' })
    visit.stream.write(Buffer.from('hello'))
    visit.stream.end([['X-Sum', '5']])
    expect((await visit.done()).body).toBe('["X-Sum","5"]')
  })

  it('with Expect: 100-continue gets the 100 of the app before its body is sent', async () => {
    const server = createServer()
    server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
      response.writeContinue()
      void readBody(request).then((body) => response.end(`got ${body.length}`))
    })
    const tunnel = await openTunnel(await listen(server))
    const visit = tunnel.begin({
      method: 'PUT',
      fields: [
        ['Host', 'demo.test'],
        ['Content-Length', '5'],
        ['Expect', '100-continue'],
      ],
    })
    await visit.until(() => visit.heads.length === 1)
    expect(visit.heads[0]).toMatchObject({ status: 100 })
    visit.stream.write(Buffer.from('hello'))
    visit.stream.end()
    await visit.done()
    expect([visit.head?.status, visit.body]).toEqual([200, 'got 5'])
  })

  it('of 64 MiB arrives intact, and is accepted only as fast as the app reads', async () => {
    let request: IncomingMessage | undefined
    const port = await startApp((incoming, response) => {
      request = incoming
      incoming.pause()
      response.flushHeaders()
      const hash = createHash('sha256')
      incoming.on('data', (chunk: Buffer) => hash.update(chunk))
      incoming.on('end', () => response.end(hash.digest('hex')))
      // `data` has set it flowing.
      incoming.pause()
    })
    const tunnel = await openTunnel(port)
    const visit = tunnel.begin({ method: 'POST' })
    // More than the sockets in between can buffer: without backpressure all of it would be accepted immediately.
    const parts = 64
    let written = 0
    const upload = (async () => {
      for (; written < parts; written += 1) await visit.write(mebibyte)
      visit.stream.end()
    })()
    await visit.until(() => visit.head !== undefined)
    await waitUntilStable(() => written)
    expect(written).toBeLessThan(parts)
    request?.resume()
    await upload
    await visit.done()
    const hash = createHash('sha256')
    for (let part = 0; part < parts; part += 1) hash.update(mebibyte)
    expect(visit.body).toBe(hash.digest('hex'))
  })
})

describe('a response', () => {
  it('carries its status, reason, fields in order with repeats, body and trailers', async () => {
    const port = await startApp((_, response) => {
      response.writeHead(207, 'Many', ['Date', 'now', 'Set-Cookie', 'a', 'Trailer', 'X-Sum', 'Set-Cookie', 'b'])
      response.write('hel')
      response.write('lo')
      response.addTrailers([['X-Sum', '5']])
      response.end()
    })
    const visit = await (await openTunnel(port)).send({}).done()
    expect(visit.heads).toEqual([
      {
        status: 207,
        reason: 'Many',
        isShared: false,
        fields: [
          ['Date', 'now'],
          ['Set-Cookie', 'a'],
          ['Trailer', 'X-Sum'],
          ['Set-Cookie', 'b'],
        ],
      },
    ])
    expect(visit.body).toBe('hello')
    expect(visit.trailers).toEqual([['X-Sum', '5']])
  })

  it('may be preceded by 103 Early Hints', async () => {
    const port = await startApp((_, response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' }, () => response.end('done'))
    })
    const visit = await (await openTunnel(port)).send({}).done()
    expect(visit.heads.map(({ status }) => status)).toEqual([103, 200])
  })

  it.each([
    ['HEAD', 200],
    ['GET', 204],
    ['GET', 304],
  ])('to %s with status %i has no body, and the connection serves the next request', async (method, status) => {
    let connections = 0
    const server = createServer((_, response) => response.writeHead(status).end()).on(
      'connection',
      () => (connections += 1),
    )
    const tunnel = await openTunnel(await listen(server))
    for (let count = 0; count < 3; count += 1) {
      const visit = await tunnel.send({ method }).done()
      expect([visit.head?.status, visit.body]).toEqual([status, ''])
    }
    expect(connections).toBe(1)
  })

  it('arrives piece by piece, as an event stream sends it', async () => {
    let stream: ServerResponse | undefined
    const port = await startApp((_, response) => {
      stream = response
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    })
    const visit = (await openTunnel(port)).send({})
    await visit.until(() => visit.head !== undefined)
    for (const event of ['data: 1\n\n', 'data: 2\n\n']) {
      visit.chunks.length = 0
      stream?.write(event)
      await visit.until(() => visit.body !== '')
      expect(visit.body).toBe(event)
    }
    stream?.end()
    await visit.done()
  })

  it('of 64 MiB arrives unchanged, and the app has to wait while the visitor does not read', async () => {
    let sent = 0
    const parts = 64
    const hash = createHash('sha256')
    const port = await startApp(async (_, response) => {
      for (; sent < parts; sent += 1) {
        // Each part is different, so that one that is lost, repeated or out of place shows.
        const part = Buffer.from(mebibyte)
        part.writeUInt32BE(sent)
        hash.update(part)
        if (!response.write(part)) await once(response, 'drain')
      }
      response.end()
    })
    const visit = (await openTunnel(port)).begin({})
    visit.isReading = false
    visit.stream.end()
    await visit.until(() => visit.chunks.length > 0)
    await waitUntilStable(() => sent)
    expect(sent).toBeLessThan(parts)
    visit.read()
    await visit.done()
    expect(visit.stream.bytesReceived).toBe(parts * mebibyte.length)
    const received = createHash('sha256').update(Buffer.concat(visit.chunks)).digest('hex')
    expect(received).toBe(hash.digest('hex'))
  })

  it('that comes before the end of the upload arrives, and the app still gets the rest', async () => {
    let upload: Promise<Buffer> | undefined
    const port = await startApp((request, response) => {
      response.end('accepted')
      upload = readBody(request)
    })
    const tunnel = await openTunnel(port)
    const visit = tunnel.begin({ method: 'POST' })
    visit.stream.write(Buffer.from('first, '))
    await visit.done()
    expect(visit.body).toBe('accepted')
    visit.stream.write(Buffer.from('second'))
    visit.stream.end()
    expect((await upload)?.toString()).toBe('first, second')
  })
})

describe('the connection to the app', () => {
  it('reaches localhost over IPv4 and over IPv6', async () => {
    for (const host of ['127.0.0.1', '::1']) {
      const server = createServer((_, response) => response.end(host))
      const tunnel = await openTunnel(await listen(server, host))
      expect((await tunnel.send({}).done()).body).toBe(host)
    }
  })

  it('resolves names under .localhost', async () => {
    const port = await startApp((_, response) => response.end('here'))
    expect((await (await openTunnel(`app.localhost:${port}`)).send({}).done()).body).toBe('here')
  })

  it('reaches an app that has moved from IPv4 to IPv6', async () => {
    const server = createServer((_, response) => response.setHeader('connection', 'close').end('four'))
    const port = await listen(server)
    const tunnel = await openTunnel(port)
    expect((await tunnel.send({}).done()).body).toBe('four')
    await new Promise((resolve) => server.close(resolve))
    const other = createServer((_, response) => response.end('six')).listen(port, '::1')
    await once(other, 'listening')
    deferClose(() => other.closeAllConnections())
    deferClose(() => other.close())
    expect((await tunnel.send({}).done()).body).toBe('six')
  })

  it('reports to the visitor and the user that nothing listens', async () => {
    const port = await findSparePort()
    const tunnel = await openTunnel(port)
    const message = `nothing listens on http://localhost:${port}`
    expect(await tunnel.send({}).failed()).toBe(`REFUSED: ${message}`)
    expect(await tunnel.app.probe()).toBe(message)
    expect(tunnel.log).toEqual([`GET / REFUSED: ${message}`])
  })

  it('reports that a name cannot be resolved', async () => {
    const tunnel = await openTunnel('no-such-host.invalid:3000')
    expect(await tunnel.send({}).failed()).toMatch(
      /^REFUSED: the name in http:\/\/no-such-host\.invalid:3000 cannot be resolved/,
    )
  })

  it('is made again once the app is back', async () => {
    const port = await findSparePort()
    const tunnel = await openTunnel(port)
    await tunnel.send({}).failed()
    const server = createServer((_, response) => response.end('back')).listen(port, '127.0.0.1')
    await once(server, 'listening')
    deferClose(() => server.closeAllConnections())
    deferClose(() => server.close())
    expect((await tunnel.send({}).done()).body).toBe('back')
    expect(await tunnel.app.probe()).toBeUndefined()
  })

  it('counts requests and body bytes', async () => {
    const port = await startApp(async (request, response) => response.end((await readBody(request)).subarray(0, 3)))
    const tunnel = await openTunnel(port)
    await tunnel.send({ method: 'POST' }, 'hello').done()
    await tunnel.send({ method: 'POST' }, 'you').done()
    expect(tunnel.app.traffic).toEqual({ requestCount: 2, bytesIn: 8, bytesOut: 6 })
    expect(tunnel.log).toEqual(['POST / 200', 'POST / 200'])
  })
})

async function startApp(answer: (...parameters: Parameters<RequestListener>) => unknown): Promise<number> {
  return listen(createServer((request, response) => void answer(request, response)))
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
