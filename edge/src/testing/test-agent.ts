import { request } from 'node:http'
import { request as requestByTls } from 'node:https'
import type { Socket } from 'node:net'
import { createSession, inspectionFeature, moveFeature, protocolVersion } from '@culvert/wire'
import type {
  GoAway,
  HeaderField,
  Hello,
  RequestHead,
  SessionHandler,
  StreamHandler,
  Welcome,
  WireSession,
  WireStream,
} from '@culvert/wire'
import { closeLater, Queue } from './queue.ts'

/** What an agent presents: a ticket or a resume token. */
export type Credentials = Partial<Pick<Hello, 'ticket' | 'resumeToken'>>

/** An agent at the other end of a test's tunnel: it does only what the test asks for. */
export class TestAgent implements SessionHandler {
  readonly session: WireSession
  readonly socket: Socket
  /** Set by tests whose session outlives its connection. */
  onDetached?: (error: Error) => void
  readonly #welcome = Promise.withResolvers<Welcome>()
  readonly #move = Promise.withResolvers<string>()
  readonly #goAway = Promise.withResolvers<GoAway>()
  readonly #close = Promise.withResolvers<Error | undefined>()
  readonly #streams = new Queue<AgentStream>()
  #serve: ((stream: AgentStream) => void) | undefined

  constructor(socket: Socket, features: readonly string[] = [inspectionFeature, moveFeature]) {
    this.socket = socket
    this.session = createSession(socket, { role: 'agent', features }, this)
    closeLater(() => this.session.destroy())
  }

  get welcomed(): Promise<Welcome> {
    return this.#welcome.promise
  }

  /** The message with which the edge moves it to another edge. */
  get moved(): Promise<string> {
    return this.#move.promise
  }

  get dismissed(): Promise<GoAway> {
    return this.#goAway.promise
  }

  get closed(): Promise<Error | undefined> {
    return this.#close.promise
  }

  /** Resolves with the next request that arrives through the tunnel. */
  nextStream(): Promise<AgentStream> {
    return this.#streams.next()
  }

  /** Answers every request from now on. */
  serve(handler: (stream: AgentStream) => void): void {
    this.#serve = handler
  }

  onOpen(stream: WireStream, head: RequestHead): StreamHandler {
    const agentStream = new AgentStream(stream, head)
    if (this.#serve === undefined) this.#streams.push(agentStream)
    else this.#serve(agentStream)
    return agentStream
  }

  onWelcome(welcome: Welcome): void {
    this.#welcome.resolve(welcome)
  }

  onMove(message: string): void {
    this.#move.resolve(message)
  }

  onGoAway(goAway: GoAway): void {
    this.#goAway.resolve(goAway)
  }

  onClose(error: Error | undefined): void {
    this.#close.resolve(error)
  }
}

/** The agent's end of one exchange. */
export class AgentStream implements StreamHandler {
  readonly stream: WireStream
  readonly head: RequestHead
  readonly chunks = new Queue<Buffer>()
  receivedBytes = 0
  /** Whether data is consumed as it arrives. If not, the visitor runs out of credit. */
  isConsuming = true
  readonly #end = Promise.withResolvers<readonly HeaderField[]>()
  readonly #reset = Promise.withResolvers<string>()

  constructor(stream: WireStream, head: RequestHead) {
    this.stream = stream
    this.head = head
  }

  /** Resolves with the trailers when the visitor's direction has ended. */
  get ended(): Promise<readonly HeaderField[]> {
    return this.#end.promise
  }

  /** Resolves with the code when the edge resets the exchange. */
  get reset(): Promise<string> {
    return this.#reset.promise
  }

  /** Returns the value of a request field; undefined if it is absent. */
  field(name: string): string | undefined {
    return this.head.fields.find(([known]) => known.toLowerCase() === name.toLowerCase())?.[1]
  }

  /** Answers completely. */
  respond(status: number, fields: HeaderField[] = [], body = ''): void {
    const length: HeaderField[] = body === '' ? [] : [['Content-Length', String(Buffer.byteLength(body))]]
    this.stream.sendHead({ status, reason: 'Fine', fields: [...fields, ...length] }, body === '')
    if (body === '') return
    this.stream.write(Buffer.from(body))
    this.stream.end()
  }

  onData(chunk: Buffer): void {
    this.receivedBytes += chunk.length
    this.chunks.push(chunk)
    if (this.isConsuming) this.stream.consumed(chunk.length)
  }

  onEnd(trailers: readonly HeaderField[]): void {
    this.#end.resolve(trailers)
  }

  onWritable(): void {}

  onReset(code: string): void {
    this.#reset.resolve(code)
  }
}

/** Dials an edge as agents do, and sends HELLO. The session of a former agent asks to resume. */
export async function dialEdge(
  port: number,
  credentials: Credentials,
  former?: TestAgent,
  features?: readonly string[],
  way?: DialOptions,
): Promise<TestAgent> {
  const agent = new TestAgent(await upgrade(port, way), features)
  const hello = {
    versionMin: protocolVersion,
    versionMax: protocolVersion,
    client: 'test',
    ticket: null,
    resumeToken: null,
    ...credentials,
  }
  agent.session.hello(hello, former?.session)
  return agent
}

/** How an agent dials an edge. */
export interface DialOptions {
  /** The process that the request names. */
  process?: number
  /** TLS, with the authority that is trusted, and the process that the ClientHello names. */
  tls?: { ca: string; process?: number }
  localAddress?: string
}

/** A connection on which the edge waits for HELLO. */
export function upgrade(port: number, { process, tls, localAddress }: DialOptions = {}): Promise<Socket> {
  const path = '/.culvert/tunnel'
  const named = process === undefined ? {} : { 'culvert-process': String(process) }
  const headers = { host: 'edge.test', connection: 'Upgrade', upgrade: 'culvert', ...named }
  const options = { port, host: '127.0.0.1', localAddress, path, headers, agent: false } as const
  const protocols = tls?.process === undefined ? [] : [`culvert-process-${tls.process}`]
  const secure = tls && { ca: tls.ca, servername: 'edge.test', ALPNProtocols: [...protocols, 'http/1.1'] }
  const sent = secure === undefined ? request(options) : requestByTls({ ...options, ...secure })
  sent.end()
  return new Promise((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', ({ statusCode }) => reject(new Error(`The edge answered ${statusCode}`)))
    sent.on('upgrade', (_, socket, early) => {
      if (early.length > 0) socket.unshift(early)
      resolve(socket)
    })
  })
}
