import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import type { ConnectionOptions } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import type { TicketClaims } from '@culvert/schema/tokens'
import { probeCallbacks } from '@culvert/program/guard'
import { catchLog, causeFault, victimAddress } from './testing/fault-log.ts'
import { closeAll } from './testing/queue.ts'
import { startFakeApi } from './testing/fake-api.ts'
import { startSecureEdge } from './testing/secure-edge.ts'
import { startNodeIngress } from '../fuzz/node-ingress.ts'
import { startRedis } from './testing/redis.ts'
import { startWithOtherProcess, startSiblingEdge, startTestEdge } from './testing/test-edge.ts'
import type { AgentStream, TestAgent } from './testing/test-agent.ts'
import { askH2, connectH2, readH2 } from './testing/test-h2-visitor.ts'
import { dialRaw, visit } from './testing/test-visitor.ts'

afterEach(async () => {
  probeCallbacks(undefined)
  await closeAll()
})

const bystanderHost = 'other.test'

/** Answers everything that a victim requests: upgrades with an echo, `/large` with 1 MB, and the rest with trailers. */
function serveVictim(agent: TestAgent): void {
  agent.serve((stream) => void answer(stream))
}

async function answer({ stream, head, ended, chunks }: AgentStream): Promise<void> {
  const isUpgrade = head.kind === 'upgrade'
  if (isUpgrade) stream.sendHead({ status: 101, reason: 'Switching Protocols', fields: [['Upgrade', 'echo']] })
  const body = isUpgrade ? await chunks.next() : Buffer.from('done')
  if (!isUpgrade) {
    await ended
    stream.sendHead({ status: 200, reason: 'OK', fields: [] })
  }
  stream.write(head.target === '/large' ? Buffer.alloc(1_000_000, 'x') : body)
  stream.end(isUpgrade ? [] : [['X-Trailer', 'here']])
}

const ask = (target: string, fields = '') => `GET ${target} HTTP/1.1\r\nHost: demo.test\r\n${fields}\r\n`

/** Does everything that a visitor can, including over HTTPS if the edge accepts it, and ignores how each attempt ends. */
async function exercise(port: number, visitor: ConnectionOptions | undefined): Promise<void> {
  const attempts = [plain(port), upgrade(port, '/'), upgrade(port, '/large')]
  if (visitor !== undefined) attempts.push(secure(visitor), secure(visitor, true))
  await Promise.all(attempts.map((attempt) => attempt.catch(() => {})))
}

/** HTTP/1.1: a persistent connection, a body with trailers, and an answer that waits for its reader. */
async function plain(port: number): Promise<void> {
  const visitor = dialRaw(port, ask('/'), victimAddress)
  await visitor.readUntil('0\r\nX-Trailer: here\r\n\r\n')
  visitor.socket.write('POST / HTTP/1.1\r\nHost: demo.test\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n')
  visitor.socket.write('0\r\nX-Own: 1\r\n\r\n')
  await visitor.readUntil('0\r\nX-Trailer: here\r\n\r\n')
  visitor.socket.pause()
  visitor.socket.write(ask('/large'))
  setImmediate(() => visitor.socket.resume())
  await visitor.readUntil('0\r\nX-Trailer: here\r\n\r\n')
  visitor.socket.end()
  await visitor.readAll()
}

async function upgrade(port: number, target: string): Promise<void> {
  const visitor = dialRaw(port, ask(target, 'Connection: Upgrade\r\nUpgrade: echo\r\n'), victimAddress)
  await visitor.readUntil('\r\n\r\n')
  visitor.socket.pause()
  visitor.socket.write('raw')
  setImmediate(() => visitor.socket.resume())
  visitor.socket.end()
  await visitor.readAll()
}

