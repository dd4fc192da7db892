import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WireError } from './index.ts'
import { connectRaw, frame, startRaw } from './testing/raw-peer.ts'
import { closeSessions, connectTunnel, get, ok, SessionOwner, startSession, StreamOwner } from './testing/sessions.ts'
import { createMemoryPair } from './testing/transports.ts'

// Time does not advance here except when a test lets it pass; bytes travel as usual.
beforeEach(() => {
  vi.useFakeTimers({ toNotFake: ['nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask'] })
})

afterEach(() => {
  closeSessions()
  vi.useRealTimers()
})

const open = 'http\nGET\n/\n203.0.113.7'

describe('the heartbeat', () => {
  it('measures the round trip', async () => {
    const { session, peer } = await connectRaw({ role: 'edge' })
    const first = await peer.firstOf(9)
    vi.advanceTimersByTime(12)
    peer.send(frame(10, 0, first.payload))
    const ping = session.ping()
    await peer.until(() => peer.framesOf(9).length === 2)
    expect(session.roundTripMs).toBe(12)
    vi.advanceTimersByTime(34)
    peer.send(frame(10, 0, peer.framesOf(9)[1]!.payload))
    expect(await ping).toBe(34)
    expect(session.roundTripMs).toBe(34)
  })

  it('answers a PING with its own 8 bytes', async () => {
    const { peer } = await connectRaw({ role: 'agent' })
    peer.send(frame(9, 0, 'whatever'))
    expect((await peer.firstOf(10)).payload.toString()).toBe('whatever')
  })

  it('sends PING after 11 s of silence, and ends the session with TIMEOUT after three without an answer', async () => {
    const { owner, peer, session } = await connectRaw({ role: 'edge' })
    const visitor = new StreamOwner()
    session.open(get, visitor)
    // The first PING measures the round trip.
    for (const pings of [1, 2, 3, 4]) {
      await peer.until(() => peer.framesOf(9).length === pings)
      vi.advanceTimersByTime(pings === 1 ? 10_999 : 2_999)
      expect(peer.framesOf(9)).toHaveLength(pings)
      vi.advanceTimersByTime(1)
    }
    const goAway = await peer.firstOf(11)
    expect(goAway.payload.readUInt16BE(4)).toBe(7)
    await owner.untilEvent('close')
    const message = 'The other side did not answer 3 heartbeats'
    expect(owner.closeError).toEqual(new WireError('TIMEOUT', message))
    expect(visitor.events).toEqual([`reset SESSION_LOST: ${message}`])
  })

  it('sends PING after 10 s of silence if the other side sent the last one', async () => {
    const { peer } = await connectRaw({ role: 'agent' })
    peer.send(frame(10, 0, (await peer.firstOf(9)).payload))
    peer.send(frame(9, 0, '12345678'))
    await peer.firstOf(10)
    vi.advanceTimersByTime(9_999)
    expect(peer.framesOf(9)).toHaveLength(1)
    vi.advanceTimersByTime(1)
    await peer.until(() => peer.framesOf(9).length === 2)
    peer.send(frame(10, 0, peer.framesOf(9)[1]?.payload ?? ''))
    peer.send(frame(9, 0, '12345678'))
    await peer.until(() => peer.framesOf(10).length === 2)
    vi.advanceTimersByTime(10_000)
    await peer.until(() => peer.framesOf(9).length === 3)
  })

  it.each([
    ['edge', 10_000],
    ['agent', 11_000],
  ] as const)('of the %s follows after %i ms if PINGs have crossed', async (role, afterMs) => {
    const { peer } = await connectRaw({ role })
    const { payload } = await peer.firstOf(9)
    peer.send(frame(9, 0, '12345678'))
    peer.send(frame(10, 0, payload))
    await peer.firstOf(10)
    vi.advanceTimersByTime(afterMs - 1)
    expect(peer.framesOf(9)).toHaveLength(1)
    vi.advanceTimersByTime(1)
    await peer.until(() => peer.framesOf(9).length === 2)
  })

  it('sends one PING per 10 s in an idle session, counting both sides', async () => {
    const pair = createMemoryPair()
    const { edge, agent } = await connectTunnel({ pair })
    await Promise.all([edge.ping(), agent.ping()])
    const countWrites = () => pair[0].writes.length + pair[1].writes.length
    const before = countWrites()
    for (let round = 0; round < 10; round += 1) {
      vi.advanceTimersByTime(10_000)
      // A write is sent in one turn of the event loop, and its answer in another.
      for (let turn = 0; turn < 5; turn += 1) await nextTurn()
    }
    expect(countWrites() - before).toBe(20)
  })

  it('accepts any byte as a sign of life', async () => {
    const { owner, peer } = await connectRaw({ role: 'agent' })
    peer.send(frame(3, 1, open))
    await owner.request()
    await peer.firstOf(9)
    for (let round = 0; round < 8; round += 1) {
      vi.advanceTimersByTime(9_000)
      // No PONG, but a byte of a body.
      peer.send(frame(5, 1, 'x'))
      await owner.requests[0]?.until(() => owner.requests[0]?.bytes === round + 1)
    }
    expect(peer.framesOf(9)).toHaveLength(1)
    const almostLostMs = [11_000, 3_000, 3_000, 2_999]
    for (const silentMs of almostLostMs) vi.advanceTimersByTime(silentMs)
    peer.send(frame(5, 1, 'x'))
    await owner.requests[0]?.until(() => owner.requests[0]?.bytes === 9)
    for (const silentMs of almostLostMs) vi.advanceTimersByTime(silentMs)
    expect(owner.events).not.toContain('close')
  })

  it('acknowledges within 10 s what arrives right after it was due', async () => {
    const { session, peer } = await connectRaw({ role: 'edge' })
    session.open(get, new StreamOwner())
    peer.send(frame(10, 0, (await peer.firstOf(9)).payload))
    const ping = session.ping()
    await peer.until(() => peer.framesOf(9).length === 2)
    vi.advanceTimersByTime(9_999)
    peer.send(frame(10, 0, peer.framesOf(9)[1]!.payload))
    await ping
    vi.advanceTimersByTime(1)
    peer.send(frame(7, 1, '\0\0\0\x01'))
    await nextTurn()
    vi.advanceTimersByTime(10_000)
    await nextTurn()
    expect(peer.framesOf(12)).toHaveLength(1)
  })

  it('keeps an idle session alive for an hour, on a line that drops connections after 15 s of silence', async () => {
    const pair = createMemoryPair()
    let dropping: NodeJS.Timeout | undefined
    const hear = () => {
      clearTimeout(dropping)
      dropping = setTimeout(() => pair[0].break(), 15_000)
    }
    for (const end of pair) end.on('write', hear)
    const tunnel = await connectTunnel({ pair })
    for (let second = 0; second < 3_600; second += 1) {
      vi.advanceTimersByTime(1_000)
      // A PING is sent in one turn of the event loop, and its answer in another.
      for (let turn = 0; turn < 5; turn += 1) await nextTurn()
    }
    expect([...tunnel.edgeOwner.events, ...tunnel.agentOwner.events]).not.toContain('close')
    const visitor = tunnel.open(get, true)
    ;(await tunnel.agentOwner.request()).stream.sendHead(ok, true)
    await visitor.untilEvent('end')
  })
})

