import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as fc from 'fast-check'
import { connectResumable, dial } from './testing/resumable-tunnel.ts'
import { connectRaw, frame, nothing, RawPeer, startRaw } from './testing/raw-peer.ts'
import {
  closeSessions,
  connectTunnel,
  get,
  hello,
  inspected,
  ok,
  SessionOwner,
  startSession,
} from './testing/sessions.ts'
import type { Tunnel } from './testing/sessions.ts'
import { createMemoryPair } from './testing/transports.ts'

afterEach(closeSessions)

/** Bytes in which no two parts are equal. The arrays that fast-check makes by default are a few bytes long. */
const body = fc.nat(12_000).map((length) => {
  const numbers = Buffer.alloc(4 * Math.ceil(length / 4))
  for (let offset = 0; offset < numbers.length; offset += 4)
    numbers.writeUInt32BE((offset * 2_654_435_761) % 2 ** 32, offset)
  return numbers.subarray(0, length)
})

const whole = (chunks: readonly Buffer[]) => Buffer.concat(chunks).toString('latin1')
const countOf = ({ payload }: { payload: Buffer }) => Number(payload.readBigUInt64BE())

describe('a session whose connection breaks', () => {
  it('neither loses nor duplicates bytes of any stream, wherever and however often it breaks', async () => {
    const exchange = fc.record({
      sent: fc.array(body, { maxLength: 4 }),
      answered: fc.array(body, { maxLength: 4 }),
    })
    const breakAfterBytes = fc.oneof(fc.nat(300), fc.nat(20_000))
    const breaks = fc.array(fc.tuple(breakAfterBytes, breakAfterBytes), { maxLength: 12 })
    const exchanges = fc.array(exchange, { minLength: 1, maxLength: 5 })
    // Small windows: a lost credit would stop a stream, and a duplicate one would reset it.
    const windowBytes = fc.integer({ min: 500, max: 20_000 })
    await fc.assert(
      fc.asyncProperty(exchanges, breaks, windowBytes, fc.boolean(), async (planned, plannedBreaks, window, hasIds) => {
        const pairs = [[2_000, 2_000], ...plannedBreaks].map(([toAgent, toEdge]) =>
          createMemoryPair({ breakAfterBytes: toAgent }, { breakAfterBytes: toEdge }),
        )
        const features = hasIds ? inspected.features : []
        const options = { windowBytes: window, windowBytesMax: window * 2, features }
        const tunnel = await connectResumable(() => pairs.shift() ?? createMemoryPair(), {
          edge: options,
          agent: options,
        })
        tunnel.agentOwner.answer = ({ stream }) => {
          const index = tunnel.agentOwner.requests.length
          stream.sendHead(ok)
          for (const chunk of planned[index]?.answered ?? []) stream.write(chunk)
          stream.end([['X-Index', `${index}`]])
        }
        const visitors = planned.map(({ sent }, index) => {
          const visitor = tunnel.open({ ...get, requestId: `id-${index}` })
          for (const chunk of sent) visitor.stream.write(chunk)
          visitor.stream.end()
          return visitor
        })
        await Promise.all(visitors.map((visitor) => visitor.untilEvent('end')))
        await tunnel.agentOwner.until(() => tunnel.agentOwner.requests.length === planned.length)
        await Promise.all(tunnel.agentOwner.requests.map((request) => request.untilEvent('end')))
        expect(visitors.map(({ chunks }) => whole(chunks))).toEqual(planned.map(({ answered }) => whole(answered)))
        expect(tunnel.agentOwner.requests.map(({ chunks }) => whole(chunks))).toEqual(
          planned.map(({ sent }) => whole(sent)),
        )
        expect(tunnel.agentOwner.requests.map(({ head }) => head.requestId)).toEqual(
          planned.map((_, index) => (hasIds ? `id-${index}` : '')),
        )
        expect(visitors.flatMap(({ events }) => events.filter((event) => !/^(data|writable)/.test(event)))).toEqual(
          visitors.flatMap(() => ['head 200', 'end']),
        )
        closeSessions()
      }),
      { numRuns: 100, endOnFailure: true },
    )
  })

  it('is resumed even if the edge has not noticed the loss', async () => {
    const [edgeEnd, agentEnd] = createMemoryPair()
    const pairs = [[edgeEnd, agentEnd] as const, createMemoryPair()]
    const tunnel = await connectResumable(() => pairs.shift()!)
    const visitor = tunnel.open()
    const { stream } = await tunnel.agentOwner.request()
    stream.sendHead(ok)
    stream.write(Buffer.from('before, '))
    await visitor.untilEvent('data')
    agentEnd.peer = undefined
    agentEnd.destroy()
    await tunnel.edgeOwner.untilEvent('resumed')
    expect(edgeEnd.destroyed).toBe(true)
    stream.write(Buffer.from('after'))
    stream.end()
    await visitor.untilEvent('end')
    expect(visitor.text).toBe('before, after')
    expect(tunnel.edgeOwner.events).toEqual(['hello test/1', 'resumed'])
  })

  it('opens no streams meanwhile, and does not notify the open ones', async () => {
    const { tunnel, visitor, dialAgain } = await loseConnection()
    expect([tunnel.edge.isOpen, tunnel.edge.isResumable]).toEqual([false, true])
    expect(await tunnel.open().untilEvent('reset')).toContain('AGENT_ABSENT')
    await expect(tunnel.edge.ping()).rejects.toThrow('The session is not open')
    dialAgain()
    await tunnel.agentOwner.untilEvent('resumed')
    tunnel.agentOwner.requests[0]!.stream.sendHead(ok, true)
    expect(await visitor.untilEvent('end')).toBe('end')
    expect(visitor.events).toEqual(['head 200', 'end'])
  })

  it('ends immediately if either side leaves meanwhile', async () => {
    const { tunnel, visitor, dialAgain } = await loseConnection()
    tunnel.edge.goAway({ code: 'STOPPED', message: '', graceMs: 30_000 })
    await visitor.untilEvent('reset SESSION_LOST')
    await tunnel.edgeOwner.untilEvent('close')
    expect(tunnel.edge.isResumable).toBe(false)
    dialAgain()
    tunnel.agent.goAway({ code: 'SHUTDOWN', message: '', graceMs: 30_000 })
    await tunnel.agentOwner.untilEvent('close')
  })

  it('ends without a resume if its connection closes after a GOAWAY', async () => {
    const tunnel = await connectResumable(createMemoryPair)
    tunnel.edge.goAway({ code: 'SHUTDOWN', message: '', graceMs: 30_000 })
    await Promise.all([tunnel.edgeOwner.untilEvent('close'), tunnel.agentOwner.untilEvent('close')])
    expect(tunnel.countResumed()).toBe(0)
  })

  it('ends if the edge answers with another session', async () => {
    const { tunnel } = await loseConnection()
    const request = tunnel.agentOwner.requests[0]!
    const owner = await dialRaw(tunnel.agent, (peer) =>
      peer.send(frame(2, 0, `\x01\0\x04\0\0${nothing}${nothing}session-2\nresume-1\ndemo.example.com`)),
    )
    await owner.untilEvent('welcome')
    expect(await request.untilEvent('reset')).toContain('SESSION_LOST')
    await tunnel.agentOwner.untilEvent('close')
  })
})

