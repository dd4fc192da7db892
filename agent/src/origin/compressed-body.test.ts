import { once } from 'node:events'
import { createServer } from 'node:http'
import type { RequestListener, ServerResponse } from 'node:http'
import {
  brotliDecompressSync,
  createBrotliDecompress,
  createGunzip,
  createZstdDecompress,
  gunzipSync,
  zstdDecompressSync,
} from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { HeaderField } from '@culvert/wire'
import { startRawApp } from '../testing/raw-app.ts'
import { waitUntilStable } from '../testing/wait-until-stable.ts'
import { listen } from '../testing/sockets.ts'
import { openTunnel } from '../testing/visitor.ts'
import type { TestTunnel, Visit } from '../testing/visitor.ts'
import { compressedBodiesMax, mayCompress } from './compressed-body.ts'

const text = 'All work and no play makes Jack a dull boy. '.repeat(500)

async function tunnelTo(app: RequestListener): Promise<TestTunnel> {
  return openTunnel(await listen(createServer(app)), { compresses: true })
}

function accepting(codings: string, ...more: HeaderField[]) {
  return { fields: [['Host', 'demo.test'], ['Accept-Encoding', codings], ...more] as HeaderField[] }
}

function fieldOf({ head }: Visit, name: string): string | undefined {
  return head?.fields.find(([each]) => each.toLowerCase() === name)?.[1]
}

function answerText(response: ServerResponse, fields: Record<string, string> = {}) {
  response.writeHead(200, { 'content-type': 'text/html', 'content-length': text.length, ...fields }).end(text)
}

