import { once } from 'node:events'
import { connect } from 'node:http2'
import type { ClientHttp2Session, ClientHttp2Stream, OutgoingHttpHeaders, Settings } from 'node:http2'
import { connect as connectTls } from 'node:tls'
import type { ConnectionOptions, TLSSocket } from 'node:tls'
import { closeLater, Queue } from './queue.ts'

/** A visitor's HTTP/2 connection to demo.test. */
export async function connectH2(visitor: ConnectionOptions, settings: Settings = {}): Promise<ClientHttp2Session> {
  const socket = await handshakeH2(visitor)
  const session = connect('https://demo.test', { createConnection: () => socket, settings })
  closeLater(() => session.destroy())
  session.on('error', () => {})
  return session
}

/** The answer to one request. */
export interface H2Answer {
  /** Statuses of 1xx answers. */
  interim: number[]
  status: number | undefined
  headers: Record<string, unknown>
  body: string
  trailers: Record<string, unknown>
  /** The code with which the stream ended; 0 is no error. */
  code: number
  /** Whether the answer ended properly, with END_STREAM. */
  isComplete: boolean
}

/** Sends a request head; a body may follow on the stream if `endStream` is false. */
export function askH2(session: ClientHttp2Session, headers: OutgoingHttpHeaders = {}, endStream = true) {
  const stream = session.request({ ':path': '/', ...headers }, { endStream })
  stream.on('error', () => {})
  return stream
}

/** Waits for all of an answer, however it ends. */
export async function readH2(stream: ClientHttp2Stream): Promise<H2Answer> {
  const answer: H2Answer = {
    interim: [],
    status: undefined,
    headers: {},
    body: '',
    trailers: {},
    code: 0,
    isComplete: false,
  }
  stream.on('headers', (headers) => answer.interim.push(Number(headers[':status'])))
  stream.on('response', (headers, flags) => {
    answer.status = headers[':status']
    answer.headers = headers
    if ((flags & endStreamFlag) !== 0) answer.isComplete = true
  })
  stream.on('trailers', (trailers) => (answer.trailers = trailers))
  stream.on('data', (chunk) => (answer.body += String(chunk)))
  stream.on('end', () => (answer.isComplete = stream.rstCode === 0 && !stream.aborted))
  await new Promise((resolve) => stream.once('close', resolve))
  answer.code = stream.rstCode
  return answer
}

/** Sends one request without a body, and resolves with the complete answer. */
export function visitH2(session: ClientHttp2Session, headers: OutgoingHttpHeaders = {}): Promise<H2Answer> {
  return readH2(askH2(session, headers))
}

export const frameTypes = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const
export const endStreamFlag = 1
export const endHeadersFlag = 4

export interface Frame {
  type: number
  flags: number
  stream: number
  payload: Buffer
}

/** A visitor that writes and reads frames as they are (RFC 9113, section 4.1). */
export async function dialH2(visitor: ConnectionOptions): Promise<RawH2Visitor> {
  const raw = new RawH2Visitor(await handshakeH2(visitor))
  raw.socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
  raw.send(frameTypes.settings, 0, 0)
  return raw
}

class RawH2Visitor {
  readonly socket: TLSSocket
  readonly #frames = new Queue<Frame | 'closed'>()
  #received = Buffer.alloc(0)

  constructor(socket: TLSSocket) {
    this.socket = socket
    socket.on('data', (chunk) => this.#receive(chunk))
    socket.on('close', () => this.#frames.push('closed'))
    socket.on('error', () => {})
  }

  send(type: number, flags: number, stream: number, payload: Buffer = Buffer.alloc(0)): void {
    this.socket.write(encodeFrame(type, flags, stream, payload))
  }

  /** Sends a complete request without a body. */
  ask(stream: number, fields: readonly Field[] = requestFields): void {
    this.send(frameTypes.headers, endStreamFlag | endHeadersFlag, stream, encodeFields(fields))
  }

  /**
   * How the edge takes it: the first reset or GOAWAY with an error, as `reset 1` or `goaway 1`; the first byte of a head,
   * which is its status, as `head 88`; or `closed`.
   */
  async outcome(): Promise<string> {
    for (;;) {
      const frame = await this.#frames.next()
      if (frame === 'closed') return 'closed'
      if (frame.type === frameTypes.reset) return `reset ${frame.payload.readUInt32BE(0)}`
      if (frame.type === frameTypes.goAway) return `goaway ${frame.payload.readUInt32BE(4)}`
      if (frame.type === frameTypes.headers) return `head ${frame.payload.toString('hex', 0, 1)}`
    }
  }

  /** The next frame of a type. */
  async next(type: number): Promise<Frame | undefined> {
    return (await this.readUntil(type)).at(-1)
  }

  /** Returns all frames up to and including the first of a type. */
  async readUntil(type: number): Promise<Frame[]> {
    const frames: Frame[] = []
    do {
      const frame = await this.#frames.next()
      if (frame === 'closed') throw new Error('The connection ended')
      frames.push(frame)
    } while (frames.at(-1)?.type !== type)
    return frames
  }

  #receive(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk])
    while (this.#received.length >= 9) {
      const end = 9 + this.#received.readUIntBE(0, 3)
      if (this.#received.length < end) return
      const frame = this.#received.subarray(0, end)
      this.#received = this.#received.subarray(end)
      this.#frames.push({
        type: frame.readUInt8(3),
        flags: frame.readUInt8(4),
        stream: frame.readUInt32BE(5),
        payload: frame.subarray(9),
      })
    }
  }
}

export type Field = readonly [name: string, value: string]

/** A request for demo.test. */
export const requestFields: readonly Field[] = [
  [':method', 'GET'],
  [':scheme', 'https'],
  [':authority', 'demo.test'],
  [':path', '/'],
]

export function encodeFrame(type: number, flags: number, stream: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** Literal fields that no table remembers (RFC 7541, section 6.2.2). */
export function encodeFields(fields: readonly Field[]): Buffer {
  return Buffer.concat(fields.flatMap(([name, value]) => [Buffer.from([0]), encodeText(name), encodeText(value)]))
}

function encodeText(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1')
  const length = [Math.min(bytes.length, 127)]
  // RFC 7541, section 5.1.
  if (bytes.length >= 127) {
    let rest = bytes.length - 127
    for (; rest >= 128; rest = Math.floor(rest / 128)) length.push((rest % 128) + 128)
    length.push(rest)
  }
  return Buffer.concat([Buffer.from(length), bytes])
}

async function handshakeH2(visitor: ConnectionOptions): Promise<TLSSocket> {
  const socket = connectTls({ ...visitor, ALPNProtocols: ['h2'] })
  closeLater(() => socket.destroy())
  await once(socket, 'secureConnect')
  return socket
}