describe('an impossible count of received bytes', () => {
  it('in HELLO is refused, and the real agent can still resume', async () => {
    const { tunnel, dialAgain } = await loseConnection()
    const [edgeEnd, agentEnd] = createMemoryPair()
    const owner = new SessionOwner()
    const answering = startSession(edgeEnd, { role: 'edge' }, owner)
    owner.onHello = () => expect(answering.resume(tunnel.edge)).toBe(false)
    const liar = new RawPeer(agentEnd)
    liar.send(frame(1, 0, '\x01\x01\0\x04\0\0\0\0\0\0\0\x01\0\0c\n\nresume-1\nsession-1'))
    const goAway = await liar.firstOf(11)
    expect(goAway.payload.readUInt16BE(4)).toBe(2)
    expect(goAway.payload.toString('utf8', 10)).toBe('expected a count of bytes that were sent in HELLO')
    dialAgain()
    await tunnel.agentOwner.untilEvent('resumed')
  })

  it('in WELCOME ends the session', async () => {
    const { tunnel } = await loseConnection()
    const lie = '\0\0\0\0\0\x01\0\0'
    const owner = await dialRaw(tunnel.agent, (peer) =>
      peer.send(frame(2, 0, `\x01\0\x04\0\0${nothing}${lie}session-1\nresume-1\ndemo.example.com`)),
    )
    await owner.untilEvent('close')
    expect(owner.closeError?.message).toBe('expected a count of bytes that were sent in WELCOME')
    expect(await tunnel.agentOwner.requests[0]!.untilEvent('reset')).toContain('SESSION_LOST')
  })

  it('in the WELCOME of a new session ends it', async () => {
    const { session, owner, peer } = startRaw({ role: 'agent' })
    session.hello(hello)
    await peer.firstOf(1)
    const lie = '\0\0\0\0\0\0\0\x01'
    peer.send(frame(2, 0, `\x01\0\x04\0\0${nothing}${lie}session-1\nresume-1\ndemo.example.com`))
    await owner.untilEvent('close')
    expect(owner.events).toEqual(['close'])
    expect(owner.closeError?.message).toBe('expected a count of bytes that were sent in WELCOME')
  })
})

