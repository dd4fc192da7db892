import { afterEach, describe, expect, it } from 'vitest'
import type { EdgeTiming } from '../config.ts'
import { startFakeApi } from '../testing/fake-api.ts'
import { closeAll } from '../testing/queue.ts'
import { dialEdge } from '../testing/test-agent.ts'
import { makePlaces, startTestEdge } from '../testing/test-edge.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'
import { ownerOf } from './place.ts'

afterEach(closeAll)

/** Two processes of an edge, each with a port of its own, so that a test chooses which one somebody comes to. */
async function startTwo(timing: Partial<EdgeTiming> = {}) {
  const api = await startFakeApi()
  const places = await makePlaces(2)
  const [one, two] = [
    await startTestEdge({ api, timing, place: places[0] }),
    await startTestEdge({ api, timing, place: places[1] }),
  ]
  const owner = ownerOf('demo.test', 2)
  return {
    api,
    places,
    ports: [one.port, two.port] as const,
    owner: owner === 0 ? one : two,
    other: owner === 0 ? two : one,
  }
}

describe('processes of one edge', () => {
  it('find the tunnel of a hostname, whichever of them visitor and agent come to', async () => {
    const { api, ports } = await startTwo()
    const hostnames = ['a.test', 'b.test', 'c.test', 'd.test', 'e.test', 'f.test', 'g.test', 'h.test']
    // The two ports in turn, so that every hostname's agent is at its owner or not by chance of the hash.
    expect(new Set(hostnames.map((hostname) => ownerOf(hostname, 2))).size).toBe(2)
    for (const [index, hostname] of hostnames.entries()) {
      const ticket = await api.issueTicket({ sub: hostname, hostname })
      const agent = await dialEdge(ports[index < 4 ? 0 : 1], { ticket })
      await agent.welcomed
      agent.serve((stream) => stream.respond(200, [], hostname))
    }
    for (const host of hostnames)
      for (const port of ports)
        expect(await visit(port, { headers: { host } })).toMatchObject({ status: 200, body: host })
  })

  it('take an agent back with its resume token, whichever of them it comes to', async () => {
    const { api, ports, owner } = await startTwo()
    const agent = await dialEdge(owner.port, { ticket: await api.issueTicket() })
    const { resumeToken } = await agent.welcomed
    for (const port of ports) {
      const again = await dialEdge(port, { resumeToken })
      expect(await again.welcomed).toMatchObject({ hostname: 'demo.test' })
    }
  })

  it('refuse a ticket that is not genuine, wherever it says that it belongs', async () => {
    const { api, ports } = await startTwo()
    for (const port of ports) {
      const agent = await dialEdge(port, { ticket: await api.issueTicket({}, { issuer: 'http://evil.test' }) })
      expect(await agent.dismissed).toMatchObject({ code: 'TICKET_INVALID' })
      const stray = await dialEdge(port, { ticket: 'no ticket' })
      expect(await stray.dismissed).toMatchObject({ code: 'TICKET_INVALID' })
    }
  })

  it('share the limits of a hostname', async () => {
    const { api, other } = await startTwo()
    const limits = { requestsPerMinute: 1, requestBurst: 2, openRequests: 10 }
    const agent = await dialEdge(other.port, { ticket: await api.issueTicket({ limits }) })
    await agent.welcomed
    agent.serve((stream) => stream.respond(204))
    const upload = { method: 'POST', body: Buffer.alloc(1024 * 1024) }
    expect(await visit(other.port)).toMatchObject({ status: 204 })
    expect(await visit(other.port)).toMatchObject({ status: 204 })
    expect(await visit(other.port, upload)).toMatchObject({ status: 429 })
  })

  it('end a tunnel that the API ends', async () => {
    const { api, owner, other } = await startTwo()
    const agent = await dialEdge(other.port, { ticket: await api.issueTicket() })
    await agent.welcomed
    // Each of them subscribes, and the queue of the test gives an event to one.
    for (const _ of [owner, other]) api.endTunnel('agent-1', 'STOPPED')
    expect(await agent.dismissed).toMatchObject({ code: 'STOPPED' })
    expect(await visit(other.port)).toMatchObject({ status: 503 })
  })
})

describe('a process that is not there', () => {
  it('is waited for, and serves who waited', async () => {
    const { api, places, owner, other } = await startTwo()
    await owner.edge.close({ graceMs: 0 })
    const visited = visit(other.port, { method: 'POST', body: 'a body' })
    await startTestEdge({ api, place: places[ownerOf('demo.test', 2)] })
    expect(await visited).toMatchObject({ status: 404, headers: { 'x-culvert-error': 'CULVERT_HOST_UNKNOWN' } })
  })

  it('costs its visitors a page after a while, and those of others nothing', async () => {
    const { owner, other } = await startTwo({ parkMs: 50 })
    await owner.edge.close({ graceMs: 0 })
    expect(await visit(other.port)).toMatchObject({
      status: 503,
      headers: { 'x-culvert-error': 'CULVERT_EDGE_STOPPING' },
    })
    expect(await visit(other.port, { path: '/healthz', headers: { host: 'edge.test' } })).toMatchObject({ status: 200 })
  })

  it('forgets a visitor that leaves while it waits', async () => {
    const { api, places, owner, other } = await startTwo()
    await owner.edge.close({ graceMs: 0 })
    const visitor = dialRaw(other.port, 'GET / HTTP/1.1\r\nHost: demo.test\r\n\r\n')
    await visit(other.port, { path: '/healthz', headers: { host: 'edge.test' } })
    visitor.socket.destroy()
    await visit(other.port, { path: '/healthz', headers: { host: 'edge.test' } })
    await startTestEdge({ api, place: places[ownerOf('demo.test', 2)] })
    expect(await visit(other.port)).toMatchObject({ status: 404 })
  })
})
