import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { ConnectionCounts } from './connection-counts.ts'
import { proxyHeader } from '../testing/proxy-header.ts'
import { closeAll, closeLater } from '../testing/queue.ts'
import { startTestEdge } from '../testing/test-edge.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'
import type { RawVisitor } from '../testing/test-visitor.ts'

afterEach(closeAll)

const request = 'GET / HTTP/1.1\r\nHost: demo.test\r\n\r\n'
const tooMany = /^HTTP\/1.1 429 .*X-Culvert-Error: CULVERT_TOO_MANY_CONNECTIONS\r\n.*Connection: close\r\n/s

/** An edge with caps, an agent that answers everything with `done`, and a visitor whose address is not the agent's. */
async function startCapped(environment: NodeJS.ProcessEnv) {
  const started = await startTestEdge({ environment: { EDGE_OPERATIONS_PORT: '0', ...environment } })
  const agent = await started.connectAgent()
  agent.serve((stream) => void stream.ended.then(() => stream.respond(200, [], 'done')))
  const dial = (start = '', localAddress = '127.0.0.2') => dialRaw(started.port, start, localAddress)
  return { ...started, agent, dial, countCuts: () => readCuts(started.edge.operationsPort ?? 0) }
}

async function readCuts(port: number): Promise<string[]> {
  const { body } = await visit(port, { path: '/metrics' })
  return body.split('\n').filter((line) => line.startsWith('culvert_edge_connections_cut_total{'))
}

/** Sends requests on new connections until one is served: the edge takes a moment to notice that a connection has ended. */
async function askUntilServed(dial: () => RawVisitor): Promise<void> {
  while (!(await dial().readUntil('\r\n')).startsWith('HTTP/1.1 200')) {}
}

describe('a visitor at its limit of connections', () => {
  it('is refused another with 429, keeps those that it has, and may open another when one has ended', async () => {
    const { dial, countCuts } = await startCapped({ EDGE_CONNECTIONS_PER_ADDRESS: '2' })
    const first = dial(request)
    await first.readUntil('done')
    const second = dial(request)
    await second.readUntil('done')
    expect(await dial(request).readAll()).toMatch(tooMany)
    expect(await countCuts()).toEqual(['culvert_edge_connections_cut_total{reason="connections"} 1'])
    await dial(request, '127.0.0.3').readUntil('done')
    first.socket.write(request)
    await first.readUntil('done')
    second.socket.destroy()
    await askUntilServed(() => dial(request))
  })

  it('gets that answer on 16 connections at a time, and is cut off beyond that', async () => {
    const { dial } = await startCapped({ EDGE_CONNECTIONS_PER_ADDRESS: '1' })
    await dial(request).readUntil('done')
    const refused = Array.from({ length: 30 }, () => dial())
    const answers = await Promise.all(refused.map((visitor) => visitor.readAll()))
    expect(answers.filter((answer) => tooMany.test(answer))).toHaveLength(16)
    expect(answers.filter((answer) => answer === '')).toHaveLength(14)
  })

  it('is cut off before a TLS handshake, when no answer is possible', async () => {
    const data = await mkdtemp(join(tmpdir(), 'culvert-caps-'))
    closeLater(() => rm(data, { recursive: true }))
    const { edge } = await startCapped({
      EDGE_CONNECTIONS_PER_ADDRESS: '1',
      EDGE_HTTPS_PORT: '0',
      CULVERT_DATA: data,
    })
    const dialTls = () => {
      const tcp = connect({ port: edge.securePort ?? 0, host: '127.0.0.1', localAddress: '127.0.0.2' })
      const socket = connectTls({ socket: tcp, servername: 'edge.test', rejectUnauthorized: false })
      closeLater(() => socket.destroy())
      return socket
    }
    const first = dialTls()
    await once(first, 'secureConnect')
    await expect(once(dialTls(), 'secureConnect')).rejects.toThrow(/ECONNRESET|disconnected/)
    first.destroy()
    while (!(await once(dialTls(), 'secureConnect').catch(() => undefined))) {}
  })
})

