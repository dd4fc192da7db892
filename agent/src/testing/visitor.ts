import { EventEmitter, once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import { createSession, inspectionFeature } from '@culvert/wire'
import type { HeaderField, RequestHead, ResponseHead, StreamHandler, WireSession, WireStream } from '@culvert/wire'
import type { OpenStream } from '../connection/tunnel-session.ts'
import { createLocalApp } from '../origin/local-app.ts'
import type { LocalApp, LocalAppOptions } from '../origin/local-app.ts'
import { parseTarget } from '../net/target.ts'
import { deferClose } from './cleanup.ts'
import { listen } from './sockets.ts'

/** A tunnel of two real wire sessions: at one end the test acts as the edge, at the other a local app answers. */
export interface TestTunnel {
  app: LocalApp
  edge: WireSession
  /** The observer's events, one per line: `GET / 200`, or `GET / REFUSED: …`. */
  log: string[]
  /** Sends a whole request. */
  send(request: Partial<RequestHead>, body?: Buffer | string): Visit
  /** Sends the head of a request whose body, or raw bytes, will follow. */
  begin(request: Partial<RequestHead>): Visit
}

/** Opens a tunnel to the app on a port. */
export async function openTunnel(
  port: number | string,
  options: Partial<LocalAppOptions> = {},
  windowBytes?: number,
): Promise<TestTunnel> {
  const target = parseTarget(String(port))
  if (target === undefined) throw new Error(`${port} is no target`)
  const log: string[] = []
  const app = createLocalApp({
    target,
    allowsAnyCertificate: false,
    observer: {
      streaming: ({ method, target: path }, status) => log.push(`${method} ${path} ${status} streaming`),
      over: ({ method, target: path }, { how, status }) =>
        log.push(`${method} ${path} ${how.kind === 'failed' ? `${how.code}: ${how.message}` : status}`),
      misdirected: (_request, { text }) => log.push(`misdirected by ${text}`),
      refused: (_request, refusal) => log.push('name' in refusal ? `refused by ${refusal.name}` : 'accepts HTTPS only'),
    },
    ...options,
  })
  deferClose(() => app.close())
  const edge = await openSessions((stream, head) => app.open(stream, head), windowBytes)
  return {
    app,
    edge,
    log,
    send(request, body) {
      const visit = open(edge, request, body === undefined)
      if (body === undefined) return visit
      visit.stream.write(Buffer.from(body))
      visit.stream.end()
      return visit
    },
    begin: (request) => open(edge, request, false),
  }
}

function open(edge: WireSession, request: Partial<RequestHead>, isWhole: boolean): Visit {
  const visit = new Visit()
  visit.stream = edge.open(
    {
      kind: 'http',
      method: 'GET',
      target: '/',
      fields: [['Host', 'demo.test']],
      visitorAddress: '::1',
      requestId: '',
      ...request,
    },
    visit,
    isWhole,
  )
  return visit
}

/** Opens a session to an agent that handles each stream like this. Resolves with the edge's end. */
export async function openSessions(openStream: OpenStream, windowBytes?: number): Promise<WireSession> {
  const [edgeSocket, agentSocket] = await connectSockets()
  const windows = windowBytes === undefined ? {} : { windowBytes, windowBytesMax: windowBytes }
  const options = { ...windows, features: [inspectionFeature] }
  const edge = createSession(
    edgeSocket,
    { role: 'edge', ...options },
    {
      onHello: () =>
        edge.welcome({
          version: 1,
          sessionId: 's',
          resumeToken: 'r',
          holdMs: 60_000,
          resumeMs: 0,
          hostname: 'demo.test',
        }),
      onClose: () => {},
    },
  )
  await new Promise<void>((resolve) => {
    const agent = createSession(
      agentSocket,
      { role: 'agent', ...options },
      {
        onWelcome: () => resolve(),
        onOpen: openStream,
        onClose: () => {},
      },
    )
    agent.hello({ versionMin: 1, versionMax: 1, client: 'test', ticket: 't', resumeToken: null })
  })
  deferClose(() => edge.destroy())
  return edge
}

async function connectSockets(): Promise<[Socket, Socket]> {
  const server = createServer()
  const port = await listen(server)
  const client = connect({ port, host: '127.0.0.1', noDelay: true })
  const [accepted] = (await once(server, 'connection')) as [Socket]
  return [accepted, client]
}

/** One visitor's request, seen from the edge. */
export class Visit implements StreamHandler {
  stream!: WireStream
  readonly heads: ResponseHead[] = []
  readonly chunks: Buffer[] = []
  trailers: readonly HeaderField[] = []
  /** `code: message`, if the exchange was reset. */
  reset: string | undefined
  isEnded = false
  /** Whether credit is returned as the bytes arrive. */
  isReading = true
  #unread = 0
  #isWritable = true
  readonly #events = new EventEmitter()

  onHead(head: ResponseHead): void {
    this.heads.push(head)
    this.#events.emit('change')
  }

  onData(chunk: Buffer): void {
    this.chunks.push(chunk)
    if (this.isReading) this.stream.consumed(chunk.length)
    else this.#unread += chunk.length
    this.#events.emit('change')
  }

  onEnd(trailers: readonly HeaderField[]): void {
    this.isEnded = true
    this.trailers = trailers
    this.#events.emit('change')
  }

  onWritable(): void {
    this.#isWritable = true
    this.#events.emit('change')
  }

  onReset(code: string, message: string): void {
    this.reset = `${code}: ${message}`
    this.#events.emit('change')
  }

  get body(): string {
    return Buffer.concat(this.chunks).toString('latin1')
  }

  get head(): ResponseHead | undefined {
    return this.heads.at(-1)
  }

  /** Resolves once `condition` holds, which is checked after every event. */
  async until(condition: (visit: this) => boolean): Promise<this> {
    while (!condition(this)) await once(this.#events, 'change')
    return this
  }

  /** Resolves once the response is complete; throws if it was reset. */
  async done(): Promise<this> {
    await this.until(() => this.isEnded || this.reset !== undefined)
    if (this.reset !== undefined) throw new Error(this.reset)
    return this
  }

  /** Resolves with `code: message` once the exchange was reset. */
  async failed(): Promise<string> {
    await this.until(() => this.isEnded || this.reset !== undefined)
    return this.reset ?? 'the response was complete'
  }

  /** Sends bytes, waiting while there is no credit. */
  async write(chunk: Buffer): Promise<void> {
    this.#isWritable = this.stream.write(chunk)
    await this.until(() => this.#isWritable)
  }

  /** Consumes what arrived while `isReading` was off. */
  read(): void {
    this.isReading = true
    this.stream.consumed(this.#unread)
    this.#unread = 0
  }
}
