import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { brotliCompressSync, constants, deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { measureHeap } from '../testing/measure-heap.ts'
import { stopFor } from '../testing/stop-for.ts'
import { listen } from '../testing/sockets.ts'
import { openTunnel } from '../testing/visitor.ts'
import type { TestTunnel } from '../testing/visitor.ts'
import { toDetail } from './kept-request.ts'
import type { RequestDetail } from './api-types.ts'
import { Recorder } from './recorder.ts'
import type { RecorderOptions } from './recorder.ts'

const authId = `pk_${'0123456789abcdef'.repeat(4)}`

describe('a recorder', () => {
  it('keeps the head and body of a request and its response', async () => {
    const { tunnel, next } = await record((_request, response) =>
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"id": 7}'),
    )
    const kept = next()
    await tunnel
      .send({ method: 'POST', target: '/orders', fields: withType('application/json') }, '{"count": 1.0}')
      .done()
    expect(await kept).toMatchObject({
      tunnel: 'web',
      kind: 'http',
      method: 'POST',
      target: '/orders',
      status: 201,
      state: 'complete',
      bytesIn: 14,
      bytesOut: 9,
      host: 'demo.test',
      requestBody: { content: '{"count": 1.0}', encoding: 'utf8', size: 14, isTruncated: false },
      responseBody: { content: '{"id": 7}', contentType: 'application/json' },
      redacted: [],
    })
  })

  it('keeps when a request started, and how long its first byte and its end took', async () => {
    const app: Record<'asked' | 'answering' | 'ending', number> = { asked: 0, answering: 0, ending: 0 }
    let endAnswer: (() => void) | undefined
    const { tunnel, next } = await record((_request, response) => {
      app.asked = performance.now()
      stopFor(20)
      app.answering = performance.now()
      response.writeHead(200).flushHeaders()
      endAnswer = () => {
        stopFor(20)
        app.ending = performance.now()
        response.end('ok')
      }
    })
    const kept = next()
    const visitor = { sent: performance.now(), sentAt: Date.now() }
    const visit = tunnel.send({})
    await visit.until(({ head }) => head !== undefined)
    const headArrived = performance.now()
    endAnswer?.()
    await visit.done()
    const ended = performance.now()
    const { startedAt, firstByteMs, durationMs } = await kept
    const startedMs = Date.parse(startedAt)
    expect(startedMs).toBeGreaterThanOrEqual(visitor.sentAt)
    expect(startedMs).toBeLessThanOrEqual(visitor.sentAt + Math.ceil(app.asked - visitor.sent) + 1)
    // They are rounded to tenths.
    expect(firstByteMs).toBeGreaterThanOrEqual(app.answering - app.asked - 0.05)
    expect(firstByteMs).toBeLessThanOrEqual(headArrived - visitor.sent + 0.05)
    expect(durationMs).toBeGreaterThanOrEqual(app.ending - app.asked - 0.05)
    expect(durationMs).toBeLessThanOrEqual(ended - visitor.sent + 0.05)
  })

  it('finds a request by the ID from the edge (the newer one if two share it) until it is forgotten', async () => {
    const { tunnel, next, recorder } = await record((_request, response) => response.end('ok'), { countMax: 2 })
    const visit = async (requestId: string) => {
      const kept = next()
      await tunnel.send({ requestId }).done()
      return await kept
    }
    const first = await visit('id-1')
    expect(first.requestId).toBe('id-1')
    expect(toDetail(recorder.ring.find('id-1')!)).toEqual(first)
    // The edge repeats the call if it has lost the answer.
    const second = await visit('id-1')
    expect(recorder.ring.find('id-1')?.summary.id).toBe(second.id)
    expect(recorder.ring.find(first.id)?.summary.id).toBe(first.id)
    const third = await visit('')
    expect(third.requestId).toBeUndefined()
    expect(recorder.ring.find(first.id)).toBeUndefined()
    expect(recorder.ring.find('id-1')?.summary.id).toBe(second.id)
    expect(recorder.ring.find('')).toBeUndefined()
    recorder.ring.clear()
    expect(recorder.ring.find('id-1')).toBeUndefined()
  })

  it('removes secrets from header fields, queries and plain or compressed bodies, and says where they were', async () => {
    const { tunnel, next, recorder } = await record((_request, response) =>
      response
        .writeHead(200, {
          'content-type': 'application/json',
          'content-encoding': 'gzip',
          'set-cookie': 'sid=hunter2; Path=/; HttpOnly',
          location: '/next?access_token=hunter2',
        })
        .end(gzipSync(`{"accessToken":"hunter2","user":{"pass\\u0077ord":{"old":"hunter2"}},"key":"${authId}"}`)),
    )
    const bodies: [type: string, body: string][] = [
      ['application/json', '{"api_key": "hunter2", "note": "{\\"client_secret\\":\\"hunter2\\"}", "token": null}'],
      ['application/json', '{"variables": {"password": "hunter2", "cut off": "'],
      ['application/json', '{"headers": {"cookie": "sid=hunter2", "Set-Cookie": ["sid=hunter2"]}}'],
      ['application/x-www-form-urlencoded', 'user%5Bpassword%5D=hunter2&name=ada'],
      [
        'multipart/form-data; boundary=X',
        '--X\r\nContent-Disposition: form-data; name="password"\r\n\r\nhunter2\r\n--X--\r\n',
      ],
      ['text/xml', '<user><password>hunter2</password></user>'],
      [
        'text/xml',
        '<wsse:Password Type="…#PasswordText">hunter2</wsse:Password><pass><!-- . --><![CDATA[hunter2]]></pass>',
      ],
      ['text/xml', '<xml><![CDATA[<token id="1">hunter2</token><token/>none]]></xml>'],
      ['application/x-www-form-urlencoded', 'payload=%7B%22token%22%3A%22hunter2%22%2C%22otp%22%3A%20%22hunter2%22%7D'],
      ['application/x-www-form-urlencoded', 'next=%2Fcb%3Fto%3D%252F%253Ftoken%253Dhunter2%26sig%3Dhunter2'],
      ['application/x-amz-json-1.1', '{"AuthParameters": {"USERNAME": "ada", "PASSWORD": "hunter2"}}'],
      ['application/csp-report', '{"csp-report": {"document-uri": "https://demo.test/?token=hunter2"}}'],
      [
        'multipart/form-data; boundary=X',
        '--X\r\nContent-Disposition: form-data; name="data"\r\nContent-Type: application/json\r\n\r\n{"credentials": {"id": "hunter2"}}\r\n--X--\r\n',
      ],
      [
        'multipart/mixed; boundary=X',
        '--X\r\nContent-Type: multipart/mixed; boundary=Y\r\n\r\n--Y\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\na%5Bpassword%5D=hunter2\r\n--Y--\r\n--X--\r\n',
      ],
      ['application/graphql', 'mutation { signIn(password: "hunter2") { id } }'],
      ['text/plain; charset=utf-16le', Buffer.from('password="hunter2"', 'utf16le').toString('latin1')],
      ['', '{"secret":"hunter2"}'],
    ]
    for (const [type, body] of bodies) {
      const kept = next()
      const fields = [
        ...withType(type),
        ['Authorization', 'Bearer hunter2'],
        ['Cookie', 'sid=hunter2; theme=hunter2'],
        ['X-Api-Key', 'hunter2'],
        ['Referer', 'https://ada:hunter2@demo.test/?token=hunter2'],
      ] as const
      const target = `/in?token=hunter2&page=2&sig=hunter2`
      await tunnel.send({ method: 'POST', target, fields }, Buffer.from(body, 'latin1')).done()
      const detail = await kept
      expect(detail.target).toBe('/in?token=[redacted]&page=2&sig=[redacted]')
      expect(detail.requestFields).toContainEqual(['Cookie', 'sid=[redacted]; theme=[redacted]'])
      expect(detail.responseFields).toContainEqual(['set-cookie', 'sid=[redacted]; Path=/; HttpOnly'])
      expect(detail.responseBody).toMatchObject({
        content: '{"accessToken":"[redacted]","user":{"pass\\u0077ord":"[redacted]"},"key":"[redacted]"}',
        decodedFrom: 'gzip',
      })
      expect(detail.redacted).toEqual(
        expect.arrayContaining(['request header: Authorization', 'query: token', 'response body: accessToken']),
      )
    }
    const everything = JSON.stringify(recorder.ring.newestFirst().map(toDetail))
    expect(everything).not.toMatch(/hunter2|0123456789abcdef/)
    expect(recorder.ring.count).toBe(bodies.length)
    expect(recorder.keeping).toMatchObject({ seen: bodies.length, skipped: { busy: 0, full: 0, fault: 0 } })
  })

  it.each([
    ['in UTF-16', 'Content-Type: text/plain; charset=utf-16le', Buffer.from('password="hunter2"', 'utf16le')],
    ['in base64', 'Content-Transfer-Encoding: base64', Buffer.from(btoa('password="hunter2"'))],
    ['in quoted-printable', 'Content-Transfer-Encoding: Quoted-Printable', Buffer.from('passw=6Frd=3D"hunter2"')],
    ['in an unknown charset', 'Content-Type: text/plain; charset=utf-7', Buffer.from('p+AGE-ssword=hunter2')],
    ['five levels deep', 'Content-Type: multipart/mixed; boundary=1', Buffer.from(nest('password="hunter2"', 5))],
  ])('removes a secret from a part of multipart %s, and keeps the other parts', async (_what, field, content) => {
    const { tunnel, next, recorder } = await record((_request, response) => response.end())
    const part = `Content-Disposition: form-data; name="it"\r\n${field}\r\n\r\n${content.toString('latin1')}`
    const image = `Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n${btoa('\u0089PNG password=1')}`
    const body = Buffer.from(`--X\r\n${part}\r\n--X\r\n${image}\r\n--X--\r\n`, 'latin1')
    const kept = next()
    await tunnel.send({ method: 'POST', fields: withType('multipart/form-data; boundary=X') }, body).done()
    const { redacted } = await kept
    expect(redacted).toHaveLength(1)
    const bytes = recorder.ring.newestFirst()[0]?.requestBody.bytes.toString('latin1') ?? ''
    for (const form of [content.toString('latin1'), 'hunter2', btoa('hunter2')]) expect(bytes).not.toContain(form)
    expect(bytes).toContain(image)
  })

  it.each([
    ['/?%zz[passw%6frd]=geheim&%ff=1', '', ''],
    ['/', 'application/x-www-form-urlencoded', '%ff[passw%6frd]=geheim&%zz=1'],
    ['/', 'application/json', String.raw`{"\q.pass\u0077ord": "geheim", "\q": "\u00"}`],
    ['/', 'text/plain', String.raw`{"\q": 1, token: 'geheim'}`],
  ])('removes secrets whose names stand beside malformed escapes: %s %s %s', async (target, type, body) => {
    const { tunnel, next } = await record((_request, response) => response.end())
    const kept = next()
    await tunnel.send({ method: 'POST', target, fields: withType(type) }, body).done()
    const text = JSON.stringify(await kept)
    expect(text).toContain('[redacted]')
    expect(text).not.toContain('geheim')
  })

  it('counts the requests that it does not keep, by reason', async () => {
    const { tunnel, recorder, next } = await record((_request, response) => response.end('ok'), { bytesMax: 4_000 })
    const kept = next()
    await tunnel.send({}).done()
    await kept
    // Something other than its jobs reserves the whole capacity.
    while (recorder.ring.reserve(100));
    await tunnel.send({}).done()
    await vi.waitFor(() => expect(recorder.keeping).toMatchObject({ seen: 2, skipped: { busy: 0, full: 1 } }))
    // A job that does not end: those behind it wait.
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    recorder.work.add(() => (begun.resolve(), ended.promise))
    await begun.promise
    while (!recorder.work.isFull) recorder.work.add(() => {})
    await tunnel.send({}).done()
    ended.resolve()
    expect(recorder.keeping).toMatchObject({ seen: 3, skipped: { busy: 1, full: 1, fault: 0 } })
  })

  it('frees the space of a request that it fails to keep, and no longer lists it', async () => {
    const app = Promise.withResolvers<void>()
    const { tunnel, recorder } = await record((request, response) => {
      request.pipe(response, { end: false })
      void app.promise.then(() => response.end('ok'))
    })
    recorder.checkWebhook = () => {
      throw new Error('planted')
    }
    const visit = tunnel.send({ method: 'POST', fields: withType('text/plain') }, 'x'.repeat(10_000))
    // It is listed while it is open.
    await vi.waitFor(() => expect(recorder.keeping).toMatchObject({ requestCount: 1 }), { timeout: 5_000 })
    app.resolve()
    await visit.done()
    await vi.waitFor(() =>
      expect(recorder.keeping).toMatchObject({ requestCount: 0, bytes: 0, skipped: { busy: 0, full: 0, fault: 1 } }),
    )
  })

  it('keeps secrets if the user has asked for it', async () => {
    const { tunnel, next } = await record((_request, response) => response.end('ok'), { keepsSecrets: true })
    const kept = next()
    await tunnel
      .send({ target: '/?token=hunter2', fields: [...withType(''), ['Authorization', 'Bearer hunter2']] })
      .done()
    const detail = await kept
    expect(detail.target).toBe('/?token=hunter2')
    expect(detail.requestFields).toContainEqual(['Authorization', 'Bearer hunter2'])
    expect(detail.redacted).toEqual([])
  })

  it.each([
    ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 255])],
    ['application/octet-stream', Buffer.concat([Buffer.from('a'.repeat(5_000)), Buffer.from([0xff, 0xfe])])],
  ])('keeps binary bodies of %s unchanged, in base64', async (type, body) => {
    const { tunnel, next } = await record((_request, response) =>
      response.writeHead(200, { 'content-type': type }).end(body),
    )
    const kept = next()
    await tunnel.send({}).done()
    expect((await kept).responseBody).toMatchObject({ encoding: 'base64', content: body.toString('base64') })
  })

  it('decodes gzip, Brotli and zstd, and keeps nothing of a body that it cannot decode', async () => {
    const encodings: [name: string, body: Buffer][] = [
      ['gzip', gzipSync('hello')],
      ['br', brotliCompressSync('hello')],
      ['zstd', zstdCompressSync('hello')],
      ['gzip, br', brotliCompressSync(gzipSync('hello'))],
    ]
    let answer = encodings[0]!
    const { tunnel, next } = await record((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': answer[0] }).end(answer[1]),
    )
    for (answer of encodings) {
      const kept = next()
      await tunnel.send({}).done()
      expect((await kept).responseBody).toMatchObject({
        content: 'hello',
        decodedFrom: answer[0],
        size: answer[1].length,
      })
    }
    for (answer of [
      ['snappy', Buffer.from('?')],
      ['gzip', Buffer.from('no gzip')],
    ] as typeof encodings) {
      const kept = next()
      await tunnel.send({}).done()
      expect((await kept).responseBody).toMatchObject({ content: '', absence: expect.stringContaining(answer[0]) })
    }
  })

  it.each(['gzip', 'gzip, gzip'])('decompresses no more of a bomb in %s than it keeps of a body', async (encoding) => {
    let bomb = Buffer.alloc(0)
    const { tunnel, next, recorder } = await record((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': encoding }).end(bomb),
    )
    // What follows is malformed: reading it would make the body undecodable. The decoder reads up to 256 KiB ahead.
    const begin = Buffer.alloc(recorder.bodyBytesMax + 256 * 1024, 'a')
    bomb = Buffer.concat([gzipSync(begin, { finishFlush: constants.Z_SYNC_FLUSH }), Buffer.alloc(1_000, 0xff)])
    if (encoding !== 'gzip') bomb = gzipSync(bomb)
    const kept = next()
    await tunnel.send({}).done()
    const { responseBody } = await kept
    expect(responseBody).toMatchObject({ isTruncated: true, size: bomb.length, absence: undefined })
    expect(responseBody.content).toBe('a'.repeat(recorder.bodyBytesMax))
  })

  it('truncates a body above the size limit, and marks it as truncated', async () => {
    const { tunnel, next } = await record((_request, response) => response.end('x'.repeat(3_000)), {
      bodyBytesMax: 1_000,
    })
    const kept = next()
    await tunnel.send({}).done()
    expect((await kept).responseBody).toMatchObject({ size: 3_000, isTruncated: true, content: 'x'.repeat(1_000) })
  })

  it('forgets the requests that ended first once its capacity is used up', async () => {
    const bytesMax = 40_000
    const { tunnel, next, recorder } = await record((_request, response) => response.end('x'.repeat(5_000)), {
      bytesMax,
    })
    const ids: string[] = []
    for (let count = 0; count < 12; count += 1) {
      const kept = next()
      await tunnel.send({ target: `/${count}` }).done()
      ids.push((await kept).id)
      expect(recorder.ring.bytes).toBeLessThanOrEqual(bytesMax)
    }
    expect(recorder.ring.get(ids[0]!)).toBeUndefined()
    expect(recorder.ring.newestFirst().map(({ summary }) => summary.target)).toEqual(
      expect.arrayContaining(['/11', '/10', '/9']),
    )
    recorder.ring.clear()
    expect(recorder.ring.bytes).toBe(0)
  })

  it('counts the head of an answer to a request that it listed before', async () => {
    const app = Promise.withResolvers<void>()
    const fields = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`x-${index}`, 'x'.repeat(500)]))
    const bytesMax = 30_000
    const { tunnel, recorder, next } = await record(
      (_request, response) => void app.promise.then(() => response.writeHead(200, fields).end('ok')),
      { bytesMax },
    )
    const visits = Array.from({ length: 5 }, () => tunnel.send({}))
    await vi.waitFor(() => expect(recorder.keeping).toMatchObject({ requestCount: 5 }), { timeout: 5_000 })
    app.resolve()
    await Promise.all(visits.map((visit) => visit.done()))
    await vi.waitFor(() =>
      expect(recorder.ring.newestFirst().every(({ summary }) => summary.state !== 'open')).toBe(true),
    )
    const kept = recorder.ring.newestFirst().map(toDetail)
    expect(kept.reduce((sum, each) => sum + headLength(each), 0)).toBeLessThan(bytesMax)
    // There is room for it again.
    const newest = next()
    await tunnel.send({}).done()
    expect(headLength(await newest)).toBeGreaterThan(10_000)
  })

  it('takes no more memory for a body in small pieces than its size limit counts', async () => {
    const { tunnel, recorder } = await record((request) => void request.resume())
    const pieceCount = 80_000
    const heapBefore = measureHeap()
    const visit = tunnel.begin({ method: 'POST' })
    for (let count = 0; count < pieceCount; count += 1) visit.stream.write(Buffer.of(0x61))
    const options = { timeout: 20_000, interval: 100 }
    await vi.waitFor(() => expect(recorder.ring.bytes).toBeGreaterThanOrEqual(pieceCount), options)
    // Pieces that are kept one by one take 10 MB. The sessions keep what is not acknowledged for a while.
    await vi.waitFor(() => expect(measureHeap() - heapBefore).toBeLessThan(4_000_000), options)
    visit.stream.reset('CANCELLED', 'gone')
  })

  it('takes no memory for the empty fragments of a WebSocket message', async () => {
    const { tunnel, until } = await record(
      () => {},
      {},
      (_request, socket) => {
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
        socket.resume()
      },
    )
    const fields = [
      ['Host', 'demo.test'],
      ['Upgrade', 'websocket'],
    ] as const
    const visit = tunnel.begin({ kind: 'upgrade', fields })
    await visit.until(({ head }) => head?.status === 101)
    const heapBefore = measureHeap()
    const emptyFragment = Buffer.from([0x00, 0x80, 1, 2, 3, 4])
    const fragments = Buffer.concat(Array.from({ length: 10_000 }, () => emptyFragment))
    visit.stream.write(Buffer.from([0x01, 0x80, 1, 2, 3, 4]))
    for (let count = 0; count < 20; count += 1) {
      visit.stream.write(fragments)
      await setTimeout(5)
    }
    // The last fragment, and the first byte of the message.
    visit.stream.write(Buffer.from([0x80, 0x81, 0, 0, 0, 0, 0x61]))
    const { frames } = await until((detail) => detail.frames.length > 0)
    expect(frames).toMatchObject([{ kind: 'text', content: 'a', size: 1, isTruncated: false }])
    await vi.waitFor(() => expect(measureHeap() - heapBefore).toBeLessThan(8_000_000), { timeout: 10_000 })
    visit.stream.reset('CANCELLED', 'gone')
  })

  it('shows the messages of an open WebSocket, inflated and without secrets', async () => {
    const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: { threshold: 0 } })
    sockets.on('connection', (socket) => {
      socket.send('{"token":"hunter2","n":1}')
      socket.send('{"token":"hunter2","n":2}')
      socket.on('message', () => socket.ping())
    })
    const { tunnel, until } = await record(
      () => {},
      {},
      (request, socket, head) => {
        sockets.handleUpgrade(request, socket, head, (each) => sockets.emit('connection', each))
      },
    )
    const visit = tunnel.begin({
      kind: 'upgrade',
      target: '/socket',
      fields: [
        ['Host', 'demo.test'],
        ['Upgrade', 'websocket'],
        ['Connection', 'Upgrade'],
        ['Sec-WebSocket-Version', '13'],
        ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
        ['Sec-WebSocket-Extensions', 'permessage-deflate'],
      ],
    })
    await visit.until(({ head }) => head?.status === 101)
    visit.stream.write(maskedFrame(Buffer.from('{"password":"hunter2"}')))
    const detail = await until(({ frames }) => frames.some(({ kind }) => kind === 'ping'))
    expect(detail).toMatchObject({ state: 'open', kind: 'websocket', status: 101 })
    expect(
      detail.frames.filter(({ kind }) => kind === 'text').map(({ direction, content }) => [direction, content]),
    ).toEqual(
      expect.arrayContaining([
        ['out', '{"token":"[redacted]","n":1}'],
        ['out', '{"token":"[redacted]","n":2}'],
        ['in', '{"password":"[redacted]"}'],
      ]),
    )
    visit.stream.reset('CANCELLED', 'gone')
    expect(await until(({ state }) => state !== 'open')).toMatchObject({ state: 'complete' })
  })

  it('shows the events of an open event stream, without secrets', async () => {
    const { tunnel, until } = await record((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('event: a\ndata: {"secret":"hunter2"}\n\nda')
      response.write('ta: two\n\n')
    })
    const visit = tunnel.send({})
    const detail = await until(({ frames }) => frames.length === 2)
    expect(detail).toMatchObject({ kind: 'events', state: 'open' })
    expect(detail.frames.map(({ content }) => content)).toEqual([
      'event: a\ndata: {"secret":"[redacted]"}',
      'data: two',
    ])
    visit.stream.reset('CANCELLED', 'gone')
  })

  it('reports whether the signature of a webhook is valid', async () => {
    const { tunnel, next } = await record((_request, response) => response.end('ok'), {
      webhookSecrets: [
        { provider: 'github', secret: 'old' },
        { provider: 'github', secret: 'current' },
      ],
    })
    for (const [secret, isValid] of [
      ['current', true],
      ['stolen', false],
    ] as const) {
      const signature = createHmac('sha256', secret).update('{}').digest('hex')
      const kept = next()
      await tunnel
        .send(
          { method: 'POST', fields: [...withType('application/json'), ['X-Hub-Signature-256', `sha256=${signature}`]] },
          '{}',
        )
        .done()
      expect((await kept).webhook).toMatchObject({ provider: 'github', isValid })
    }
  })
})

