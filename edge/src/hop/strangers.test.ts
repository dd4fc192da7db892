import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { connect, createServer as createTcpServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { edgeTicketToken, serviceToken } from '@culvert/schema/tokens'
import { createSession, hopFeature, inspectionFeature, protocolVersion } from '@culvert/wire'
import type { SessionHandler, WireSession } from '@culvert/wire'
import { SignJWT } from 'jose'
import { afterEach, describe, expect, it } from 'vitest'
import { edgeKey } from '../routes/redis-keys.ts'
import { edgeSecret, startFakeApi } from '../testing/fake-api.ts'
import { closeAll, closeLater, Queue } from '../testing/queue.ts'
import { startRedis } from '../testing/redis.ts'
import { startSiblingEdge } from '../testing/test-edge.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'

afterEach(closeAll)

async function startEdge() {
  const api = await startFakeApi()
  const redis = await startRedis()
  const edge = await startSiblingEdge(redis, { api })
  const connection = redis.connect()
  let keys: string[] = []
  while (keys.length === 0) keys = await connection.keys(edgeKey('*'))
  return { ...edge, redis, id: keys[0]?.slice(edgeKey('').length) ?? '' }
}

interface Faults {
  secret?: string
  typ?: string
  audience?: string
  age?: number
  url?: string
}

/** Returns a ticket for an edge, valid except for the given faults. */
function makeTicket(edgeId: string, faults: Faults = {}): Promise<string> {
  const { secret = edgeSecret, typ = edgeTicketToken.typ, audience = edgeTicketToken.audience, age = 0, url } = faults
  const issuedAt = Math.floor(Date.now() / 1_000) - age
  return new SignJWT({ url })
    .setProtectedHeader({ alg: 'HS256', typ })
    .setAudience(audience)
    .setSubject(edgeId)
    .setJti(crypto.randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + edgeTicketToken.lifetimeSeconds)
    .sign(new TextEncoder().encode(secret))
}

const upgradeHeaders = { host: '127.0.0.1', connection: 'Upgrade', upgrade: 'culvert-edge' }

/** Asks an edge for a session. Resolves with the connection, or with the status and the error of the refusal. */
async function ask(port: number, ticket: string | undefined): Promise<Duplex | [number | undefined, unknown]> {
  const headers = { ...upgradeHeaders, ...(ticket !== undefined && { authorization: `Bearer ${ticket}` }) }
  const sent = request({ port, host: '127.0.0.1', path: '/.culvert/edge', headers, agent: false })
  sent.end()
  return await new Promise((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', ({ statusCode, headers: { 'x-culvert-error': code } }) => resolve([statusCode, code]))
    sent.on('upgrade', (_, socket, early) => {
      if (early.length > 0) socket.unshift(early)
      closeLater(() => socket.destroy())
      resolve(socket)
    })
  })
}

describe('a stranger', () => {
  const nothing = [404, 'CULVERT_NOT_FOUND']

  it('gets CULVERT_NOT_FOUND without a valid ticket of the installation for this edge', async () => {
    const { port, id } = await startEdge()
    const faulty: Faults[] = [
      { secret: 'another secret of 32 characters!' },
      { typ: serviceToken.typ },
      { audience: serviceToken.audience },
      { age: 120 },
      { url: 'http://elsewhere.test' },
    ]
    expect(await ask(port, undefined)).toEqual(nothing)
    expect(await ask(port, 'no token')).toEqual(nothing)
    expect(await ask(port, await makeTicket('another edge'))).toEqual(nothing)
    for (const faults of faulty) expect(await ask(port, await makeTicket(id, faults))).toEqual(nothing)
    const page = await visit(port, { path: '/.culvert/edge', headers: { host: '127.0.0.1' } })
    expect([page.status, page.headers['x-culvert-error']]).toEqual(nothing)
  })

  it('cannot use a ticket twice', async () => {
    const { port, id } = await startEdge()
    const ticket = await makeTicket(id)
    expect(await ask(port, ticket)).not.toEqual(nothing)
    expect(await ask(port, ticket)).toEqual(nothing)
  })

  it('that answers at the address of an edge without knowing the secret is sent no request', async () => {
    const { port, redis } = await startEdge()
    // It accepts every ticket, and sends HELLO without an answer to it.
    const stranger = await startStranger()
    const connection = redis.connect()
    const entry = { id: 'stranger', url: `http://127.0.0.1:${stranger.port}`, process: 0, isLeaving: false }
    await connection.set(edgeKey('stranger'), JSON.stringify(entry))
    await connection.hset('culvert:routes:demo.test', 'stranger', JSON.stringify([claims]))
    expect(await visit(port)).toMatchObject({ status: 503 })
    expect(stranger.opened).toBe(0)
  })

  it('that takes over the address of an edge and passes everything on to that edge sees no request', async () => {
    const { api, port, id, redis, connectAgent } = await startEdge()
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(200, [], 'answer'))
    const stranger = await startMiddleman(port)
    const connection = redis.connect()
    const entry: unknown = JSON.parse((await connection.get(edgeKey(id))) ?? '')
    const url = `http://127.0.0.1:${stranger.port}`
    await connection.set(edgeKey(id), JSON.stringify(Object.assign({}, entry, { url })))
    const other = await startSiblingEdge(redis, { api })
    const visited = visit(other.port, { path: '/secret' })
    await stranger.dialled
    expect(await visited).toMatchObject({ status: 503 })
    expect(stranger.passed).not.toContain('/secret')
  })
})

