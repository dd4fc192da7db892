import { afterEach, describe, expect, it, vi } from 'vitest'
import { once } from 'node:events'
import { StreamTable } from './stream-table.ts'
import { connectRaw, frame, startRaw } from './testing/raw-peer.ts'
import {
  closeSessions,
  connectTunnel,
  get,
  hello,
  ok,
  SessionOwner,
  startSession,
  StreamOwner,
  welcome,
} from './testing/sessions.ts'
import { createMemoryPair, createSocketPair } from './testing/transports.ts'

afterEach(() => {
  vi.restoreAllMocks()
  closeSessions()
})

const stopped = { code: 'STOPPED', message: 'Stopped in the dashboard', graceMs: 30_000 } as const
const open = 'http\nGET\n/\n203.0.113.7'

describe('the handshake', () => {
  it('passes HELLO to the owner of the edge and WELCOME to the owner of the agent', async () => {
    const tunnel = await connectTunnel()
    expect(tunnel.edgeOwner.hello).toEqual({ ...hello, resume: null, features: [] })
    expect(tunnel.agentOwner.welcome).toEqual({ ...welcome, features: [] })
  })

  it('passes HELLO to the owner of the edge, which answers with WELCOME', async () => {
    const { session, owner, peer } = startRaw({ role: 'edge' })
    const resume = { sessionId: 'session-0', receivedBytes: 7 }
    const greeting = { ...hello, ticket: null, resumeToken: 'resume-0', resume, features: [] }
    const greeted = new Promise((resolve) => {
      owner.onHello = resolve
    })
    peer.send(frame(1, 0, '\x01\x03\0\x04\0\0\0\0\0\0\0\0\0\x07test/1\n\nresume-0\nsession-0'))
    expect(await greeted).toEqual({ ...greeting, versionMax: 3 })
    session.welcome(welcome)
    expect((await peer.firstOf(2)).payload.subarray(0, 21)).toEqual(
      Buffer.from([1, 0, 4, 0, 0, 0, 0, 0xea, 0x60, 0, 0, 0x75, 0x30, 0, 0, 0, 0, 0, 0, 0, 0]),
    )
  })

  it('that the edge refuses closes both sides, with its reason', async () => {
    const [edgeEnd, agentEnd] = createMemoryPair()
    const edgeOwner = new SessionOwner()
    const agentOwner = new SessionOwner()
    const edge = startSession(edgeEnd, { role: 'edge' }, edgeOwner)
    startSession(agentEnd, { role: 'agent' }, agentOwner).hello(hello)
    await edgeOwner.untilEvent('hello')
    edge.goAway({ code: 'TICKET_EXPIRED', message: 'Ask for a new ticket', graceMs: 0 })
    await Promise.all([edgeOwner.untilEvent('close'), agentOwner.untilEvent('close')])
    expect(agentOwner.events).toEqual(['goaway TICKET_EXPIRED', 'close'])
    expect([edgeOwner.closeError, agentOwner.closeError]).toEqual([undefined, undefined])
  })

  it('must be complete before other calls, and happens only once', async () => {
    const edge = startRaw({ role: 'edge' }).session
    const agent = startRaw({ role: 'agent' }).session
    expect(() => edge.open(get, new StreamOwner())).toThrow('Streams are opened after WELCOME')
    expect(() => agent.open(get, new StreamOwner())).toThrow('Only an edge opens streams')
    expect(() => edge.hello(hello)).toThrow('HELLO is said once, and by the agent')
    expect(() => edge.welcome(welcome)).toThrow('WELCOME is the answer of the edge to HELLO')
    expect(() => agent.welcome(welcome)).toThrow('WELCOME is the answer of the edge to HELLO')
    expect(() => agent.hello({ ...hello, ticket: null })).toThrow('expected either a ticket or a resume token')
    agent.hello(hello)
    expect(() => agent.hello(hello)).toThrow('HELLO is said once, and by the agent')
    await expect(edge.ping()).rejects.toThrow('The session is not open')
  })
})

