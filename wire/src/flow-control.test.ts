import { afterEach, describe, expect, it, vi } from 'vitest'
import { connectRaw, frame } from './testing/raw-peer.ts'
import type { RawPeer, RawTunnel } from './testing/raw-peer.ts'
import { closeSessions, connectTunnel, ok } from './testing/sessions.ts'
import type { ReceivedRequest } from './testing/sessions.ts'
import { createMemoryPair } from './testing/transports.ts'
import type { SessionOptions } from './types.ts'

afterEach(() => {
  closeSessions()
  vi.restoreAllMocks()
})

const kib = 1024
const open = 'http\nPOST\n/\n203.0.113.7'

describe('credit', () => {
  it('stops the sender of a stalled consumer at exactly the window, while other streams continue', async () => {
    const tunnel = await connectTunnel()
    const stalled = tunnel.open()
    const request = await tunnel.agentOwner.request()
    request.isStalled = true
    stalled.stream.write(Buffer.alloc(300 * kib))
    stalled.stream.end()
    await request.until(() => request.bytes === 256 * kib)

    const other = tunnel.open()
    const otherRequest = await tunnel.agentOwner.request(1)
    other.stream.write(Buffer.alloc(1000 * kib))
    other.stream.end()
    await otherRequest.untilEvent('end')
    expect(otherRequest.bytes).toBe(1000 * kib)
    expect([request.bytes, stalled.stream.bytesSent]).toEqual([256 * kib, 256 * kib])
    expect(request.events).not.toContain('end')

    request.stream.consumed(256 * kib)
    await request.untilEvent('end')
    expect(request.bytes).toBe(300 * kib)
  })

  it('is returned only for consumed bytes, and only once they are half of the window', async () => {
    const { peer, owner } = await connectRaw({ role: 'agent', windowBytes: 100 })
    owner.answer = stall
    peer.send(frame(3, 1, open), frame(5, 1, Buffer.alloc(100)))
    const request = await owner.request()
    for (const bytes of [49, 1]) request.stream.consumed(bytes)
    await peer.firstOf(7)
    for (const bytes of [49, 1]) request.stream.consumed(bytes)
    await peer.until(() => peer.framesOf(7).length === 2)
    expect(creditsOf(peer)).toEqual([50, 50])
  })

  it('is returned in one frame if several amounts are pending', async () => {
    const { peer, owner } = await connectRaw({ role: 'agent', windowBytes: 100 })
    owner.answer = stall
    peer.send(frame(3, 1, open), frame(5, 1, Buffer.alloc(100)))
    const request = await owner.request()
    for (const bytes of [50, 50]) request.stream.consumed(bytes)
    await peer.firstOf(7)
    peer.send(frame(9, 0, '12345678'))
    await peer.firstOf(10)
    expect(creditsOf(peer)).toEqual([100])
  })

  it('is not returned for more bytes than have arrived', async () => {
    const { peer, owner } = await connectRaw({ role: 'agent', windowBytes: 100 })
    owner.answer = stall
    peer.send(frame(3, 1, open), frame(5, 1, Buffer.alloc(60)))
    const request = await owner.request()
    await request.untilEvent('data')
    request.stream.consumed(5000)
    expect((await peer.firstOf(7)).payload.readUInt32BE()).toBe(60)
  })

  it('is not returned after the end, but what is consumed then is no longer counted as kept', async () => {
    const tunnel = await connectTunnel()
    const visitor = tunnel.open()
    visitor.isStalled = true
    const { stream } = await tunnel.agentOwner.request()
    stream.sendHead(ok)
    stream.write(Buffer.alloc(100 * kib))
    stream.end()
    await visitor.untilEvent('end')
    expect(tunnel.edge.keptBytes).toBeGreaterThanOrEqual(100 * kib)
    visitor.stream.drained()
    // A slab, for what the edge sends next.
    expect(tunnel.edge.keptBytes).toBeLessThanOrEqual(4 * kib)
  })

  it('that is exceeded resets the stream on both sides, and nothing else', async () => {
    const { peer, owner } = await connectRaw({ role: 'agent', windowBytes: 100 })
    owner.answer = stall
    peer.send(frame(3, 1, open), frame(5, 1, Buffer.alloc(100)), frame(5, 1, 'x'), frame(5, 1, 'y', true))
    const request = await owner.request()
    const message = 'more bytes came than there was credit for'
    expect(await request.untilEvent('reset')).toBe(`reset FLOW_CONTROL: ${message}`)
    const reset = await peer.firstOf(8)
    expect([reset.streamId, reset.payload.readUInt16BE(), reset.payload.toString('utf8', 2)]).toEqual([1, 6, message])
    expect(request.bytes).toBe(100)
    peer.send(frame(3, 3, open))
    await owner.request(1)
  })

  it('that exceeds 31 bits resets the stream', async () => {
    const { peer, owner } = await connectRaw({ role: 'agent' })
    peer.send(frame(3, 1, open), frame(7, 1, '\x7f\xff\xff\xff'))
    const request = await owner.request()
    expect(await request.untilEvent('reset')).toBe('reset FLOW_CONTROL: more than 2147483647 bytes of credit came')
    expect((await peer.firstOf(8)).payload.readUInt16BE()).toBe(6)
  })

  it('is set for each direction by the greeting of the receiver', async () => {
    const tunnel = await connectTunnel({ edge: { windowBytes: 1000 }, agent: { windowBytes: 2000 } })
    const visitor = tunnel.open()
    visitor.isStalled = true
    const request = await tunnel.agentOwner.request()
    request.isStalled = true
    request.stream.sendHead(ok)
    request.stream.write(Buffer.alloc(5000))
    visitor.stream.write(Buffer.alloc(5000))
    await visitor.until(() => visitor.bytes >= 1000)
    await request.until(() => request.bytes >= 2000)
    await tunnel.edge.ping()
    expect([visitor.bytes, request.bytes]).toEqual([1000, 2000])
  })
})