describe('an acknowledgement', () => {
  it('is sent with the received bytes after 256 KiB, and before PONGs', async () => {
    const { session, peer } = await connectRaw({ role: 'edge' })
    session.open(get, { onData() {}, onEnd() {}, onWritable() {}, onReset() {} })
    const head = frame(4, 1, '200\nOK')
    const data = frame(5, 1, 'x'.repeat(65_528))
    peer.send(head, data, data, data)
    expect(peer.framesOf(12)).toEqual([])
    peer.send(data)
    await peer.firstOf(12)
    expect(peer.framesOf(12).map(countOf)).toEqual([head.length + 4 * 65_536])
    peer.send(frame(7, 1, '\0\x01\0\0'), frame(9, 0, '12345678'), frame(9, 0, '12345678'))
    await peer.until(() => peer.framesOf(10).length === 2)
    expect(peer.frames.slice(-3).map(({ type }) => type)).toEqual([12, 10, 10])
    expect(peer.framesOf(12).map(countOf).at(-1)).toBe(head.length + 4 * 65_536 + 12)
  })

  it('that is missing stops the sender at 16 MiB; PING and ACK still pass', async () => {
    const { session, peer } = await connectRaw({ role: 'edge' })
    const mib = 2 ** 20
    peer.onFrame = ({ type, payload }) => {
      if (type === 5) bytes += payload.length
      if (type === 9) peer.send(frame(10, 0, payload))
    }
    let bytes = 0
    for (const { payload } of peer.framesOf(9)) peer.send(frame(10, 0, payload))
    const stream = session.open(get, { onData() {}, onEnd() {}, onWritable() {}, onReset() {} })
    peer.send(frame(7, 1, '\x7f\0\0\0'))
    await session.ping()
    stream.write(Buffer.alloc(20 * mib))
    await session.ping()
    await peer.until(() => bytes >= 16 * mib - 65_536)
    await session.ping()
    expect(bytes).toBeLessThan(17 * mib)
    const ack = Buffer.alloc(8)
    ack.writeBigUInt64BE(BigInt(16 * mib))
    peer.send(frame(12, 0, ack))
    await peer.until(() => bytes === 20 * mib)
  })
})