describe('a side that leaves', () => {
  it('opens no more streams, lets the open ones finish, and then closes', async () => {
    const tunnel = await connectTunnel({ pair: await createSocketPair() })
    const visitor = tunnel.open()
    const request = await tunnel.agentOwner.request()
    tunnel.edge.goAway(stopped)
    await tunnel.agentOwner.untilEvent('goaway')
    expect(tunnel.agentOwner.goAway).toEqual(stopped)
    const refused = tunnel.open()
    expect(await refused.untilEvent('reset')).toBe(
      'reset AGENT_ABSENT: the session is closing and opens no more streams',
    )
    request.stream.sendHead(ok)
    request.stream.write(Buffer.alloc(1_000_000))
    request.stream.end()
    visitor.stream.end()
    await visitor.untilEvent('end')
    await Promise.all([tunnel.edgeOwner.untilEvent('close'), tunnel.agentOwner.untilEvent('close')])
    expect(visitor.bytes).toBe(1_000_000)
    expect([tunnel.edgeOwner.closeError, tunnel.agentOwner.closeError]).toEqual([undefined, undefined])
    expect([...visitor.events, ...request.events].filter((event) => event.startsWith('reset'))).toEqual([])
  })

  it('closes immediately if no stream is open', async () => {
    const tunnel = await connectTunnel()
    tunnel.agent.goAway({ code: 'SHUTDOWN', message: 'Ctrl-C', graceMs: 30_000 })
    await Promise.all([tunnel.edgeOwner.untilEvent('close'), tunnel.agentOwner.untilEvent('close')])
    expect(tunnel.edgeOwner.events.slice(-2)).toEqual(['goaway SHUTDOWN', 'close'])
  })

  it('may shorten its grace period', async () => {
    const tunnel = await connectTunnel()
    const visitor = tunnel.open()
    await tunnel.agentOwner.request()
    tunnel.edge.goAway(stopped)
    tunnel.edge.goAway({ ...stopped, graceMs: 0 })
    expect(await visitor.untilEvent('reset')).toBe('reset SESSION_LOST: the session was closed')
    await tunnel.edgeOwner.untilEvent('close')
  })

  it('resets streams that were opened too late with AGENT_ABSENT', async () => {
    const tunnel = await connectTunnel()
    const taken = tunnel.open()
    const request = await tunnel.agentOwner.request()
    tunnel.agent.goAway({ ...stopped, code: 'SHUTDOWN' })
    const late = tunnel.open()
    late.stream.write(Buffer.from('body'))
    expect(await late.untilEvent('reset')).toBe('reset AGENT_ABSENT: the agent is leaving and did not take this stream')
    tunnel.agent.goAway({ ...stopped, code: 'SHUTDOWN', graceMs: 20_000 })
    request.stream.sendHead(ok, true)
    await taken.untilEvent('end')
    taken.stream.end()
    await tunnel.edgeOwner.untilEvent('close')
    expect(tunnel.agentOwner.requests).toHaveLength(1)
    expect(taken.events).toEqual(['head 200', 'end'])
  })

  it('with an unknown code is treated as SHUTDOWN', async () => {
    const { owner, peer } = await connectRaw({ role: 'agent' })
    peer.send(frame(11, 0, '\0\0\0\0\x03\xe7\0\0\0\0moved'))
    await owner.untilEvent('goaway')
    expect(owner.goAway).toEqual({ code: 'SHUTDOWN', message: 'moved', graceMs: 0 })
  })

  it('leaves on its own when the stream IDs are used up, and finishes the last stream', async () => {
    const tunnel = await connectTunnel()
    vi.spyOn(StreamTable.prototype, 'hasNextId').mockReturnValue(false)
    const last = tunnel.open(get, true)
    const { stream } = await tunnel.agentOwner.request()
    await tunnel.agentOwner.untilEvent('goaway')
    expect(tunnel.agentOwner.goAway?.message).toBe('The stream ids are used up; dial again')
    stream.sendHead(ok, true)
    await last.untilEvent('end')
    await tunnel.agentOwner.untilEvent('close')
  })

  it('names the last stream ID in GOAWAY, even 0xffffffff', async () => {
    const { session, owner, peer } = await connectRaw({ role: 'agent' })
    peer.send(frame(3, 0xffff_ffff, open))
    await owner.request()
    session.goAway(stopped)
    expect((await peer.firstOf(11)).payload.readUInt32BE()).toBe(0xffff_ffff)
  })
})

