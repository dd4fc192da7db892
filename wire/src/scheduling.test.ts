import { afterEach, describe, expect, it } from 'vitest'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { WireStream } from './index.ts'
import { RawPeer } from './testing/raw-peer.ts'
import type { RawFrame } from './testing/raw-peer.ts'
import { closeSessions, connectTunnel, get, ok } from './testing/sessions.ts'
import type { StreamOwner, Tunnel } from './testing/sessions.ts'
import { createMemoryPair } from './testing/transports.ts'
import type { MemoryTransport } from './testing/transports.ts'

afterEach(closeSessions)

const kib = 1024
const wide = { windowBytes: 4096 * kib }

describe('frames of one turn of the event loop', () => {
  it('share one write if they are a head and the body that follows it', async () => {
    const { tunnel, agentEnd } = await connectWatched()
    const visitor = tunnel.open(get, true)
    const { stream } = await tunnel.agentOwner.request()
    const before = agentEnd.writes.length
    stream.sendHead(ok)
    stream.write(Buffer.alloc(20 * kib))
    stream.end()
    await visitor.untilEvent('end')
    expect(agentEnd.writes).toHaveLength(before + 1)
  })

  it('are written early for the first 16 heads of many streams, and together for the others', async () => {
    const { tunnel, edgeEnd } = await connectWatched()
    const before = edgeEnd.writes.length
    for (let index = 0; index < 50; index += 1) tunnel.open(get, true)
    await tunnel.agentOwner.request(49)
    const writes = edgeEnd.writes.slice(before).map((bytes) => framesIn([bytes]).length)
    expect(writes).toEqual([16, 34])
    for (let index = 0; index < 50; index += 1) tunnel.open(get, true)
    await tunnel.agentOwner.request(99)
    expect(edgeEnd.writes.slice(before + 2).map((bytes) => framesIn([bytes]).length)).toEqual([16, 34])
  })

  it('are written at its end, even a head without a body', async () => {
    const { tunnel, agentEnd } = await connectWatched()
    tunnel.open(get, true)
    const { stream } = await tunnel.agentOwner.request()
    const before = agentEnd.writes.length
    stream.sendHead(ok)
    expect(agentEnd.writes).toHaveLength(before)
    await nextTurn()
    expect(agentEnd.writes).toHaveLength(before + 1)
  })
})

describe('a blocked transport', () => {
  it('is given at most 256 KiB at a time, however much the streams have queued', async () => {
    const { tunnel, edgeEnd } = await connectWatched()
    const visitors = await openBulk(tunnel, 8)
    await block(edgeEnd, tunnel)
    for (const { stream } of visitors) stream?.write(Buffer.alloc(500 * kib))
    await nextTurn()
    edgeEnd.release()
    await nextTurn()
    const sizes = edgeEnd.writes.map(({ length }) => length)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(256 * kib)
    expect(Math.max(...sizes)).toBeGreaterThan(250 * kib)
  })

  it('gets PING, OPEN and RST before data that has waited longer', async () => {
    const { tunnel, edgeEnd } = await connectWatched()
    const [bulk, reset] = await openBulk(tunnel, 2)
    await block(edgeEnd, tunnel)
    bulk?.stream?.write(Buffer.alloc(100 * kib))
    tunnel.open({ ...get, target: '/urgent' }, true)
    reset?.stream?.reset('CANCELLED', '')
    void tunnel.edge.ping().catch(() => {})
    const before = edgeEnd.writes.length
    edgeEnd.release()
    await tunnel.agentOwner.untilEvent('open GET /urgent')
    expect(framesIn(edgeEnd.writes.slice(before)).map(({ type }) => type)).toEqual([9, 3, 8, 5, 5])
  })

  it('ends the session when more than 8 MiB of urgent frames are waiting, once the call that queued the last has returned', async () => {
    const { tunnel, edgeEnd } = await connectWatched()
    const visitor = tunnel.open()
    const others = Array.from({ length: 8_000 }, () => tunnel.open())
    await tunnel.agentOwner.request(8_000)
    edgeEnd.hold()
    for (const { stream } of others) stream.reset('CANCELLED', '€'.repeat(341))
    expect(visitor.events).toEqual([])
    expect(await visitor.untilEvent('reset')).toBe('reset SESSION_LOST: The other side does not read what it is sent')
    expect(new Set(others.flatMap(({ events }) => events))).toEqual(new Set())
    edgeEnd.release()
    await tunnel.edgeOwner.untilEvent('close')
    expect(tunnel.edgeOwner.closeError).toMatchObject({ code: 'TIMEOUT' })
    expect(tunnel.agentOwner.goAway).toMatchObject({ code: 'TIMEOUT' })
  })
})