describe('--compress', () => {
  it.each([
    ['br', (bytes: Buffer) => brotliDecompressSync(bytes)],
    ['zstd', (bytes: Buffer) => zstdDecompressSync(bytes)],
    ['gzip', (bytes: Buffer) => gunzipSync(bytes)],
  ])('sends visitors who accept %s the same body in fewer bytes', async (coding, decode) => {
    const tunnel = await tunnelTo((_, response) => answerText(response, { etag: '"1"', 'accept-ranges': 'bytes' }))
    // Twice: the app's head is remembered.
    for (let count = 1; count <= 2; count += 1) {
      const visit = await tunnel.send(accepting(coding)).done()
      expect(decode(Buffer.concat(visit.chunks)).toString()).toBe(text)
      expect(visit.stream.bytesReceived).toBeLessThan(text.length / 20)
      expect(fieldOf(visit, 'content-encoding')).toBe(coding)
      expect(fieldOf(visit, 'vary')).toBe('Accept-Encoding')
      expect(fieldOf(visit, 'etag')).toBe('W/"1"')
      expect(fieldOf(visit, 'content-length')).toBeUndefined()
      expect(fieldOf(visit, 'accept-ranges')).toBeUndefined()
      expect(tunnel.app.traffic.bytesOut).toBe(visit.stream.bytesReceived * count)
    }
  })

  it('sends other visitors the body unchanged, with Vary: Accept-Encoding', async () => {
    const tunnel = await tunnelTo((_, response) => answerText(response, { vary: 'Cookie' }))
    const visit = await tunnel.send(accepting('deflate')).done()
    expect(visit.body).toBe(text)
    expect(visit.head?.fields).toEqual(
      expect.arrayContaining([
        ['content-length', String(text.length)],
        ['vary', 'Cookie'],
        ['Vary', 'Accept-Encoding'],
      ]),
    )
  })

  it.each<[string, Record<string, string>]>([
    ['that the app has compressed', { 'content-encoding': 'br' }],
    ['of an already compressed type', { 'content-type': 'image/png' }],
    ['of an unknown type', { 'content-type': '' }],
    ['that must not be transformed', { 'cache-control': 'public, no-transform' }],
    ['with a digest', { 'content-digest': 'sha-256=:AAAA:' }],
  ])('leaves an answer %s unchanged', async (_, fields) => {
    const tunnel = await tunnelTo((_request, response) => answerText(response, fields))
    const visit = await tunnel.send(accepting('br, gzip')).done()
    expect(visit.body).toBe(text)
    expect(fieldOf(visit, 'content-length')).toBe(String(text.length))
    expect(fieldOf(visit, 'vary')).toBeUndefined()
  })

  it('does not compress 304, ranges, short answers and answers to HEAD', async () => {
    const tunnel = await tunnelTo(({ url }, response) => {
      if (url === '/304') response.writeHead(304, { etag: '"1"' }).end()
      else if (url === '/206') response.writeHead(206, { 'content-type': 'text/plain' }).end(text)
      else if (url === '/short') response.setHeader('content-type', 'text/plain').end('short')
      else answerText(response)
    })
    const visits = await Promise.all([
      tunnel.send({ ...accepting('gzip'), method: 'HEAD' }).done(),
      tunnel.send({ ...accepting('gzip'), target: '/304' }).done(),
      tunnel.send({ ...accepting('gzip'), target: '/206' }).done(),
      tunnel.send({ ...accepting('gzip'), target: '/short' }).done(),
      tunnel.send(accepting('gzip', ['Range', 'bytes=0-'])).done(),
    ])
    expect(visits.map((visit) => fieldOf(visit, 'content-encoding'))).toEqual(visits.map(() => undefined))
    expect(visits.map(({ body }) => body)).toEqual(['', '', text, 'short', text])
    expect([visits[0], visits[4]].map((visit) => visit && fieldOf(visit, 'content-length'))).toEqual([
      String(text.length),
      String(text.length),
    ])
  })

  it('passes events on immediately and uncompressed', async () => {
    const tunnel = await tunnelTo((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
    })
    const visit = tunnel.send(accepting('br, gzip'))
    await visit.until(() => visit.body === 'data: 1\n\n')
    expect(fieldOf(visit, 'content-encoding')).toBeUndefined()
  })

  it.each([
    ['br', () => createBrotliDecompress()],
    ['zstd', () => createZstdDecompress()],
    ['gzip', () => createGunzip()],
  ])('sends each part of a stream without waiting for the next one (%s)', async (coding, createDecoder) => {
    let response: ServerResponse | undefined
    const tunnel = await tunnelTo((_, answer) => {
      response = answer.writeHead(200, { 'content-type': 'application/x-ndjson' })
      answer.write('{"part":1}\n')
    })
    const visit = tunnel.send(accepting(coding))
    const decoder = createDecoder()
    let given = 0
    const over = visit.until(({ chunks, isEnded }) => {
      for (const chunk of chunks.slice(given)) decoder.write(chunk)
      given = chunks.length
      return isEnded
    })
    for (const part of ['{"part":1}\n', '{"part":2}\n']) {
      const [decoded] = (await once(decoder, 'data')) as [Buffer]
      expect([decoded.toString(), visit.isEnded]).toEqual([part, false])
      if (part.includes('1')) response?.write('{"part":2}\n')
    }
    response?.end()
    await over
  })

  it('keeps trailers', async () => {
    const tunnel = await tunnelTo((_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain', trailer: 'X-Sum' })
      response.write(text)
      response.addTrailers([['X-Sum', '5']])
      response.end()
    })
    const visit = await tunnel.send(accepting('gzip')).done()
    expect(gunzipSync(Buffer.concat(visit.chunks)).toString()).toBe(text)
    expect(visit.trailers).toEqual([['X-Sum', '5']])
  })

  it('reads from the app only as fast as visitors read, and limits simultaneous compressions', async () => {
    // Letters that hardly shrink.
    const letters = Buffer.from(Array.from({ length: 256 * 1024 }, () => 33 + Math.floor(Math.random() * 90)))
    let sent = 0
    const tunnel = await tunnelTo((_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' })
      const write = () => {
        while (!response.destroyed) {
          sent += letters.length
          if (!response.write(letters)) break
        }
      }
      response.on('drain', write)
      write()
    })
    const visits = Array.from({ length: compressedBodiesMax + 6 }, () => {
      const visit = tunnel.begin(accepting('br'))
      visit.isReading = false
      visit.stream.end()
      return visit
    })
    await Promise.all(visits.map((visit) => visit.until(() => visit.head !== undefined)))
    const coded = visits.filter((visit) => fieldOf(visit, 'content-encoding') === 'br')
    expect(coded).toHaveLength(compressedBodiesMax)
    expect(mayCompress()).toBe(false)
    await waitUntilStable(() => sent)
    // What the windows of the tunnel and the sockets on this machine hold.
    expect(sent / visits.length).toBeLessThan(12 * 1024 * 1024)
    // The encoders of visitors who leave are released.
    for (const visit of visits) visit.stream.reset('CANCELLED', 'the visitor left')
    await expect.poll(() => mayCompress()).toBe(true)
    const next = tunnel.send(accepting('gzip'))
    await next.until(() => next.head !== undefined)
    expect(fieldOf(next, 'content-encoding')).toBe('gzip')
  }, 20_000)

  it('reports 499 if the visitor leaves while the rest of the answer is being compressed', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port, { compresses: true }, 16)
    const visit = tunnel.begin(accepting('gzip'))
    visit.isReading = false
    visit.stream.end()
    const connection = await app.nextConnection()
    await connection.receive('\r\n\r\n')
    const body = Buffer.from(Array.from({ length: 100_000 }, () => 33 + Math.floor(Math.random() * 90)))
    connection.socket.write(`HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n`)
    connection.socket.write(body)
    await visit.until(() => visit.stream.bytesReceived === 16)
    visit.stream.reset('CANCELLED', 'the visitor left')
    await expect.poll(() => tunnel.log).toEqual(['GET / 499'])
  })

  it("resets the visitor's answer with ORIGIN_CLOSED if the app breaks off in the middle", async () => {
    const tunnel = await tunnelTo((_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).write(text, () => response.destroy())
    })
    expect(await tunnel.send(accepting('gzip')).failed()).toMatch(/^ORIGIN_CLOSED/)
  })
})