describe('a timeout', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toNotFake: ['nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask'] })
  })

  afterEach(() => {
    vi.useRealTimers()
  })

  it('ends a session that is not resumed within the time in its WELCOME', async () => {
    const { tunnel, visitor } = await loseConnection()
    vi.advanceTimersByTime(29_999)
    expect(visitor.events).toEqual([])
    vi.advanceTimersByTime(1)
    const lost = 'reset SESSION_LOST: the connection was lost, and none followed in time'
    expect(visitor.events).toEqual([lost])
    await Promise.all([tunnel.edgeOwner.untilEvent('close'), tunnel.agentOwner.untilEvent('close')])
    expect(tunnel.edge.isResumable).toBe(false)
  })

  it('of 2³²−1 ms lets a session wait for that long, and no longer', async () => {
    const { session, owner, peer } = await connectRaw({ role: 'agent' }, { resumeMs: 2 ** 32 - 1 })
    const detached = new Promise((resolve) => {
      owner.onDetached = resolve
    })
    peer.transport.destroy()
    await detached
    for (const waitedMs of [2, 2 ** 31, 2 ** 31 - 4]) {
      expect(session.isResumable).toBe(true)
      vi.advanceTimersByTime(waitedMs)
    }
    expect(session.isResumable).toBe(true)
    vi.advanceTimersByTime(1)
    expect(session.isResumable).toBe(false)
    await owner.untilEvent('close')
  })

  it('detaches both sides within 21 s if nothing arrives any more', async () => {
    const [edgeEnd, agentEnd] = createMemoryPair()
    const tunnel = await connectTunnel({ pair: [edgeEnd, agentEnd] })
    const detached = [tunnel.edgeOwner, tunnel.agentOwner].map(
      (owner) =>
        new Promise((resolve) => {
          owner.onDetached = resolve
        }),
    )
    await Promise.all([tunnel.edge.ping(), tunnel.agent.ping()])
    edgeEnd.peer = undefined
    agentEnd.peer = undefined
    for (let second = 0; second < 21; second += 1) vi.advanceTimersByTime(1_000)
    const silence = expect.objectContaining({ message: 'The other side did not answer 3 heartbeats' })
    expect(await Promise.all(detached)).toEqual([silence, silence])
  })

  it('of 2 s for a probe detaches a connection that does not answer', async () => {
    const [edgeEnd, agentEnd] = createMemoryPair()
    const tunnel = await connectTunnel({ pair: [edgeEnd, agentEnd] })
    tunnel.agent.probe(2_000)
    await tunnel.agent.ping()
    vi.advanceTimersByTime(2_000)
    expect(tunnel.agent.isOpen).toBe(true)
    agentEnd.peer = undefined
    const lost = new Promise<Error>((resolve) => {
      tunnel.agentOwner.onDetached = resolve
    })
    tunnel.agent.probe(2_000)
    vi.advanceTimersByTime(2_000)
    expect((await lost).message).toBe('The other side did not answer within 2000 ms')
  })
})

/** A tunnel with an open stream whose connection has just been lost, on both sides. */
async function loseConnection() {
  const [edgeEnd, agentEnd] = createMemoryPair()
  const tunnel = await connectTunnel({ pair: [edgeEnd, agentEnd] })
  const visitor = tunnel.open(get, true)
  await tunnel.agentOwner.request()
  const lost = [tunnel.edgeOwner, tunnel.agentOwner].map(
    (owner) =>
      new Promise((resolve) => {
        owner.onDetached = resolve
      }),
  )
  edgeEnd.break()
  await Promise.all(lost)
  return { tunnel, visitor, dialAgain: () => dial(tunnel, createMemoryPair) }
}

/** Makes an agent's session ask to resume, and answers by hand. */
async function dialRaw(former: Tunnel['agent'], answer: (peer: RawPeer) => void): Promise<SessionOwner> {
  const [edgeEnd, agentEnd] = createMemoryPair()
  const peer = new RawPeer(edgeEnd)
  const owner = new SessionOwner()
  startSession(agentEnd, { role: 'agent' }, owner).hello({ ...hello, ticket: null, resumeToken: 'resume-1' }, former)
  await peer.firstOf(1)
  answer(peer)
  return owner
}
