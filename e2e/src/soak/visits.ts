import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  type Agent,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  request as plainRequest,
} from 'node:http'
import { connect as connectSession } from 'node:http2'
import { request as secureRequest } from 'node:https'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { madeUpContent } from '../content.ts'
import { lookup } from '../visit.ts'
import { eventAt } from './events.ts'
import type { Random } from './random.ts'

/** The target of a visitor. */
export interface Target {
  hostname: string
  port: number
  securePort: number
  /** Connections that are kept open between requests. */
  keepAliveAgent: Agent
}

/** One kind of visit: what it will carry to the visitor, and how it runs. Rejects if anything is not as it should be. */
export interface Visit {
  requests?: number
  dataOut: number
  run(target: Target): Promise<void>
}

/** No request of a visitor takes this long; milliseconds. */
const patienceMs = 120_000

const small = 1_000
const sizes = [2_000_000, 8_000_000, 24_000_000] as const

/** Every kind of visit that passes through a tunnel, by name; a random one of its kind each time. */
export const kinds: Record<string, (random: Random) => Visit> = {
  'small, kept connection': () => download('bytes', small),
  'small, new connection': () => download('bytes', small, { agent: false }),
  'small, HTTPS': () => download('bytes', small, { isSecure: true }),
  'large download': (random) => download('bytes', random.pick(sizes)),
  'chunked download': (random) => download('chunked', random.pick(sizes), { isSecure: random.next() < 0.3 }),
  'HTTP/2': (random) => multiplexed(random.between(1, 8)),
  'slow reader': () => download('bytes', 4_000_000, { pauseMs: 1_500 }),
  'large upload': (random) => upload(random.pick(sizes), true),
  'chunked upload': (random) => upload(random.pick(sizes), false),
  events: (random) => events(random.between(1, 12)),
  WebSocket: (random) => echo(random),
  burst: (random) => together(random.between(2, 64)),
  aborted: (random) => abort(random.pick(sizes), random.between(0, 300)),
}

/** Requests that the edge must refuse. */
export const invalidRequests = [
  'GET / HTTP/1.1\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a.test\r\nHost: b.test\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a.test\r\nContent-Length: -1\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
  'nonsense\r\n\r\n',
] as const

/** Sends bytes that are not a request; rejects unless they are refused and the connection is closed. */
export async function sendInvalidRequest({ port }: Target, bytes: string): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  const answer = await text(socket)
  if (!/^HTTP\/1\.1 4\d\d /.test(answer)) throw new Error(`expected a refusal, found "${answer.slice(0, 40)}"`)
}

interface DownloadOptions {
  agent?: false
  isSecure?: boolean
  pauseMs?: number
}

function download(path: 'bytes' | 'chunked', bytes: number, options: DownloadOptions = {}): Visit {
  return {
    dataOut: bytes,
    run: async (target) => {
      const response = await ask(target, { path: `/${path}/${bytes}`, ...options })
      const hash = createHash('sha256')
      let paused = options.pauseMs ?? 0
      for await (const chunk of response) {
        hash.update(chunk)
        if (paused > 0) await delay(paused)
        paused = 0
      }
      expectSame(hash.digest('hex'), await digestOf(bytes))
    },
  }
}

function multiplexed(requests: number): Visit {
  const bytes = 200_000
  return {
    requests,
    dataOut: requests * bytes,
    run: async ({ hostname, securePort }) => {
      const session = connectSession(`https://${hostname}:${securePort}`, { rejectUnauthorized: false, lookup })
      // Its streams fail with it.
      session.on('error', () => {})
      const fetchOne = async () => {
        const signal = AbortSignal.timeout(patienceMs)
        const stream = session.request({ ':path': `/bytes/${bytes}` }, { signal })
        const hash = createHash('sha256')
        let status: number | undefined
        stream.on('response', (head) => (status = head[':status']))
        for await (const chunk of stream) hash.update(chunk)
        if (status !== 200) throw new Error(`status ${status}`)
        expectSame(hash.digest('hex'), await digestOf(bytes))
      }
      try {
        await Promise.all(Array.from({ length: requests }, fetchOne))
      } finally {
        session.destroy()
      }
    },
  }
}

/** This many requests, all of which are at the app before the first is answered. */
export function together(requests: number): Visit {
  const burst = randomUUID()
  return {
    requests,
    dataOut: requests * burst.length,
    run: async (target) => {
      const fetchOne = async () => {
        const response = await ask(target, { path: `/together/${requests}/${burst}`, agent: false })
        expectSame(await text(response), burst)
      }
      await Promise.all(Array.from({ length: requests }, fetchOne))
    },
  }
}

