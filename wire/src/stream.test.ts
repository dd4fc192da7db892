import { afterEach, describe, expect, it } from 'vitest'
import { connectRaw, frame } from './testing/raw-peer.ts'
import { closeSessions, connectTunnel, get, ok, StreamOwner, upgrade } from './testing/sessions.ts'
import type { Tunnel } from './testing/sessions.ts'
import { createCut, createMemoryPair, createSocketPair } from './testing/transports.ts'

afterEach(closeSessions)

const transports: [name: string, connect: () => Promise<Tunnel>][] = [
  ['a real socket', async () => connectTunnel({ pair: await createSocketPair() })],
  ['a transport that splits the bytes', () => connectTunnel({ pair: createMemoryPair({ cut: createCut(3) }) })],
]

describe.each(transports)('an exchange over %s', (_name, connect) => {
  it('carries request and response with heads, bodies and trailers', async () => {
    const tunnel = await connect()
    const visitor = tunnel.open({ ...get, method: 'POST', target: '/form?x=1' })
    visitor.stream.write(Buffer.from('some '))
    visitor.stream.write(Buffer.from('words'))
    visitor.stream.end([['X-Checksum', '7']])
    const request = await tunnel.agentOwner.request()
    await request.untilEvent('end')
    expect(request.head).toEqual({ ...get, method: 'POST', target: '/form?x=1' })
    expect(request.text).toBe('some words')
    expect(request.trailers).toEqual([['X-Checksum', '7']])

    request.stream.sendHead(ok)
    request.stream.write(Buffer.from('the answer'))
    request.stream.end([
      ['X-Trailer', 'a'],
      ['X-Trailer', 'b'],
    ])
    await visitor.untilEvent('end')
    expect(visitor.heads).toEqual([ok])
    expect(visitor.text).toBe('the answer')
    expect(visitor.trailers).toEqual([
      ['X-Trailer', 'a'],
      ['X-Trailer', 'b'],
    ])
    expect([visitor.stream.bytesSent, visitor.stream.bytesReceived]).toEqual([10, 10])
    await tunnel.agent.ping()
    expect([tunnel.edge.openStreams, tunnel.agent.openStreams]).toEqual([0, 0])
  })

  it('carries 1xx heads before the final one', async () => {
    const tunnel = await connect()
    const visitor = tunnel.open()
    const request = await tunnel.agentOwner.request()
    request.stream.sendHead({ status: 100, reason: 'Continue', fields: [] })
    request.stream.sendHead({ status: 103, reason: 'Early Hints', fields: [['Link', '</a.css>']] })
    request.stream.sendHead(ok, true)
    await visitor.untilEvent('end')
    expect(visitor.events).toEqual(['head 100', 'head 103', 'head 200', 'end'])
  })

  it('lets the response end before the request, and vice versa', async () => {
    const tunnel = await connect()
    const early = tunnel.open()
    const earlyRequest = await tunnel.agentOwner.request()
    earlyRequest.stream.sendHead(ok, true)
    await early.untilEvent('end')
    early.stream.write(Buffer.from('still sending'))
    early.stream.end()
    await earlyRequest.untilEvent('end')
    expect(earlyRequest.text).toBe('still sending')

    const late = tunnel.open(get, true)
    const lateRequest = await tunnel.agentOwner.request(1)
    await lateRequest.untilEvent('end')
    lateRequest.stream.sendHead(ok)
    lateRequest.stream.end()
    await late.untilEvent('end')
    expect(late.events).toEqual(['head 200', 'end'])
  })

  it('carries raw bytes both ways after 101, and each direction ends independently', async () => {
    const tunnel = await connect()
    const visitor = tunnel.open(upgrade)
    const request = await tunnel.agentOwner.request()
    request.stream.sendHead({ status: 101, reason: 'Switching Protocols', fields: [['Upgrade', 'websocket']] })
    await visitor.untilEvent('head 101')
    visitor.stream.write(Buffer.from([0, 255, 10, 13]))
    await request.until(() => request.bytes === 4)
    request.stream.write(Buffer.from('frame'))
    request.stream.end()
    await visitor.untilEvent('end')
    visitor.stream.write(Buffer.from('last words'))
    visitor.stream.end()
    await request.untilEvent('end')
    expect([visitor.text, request.text]).toEqual(['frame', '\x00\xff\n\rlast words'])
  })
})