describe('streams that are ready at the same time', () => {
  it('take turns, 16 KiB each', async () => {
    const { tunnel, edgeEnd } = await connectWatched()
    const visitors = await openBulk(tunnel, 3)
    const before = edgeEnd.writes.length
    for (const { stream } of visitors) stream?.write(Buffer.alloc(40 * kib))
    await nextTurn()
    const frames = framesIn(edgeEnd.writes.slice(before))
    expect(frames.map(({ streamId }) => streamId)).toEqual([1, 3, 5, 1, 3, 5, 1, 3, 5])
    expect(frames.map(({ payload }) => payload.length / kib)).toEqual([16, 16, 16, 16, 16, 16, 8, 8, 8])
  })

  it('let a small one overtake those that have much to send', async () => {
    const { tunnel, edgeEnd } = await connectWatched()
    const visitors = await openBulk(tunnel, 3)
    await block(edgeEnd, tunnel)
    for (const { stream } of visitors.slice(0, 2)) stream?.write(Buffer.alloc(1000 * kib))
    visitors[2]?.stream?.write(Buffer.from('small'))
    visitors[2]?.stream?.end()
    const before = edgeEnd.writes.length
    edgeEnd.release()
    await (await tunnel.agentOwner.request(2)).untilEvent('end')
    const frames = framesIn(edgeEnd.writes.slice(before))
    expect(frames.findIndex(({ streamId }) => streamId === 5)).toBe(2)
  })

  it('each continue in their turn, even if others always fill the transport', async () => {
    const { tunnel, edgeEnd } = await connectWatched()
    const [download] = await openBulk(tunnel, 1)
    await block(edgeEnd, tunnel)
    expect(download?.stream?.write(Buffer.alloc(300 * kib))).toBe(false)
    let others = Array.from({ length: 8 }, () => sendAnswer(tunnel))
    for (let drains = 0; drains < 30 && download?.events.includes('writable') !== true; drains += 1) {
      const written = edgeEnd.waitForWrite()
      edgeEnd.release()
      edgeEnd.hold()
      await written
      others = others.map((stream) => (stream.bytesSent === answerBytes ? sendAnswer(tunnel) : stream))
    }
    expect(download?.events).toEqual(['writable'])
    edgeEnd.release()
  })

  it('send frames of 64 KiB if there is only one', async () => {
    const { tunnel, edgeEnd } = await connectWatched()
    const [visitor] = await openBulk(tunnel, 1)
    const before = edgeEnd.writes.length
    visitor?.stream?.write(Buffer.alloc(200 * kib))
    await nextTurn()
    const frames = framesIn(edgeEnd.writes.slice(before))
    expect(frames.map(({ payload }) => payload.length / kib)).toEqual([64, 64, 64, 8])
  })
})

const answerBytes = 200 * kib

/** Sends an answer that is shorter than what a stream may queue, so that its owner never waits. */
function sendAnswer(tunnel: Tunnel): WireStream {
  const { stream } = tunnel.open()
  stream.write(Buffer.alloc(answerBytes))
  stream.end()
  return stream
}

async function connectWatched(): Promise<{ tunnel: Tunnel; edgeEnd: MemoryTransport; agentEnd: MemoryTransport }> {
  const [edgeEnd, agentEnd] = createMemoryPair()
  const tunnel = await connectTunnel({ pair: [edgeEnd, agentEnd], edge: wide, agent: wide })
  // The initial heartbeats are over.
  await Promise.all([tunnel.edge.ping(), tunnel.agent.ping()])
  return { tunnel, edgeEnd, agentEnd }
}

/** Streams whose OPEN has arrived. */
async function openBulk(tunnel: Tunnel, count: number): Promise<StreamOwner[]> {
  const visitors = Array.from({ length: count }, () => tunnel.open())
  await tunnel.agentOwner.request(count - 1)
  return visitors
}

/** Lets the transport accept one more write, large enough that it asks to wait, and then nothing. */
async function block(transport: MemoryTransport, tunnel: Tunnel): Promise<void> {
  transport.hold()
  const written = transport.waitForWrite()
  tunnel
    .open({ ...get, target: '/block', fields: [['X-Long', 'a'.repeat(60_000)]] })
    .stream.write(Buffer.alloc(20 * kib))
  await written
}

function framesIn(writes: Buffer[]): RawFrame[] {
  const [, reader] = createMemoryPair()
  const peer = new RawPeer(reader)
  reader.emit('data', Buffer.concat(writes))
  return peer.frames
}