describe('an owner that writes', () => {
  it('is told to stop when its credit is used up, and to continue when there is credit again', async () => {
    const tunnel = await connectTunnel({ agent: { windowBytes: 100 } })
    const visitor = tunnel.open()
    const request = await tunnel.agentOwner.request()
    request.isStalled = true
    expect(visitor.stream.write(Buffer.alloc(99))).toBe(true)
    expect(visitor.stream.write(Buffer.alloc(1))).toBe(false)
    await request.until(() => request.bytes === 100)
    expect(visitor.events).toEqual([])
    request.stream.consumed(100)
    await visitor.untilEvent('writable')
    expect(visitor.stream.write(Buffer.alloc(1))).toBe(true)
  })

  it('is told to continue even if the end was sent with its last bytes', async () => {
    const tunnel = await connectTunnel({ agent: { windowBytes: 100 } })
    const visitor = tunnel.open()
    const request = await tunnel.agentOwner.request()
    request.isStalled = true
    expect(visitor.stream.write(Buffer.alloc(100))).toBe(false)
    visitor.stream.end()
    await request.untilEvent('end')
    expect(visitor.events).toEqual(['writable'])
  })

  it('is told to continue even if the other direction has ended', async () => {
    const tunnel = await connectTunnel({ agent: { windowBytes: 100 } })
    const visitor = tunnel.open()
    const request = await tunnel.agentOwner.request()
    request.isStalled = true
    request.stream.sendHead(ok, true)
    await visitor.untilEvent('end')
    expect(visitor.stream.write(Buffer.alloc(150))).toBe(false)
    visitor.stream.end([['X-Sum', '1']])
    await request.until(() => request.bytes === 100)
    request.stream.consumed(100)
    await visitor.untilEvent('writable')
    await request.untilEvent('end')
    expect(request.trailers).toEqual([['X-Sum', '1']])
    expect([tunnel.edge.openStreams, tunnel.agent.openStreams]).toEqual([0, 0])
  })

  it('is told to stop while the transport accepts nothing, and to continue when it does', async () => {
    const [edgeEnd, agentEnd] = createMemoryPair()
    const tunnel = await connectTunnel({ pair: [edgeEnd, agentEnd], agent: { windowBytes: 4096 * kib } })
    const visitor = tunnel.open()
    await tunnel.agentOwner.request()
    edgeEnd.hold()
    let written = 0
    while (visitor.stream.write(Buffer.alloc(64 * kib))) written += 1
    expect(written).toBe(3)
    await edgeEnd.waitForWrite()
    expect(visitor.stream.write(Buffer.alloc(1))).toBe(false)
    expect(visitor.events).toEqual([])
    edgeEnd.release()
    await visitor.untilEvent('writable')
  })

  it('is told to continue only when the transport accepts more, however its bytes were split', async () => {
    const [edgeEnd, agentEnd] = createMemoryPair()
    const tunnel = await connectTunnel({ pair: [edgeEnd, agentEnd], agent: { windowBytes: 4096 * kib } })
    const visitor = tunnel.open()
    const request = await tunnel.agentOwner.request()
    edgeEnd.hold()
    expect(visitor.stream.write(Buffer.alloc(400 * kib))).toBe(false)
    await edgeEnd.waitForWrite()
    edgeEnd.release()
    edgeEnd.hold()
    await request.until(() => request.bytes === 400 * kib)
    expect(visitor.events).toEqual([])
    edgeEnd.release()
    await visitor.untilEvent('writable')
  })

  it('is not told to continue by credit alone while the transport accepts nothing', async () => {
    const { session, owner, peer, transport } = await connectRaw({ role: 'agent' })
    peer.send(frame(3, 1, open))
    const request = await owner.request()
    request.stream.sendHead(ok)
    await peer.firstOf(4)
    transport.hold()
    const written = transport.waitForWrite()
    expect(request.stream.write(Buffer.alloc(256 * kib))).toBe(false)
    await written
    peer.send(frame(7, 1, '\0\x04\0\0'), frame(3, 3, open))
    await owner.request(1)
    expect(request.events).toEqual([])
    transport.release()
    await request.untilEvent('writable')
    expect(session.openStreams).toBe(2)
  })

  it('must wait until it is told to continue, even if credit has already arrived', async () => {
    const { owner, peer } = await connectRaw({ role: 'agent' })
    peer.send(frame(3, 1, open))
    const request = await owner.request()
    const { stream } = request
    stream.sendHead(ok)
    expect(stream.write(Buffer.alloc(300 * kib))).toBe(false)
    await peer.until(() => peer.framesOf(5).length > 0)
    let isTaken: boolean | undefined
    // Called in the turn in which the credit arrives.
    owner.answer = () => (isTaken = stream.write(Buffer.alloc(1)))
    peer.send(frame(7, 1, '\0\x10\0\0'), frame(3, 3, open))
    await request.untilEvent('writable')
    expect(isTaken).toBe(false)
    expect(stream.write(Buffer.alloc(1))).toBe(true)
  })

  it('is not told to continue after a reset that arrived while the transport was blocked', async () => {
    const { owner, peer, transport } = await connectRaw({ role: 'agent', pingAfterMs: 20 })
    peer.send(frame(3, 1, open))
    const request = await owner.request()
    request.stream.sendHead(ok)
    await peer.firstOf(4)
    transport.hold()
    const written = transport.waitForWrite()
    request.stream.write(Buffer.alloc(200 * kib))
    expect(request.stream.write(Buffer.alloc(56 * kib))).toBe(false)
    await written
    peer.send(frame(8, 1, '\0\x01'), frame(9, 0, '12345678'))
    await request.untilEvent('reset')
    transport.release()
    await peer.firstOf(10)
    expect(request.events).toEqual(['reset CANCELLED: '])
  })

  it('is not told to continue after a reset', async () => {
    const tunnel = await connectTunnel({ agent: { windowBytes: 100 } })
    const visitor = tunnel.open()
    const request = await tunnel.agentOwner.request()
    expect(visitor.stream.write(Buffer.alloc(200))).toBe(false)
    request.stream.reset('REFUSED', '')
    await visitor.untilEvent('reset')
    await tunnel.edge.ping()
    expect(visitor.events).toEqual(['reset REFUSED: '])
  })
})

