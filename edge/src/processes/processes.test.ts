import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEdgeProgram } from '../testing/edge-program.ts'
import { startFakeApi } from '../testing/fake-api.ts'
import type { FakeApi } from '../testing/fake-api.ts'
import { closeAll, closeLater } from '../testing/queue.ts'
import { dialEdge } from '../testing/test-agent.ts'
import type { TestAgent } from '../testing/test-agent.ts'
import { askH2, connectH2, readH2 } from '../testing/test-h2-visitor.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'

const processCount = 3
const hostnames = Array.from({ length: 12 }, (_, index) => `host-${index}.test`)
let api: FakeApi
let program: Awaited<ReturnType<typeof startEdgeProgram>>
let port: number
let operationsPort: number
let securePort: number
const pids = new Map<unknown, number>()
const agents = new Map<string, TestAgent>()
/** The agent of each hostname. An agent that was ended does not reconnect; another takes over. */
const agentIds = new Map<string, string>()

/** The process that has the only session of a hostname's agent. */
const processOf = (hostname: string) => hostnames.indexOf(hostname) % processCount

/** An agent that answers with its hostname and the size of the request body. */
async function connect(hostname: string): Promise<void> {
  const agentId = randomUUID()
  const ticket = await api.issueTicket({ sub: agentId, accountId: hostname, hostname })
  const way = { process: processOf(hostname) }
  const agent = await dialEdge(port, { ticket }, undefined, undefined, way)
  await agent.welcomed
  agentIds.set(hostname, agentId)
  agent.serve((stream) => {
    if (stream.head.kind === 'upgrade') stream.stream.sendHead({ status: 101, reason: '', fields: [] })
    else void stream.ended.then(() => stream.respond(200, [], `${hostname} ${stream.receivedBytes}`))
  })
  agents.set(hostname, agent)
}

const visitHost = (host: string) => visit(port, { headers: { host } })

beforeAll(async () => {
  api = await startFakeApi()
  for (const hostname of hostnames) api.state.reserved.add(hostname)
  const data = await mkdtemp(join(tmpdir(), 'culvert-test-'))
  closeLater(() => rm(data, { recursive: true }))
  program = await startEdgeProgram(api.url, {
    EDGE_PROCESSES: String(processCount),
    EDGE_OPERATIONS_PORT: '0',
    EDGE_HTTPS_PORT: '0',
    CULVERT_DATA: data,
  })
  const started = await program.waitForLine((line) => {
    if (line.process !== undefined) pids.set(line.process, line.pid)
    return line.operationsPort !== undefined
  })
  port = Number(new URL(started.url ?? '').port)
  operationsPort = started.operationsPort ?? 0
  securePort = started.securePort ?? 0
  for (const hostname of hostnames) await connect(hostname)
}, 180_000)

afterAll(closeAll)