/** HTTPS: HTTP/2 with a body and trailers, an answer that waits, and one that is reset; or a connection that leaves at once. */
async function secure(visitor: ConnectionOptions, isIdle = false): Promise<void> {
  const options = { ...visitor, localAddress: victimAddress }
  if (isIdle) {
    const socket = connectTls(options)
    await once(socket, 'secureConnect')
    socket.destroy()
    return
  }
  const session = await connectH2(options)
  const sent = session.request({ ':path': '/', ':method': 'POST' }, { waitForTrailers: true })
  sent.on('error', () => {}).on('wantTrailers', () => sent.sendTrailers({ 'x-own': '1' }))
  sent.end('abc')
  await readH2(sent)
  const large = askH2(session, { ':path': '/large' })
  large.pause()
  setImmediate(() => large.resume())
  await readH2(large)
  const reset = askH2(session, { ':method': 'POST' }, false)
  reset.write('abc')
  setImmediate(() => reset.close(8))
  await once(reset, 'close')
  session.close()
  await once(session, 'close')
}

/** The ports that a victim uses: `port` and `visitor` are the victim's, the others are shared. */
interface Site {
  port: number
  visitor: ConnectionOptions | undefined
  bystanderPort: number
  operationsPort: number
  connectAgent: (claims: Partial<TicketClaims>) => Promise<TestAgent>
}

const environment = { LOG_LEVEL: 'error', EDGE_OPERATIONS_PORT: '0' }
const timing = { keepAliveMs: 200, requestHeadMs: 1_000 }

const sites: Record<string, () => Promise<Site>> = {
  'with our own ingress': async () => {
    const { port, visitor, edge, connectAgent } = await startSecureEdge(environment, timing)
    return { port, visitor, bystanderPort: port, operationsPort: edge.operationsPort ?? 0, connectAgent }
  },
  'with node’s ingress': async () => {
    const { port, edge, connectAgent } = await startTestEdge({ start: startNodeIngress, environment, timing })
    return { port, visitor: undefined, bystanderPort: port, operationsPort: edge.operationsPort ?? 0, connectAgent }
  },
  'through another process': async () => {
    const { port, edge, connectAgent } = await startWithOtherProcess({ environment, timing })
    const operationsPort = edge.operationsPort ?? 0
    return { port, visitor: undefined, bystanderPort: port, operationsPort, connectAgent }
  },
  'through another edge': async () => {
    const api = await startFakeApi()
    const redis = await startRedis()
    const agents = await startSiblingEdge(redis, { api, environment, timing })
    const { port, edge } = await startSiblingEdge(redis, { api, environment, timing })
    const connectAgent = async (claims: Partial<TicketClaims>) => {
      const agent = await agents.connectAgent(claims)
      await redis.awaitRoutes(claims.hostname ?? 'demo.test', 1, `"agentId":"${claims.sub}"`)
      return agent
    }
    const operationsPort = edge.operationsPort ?? 0
    return { port, visitor: undefined, bystanderPort: port, operationsPort, connectAgent }
  },
}

/** A site with a victim, and a bystander in the middle of a download through a separate tunnel. */
async function startWithBystander(start: () => Promise<Site>) {
  const lines = catchLog()
  const { port, visitor, bystanderPort, operationsPort, connectAgent } = await start()
  const bystanderAgent = await connectAgent({ sub: 'other', hostname: bystanderHost })
  const bystander = dialRaw(bystanderPort, `GET / HTTP/1.1\r\nHost: ${bystanderHost}\r\n\r\n`, '127.0.0.3')
  const { stream } = await bystanderAgent.nextStream()
  stream.sendHead({ status: 200, reason: 'OK', fields: [['Content-Length', '10000000']] })
  await bystander.readUntil('\r\n\r\n')
  let agents = 0
  const countOpen = async () => {
    const { body } = await visit(operationsPort, { path: '/metrics' })
    return Number(/^culvert_edge_open_requests (\d+)$/m.exec(body)?.[1])
  }
  return {
    port,
    visitor,
    lines,
    countOpen,
    connectVictim: async () => {
      const agent = await connectAgent({ sub: `victim-${(agents += 1)}` })
      // Its session runs in this process, and would be affected by faults, too.
      Object.assign(agent, { onHandlerError: () => {} })
      serveVictim(agent)
      return agent
    },
    /** Resolves once the download has continued. */
    checkBystander: async () => {
      stream.write(Buffer.from('y'.repeat(1_000)))
      await bystander.readUntil('y'.repeat(1_000))
    },
  }
}