describe('a reset', () => {
  const moments: [moment: string, reach: (tunnel: Tunnel, visitor: StreamOwner) => Promise<void>][] = [
    ['before OPEN is sent', () => Promise.resolve()],
    ['when the request has arrived', async ({ agentOwner }) => void (await agentOwner.request())],
    [
      'between the head and the end of the response',
      async ({ agentOwner }, visitor) => {
        const { stream } = await agentOwner.request()
        stream.sendHead(ok)
        await visitor.untilEvent('head')
      },
    ],
    [
      'when the request has ended',
      async ({ agentOwner }, visitor) => {
        visitor.stream?.end()
        await (await agentOwner.request()).untilEvent('end')
      },
    ],
    [
      'when the response has ended',
      async ({ agentOwner }, visitor) => {
        const { stream } = await agentOwner.request()
        stream.sendHead(ok, true)
        await visitor.untilEvent('end')
      },
    ],
  ]

  it.each(moments)('by the edge %s reaches the agent, and ends the stream on both sides', async (_moment, reach) => {
    const tunnel = await connectTunnel()
    const visitor = tunnel.open()
    await reach(tunnel, visitor)
    visitor.stream.reset('CANCELLED', 'the visitor left')
    const request = await tunnel.agentOwner.request()
    expect(await request.untilEvent('reset')).toBe('reset CANCELLED: the visitor left')
    expect([tunnel.edge.openStreams, tunnel.agent.openStreams]).toEqual([0, 0])
    expect(visitor.events.filter((event) => event.startsWith('reset'))).toEqual([])
  })

  it.each(moments.slice(1, 4))('by the agent %s reaches the edge', async (_moment, reach) => {
    const tunnel = await connectTunnel()
    const visitor = tunnel.open()
    await reach(tunnel, visitor)
    const { stream } = await tunnel.agentOwner.request()
    stream.reset('ORIGIN_CLOSED', 'the local app closed')
    expect(await visitor.untilEvent('reset')).toBe('reset ORIGIN_CLOSED: the local app closed')
    expect([tunnel.edge.openStreams, tunnel.agent.openStreams]).toEqual([0, 0])
  })

  it('discards the queued bytes', async () => {
    const tunnel = await connectTunnel({ agent: { windowBytes: 10 } })
    const visitor = tunnel.open()
    const request = await tunnel.agentOwner.request()
    request.isStalled = true
    visitor.stream.write(Buffer.alloc(100))
    await request.until(() => request.bytes === 10)
    visitor.stream.reset('CANCELLED', '')
    await request.untilEvent('reset')
    expect(request.bytes).toBe(10)
  })

  it('is sent before the queued bytes of other streams', async () => {
    const { session, peer, transport } = await connectRaw({ role: 'edge' })
    const [visitor, ...others] = Array.from({ length: 4 }, () => session.open(get, new StreamOwner()))
    transport.hold()
    for (const other of others) other.write(Buffer.alloc(200_000))
    // The transport has accepted one write, and the rest of the bytes waits.
    await peer.firstOf(5)
    const sent = peer.framesOf(5).length
    visitor?.reset('CANCELLED', 'the visitor left')
    transport.release()
    const countBytes = () => peer.framesOf(5).reduce((sum, { payload }) => sum + payload.length, 0)
    await peer.until(() => countBytes() === 600_000)
    const afterHold = peer.frames.filter(({ type }) => type === 5 || type === 8).slice(sent)
    expect(afterHold.length).toBeGreaterThan(1)
    expect(afterHold[0]).toMatchObject({ type: 8, streamId: 1 })
  })

  it('from both sides simultaneously is reported to neither', async () => {
    const tunnel = await connectTunnel()
    const visitor = tunnel.open()
    const request = await tunnel.agentOwner.request()
    visitor.stream.reset('CANCELLED', '')
    request.stream.reset('INTERNAL', '')
    await Promise.all([tunnel.edge.ping(), tunnel.agent.ping()])
    expect([visitor.events, request.events]).toEqual([[], []])
  })

  it('with an unknown code counts as INTERNAL, and its message loses control characters', async () => {
    const { session, peer } = await connectRaw({ role: 'edge' })
    const visitor = new StreamOwner()
    session.open(get, visitor)
    peer.send(frame(8, 1, '\x03\xe7red \x1b[31m\r\nalert'))
    expect(await visitor.untilEvent('reset')).toBe('reset INTERNAL: red  [31m  alert')
  })

  it('truncates its message to at most 1,024 bytes', async () => {
    const tunnel = await connectTunnel()
    const visitor = tunnel.open()
    visitor.stream.reset('CANCELLED', '€'.repeat(5000))
    const request = await tunnel.agentOwner.request()
    expect(await request.untilEvent('reset')).toBe(`reset CANCELLED: ${'€'.repeat(341)}`)
  })
})