describe('an edge of several processes', () => {
  it('serves every hostname on every connection', async () => {
    for (const hostname of hostnames) {
      const answers = await Promise.all(Array.from({ length: processCount }, () => visitHost(hostname)))
      expect(answers.map(({ body }) => body)).toEqual(answers.map(() => `${hostname} 0`))
    }
  })

  it('carries uploads and upgraded connections between its processes', async () => {
    const body = Buffer.alloc(2 * 1024 * 1024)
    for (const host of hostnames.slice(0, 6)) {
      const uploaded = await visit(port, { method: 'POST', headers: { host }, body })
      expect(uploaded.body).toBe(`${host} ${body.length}`)
      const visitor = dialRaw(port, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n`)
      expect(await visitor.readUntil('\r\n\r\n')).toMatch(/^HTTP\/1.1 101/)
      visitor.socket.destroy()
    }
  })

  it('has one local authority, and accepts HTTP/2 in every process', async () => {
    const ca = (await visit(port, { path: '/authority.crt', headers: { host: 'edge.test' } })).body
    for (const hostname of hostnames.slice(0, 6)) {
      const session = await connectH2({ host: '127.0.0.1', port: securePort, servername: hostname, ca })
      const answer = await readH2(askH2(session, { ':authority': hostname }))
      expect(answer).toMatchObject({ status: 200, body: `${hostname} 0`, isComplete: true })
    }
  })

  it('reports for all of them on its operations port', async () => {
    expect(await visit(operationsPort, { path: '/readyz' })).toMatchObject({ status: 200 })
    const { body } = await visit(operationsPort, { path: '/metrics' })
    expect(body).toMatch(`culvert_edge_tunnels ${hostnames.length}\n`)
    expect(body).toMatch(/^culvert_edge_requests_total\{status="2xx"\} \d\d/m)
  })

  it('ends a tunnel that the API ends, whichever process has it', async () => {
    for (const hostname of hostnames.slice(0, 3)) {
      // Each process subscribes, and the test's queue delivers an event to only one of them.
      for (let index = 0; index < processCount; index += 1) api.endTunnel(agentIds.get(hostname) ?? '', 'STOPPED')
      expect(await agents.get(hostname)?.dismissed).toMatchObject({ code: 'STOPPED' })
      expect(await visitHost(hostname)).toMatchObject({ status: 503 })
      await connect(hostname)
    }
  })

  it('leaves new connections to the others while a process hangs', async () => {
    const hanging = pids.get(2) ?? 0
    process.kill(hanging, 'SIGSTOP')
    try {
      for (let count = 0; count < 2 * processCount; count += 1) {
        const answer = await visit(port, { path: '/healthz', headers: { host: 'edge.test' } })
        expect(answer).toMatchObject({ status: 200 })
      }
    } finally {
      process.kill(hanging, 'SIGCONT')
    }
  })

  it('loses only the tunnels of a killed process, and serves them again once their agents are back', async () => {
    const lost = new Set<string>()
    for (const [hostname, agent] of agents) void agent.closed.then(() => lost.add(hostname))
    const killed = 1
    process.kill(pids.get(killed) ?? 0, 'SIGKILL')
    await program.waitForLine((line) => line.process === killed && line.msg === 'edge started')

    const held = hostnames.filter((hostname) => processOf(hostname) === killed)
    expect([...lost].toSorted()).toEqual(held.toSorted())
    for (const hostname of hostnames.filter((name) => !lost.has(name))) {
      expect(await visitHost(hostname)).toMatchObject({ status: 200 })
    }
    for (const hostname of lost) {
      const { resumeToken } = (await agents.get(hostname)?.welcomed) ?? {}
      const resumed = await dialEdge(port, { resumeToken }, undefined, undefined, { process: killed })
      expect(await resumed.dismissed).toMatchObject({ code: 'RESUME_UNKNOWN' })
      await connect(hostname)
    }
    for (const hostname of hostnames) expect(await visitHost(hostname)).toMatchObject({ status: 200 })
  })

  it('sends every agent elsewhere when it is stopped, and ends with exit code 0', async () => {
    program.child.kill('SIGTERM')
    const dismissals = await Promise.all([...agents.values()].map(({ dismissed }) => dismissed))
    expect(dismissals.map(({ code }) => code)).toEqual(dismissals.map(() => 'SHUTDOWN'))
    for (const agent of agents.values()) agent.session.destroy()
    expect(await program.exited).toEqual([0, null])
  })
})

it('an edge of several processes reports that its port is taken, and ends with exit code 1', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeLater(() => server.close())
  const taken = (server.address() as AddressInfo).port
  const refused = await startEdgeProgram(api.url, { EDGE_PROCESSES: '2', EDGE_HTTP_PORT: String(taken) })
  expect(await refused.exited).toEqual([1, null])
  expect(refused.errors.join('')).toMatch(`Port ${taken} is in use. Stop what listens there (`)
}, 20_000)