/** Returns the length of the values in the head of the answer. */
function headLength({ responseFields }: RequestDetail): number {
  return responseFields.reduce((sum, [, value]) => sum + value.length, 0)
}

function withType(type: string): [string, string][] {
  return [['Host', 'demo.test'], ...(type === '' ? [] : ([['Content-Type', type]] as [string, string][]))]
}

/** Returns a multipart body whose boundary is 1 with a text that many levels deep. */
function nest(text: string, levels: number, boundary = 1): string {
  if (levels === 0) return text
  const field = levels === 1 ? 'X-Level: last' : `Content-Type: multipart/mixed; boundary=${boundary + 1}`
  return `--${boundary}\r\n${field}\r\n\r\n${nest(text, levels - 1, boundary + 1)}\r\n--${boundary}--\r\n`
}

function maskedFrame(payload: Buffer): Buffer {
  const compressed = deflateRawSync(payload, { finishFlush: 2 }).subarray(0, -4)
  const mask = Buffer.from([1, 2, 3, 4])
  const masked = compressed.map((byte, index) => byte ^ mask[index % 4]!)
  return Buffer.concat([Buffer.from([0xc1, 0x80 | compressed.length]), mask, masked])
}

interface Recording {
  tunnel: TestTunnel
  recorder: Recorder
  /** Resolves with the next request that ends. */
  next: () => Promise<RequestDetail>
  /** Resolves with the first request that meets the condition. */
  until: (condition: (request: RequestDetail) => boolean) => Promise<RequestDetail>
}

async function record(
  app: RequestListener,
  options: Partial<RecorderOptions> = {},
  onUpgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void,
): Promise<Recording> {
  const server = createServer(app)
  if (onUpgrade !== undefined) server.on('upgrade', onUpgrade)
  const recorder = new Recorder({ isOn: true, keepsSecrets: false, webhookSecrets: [], ...options })
  const tunnel = await openTunnel(await listen(server), {
    observer: {
      begun: (request) => recorder.begun('web', request),
      streaming() {},
      over() {},
      refused() {},
      misdirected() {},
    },
  })
  function until(condition: (request: RequestDetail) => boolean): Promise<RequestDetail> {
    return new Promise((resolve) => {
      const stop = recorder.ring.listen({
        changed(request) {
          const detail = toDetail(request)
          if (!condition(detail)) return
          stop()
          resolve(detail)
        },
        forgotten() {},
      })
    })
  }
  return { tunnel, recorder, until, next: () => until(({ state }) => state !== 'open') }
}
