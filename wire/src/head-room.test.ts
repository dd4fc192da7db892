import { afterEach, describe, expect, it } from 'vitest'
import { closeSessions, connectTunnel, get, ok } from './testing/sessions.ts'
import type { ReceivedRequest, Tunnel } from './testing/sessions.ts'
import { createMemoryPair } from './testing/transports.ts'
import type { MemoryTransport } from './testing/transports.ts'

afterEach(closeSessions)

const mebibyte = 1024 * 1024
const large = [['X-Long', 'a'.repeat(60_000)]] as const
const hop = { features: ['hop', 'inspection'] }
const ofTunnel = (name: string, fields = get.fields) => ({ ...get, fields, tunnel: `${name} ${name}.test` })

async function connectWatched(
  features = {},
): Promise<{ tunnel: Tunnel; edgeEnd: MemoryTransport; agentEnd: MemoryTransport }> {
  const [edgeEnd, agentEnd] = createMemoryPair()
  const tunnel = await connectTunnel({ pair: [edgeEnd, agentEnd], edge: features, agent: features })
  // The initial heartbeats are over.
  await Promise.all([tunnel.edge.ping(), tunnel.agent.ping()])
  return { tunnel, edgeEnd, agentEnd }
}

/** Opens a stream for each tunnel, and returns the requests as the other side received them. */
async function openFor(tunnel: Tunnel, names: readonly string[]): Promise<ReceivedRequest[]> {
  const before = tunnel.agentOwner.requests.length
  for (const name of names) tunnel.open(ofTunnel(name), true)
  await tunnel.agentOwner.request(before + names.length - 1)
  return tunnel.agentOwner.requests.slice(before)
}

describe('while the transport accepts nothing', () => {
  it('streams whose OPEN would make too much wait are given up with LINE_FULL, and the session continues', async () => {
    const { tunnel, edgeEnd } = await connectWatched()
    edgeEnd.hold()
    const visitors = Array.from({ length: 200 }, () => tunnel.open({ ...get, fields: large }, true))
    await visitors.at(-1)?.untilEvent('reset')
    expect(visitors.at(-1)?.events).toEqual(['reset LINE_FULL: too many requests wait to be sent to the agent'])
    expect(tunnel.edge.keptBytes).toBeLessThan(6 * mebibyte)
    edgeEnd.release()
    const taken = visitors.filter(({ events }) => events.length === 0)
    await tunnel.agentOwner.request(taken.length - 1)
    tunnel.open({ ...get, target: '/after' }, true)
    await tunnel.agentOwner.untilEvent('open GET /after')
  })

  it('streams whose answer would make too much wait are given up with INTERNAL', async () => {
    const { tunnel, agentEnd } = await connectWatched()
    const visitors = Array.from({ length: 200 }, () => tunnel.open(get, true))
    await tunnel.agentOwner.request(199)
    agentEnd.hold()
    for (const { stream } of tunnel.agentOwner.requests) stream.sendHead({ ...ok, fields: large }, true)
    const last = await tunnel.agentOwner.request(199)
    expect(await last.untilEvent('reset')).toBe('reset INTERNAL: too many answers wait to be sent')
    agentEnd.release()
    expect(await visitors.at(-1)?.untilEvent('reset')).toBe('reset INTERNAL: too many answers wait to be sent')
    await visitors[0]?.untilEvent('end')
  })

  it('between edges, tunnels with large heads leave room for those of others', async () => {
    const { tunnel, edgeEnd, agentEnd } = await connectWatched(hop)
    const requests = await openFor(tunnel, [...Array<string>(200).fill('large'), 'small'])
    agentEnd.hold()
    for (const { stream, head } of requests)
      stream.sendHead({ ...ok, fields: head.tunnel === 'small small.test' ? [] : large }, true)
    edgeEnd.hold()
    const opened = Array.from({ length: 200 }, () => tunnel.open(ofTunnel('large', large), true))
    const other = tunnel.open({ ...ofTunnel('small'), target: '/small' }, true)
    await opened.at(-1)?.untilEvent('reset LINE_FULL')
    edgeEnd.release()
    agentEnd.release()
    await tunnel.agentOwner.untilEvent('open GET /small')
    expect(other.events).toEqual([])
    expect(requests.at(-1)?.events).not.toContain('reset INTERNAL: too many answers wait to be sent')
  })

  it('1xx heads are dropped, except 100', async () => {
    const { tunnel, agentEnd } = await connectWatched()
    const visitor = tunnel.open(get, true)
    for (let count = 1; count < 200; count += 1) tunnel.open(get, true)
    const { stream } = await tunnel.agentOwner.request()
    await tunnel.agentOwner.request(199)
    agentEnd.hold()
    for (const request of tunnel.agentOwner.requests.slice(1)) request.stream.sendHead({ ...ok, fields: large }, true)
    for (const status of [103, 100]) stream.sendHead({ status, reason: '', fields: [] })
    stream.sendHead(ok, true)
    agentEnd.release()
    await visitor.untilEvent('end')
    expect(visitor.events).toEqual(['head 100', 'head 200', 'end'])
  })
})