describe('a timeout', () => {
  it.each(['edge', 'agent'] as const)('ends the session of the %s if the handshake takes 10 s', async (role) => {
    const { owner, peer } = startRaw({ role })
    vi.advanceTimersByTime(9_999)
    expect(owner.events).toEqual([])
    vi.advanceTimersByTime(1)
    expect((await peer.firstOf(11)).payload.readUInt16BE(4)).toBe(7)
    await owner.untilEvent('close')
    expect(owner.closeError).toEqual(new WireError('TIMEOUT', 'HELLO and WELCOME took more than 10000 ms'))
  })

  it('closes a leaving session after its grace period, and resets its open streams', async () => {
    const tunnel = await connectTunnel()
    const visitor = tunnel.open()
    const request = await tunnel.agentOwner.request()
    tunnel.edge.goAway({ code: 'STOPPED', message: '', graceMs: 5000 })
    vi.advanceTimersByTime(4_999)
    expect(visitor.events).toEqual([])
    vi.advanceTimersByTime(1)
    const lost = 'reset SESSION_LOST: the time that was left to open streams is over'
    expect(await visitor.untilEvent('reset')).toBe(lost)
    expect(await request.untilEvent('reset')).toBe('reset SESSION_LOST: the connection was lost')
    await tunnel.agentOwner.untilEvent('close')
    expect(tunnel.agentOwner.closeError).toBeUndefined()
  })

  it('closes a refused connection after 1 s if the other side does not', async () => {
    const [edgeEnd, agentEnd] = createMemoryPair()
    const owner = new SessionOwner()
    startSession(edgeEnd, { role: 'edge' }, owner)
    const answered = edgeEnd.waitForWrite()
    agentEnd.write('GET / HTTP/1.1\r\n\r\n')
    await answered
    vi.advanceTimersByTime(999)
    expect(edgeEnd.destroyed).toBe(false)
    vi.advanceTimersByTime(1)
    await owner.untilEvent('close')
    expect(owner.closeError).toMatchObject({ code: 'PROTOCOL_ERROR' })
  })
})
