import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { createSession, inspectionFeature, moveFeature } from '@culvert/wire'
import type { GoAway, GoAwayCode, Hello, Welcome, WireSession } from '@culvert/wire'
import { listen } from './sockets.ts'

/** One GraphQL request from the agent. */
export interface Call {
  operation: string
  input: Record<string, unknown>
  authorization: string
}

/** A GraphQL error with its code, to return from an answer. */
export interface Refusal {
  code: string
  message: string
  field?: string
}

/** One agent connection that has sent HELLO; the test answers it. */
export interface FakeSession {
  hello: Hello
  wire: WireSession
  socket: Duplex
  /** The agent's good-bye, once it is sent. */
  goAway: GoAway | undefined
  /** Resolves when the connection is gone. */
  closed: Promise<void>
  /** The process named in its request. */
  process: number | undefined
  welcome(more?: Partial<Welcome>): void
  refuse(code: GoAwayCode, message: string, graceMs?: number): void
}

type Answered = object | Refusal | 'nothing'

/** API and edge in one: GraphQL requests are answered as a test specifies, and tunnels are accepted at the same address. */
export interface FakeServer {
  url: string
  calls: Call[]
  /** What an operation returns; by default, the answers of an agent's normal life. */
  answers: Record<string, (input: Record<string, unknown>) => Answered | Promise<Answered>>
  /** Resolves with the next HELLO. */
  nextSession(): Promise<FakeSession>
  /** The number of those that no test has consumed. */
  readonly waitingSessions: number
  /** Ends like a killed server: every connection breaks, and nothing listens. */
  kill(): Promise<void>
  /** Comes back at the same address. */
  restart(): Promise<void>
  /** Resolves with the first call of an operation that satisfies the condition. */
  untilCalled(operation: string, condition?: (input: Record<string, unknown>) => boolean): Promise<Call>
}

export const publicUrl = 'http://demo-ada.culvert.localhost:8080'

/** `features` are those of its edge, by default those of a current edge; `resumeToken` is what it gives its agent. */
export async function startFakeServer({
  features = [inspectionFeature, moveFeature],
  resumeToken = 'resume-1',
} = {}): Promise<FakeServer> {
  const events = new EventEmitter()
  const sessions: FakeSession[] = []
  const calls: Call[] = []
  const server = createServer()
  const port = await listen(server)
  const url = `http://localhost:${port}`
  const transports = new Set<Duplex>()
  let tickets = 0
  const issueTicket = () => ({
    agent: { id: 'agent-1', assignedDomain: 'demo-ada.culvert.localhost', publicUrl },
    ticket: `ticket-${(tickets += 1)}`,
    ticketExpiresAt: '2030-01-01T00:00:00.000Z',
    edgeUrls: [url],
    edgeAuthorities: [],
  })
  const answers: FakeServer['answers'] = {
    startAgent: issueTicket,
    renewAgentTicket: issueTicket,
    reportAgent: () => ({ agent: { id: 'agent-1', status: 'active' } }),
    stopAgent: () => ({ agent: { id: 'agent-1', status: 'inactive' } }),
  }
  async function answerCall(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') return void response.end()
    const call = await readCall(request)
    calls.push(call)
    events.emit('call')
    const answer = (await answers[call.operation]?.(call.input)) ?? 'nothing'
    if (answer === 'nothing') return
    response.setHeader('content-type', 'application/json').end(JSON.stringify(wrapAnswer(call.operation, answer)))
  }
  server.on('request', (request, response) => {
    void answerCall(request, response)
  })
  server.on('upgrade', (request, socket: Duplex) => {
    transports.add(socket)
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: culvert\r\n\r\n')
    const named = request.headers['culvert-process']
    const process = named === undefined ? undefined : Number(named)
    takeHello(socket, { features, resumeToken, process }, (session) => {
      sessions.push(session)
      events.emit('session')
    })
  })
  return {
    url,
    calls,
    answers,
    async nextSession() {
      for (;;) {
        const session = sessions.shift()
        if (session !== undefined) return session
        await once(events, 'session')
      }
    },
    get waitingSessions() {
      return sessions.length
    },
    async kill() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      for (const socket of transports) socket.destroy()
      await closed
    },
    async restart() {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    async untilCalled(operation, condition = () => true) {
      for (;;) {
        const call = calls.find((each) => each.operation === operation && condition(each.input))
        if (call !== undefined) return call
        await once(events, 'call')
      }
    },
  }
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = JSON.parse(Buffer.concat(chunks).toString()) as {
    query: string
    variables?: { input?: Record<string, unknown> }
  }
  return {
    operation: /\{\s*(\w+)/.exec(body.query)?.[1] ?? '',
    input: body.variables?.input ?? {},
    authorization: request.headers.authorization ?? '',
  }
}

function wrapAnswer(operation: string, answer: object | Refusal): object {
  if (!('code' in answer)) return { data: { [operation]: answer } }
  const { code, message, field } = answer
  return { data: null, errors: [{ message, extensions: { code, field } }] }
}

function takeHello(
  socket: Duplex,
  { features, resumeToken, process }: { features: string[]; resumeToken: string; process: number | undefined },
  onSession: (session: FakeSession) => void,
): void {
  const closed = Promise.withResolvers<void>()
  const session: FakeSession = {
    hello: { versionMin: 0, versionMax: 0, client: '', ticket: null, resumeToken: null, resume: null, features: [] },
    socket,
    process,
    goAway: undefined,
    closed: closed.promise,
    wire: createSession(
      socket,
      { role: 'edge', features },
      {
        onHello(hello) {
          session.hello = hello
          onSession(session)
        },
        onGoAway: (goAway) => (session.goAway = goAway),
        onClose: () => closed.resolve(),
      },
    ),
    welcome: (more) =>
      session.wire.welcome({
        version: 1,
        sessionId: randomUUID(),
        resumeToken,
        holdMs: 60_000,
        resumeMs: 0,
        hostname: 'demo-ada.culvert.localhost',
        ...more,
      }),
    refuse: (code, message, graceMs = 1000) => session.wire.goAway({ code, message, graceMs }),
  }
}