function upload(bytes: number, tellsLength: boolean): Visit {
  return {
    dataOut: 64,
    run: async (target) => {
      const headers = tellsLength ? { 'content-length': bytes } : {}
      const body = madeUpContent(0, bytes - 1)
      const response = await ask(target, { path: '/digest', method: 'POST', headers }, body)
      expectSame(await text(response), await digestOf(bytes))
    },
  }
}

function events(count: number): Visit {
  const expected = Array.from({ length: count }, (_, index) => eventAt(index)).join('')
  return {
    dataOut: expected.length,
    run: async (target) => expectSame(await text(await ask(target, { path: `/events/${count}` })), expected),
  }
}

/** The longest frame head is 14 bytes, and there is one frame to close (RFC 6455, section 5.2). */
const frameBytes = 14

function echo(random: Random): Visit {
  const messages = Array.from({ length: random.between(1, 20) }, () => randomBytes(random.between(0, 70_000)))
  return {
    dataOut: messages.reduce((sum, { length }) => sum + length + frameBytes, 4 * frameBytes),
    run: async ({ hostname, port }) => {
      const socket = new WebSocket(`ws://${hostname}:${port}/`, { lookup, handshakeTimeout: patienceMs })
      const failed = once(socket, 'close').then(() => {
        throw new Error('the WebSocket was closed')
      })
      failed.catch(() => {})
      socket.on('error', () => {})
      const refused = Promise.withResolvers<never>()
      refused.promise.catch(() => {})
      socket.on('unexpected-response', (request: ClientRequest, { statusCode, headers }: IncomingMessage) => {
        request.destroy()
        refused.reject(
          new Error(`the WebSocket was answered with ${statusCode} (${String(headers['x-culvert-error'])})`),
        )
      })
      await Promise.race([once(socket, 'open'), failed, refused.promise])
      for (const message of messages) {
        socket.send(message)
        const [answer] = await Promise.race([once(socket, 'message'), failed])
        if (!message.equals(answer)) throw new Error('the WebSocket answered something else')
      }
      const closed = once(socket, 'close')
      socket.close(1000)
      const [code] = await closed
      if (code !== 1000) throw new Error(`the WebSocket closed with ${code}`)
    },
  }
}

function abort(bytes: number, afterMs: number): Visit {
  return {
    dataOut: bytes,
    run: async (target) => {
      const sent = plainRequest({ ...addressOf(target), path: `/bytes/${bytes}`, agent: false })
      sent.on('error', () => {}).on('response', (response) => response.on('error', () => {}).resume())
      sent.end()
      await delay(afterMs)
      sent.destroy()
    },
  }
}

async function ask(
  target: Target,
  options: RequestOptions & { isSecure?: boolean },
  body: Readable = Readable.from([]),
): Promise<IncomingMessage> {
  const request = options.isSecure === true ? secureRequest : plainRequest
  const agent = options.isSecure === true ? false : target.keepAliveAgent
  const port = options.isSecure === true ? target.securePort : target.port
  const sent = request({
    agent,
    ...addressOf(target),
    port,
    rejectUnauthorized: false,
    signal: AbortSignal.timeout(patienceMs),
    ...options,
  })
  body.pipe(sent)
  try {
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    if (response.statusCode === 200) return response
    response.resume()
    const code = response.headers['x-culvert-error']
    throw new Error(`status ${response.statusCode}${code === undefined ? '' : ` ${String(code)}`}`)
  } finally {
    if (sent.destroyed) body.destroy()
    // The reader of the answer is told of later errors.
    sent.on('error', () => {})
  }
}

function addressOf({ hostname, port }: Target): RequestOptions {
  return { host: hostname, port, lookup, headers: {} }
}

const digests = new Map<number, Promise<string>>()

function digestOf(bytes: number): Promise<string> {
  const known = digests.get(bytes) ?? hashContent(bytes)
  digests.set(bytes, known)
  return known
}

async function hashContent(bytes: number): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of madeUpContent(0, bytes - 1)) hash.update(chunk)
  return hash.digest('hex')
}

function expectSame(found: string, expected: string): void {
  if (found !== expected) throw new Error(`the content differs: ${found.slice(0, 60)}`)
}