const claims = {
  agentId: 'agent-1',
  accountId: 'account-1',
  gatewayId: null,
  label: null,
  limits: { requestsPerMinute: 1_000, requestBurst: 1_000, openRequests: 1_000 },
  issuedAt: 1,
  isConnected: true,
  isPooled: false,
  takesCalls: true,
}

async function startStranger() {
  const state = { port: 0, opened: 0 }
  const server = createServer().on('upgrade', (_, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: culvert-edge\r\n\r\n')
    const handler: SessionHandler = {
      onOpen: (stream) => {
        state.opened += 1
        return { onData() {}, onEnd() {}, onWritable() {}, onReset: () => stream.reset('INTERNAL', '') }
      },
      onClose() {},
    }
    const session = createSession(socket, { role: 'agent', features: [inspectionFeature, hopFeature] }, handler)
    session.hello({ versionMin: 1, versionMax: protocolVersion, client: 'edge', ticket: 'guess', resumeToken: null })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closeLater(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  state.port = typeof address === 'object' && address !== null ? address.port : 0
  return state
}

/** A program that passes on what it gets, and reads it. */
async function startMiddleman(to: number) {
  const dialled = Promise.withResolvers<void>()
  const state = { port: 0, passed: '', dialled: dialled.promise }
  const server = createTcpServer((near) => {
    const far = connect(to, '127.0.0.1')
    near.on('data', (chunk) => {
      state.passed += chunk.toString('latin1')
      dialled.resolve()
    })
    near.pipe(far).pipe(near)
    for (const socket of [near, far]) {
      socket.on('error', () => {})
      closeLater(() => socket.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeLater(() => server.close())
  const address = server.address()
  state.port = typeof address === 'object' && address !== null ? address.port : 0
  return state
}

/** Opens a session as another edge does. */
async function openSession(port: number, id: string) {
  const transport = await ask(port, await makeTicket(id))
  if (Array.isArray(transport)) throw new Error(`refused: ${String(transport)}`)
  const ready = Promise.withResolvers<WireSession>()
  const closed = Promise.withResolvers<Error | undefined>()
  const session: WireSession = createSession(
    transport,
    { role: 'edge', features: [inspectionFeature, hopFeature] },
    {
      onHello: () => {
        session.welcome({
          version: 1,
          sessionId: 's',
          resumeToken: '',
          holdMs: 0,
          resumeMs: 0,
          hostname: '',
        })
        ready.resolve(session)
      },
      onClose: closed.resolve,
    },
  )
  return { session: await ready.promise, closed: closed.promise, transport }
}

const listener = (resets: Queue<string>) => ({
  onHead() {},
  onData() {},
  onEnd() {},
  onWritable() {},
  onReset: (code: string) => resets.push(code),
})

describe('a session between edges', () => {
  const head = {
    kind: 'http',
    method: 'GET',
    target: '/',
    fields: [['Host', 'demo.test']],
    visitorAddress: '192.0.2.1',
    requestId: 'id-1',
    tunnel: 'agent-1 demo.test',
  } as const

  it('survives a flood of 20,000 requests that are cancelled immediately, and continues to serve', async () => {
    const { port, id, connectAgent } = await startEdge()
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(204))
    const { session } = await openSession(port, id)
    const resets = new Queue<string>()
    for (let count = 0; count < 20_000; count += 1) {
      session.open(head, listener(resets), true).reset('CANCELLED', 'flood')
      // Only so many wait in one turn.
      if (count % 1_000 === 0) await nextTurn()
    }
    session.open({ ...head, tunnel: 'agent-1 none.test' }, listener(resets), true)
    expect(await resets.next()).toBe('AGENT_ABSENT')
    expect(await visit(port)).toMatchObject({ status: 204 })
  })

  it('ends if a head violates the protocol, and nothing else does', async () => {
    const { port, id, connectAgent } = await startEdge()
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(204))
    const { closed, transport } = await openSession(port, id)
    // OPEN without an agent, with END, on stream 1.
    const text = 'http\nGET\n/\n192.0.2.1\nid-1\nno-hostname'
    const frame = Buffer.from([0, 0, text.length, 0x83, 0, 0, 0, 1])
    transport.write(Buffer.concat([frame, Buffer.from(text)]))
    await closed
    expect(await visit(port)).toMatchObject({ status: 204 })
  })

  it('holds at most 768 KiB of an answer that is not read', async () => {
    const { port, id, connectAgent } = await startEdge()
    const agent = await connectAgent()
    const { session } = await openSession(port, id)
    session.open(head, listener(new Queue()), true)
    const { stream } = await agent.nextStream()
    stream.sendHead({ status: 200, reason: 'OK', fields: [] })
    let written = 0
    while (stream.write(Buffer.alloc(65_536)) && written < 10_000_000) written += 65_536
    const visitor = dialRaw(port, 'GET /healthz HTTP/1.1\r\nHost: edge.test\r\nConnection: close\r\n\r\n')
    expect(await visitor.readAll()).toContain('200')
    // The windows of both streams, and what waits between them.
    expect(stream.bytesSent).toBeLessThanOrEqual(3 * 256 * 1024)
  })
})