describe('a fault in a callback', () => {
  const everywhere =
    'ends only the work it happened in, and is logged with the request; the download of another visitor continues'
  it.each(Object.entries(sites))(`${everywhere}: %s`, async (_, start) => {
    const { port, visitor, lines, countOpen, connectVictim, checkBystander } = await startWithBystander(start)
    let agent = await connectVictim()
    let sessionId = (await agent.welcomed).sessionId
    // Only the victim's requests use the session between two processes or edges, which belongs to neither visitor.
    const isVictim = (place: string, bearer: string) =>
      bearer === victimAddress ||
      bearer === sessionId ||
      (/^(sibling|edge)$/.test(bearer) && place.startsWith('stream.'))
    const places = new Set<string>()
    probeCallbacks((place, { bearerName }) => void (isVictim(place, bearerName) && places.add(place)))
    await exercise(port, visitor)
    expect([...places].filter((place) => !known.includes(place))).toEqual([])

    for (const place of places) {
      const { caused, isCaused } = causeFault(place, isVictim)
      const exercised = exercise(port, visitor)
      await Promise.race([exercised, caused])
      probeCallbacks(undefined)
      await checkBystander()
      // Another agent takes over the hostname, so requests that wait for the session to resume end.
      if (/^(session|stream)\./.test(place)) {
        agent.session.destroy()
        agent = await connectVictim()
        sessionId = (await agent.welcomed).sessionId
      }
      await exercised
      if (!isCaused()) continue
      const line = lines.unread.splice(0).find(({ err }) => err?.message === `a fault in ${place}`)
      // The agent's side of the victim's session runs in this process, too, and logs nothing.
      if (line === undefined && !/^(session|stream)\./.test(place)) throw new Error(`${place} was not logged`)
      if (/^(stream|raw|parked)\./.test(place) && line !== undefined) {
        expect([place, line.requestIds]).toEqual([place, [expect.stringMatching(/^[\da-f-]{36}$/)]])
      }
      expect(await visit(port)).toMatchObject({ status: 200, body: 'done' })
      while ((await countOpen()) !== 1) await new Promise((resolve) => setImmediate(resolve))
    }
  })
})

/** Every place at which the edge and the wire guard a callback that a visitor or an agent can reach. */
const known = [
  'request.found',
  ...['arrival', 'leave', 'secure', 'handshake-close'].map((name) => `ingress.${name}`),
  ...['data', 'drain', 'end', 'close', 'flush', 'sweep', 'gone'].map((name) => `visitor.${name}`),
  ...['end', 'close', 'stream', 'stream-close', 'request', 'request-close', 'reader-timeout'].map(
    (name) => `h2.${name}`,
  ),
  ...['drain', 'aborted', 'readable', 'trailers', 'wantTrailers', 'gone'].map((name) => `h2.${name}`),
  ...['data', 'end', 'drain', 'close'].map((name) => `raw.${name}`),
  ...[
    'request',
    'upgrade',
    'visitor',
    'data',
    'end',
    'close',
    'upload-close',
    'drain',
    'gone',
    'finish',
    'handshake-end',
    'upgraded-close',
  ].map((name) => `node.${name}`),
  'request.found',
  ...['data', 'end', 'error', 'close', 'drain', 'flush', 'timer', 'heartbeat', 'probe', 'idle'].map(
    (name) => `session.${name}`,
  ),
  ...['head', 'data', 'end', 'writable', 'reset'].map((name) => `stream.${name}`),
  // After many small pieces that a visitor does not read.
  'pieces.written',
  // If another process has the agent, the first request may arrive before this process learns of it.
  'parked.proceed',
]

