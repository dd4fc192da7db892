import type { Duplex } from 'node:stream'
import { createSession } from '../index.ts'
import type {
  GoAway,
  HeaderField,
  Hello,
  RequestHead,
  ResetCode,
  ResponseHead,
  SessionHandler,
  SessionOptions,
  StreamHandler,
  Welcome,
  WireSession,
  WireStream,
} from '../index.ts'
import { Recorder } from './recorder.ts'
import { createMemoryPair } from './transports.ts'
import type { TransportPair } from './transports.ts'

export const hello = { versionMin: 1, versionMax: 1, client: 'test/1', ticket: 'ticket', resumeToken: null }
export const welcome: Omit<Welcome, 'features'> = {
  version: 1,
  sessionId: 'session-1',
  resumeToken: 'resume-1',
  holdMs: 60_000,
  resumeMs: 30_000,
  hostname: 'demo.example.com',
}
export const get: RequestHead = {
  kind: 'http',
  method: 'GET',
  target: '/',
  fields: [['Host', 'demo.example.com']],
  visitorAddress: '203.0.113.7',
  requestId: '',
  isShared: false,
}
export const upgrade: RequestHead = { ...get, kind: 'upgrade' }
/** The features of sides that support request ids, and streams for the agent itself. */
export const inspected = { features: ['inspection'] }
export const ok: ResponseHead = { status: 200, reason: 'OK', fields: [['Content-Type', 'text/plain']], isShared: false }

/** The owner of a stream: records what it receives, and returns credit at once unless it is stalled. */
export class StreamOwner extends Recorder implements StreamHandler {
  stream: WireStream | undefined
  readonly heads: ResponseHead[] = []
  readonly chunks: Buffer[] = []
  bytes = 0
  trailers: readonly HeaderField[] = []
  isStalled = false

  get text(): string {
    return Buffer.concat(this.chunks).toString('latin1')
  }

  onHead(head: ResponseHead): void {
    this.heads.push(head)
    this.record(`head ${head.status}`)
  }

  onData(chunk: Buffer): void {
    this.chunks.push(Buffer.from(chunk))
    this.bytes += chunk.length
    if (!this.isStalled) this.stream?.consumed(chunk.length)
    this.record('data')
  }

  onEnd(trailers: readonly HeaderField[]): void {
    this.trailers = trailers
    this.record('end')
  }

  onWritable(): void {
    this.record('writable')
  }

  onReset(code: ResetCode | 'SESSION_LOST', message: string): void {
    this.record(`reset ${code}: ${message}`)
  }
}

/** A request as the agent's owner receives it. */
export class ReceivedRequest extends StreamOwner {
  readonly head: RequestHead
  override stream: WireStream

  constructor(stream: WireStream, head: RequestHead) {
    super()
    this.stream = stream
    this.head = head
  }
}

/** The owner of a session. */
export class SessionOwner extends Recorder implements SessionHandler {
  readonly requests: ReceivedRequest[] = []
  /** In order of arrival. */
  hello: Hello | undefined
  welcome: Welcome | undefined
  goAway: GoAway | undefined
  closeError: Error | undefined
  handlerErrors: unknown[] = []
  /** Set by tests whose sessions outlive their connections. */
  onDetached?: (error: Error) => void
  /** Called for each request before `requests` grows; may answer it or throw. */
  answer: (request: ReceivedRequest) => void = () => {}

  onOpen(stream: WireStream, head: RequestHead): StreamHandler {
    const request = new ReceivedRequest(stream, head)
    this.answer(request)
    this.requests.push(request)
    this.record(`open ${head.method} ${head.target}`)
    return request
  }

  onHello(message: Hello): void {
    this.hello = message
    this.record(`hello ${message.client}`)
  }

  onWelcome(message: Welcome): void {
    this.welcome = message
    this.record(`welcome ${message.hostname}`)
  }

  onGoAway(goAway: GoAway): void {
    this.goAway = goAway
    this.record(`goaway ${goAway.code}`)
  }

  onMove(message: string): void {
    this.record(`move ${message}`)
  }

  onResumed(): void {
    this.record('resumed')
  }

  onClose(error: Error | undefined): void {
    this.closeError = error
    this.record('close')
  }

  onHandlerError(error: unknown): void {
    this.handlerErrors.push(error)
  }

  /** Resolves with the request with this index once it has arrived. */
  request(index = 0): Promise<ReceivedRequest> {
    return this.waitFor(() => this.requests[index])
  }
}

/** Two sessions after their handshake. */
export interface Tunnel {
  edge: WireSession
  agent: WireSession
  edgeOwner: SessionOwner
  agentOwner: SessionOwner
  /** Opens a stream at the edge. */
  open(head?: RequestHead, end?: boolean): StreamOwner & { stream: WireStream }
}

const opened: WireSession[] = []

/** Ends whatever the test left open; call it in `afterEach`. */
export function closeSessions(): void {
  for (const session of opened.splice(0)) session.destroy()
}

export function startSession(transport: Duplex, options: SessionOptions, owner: SessionOwner): WireSession {
  const session = createSession(transport, options, owner)
  opened.push(session)
  return session
}

/** Connects an edge and an agent and completes their handshake. */
export async function connectTunnel(
  options: { pair?: TransportPair; edge?: Partial<SessionOptions>; agent?: Partial<SessionOptions> } = {},
): Promise<Tunnel> {
  const [edgeEnd, agentEnd] = options.pair ?? createMemoryPair()
  const edgeOwner = new SessionOwner()
  const agentOwner = new SessionOwner()
  const edge = startSession(edgeEnd, { role: 'edge', ...options.edge }, edgeOwner)
  const agent = startSession(agentEnd, { role: 'agent', ...options.agent }, agentOwner)
  agent.hello(hello)
  await edgeOwner.untilEvent('hello')
  edge.welcome(welcome)
  await agentOwner.untilEvent('welcome')
  const open = (head = get, end = false): StreamOwner & { stream: WireStream } => {
    const owner = new StreamOwner()
    const stream = edge.open(head, owner, end)
    return Object.assign(owner, { stream })
  }
  return { edge, agent, edgeOwner, agentOwner, open }
}