describe('a visitor at its limit of incomplete requests', () => {
  it('is refused another with 429, and may send another when one is complete', async () => {
    const { dial } = await startCapped({ EDGE_INCOMPLETE_PER_ADDRESS: '2' })
    const [silent, slow] = [dial(), dial('GET / HTTP/1.1\r\nHost: demo')]
    await Promise.all([once(silent.socket, 'connect'), once(slow.socket, 'connect')])
    expect(await dial(request).readAll()).toMatch(tooMany)
    slow.socket.write('.test\r\n\r\n')
    await slow.readUntil('done')
    await dial(request).readUntil('done')
  })

  it('cannot begin another on a kept connection either, and none of it reaches the app', async () => {
    const { agent, dial, countCuts } = await startCapped({ EDGE_INCOMPLETE_PER_ADDRESS: '1' })
    const kept = dial(request)
    await kept.readUntil('done')
    await once(dial().socket, 'connect')
    agent.serve((stream) => stream.stream.sendHead({ status: 500, reason: 'Reached', fields: [] }, true))
    kept.socket.write('POST / HTTP/1.1\r\nHost: demo.test\r\nContent-Length: 9\r\n\r\npart')
    expect(await kept.readAll()).toMatch(tooMany)
    expect(await countCuts()).toEqual(['culvert_edge_connections_cut_total{reason="incomplete"} 1'])
  })
})

describe('the identity of a visitor', () => {
  it('is not the address of a trusted proxy, which carries many visitors', async () => {
    const { dial } = await startCapped({
      EDGE_CONNECTIONS_PER_ADDRESS: '1',
      EDGE_INCOMPLETE_PER_ADDRESS: '1',
      EDGE_TRUSTED_PROXIES: '127.0.0.2',
    })
    for (const visitor of [dial(request), dial(request), dial(request)]) await visitor.readUntil('done')
  })

  it('is the source in the PROXY protocol header, with an IPv6 /64 counted as one', async () => {
    const { port } = await startTestEdge({
      environment: { EDGE_PROXY_PROTOCOL: 'true', EDGE_CONNECTIONS_PER_ADDRESS: '1' },
    })
    const ask = (network: number, host: number) => {
      const source = Buffer.from(`20010db80000000${network}000000000000000${host}`, 'hex')
      const visitor = dialRaw(port)
      visitor.socket.write(proxyHeader(0x21, 0x21, Buffer.concat([source, Buffer.alloc(20)])))
      visitor.socket.write('GET /healthz HTTP/1.1\r\nHost: edge.test\r\n\r\n')
      return visitor.readUntil('\r\n')
    }
    expect(await ask(1, 1)).toMatch('200')
    expect(await ask(1, 2)).toMatch('429')
    expect(await ask(2, 1)).toMatch('200')
  })
})

it('a connection that was refused may close last, after its client has come back, and the cap still applies', () => {
  const counts = new ConnectionCounts({ connectionsMax: 1, incompleteMax: 1 })
  const enter = () => counts.enter({ address: '203.0.113.7', scheme: 'http' })
  const served = enter()
  const answered = []
  let refused = enter()
  for (; refused.isAnswered; refused = enter()) answered.push(refused)
  for (const share of [served, ...answered]) share.leave()
  expect(enter().excess).toBeUndefined()
  refused.leave()
  expect(enter().excess).toBe('connections')
})

it('a connection that has left is not counted as incomplete', () => {
  const counts = new ConnectionCounts({ connectionsMax: 3, incompleteMax: 2 })
  const enter = () => counts.enter({ address: '203.0.113.7', scheme: 'http' })
  const [stays, leaves] = [enter(), enter()]
  leaves.leave()
  leaves.setIncomplete(true)
  expect(stays.excess).toBeUndefined()
  expect(enter().excess).toBeUndefined()
})