describe('a late call', () => {
  it('does nothing on a stream that has ended', async () => {
    const tunnel = await connectTunnel()
    const visitor = tunnel.open(get, true)
    const { stream } = await tunnel.agentOwner.request()
    stream.sendHead(ok, true)
    await visitor.untilEvent('end')
    for (const late of [visitor.stream, stream]) {
      expect(late.write(Buffer.from('late'))).toBe(true)
      late.end([['X-Late', '1']])
      late.consumed(1000)
      late.reset('CANCELLED', 'late')
    }
    stream.sendHead(ok)
    await Promise.all([tunnel.edge.ping(), tunnel.agent.ping()])
    expect(visitor.events).toEqual(['head 200', 'end'])
  })

  it('does nothing after the end of its own direction', async () => {
    const tunnel = await connectTunnel()
    const visitor = tunnel.open()
    visitor.stream.end()
    visitor.stream.write(Buffer.from('late'))
    visitor.stream.end()
    const request = await tunnel.agentOwner.request()
    await request.untilEvent('end')
    await tunnel.edge.ping()
    expect(request.events).toEqual(['end'])
  })

  it('does nothing after the session was destroyed', async () => {
    const tunnel = await connectTunnel()
    const visitor = tunnel.open()
    tunnel.edge.destroy()
    visitor.stream.write(Buffer.from('late'))
    visitor.stream.end()
    visitor.stream.reset('CANCELLED', 'late')
    visitor.stream.consumed(1)
    tunnel.edge.goAway({ code: 'SHUTDOWN', message: '', graceMs: 0 })
    tunnel.edge.welcome({ version: 1, sessionId: '', resumeToken: '', holdMs: 0, resumeMs: 0, hostname: '' })
    await tunnel.edgeOwner.untilEvent('close')
    expect(visitor.events).toEqual(['reset SESSION_LOST: the session was closed'])
  })
})

it('sendHead throws at an edge', async () => {
  const tunnel = await connectTunnel()
  const visitor = tunnel.open()
  expect(() => visitor.stream.sendHead(ok)).toThrow('Only an agent sends response heads')
})

describe('an owner that throws', () => {
  const callbacks = ['onHead', 'onData', 'onEnd'] as const

  it.each(callbacks)('in %s has its stream reset, and no other', async (callback) => {
    const tunnel = await connectTunnel()
    const failing = tunnel.open()
    const other = tunnel.open()
    failing[callback] = fault
    for (const index of [0, 1]) {
      const { stream } = await tunnel.agentOwner.request(index)
      stream.sendHead(ok)
      stream.write(Buffer.from('body'))
      stream.end()
    }
    const request = await tunnel.agentOwner.request()
    expect(await failing.untilEvent('reset')).toBe('reset INTERNAL: the program failed while it handled this stream')
    expect(await request.untilEvent('reset')).toBe('reset INTERNAL: the program failed while it handled this stream')
    await other.untilEvent('end')
    expect(other.text).toBe('body')
    expect(tunnel.edgeOwner.handlerErrors).toEqual([new Error('a fault of the owner')])
  })

  it('in onOpen has the stream reset', async () => {
    const tunnel = await connectTunnel()
    tunnel.agentOwner.answer = fault
    const visitor = tunnel.open(get, true)
    expect(await visitor.untilEvent('reset')).toBe('reset INTERNAL: the agent could not handle the request')
    expect(tunnel.agentOwner.handlerErrors).toEqual([new Error('a fault of the owner')])
    expect(tunnel.agent.openStreams).toBe(0)
  })

  it('in onReset or onWritable is reported, and the session stays open', async () => {
    const tunnel = await connectTunnel({ agent: { windowBytes: 4 } })
    const visitor = tunnel.open()
    visitor.onWritable = fault
    visitor.onReset = fault
    visitor.stream.write(Buffer.from('1234'))
    const request = await tunnel.agentOwner.request()
    await request.untilEvent('reset INTERNAL')
    expect(tunnel.edgeOwner.handlerErrors).toHaveLength(2)
    await tunnel.edge.ping()
  })
})

function fault(): never {
  throw new Error('a fault of the owner')
}