describe('a lost connection', () => {
  it('delivers no more of the received bytes once its owner has destroyed it', async () => {
    const { session, owner, peer } = await connectRaw({ role: 'agent' })
    owner.answer = () => session.destroy()
    peer.send(frame(3, 1, open), frame(5, 1, 'body'), frame(3, 3, open), frame(13, 0, 'malformed'))
    await owner.untilEvent('close')
    expect(owner.events).toEqual(['welcome demo.example.com', 'open GET /', 'close'])
    expect(owner.closeError).toBeUndefined()
  })

  it('is reported to every stream exactly once, then to the session exactly once', async () => {
    const [edgeEnd, agentEnd] = await createSocketPair()
    const tunnel = await connectTunnel({ pair: [edgeEnd, agentEnd] })
    const visitors = [tunnel.open(), tunnel.open(), tunnel.open(get, true)]
    await tunnel.agentOwner.request(2)
    const told: string[] = []
    for (const [index, visitor] of visitors.entries()) visitor.onReset = (code) => told.push(`${index} ${code}`)
    tunnel.edgeOwner.onClose = (error) => told.push(`close ${error?.message}`)
    const closed = once(edgeEnd, 'close')
    agentEnd.destroy()
    await closed
    expect(told.toSorted()).toEqual([
      '0 SESSION_LOST',
      '1 SESSION_LOST',
      '2 SESSION_LOST',
      'close The other side closed the connection without saying why',
    ])
    expect(told.at(-1)).toContain('close')
    expect(tunnel.edge.openStreams).toBe(0)
  })

  it('is not reported to a stream that was reset while another one handled the loss', async () => {
    const tunnel = await connectTunnel()
    const visitors = [tunnel.open(), tunnel.open()]
    for (const visitor of visitors) {
      const told = visitor.onReset.bind(visitor)
      visitor.onReset = (code, message) => {
        told(code, message)
        for (const { stream } of visitors) stream.reset('CANCELLED', '')
      }
    }
    tunnel.edge.destroy()
    await tunnel.edgeOwner.untilEvent('close')
    expect(visitors.flatMap(({ events }) => events)).toEqual(['reset SESSION_LOST: the session was closed'])
  })

  it('passes on the error of the transport', async () => {
    const [edgeEnd, agentEnd] = createMemoryPair()
    const tunnel = await connectTunnel({ pair: [edgeEnd, agentEnd] })
    edgeEnd.destroy(new Error('read ECONNRESET'))
    await tunnel.edgeOwner.untilEvent('close')
    expect(tunnel.edgeOwner.closeError).toEqual(new Error('read ECONNRESET'))
  })

  it('opens no stream, and resets each with AGENT_ABSENT', async () => {
    const tunnel = await connectTunnel()
    tunnel.edge.destroy()
    const visitor = tunnel.open()
    expect(visitor.events).toEqual([])
    await visitor.untilEvent('reset AGENT_ABSENT')
  })

  it('that was destroyed with an error passes that to its owner', async () => {
    const tunnel = await connectTunnel()
    const pending = tunnel.edge.ping()
    tunnel.edge.destroy(new Error('the ticket was withdrawn'))
    await expect(pending).rejects.toThrow('The connection was gone before the answer to the PING came')
    await tunnel.edgeOwner.untilEvent('close')
    expect(tunnel.edgeOwner.closeError).toEqual(new Error('the ticket was withdrawn'))
    await tunnel.agentOwner.untilEvent('close')
  })

  it('that closed before the session began is reported to its owner', async () => {
    const [edgeEnd] = createMemoryPair()
    edgeEnd.destroy()
    await once(edgeEnd, 'close')
    const owner = new SessionOwner()
    startSession(edgeEnd, { role: 'edge' }, owner)
    await owner.untilEvent('close')
    expect(owner.events).toEqual(['close'])
  })
})
