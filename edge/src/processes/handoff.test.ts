import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEdgeProgram } from '../testing/edge-program.ts'
import { startFakeApi } from '../testing/fake-api.ts'
import type { FakeApi } from '../testing/fake-api.ts'
import { closeAll, closeLater } from '../testing/queue.ts'
import { dialEdge, upgrade } from '../testing/test-agent.ts'
import type { DialOptions } from '../testing/test-agent.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'

const count = 3
const numbers = Array.from({ length: count }, (_, number) => number)
const connectionsMax = 40
let api: FakeApi
let program: Awaited<ReturnType<typeof startEdgeProgram>>
let port: number
let securePort: number
let ca: string
const pids = new Map<unknown, number>()

beforeAll(async () => {
  api = await startFakeApi()
  const data = await mkdtemp(join(tmpdir(), 'culvert-test-'))
  closeLater(() => rm(data, { recursive: true }))
  program = await startEdgeProgram(api.url, {
    EDGE_PROCESSES: String(count),
    EDGE_OPERATIONS_PORT: '0',
    EDGE_HTTPS_PORT: '0',
    EDGE_CONNECTIONS_PER_ADDRESS: String(connectionsMax),
    CULVERT_DATA: data,
  })
  const started = await program.waitForLine((line) => {
    if (line.process !== undefined) pids.set(line.process, line.pid)
    return line.operationsPort !== undefined
  })
  port = Number(new URL(started.url ?? '').port)
  securePort = started.securePort ?? 0
  ca = (await visit(port, { path: '/authority.crt', headers: { host: 'edge.test' } })).body
}, 180_000)

afterAll(closeAll)

/** The request of an agent that asks for a specific process. */
const headFor = (number: number) =>
  `GET /.culvert/tunnel HTTP/1.1\r\nHost: edge.test\r\nConnection: Upgrade\r\nUpgrade: culvert\r\nCulvert-Process: ${number}\r\n\r\n`

/** Opens a session of a new agent, and returns the position that its WELCOME names. */
async function findPlace(dialled: number, way: DialOptions) {
  const agentId = randomUUID()
  const agent = await dialEdge(
    dialled,
    { ticket: await api.issueTicket({ sub: agentId, hostname: `${agentId}.test` }) },
    undefined,
    undefined,
    way,
  )
  const { process } = await agent.welcomed
  agent.session.destroy()
  return process
}

describe('an agent', () => {
  it('is answered by the process that it names in its request', async () => {
    for (const number of [...numbers, ...numbers]) {
      expect(await findPlace(port, { process: number })).toEqual({ number, count })
    }
  })

  it('is answered by the process that it names in its ClientHello', async () => {
    for (const number of [...numbers, ...numbers]) {
      expect(await findPlace(securePort, { process: number, tls: { ca, process: number } })).toEqual({ number, count })
    }
  })

  it('is answered by the process that accepts its connection if it names none, or one that does not exist', async () => {
    for (const number of numbers) {
      const others = [...pids].flatMap(([other, pid]) => (other === number ? [] : [pid]))
      // A process that is stopped accepts no connections.
      for (const pid of others) process.kill(pid, 'SIGSTOP')
      try {
        expect(await findPlace(port, {})).toEqual({ number, count })
        expect(await findPlace(port, { process: count })).toEqual({ number, count })
        expect(await findPlace(securePort, { tls: { ca } })).toEqual({ number, count })
        expect(await findPlace(securePort, { tls: { ca, process: 9_999 } })).toEqual({ number, count })
      } finally {
        for (const pid of others) process.kill(pid, 'SIGCONT')
      }
    }
  })

  it('can open one session in each process with one ticket, and no second one', async () => {
    const ticket = await api.issueTicket({ sub: randomUUID(), hostname: 'all.test' })
    const dial = (number: number) => dialEdge(port, { ticket }, undefined, undefined, { process: number })
    const positions = numbers.map(async (number) => (await (await dial(number)).welcomed).process?.number)
    expect(await Promise.all(positions)).toEqual(numbers)
    for (const number of numbers) expect(await (await dial(number)).dismissed).toMatchObject({ code: 'TICKET_EXPIRED' })
  })

  it('serves uploads of 3 MiB over a connection that was handed off', async () => {
    for (const number of numbers) {
      const hostname = `carry-${number}.test`
      const agent = await dialEdge(
        securePort,
        { ticket: await api.issueTicket({ sub: randomUUID(), hostname }) },
        undefined,
        undefined,
        { process: number, tls: { ca, process: number } },
      )
      await agent.welcomed
      agent.serve((stream) => void stream.ended.then(() => stream.respond(200, [], String(stream.receivedBytes))))
      const body = Buffer.alloc(3 * 1024 * 1024)
      const visited = await visit(port, { method: 'POST', headers: { host: hostname }, body })
      expect(visited).toMatchObject({ status: 200, body: String(body.length) })
    }
  })
})

describe('the handoff of a connection', () => {
  it('counts the connection for its address only in the process that has it', async () => {
    const localAddress = '127.0.0.9'
    for (const process of [1, 2, 1]) {
      const sockets = []
      for (let opened = 0; opened < connectionsMax; opened += 1)
        sockets.push(await upgrade(port, { process, localAddress }))
      await expect(upgrade(port, { process, localAddress })).rejects.toThrow('429')
      for (const socket of sockets) socket.destroy()
      await expect.poll(() => upgrade(port, { process, localAddress }).then((socket) => socket.destroy())).toBeDefined()
    }
  })

  it('is not made for a visitor of an app that names a process', async () => {
    const head =
      'GET /chat HTTP/1.1\r\nHost: none.test\r\nConnection: Upgrade\r\nUpgrade: x\r\nCulvert-Process: 1\r\n\r\n'
    for (let times = 0; times < 4; times += 1) expect(await dialRaw(port, head).readUntil('\r\n')).toMatch(/ 404 /)
  })

  it('harms only its client if that sends too much, too early, or goes away', async () => {
    for (let times = 0; times < 50; times += 1) {
      for (const number of numbers) {
        const socket = dialRaw(port, headFor(number), '127.0.0.8').socket
        socket.write(Buffer.alloc(100_000))
        socket.once('connect', () => setImmediate(() => socket.resetAndDestroy()))
      }
    }
    for (const number of numbers) expect(await findPlace(port, { process: number })).toMatchObject({ number })
  })
})

describe('a process that is not running', () => {
  it('yields 503 until it has been restarted', async () => {
    process.kill(pids.get(1) ?? 0, 'SIGKILL')
    const restarted = program.waitForLine((line) => line.process === 1 && line.msg === 'edge started')
    await expect.poll(() => upgrade(port, { process: 1 }).catch(String)).toMatch('answered 503')
    await restarted
    await expect.poll(() => findPlace(port, { process: 1 }).catch(() => undefined)).toEqual({ number: 1, count })
  })
})

it('an edge of several processes that shuts down lets a stream finish on a connection that was handed off', async () => {
  const agent = await dialEdge(
    port,
    { ticket: await api.issueTicket({ sub: randomUUID(), hostname: 'last.test' }) },
    undefined,
    undefined,
    { process: 2 },
  )
  await agent.welcomed
  const visited = visit(port, { headers: { host: 'last.test' } })
  const stream = await agent.nextStream()
  program.child.kill('SIGTERM')
  await agent.dismissed
  stream.respond(200, [], 'the whole answer')
  expect(await visited).toMatchObject({ status: 200, body: 'the whole answer' })
  expect(await program.exited).toEqual([0, null])
})