/** Files in which a callback may be registered without a guard: it calls none of our code, or what it calls is guarded. */
const bare: Record<string, RegExp> = {
  'ingress/secure-port.ts': /tlsClientError/,
  'ingress/ingress.ts': /cut\(\)\), graceMs|#checkTimes\(\)|'close', resolve|'error', reject/,
  'ingress/proxy-reader.ts': /^.on\('close', forget/,
  'ingress/read-ahead.ts': /'readable', onReadable|^.on\('end', onEnd|^.on\('close', forget/,
  'http1/read-unqueued.ts': /'data', receive/,
  'http/end-of-turn.ts': /setImmediate\(flushAll\)/,
  'ingress/listen.ts': /'error', reject/,
  'http1/connection.ts': /'drain', this\.#onDrain|'end', this\.#onEnd/,
  // Without a client: a dial, and the connections to Redis.
  'hop/dial.ts': /'error', reject|'(?:response|upgrade|error)', \(/,
  'routes/redis-directory.ts': /./,
  'routes/announcer.ts': /./,
  'probes/prober.ts': /reject\(new Error/,
  // Between the processes, where there is no client.
  'processes/primary.ts': /running\.kill\(\)/,
  'processes/process-handle.ts': /^.on\('(?:message|error)'|^.once\('exit'|resolve\(undefined\)/,
  'processes/process-directory.ts': /#server\.broadcast/,
  'processes/route-channel.ts': /#dial\(\)|'close', forget|'error', reject|resolve\(undefined\)/,
  'tunnels/admission.ts': /reject\(new TicketRefused/,
  'tunnels/parking.ts': /#expire\(\)/,
}

/** Returns the registrations of callbacks in a text that have no guard. */
function findBare(text: string): string[] {
  // Every call of a chain: the rest is matched by a lookahead, and not consumed.
  const registrations = text.matchAll(
    /(?:\.(?:on|once|addListener|setTimeout)|\bset(?:Timeout|Interval|Immediate)|queueMicrotask|startDeadline)(?=(\([^;]{0,120}))/g,
  )
  return [...registrations]
    .map(([name, rest = '']) => name + rest)
    .filter((registration) => !/^[^(]+\(\s*(?:[^(),]+,\s*)?guard\(/.test(registration))
    .filter((registration) => !registration.startsWith(".on('error', () => {})"))
}

it('no callback in the code that serves visitors and agents is registered without a guard', async () => {
  const found: string[] = []
  for (const folder of [
    'accounts',
    'agent-calls',
    'dashboard',
    'exchange',
    'http',
    'http1',
    'hop',
    'http2',
    'ingress',
    'probes',
    'processes',
    'requests',
    'routes',
    'tunnels',
  ]) {
    for (const name of await readdir(join(import.meta.dirname, folder))) {
      if (name.endsWith('.test.ts')) continue
      const text = await readFile(join(import.meta.dirname, folder, name), 'utf8')
      for (const registration of findBare(text)) {
        if (bare[`${folder}/${name}`]?.test(registration) !== true) found.push(`${folder}/${name}: ${registration}`)
      }
    }
  }
  expect(found).toEqual([])
})

it.each([
  ".on('data', (chunk) => this.receive(chunk))",
  ".once('close', this.#onClose)",
  'setTimeout(() => this.#giveUp(), 1_000)',
  'queueMicrotask(() => this.#tell())',
  'startDeadline(1_000, () => this.#giveUp())',
])('finds a callback without a guard even after one that has it: %s', (text) => {
  expect(findBare(`socket.on('end', guard('place', this, onEnd))${text}`)).toEqual([text])
})