describe('a window', () => {
  it('doubles up to its ceiling while it drains within two round trips', async () => {
    const { peer, owner } = await connectWithRoundTrip(40, { windowBytes: 1000, windowBytesMax: 6000 })
    peer.send(frame(3, 1, open))
    await owner.request()
    for (const bytes of [500, 1000, 2000, 3000, 3000]) {
      now += 39
      await sendAndAwaitCredit(peer, 1, bytes)
    }
    expect(creditsOf(peer)).toEqual([500 + 1000, 1000 + 2000, 2000 + 2000, 3000, 3000])
  })

  it('does not change if it drains in more than two round trips', async () => {
    const { peer, owner } = await connectWithRoundTrip(40, { windowBytes: 1000 })
    peer.send(frame(3, 1, open), frame(5, 1, Buffer.alloc(1)))
    await (await owner.request()).untilEvent('data')
    now += 41
    await sendAndAwaitCredit(peer, 1, 499)
    expect(creditsOf(peer)).toEqual([500])
  })

  it('that has grown is halved repeatedly for a slow consumer, down to its initial size', async () => {
    const { peer, owner } = await connectWithRoundTrip(40, { windowBytes: 1000, windowBytesMax: 4000 })
    peer.send(frame(3, 1, open))
    await owner.request()
    for (const bytes of [500, 1000]) await sendAndAwaitCredit(peer, 1, bytes)
    for (const bytes of [4000, 2000, 1000]) {
      now += 600
      await sendAndAwaitCredit(peer, 1, bytes)
    }
    expect(creditsOf(peer)).toEqual([500 + 1000, 1000 + 2000, 4000 - 2000, 2000 - 1000, 1000])
  })

  it('grows beyond 1 MiB according to the shortest round trip, not to queueing delay', async () => {
    const { peer, owner, session } = await connectWithRoundTrip(40, { windowBytes: 1024 * kib })
    const again = session.ping()
    await peer.until(() => peer.framesOf(9).length === 2)
    now += 400
    peer.send(frame(10, 0, peer.framesOf(9)[1]!.payload))
    await again
    const half = Array.from({ length: 8 }, () => frame(5, 1, Buffer.alloc(64 * kib)))
    peer.send(frame(3, 1, open), frame(5, 1, Buffer.alloc(1)))
    await (await owner.request()).untilEvent('data')
    for (const [count, halfDrainMs] of [60, 35].entries()) {
      now += halfDrainMs
      peer.send(...half)
      await peer.until(() => peer.framesOf(7).length > count)
    }
    expect(creditsOf(peer)).toEqual([512 * kib + 1, 512 * kib + 1024 * kib])
  })

  it('that exceeds what the line needs is halved while other streams open, and grows again when they stop', async () => {
    const { peer, owner } = await connectWithRoundTrip(40, { windowBytes: 1000, windowBytesMax: 4000 })
    peer.send(frame(3, 1, open))
    await owner.request()
    for (const bytes of [500, 1000]) await sendAndAwaitCredit(peer, 1, bytes)
    for (const [id, waitMs] of [
      [3, 170],
      [5, 170],
      [7, 170],
    ] as const) {
      now += waitMs
      peer.send(frame(3, id, open))
      await owner.request((id - 1) / 2)
      await sendAndAwaitCredit(peer, 1, { 3: 4000, 5: 2000, 7: 1000 }[id])
    }
    now += 101
    await sendAndAwaitCredit(peer, 1, 1000)
    now += 1
    await sendAndAwaitCredit(peer, 1, 500)
    expect(creditsOf(peer)).toEqual([500 + 1000, 1000 + 2000, 4000 - 2000, 2000 - 1000, 1000, 1000, 500 + 1000])
  })

  it('does not grow because of queueing delay while other streams open', async () => {
    const { peer, owner, session } = await connectWithRoundTrip(40, { windowBytes: 1000 })
    const again = session.ping()
    await peer.until(() => peer.framesOf(9).length === 2)
    now += 400
    peer.send(frame(10, 0, peer.framesOf(9)[1]!.payload))
    await again
    peer.send(frame(3, 1, open), frame(5, 1, Buffer.alloc(1)))
    await (await owner.request()).untilEvent('data')
    peer.send(frame(3, 3, open))
    await owner.request(1)
    now += 60
    await sendAndAwaitCredit(peer, 1, 499)
    now += 60
    await sendAndAwaitCredit(peer, 1, 500)
    expect(creditsOf(peer)).toEqual([500, 500 + 1000])
  })

  it('shrinks to 32 KiB on a short line while other streams open, and grows again when they stop', async () => {
    const { peer, owner } = await connectWithRoundTrip(0.25, { windowBytes: 256 * kib })
    peer.send(frame(3, 1, open), frame(3, 3, open))
    await owner.request(1)
    // It is halved three times by withheld credit.
    for (const bytes of [64, 64, 64, 32]) peer.send(frame(5, 1, Buffer.alloc(bytes * kib)))
    await sendAndAwaitCredit(peer, 1, 16 * kib)
    await sendAndAwaitCredit(peer, 1, 16 * kib)
    now += 101
    await sendAndAwaitCredit(peer, 1, 16 * kib)
    await sendAndAwaitCredit(peer, 1, 16 * kib)
    expect(creditsOf(peer)).toEqual([16 * kib, 16 * kib, 16 * kib, (16 + 32) * kib])
  })

  it('may hold 64 KiB per millisecond of round trip while other streams open', async () => {
    const { peer, owner } = await connectWithRoundTrip(2, { windowBytes: 64 * kib })
    peer.send(frame(3, 1, open), frame(3, 3, open))
    await owner.request(1)
    await sendAndAwaitCredit(peer, 1, 32 * kib)
    await sendAndAwaitCredit(peer, 1, 64 * kib)
    expect(creditsOf(peer)).toEqual([(32 + 64) * kib, 64 * kib])
  })

  it('does not change while the round trip is unknown', async () => {
    const { peer, owner } = await connectRaw({ role: 'agent', windowBytes: 1000 })
    peer.send(frame(3, 1, open))
    await owner.request()
    await sendAndAwaitCredit(peer, 1, 500)
    expect(creditsOf(peer)).toEqual([500])
  })

  it('does not grow beyond the credit limit of the session until another stream ends', async () => {
    const { peer, owner } = await connectWithRoundTrip(40, { windowBytes: 1000, creditBytesMax: 3500 })
    peer.send(frame(3, 1, open), frame(3, 3, open))
    await owner.request(1)
    await sendAndAwaitCredit(peer, 1, 500)
    await sendAndAwaitCredit(peer, 3, 500)
    expect(creditsOf(peer)).toEqual([1500, 500])
    peer.send(frame(8, 1, '\0\x01'))
    await sendAndAwaitCredit(peer, 3, 500)
    expect(creditsOf(peer)).toEqual([1500, 500, 1500])
  })
})

/** The time that the sessions see in tests of growth, in milliseconds. */
let now = 1000

/** A session that has measured this round trip, on a clock that otherwise does not advance. */
async function connectWithRoundTrip(roundTripMs: number, options: Partial<SessionOptions>): Promise<RawTunnel> {
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const tunnel = await connectRaw({ role: 'agent', ...options })
  const ping = await tunnel.peer.firstOf(9)
  now += roundTripMs
  tunnel.peer.send(frame(10, 0, ping.payload))
  return tunnel
}

async function sendAndAwaitCredit(peer: RawPeer, streamId: number, bytes: number): Promise<void> {
  const before = peer.framesOf(7).length
  peer.send(frame(5, streamId, Buffer.alloc(bytes)))
  await peer.until(() => peer.framesOf(7).length > before)
}

function creditsOf(peer: RawPeer): number[] {
  return peer.framesOf(7).map(({ payload }) => payload.readUInt32BE())
}

function stall(request: ReceivedRequest): void {
  request.isStalled = true
}
