import { afterEach, describe, expect, it } from 'vitest'
import { connectRaw, frame, nothing, startRaw } from './testing/raw-peer.ts'
import { dial } from './testing/resumable-tunnel.ts'
import { closeSessions, connectTunnel, get, hello, inspected, ok, StreamOwner, welcome } from './testing/sessions.ts'
import type { RequestHead } from './types.ts'
import { createMemoryPair } from './testing/transports.ts'

afterEach(closeSessions)

/** A HELLO and a WELCOME that end with these fields. */
const helloWith = (fields: string) => frame(1, 0, `\x01\x01\0\x04\0\0${nothing}test/1\nticket\n\n${fields}`)
const welcomeWith = (fields: string) =>
  frame(2, 0, `\x01\0\x04\0\0${nothing}${nothing}session-1\nresume-1\ndemo.example.com${fields}`)

/** An edge with these features that has received HELLO. */
async function greetEdge(features: string[], fields: string) {
  const tunnel = startRaw({ role: 'edge', features })
  tunnel.peer.send(helloWith(fields))
  await tunnel.owner.untilEvent('hello')
  tunnel.session.welcome(welcome)
  const { payload } = await tunnel.peer.firstOf(2)
  return { ...tunnel, said: payload.toString('latin1', 21).split('\n').slice(3) }
}

/** An agent with these features that has been welcomed. */
async function welcomeAgent(features: string[], fields: string) {
  const tunnel = startRaw({ role: 'agent', features })
  tunnel.session.hello(hello)
  await tunnel.peer.firstOf(1)
  tunnel.peer.send(welcomeWith(fields))
  await tunnel.owner.untilEvent('welcome')
  return tunnel
}

describe('an unknown field', () => {
  it('is ignored in HELLO', async () => {
    const { session, owner } = await greetEdge(['zip'], '\nmood\ngood\nfeatures\nzip\nfeatures-2\ntrace')
    expect(owner.hello).toMatchObject({ client: 'test/1', ticket: 'ticket', features: ['zip'] })
    expect(session.isOpen).toBe(true)
  })

  it('is ignored in WELCOME', async () => {
    const { session, owner } = await welcomeAgent(['zip'], '\nmood\ngood\nfeatures\nzip')
    expect(owner.welcome).toMatchObject({ hostname: 'demo.example.com' })
    expect(session.features).toEqual(['zip'])
  })
})

describe('the field `process` of WELCOME', () => {
  it('holds the process number and count, and is omitted without them', async () => {
    const tunnel = startRaw({ role: 'edge' })
    tunnel.peer.send(helloWith(''))
    await tunnel.owner.untilEvent('hello')
    tunnel.session.welcome({ ...welcome, process: { number: 2, count: 8 } })
    const { payload } = await tunnel.peer.firstOf(2)
    expect(payload.toString('latin1', 21).split('\n').slice(3)).toEqual(['process', '2/8'])
    expect((await greetEdge([], '')).said).toEqual([])
  })

  it('is passed to the agent', async () => {
    const { owner } = await welcomeAgent([], '\nprocess\n2/8')
    expect(owner.welcome?.process).toEqual({ number: 2, count: 8 })
    expect((await welcomeAgent([], '')).owner.welcome?.process).toBeUndefined()
  })

  it.each(['8/8', '2', '-1/8', '2/99999', 'x/y', ''])('ends the session if it is malformed (%s)', async (value) => {
    const { peer, session } = startRaw({ role: 'agent' })
    session.hello(hello)
    await peer.firstOf(1)
    peer.send(welcomeWith(`\nprocess\n${value}`))
    expect((await peer.firstOf(11)).payload.readUInt16BE(4)).toBe(2)
  })
})

describe('a feature', () => {
  it('that the edge does not know is ignored and omitted from WELCOME', async () => {
    const { session, said } = await greetEdge(['zip', 'trace'], '\nfeatures\nmagic  zip')
    expect(said).toEqual(['features', 'zip'])
    expect(session.features).toEqual(['zip'])
  })

  it('that the agent has not named is ignored', async () => {
    const { session } = await welcomeAgent(['zip'], '\nfeatures\nmagic trace zip')
    expect(session.features).toEqual(['zip'])
  })

  it.each([
    [['zip', 'trace'], ['trace', 'other'], ['trace']],
    [['zip'], [], []],
    [[], ['zip'], []],
    [['zip'], ['trace'], []],
  ])('is agreed on only if both sides name it: edge %j, agent %j', async (edgeHas, agentHas, agreed) => {
    const { edge, agent } = await connectTunnel({ edge: { features: edgeHas }, agent: { features: agentHas } })
    expect([edge.features, agent.features]).toEqual([agreed, agreed])
  })

  it('adds no field to WELCOME if none is agreed on', async () => {
    const { said } = await greetEdge(['zip'], '')
    expect(said).toEqual([])
  })

  it('stays agreed on when the session is resumed', async () => {
    const pair = createMemoryPair()
    const features = ['zip']
    const tunnel = await connectTunnel({ pair, edge: { features }, agent: { features } })
    tunnel.edgeOwner.onDetached = () => {}
    tunnel.agentOwner.onDetached = () => dial(tunnel, createMemoryPair)
    pair[0].break()
    await tunnel.agentOwner.untilEvent('resumed')
    expect([tunnel.edge.features, tunnel.agent.features]).toEqual([features, features])
  })
})

describe('the feature `move`', () => {
  const features = ['move']

  it('lets the edge ask its agent to move, and the session continues', async () => {
    const { edge, agent, agentOwner, edgeOwner } = await connectTunnel({ edge: { features }, agent: { features } })
    expect(edge.move('This edge is drained.')).toBe(true)
    await agentOwner.untilEvent('move This edge is drained.')
    edge.open(get, new StreamOwner(), true)
    expect((await agentOwner.request()).head.target).toBe(get.target)
    expect([edge.isOpen, agent.isOpen, edgeOwner.goAway]).toEqual([true, true, undefined])
  })

  it('lets the edge ask without a message', async () => {
    const { edge, agent, agentOwner } = await connectTunnel({ edge: { features }, agent: { features } })
    edge.move('')
    await agentOwner.untilEvent('move ')
    expect(agent.isOpen).toBe(true)
  })

  it('is required: without it the edge sends no MOVE, and the agent treats one as PROTOCOL_ERROR', async () => {
    const { edge } = await connectTunnel({ edge: { features } })
    expect(edge.move('')).toBe(false)
    const { owner, peer } = await welcomeAgent([], '')
    peer.send(frame(13, 0, 'Go.'))
    await owner.untilEvent('close')
    expect(owner.closeError).toMatchObject({ code: 'PROTOCOL_ERROR', message: 'expected the feature move for MOVE' })
  })

  it('sends no MOVE after a GOAWAY', async () => {
    const { edge } = await connectTunnel({ edge: { features }, agent: { features } })
    edge.goAway({ code: 'SHUTDOWN', message: '', graceMs: 1_000 })
    expect(edge.move('')).toBe(false)
  })
})

describe('the feature `hop`', () => {
  const features = ['hop', 'inspection']
  const tunnel = 'agent-1 demo.example.com'

  it('adds the agent and the hostname to OPEN after the request ID', async () => {
    const { edge, agentOwner } = await connectTunnel({ edge: { features }, agent: { features } })
    // The first head is parsed; the second one is recognized as a repetition.
    for (const [index, requestId] of ['id-1', 'id-2'].entries()) {
      edge.open({ ...get, requestId, tunnel }, new StreamOwner(), true)
      expect((await agentOwner.request(index)).head).toMatchObject({ requestId, tunnel, fields: get.fields })
    }
  })

  it.each(['', 'agent-1', 'agent-1 ', ' demo.example.com', 'a b c', `${'a'.repeat(65)} demo`, `a ${'d'.repeat(256)}`])(
    'refuses an OPEN without a valid agent ID and hostname: %j',
    async (broken) => {
      const { owner, peer } = await welcomeAgent(features, '\nfeatures\nhop inspection')
      peer.send(frame(0x83, 1, `http\nGET\n/\n192.0.2.1\nid-1\n${broken}\nHost\ndemo.example.com`))
      await owner.untilEvent('close')
      expect(owner.closeError).toMatchObject({
        code: 'PROTOCOL_ERROR',
        message: "expected an agent's id and a hostname in OPEN",
      })
    },
  )

  it.each([
    [features, 'AGENT_LOST', 'AGENT_ABSENT'],
    [['inspection'], 'INTERNAL', 'INTERNAL'],
  ])('is required for the reasons AGENT_LOST and AGENT_ABSENT: an agent with %j', async (theirs, lost, absent) => {
    const { session, peer } = await greetEdge(features, `\nfeatures\n${theirs.join(' ')}`)
    const owners = [new StreamOwner(), new StreamOwner()]
    for (const owner of owners) session.open({ ...get, tunnel }, owner, true)
    peer.send(frame(8, 1, '\0\x0bgone'))
    peer.send(frame(8, 3, '\0\x0cnever'))
    await Promise.all([owners[0]?.untilEvent(`reset ${lost}: gone`), owners[1]?.untilEvent(`reset ${absent}: never`)])
  })
})

/** A call from the edge to the agent itself. */
const call: RequestHead = { ...get, kind: 'agent', method: 'POST', target: '/requests/id-1/replay' }

describe('the feature `inspection`', () => {
  it.each([
    ['both sides', inspected, inspected, 'id-1'],
    ['only the edge', inspected, {}, ''],
    ['only the agent', {}, inspected, ''],
    ['neither', {}, {}, ''],
  ])('of %s carries request IDs only if both sides have it', async (_who, edge, agent, requestId) => {
    const tunnel = await connectTunnel({ edge, agent })
    const visitor = tunnel.open({ ...get, requestId: 'id-1' }, true)
    const request = await tunnel.agentOwner.request()
    expect(request.head).toEqual({ ...get, requestId })
    request.stream.sendHead(ok, true)
    expect(await visitor.untilEvent('end')).toBe('end')
  })

  it('carries a call to the agent with its body, and the answer back', async () => {
    const tunnel = await connectTunnel({ edge: inspected, agent: inspected })
    const caller = tunnel.open(call)
    caller.stream.write(Buffer.from('asked'))
    caller.stream.end()
    const request = await tunnel.agentOwner.request()
    await request.untilEvent('end')
    expect([request.head, request.text]).toEqual([call, 'asked'])
    request.stream.sendHead(ok)
    request.stream.write(Buffer.from('answered'))
    request.stream.end()
    await caller.untilEvent('end')
    expect(caller.text).toBe('answered')
  })

  it.each([
    [inspected, {}],
    [{}, inspected],
  ])(
    'is required for a call to the agent: without it the edge opens no stream (edge %j, agent %j)',
    async (edge, agent) => {
      const tunnel = await connectTunnel({ edge, agent })
      const caller = tunnel.open(call)
      expect(await caller.untilEvent('reset')).toBe(
        'reset INTERNAL: expected the feature inspection for the kind agent',
      )
      await tunnel.edge.ping()
      expect([tunnel.agentOwner.requests, tunnel.agentOwner.events]).toEqual([[], ['welcome demo.example.com']])
    },
  )

  it('is required for a call to the agent: an agent without it ends the session', async () => {
    const { owner, peer } = await connectRaw({ role: 'agent' })
    peer.send(frame(3, 1, 'agent\nGET\n/sets\n203.0.113.7'))
    await owner.untilEvent('close')
    expect(owner.closeError?.message).toBe('expected the feature inspection for the kind agent')
    expect((await peer.firstOf(11)).payload.readUInt16BE(4)).toBe(2)
  })

  it.each([
    ['http\nGET\n/\n203.0.113.7', 'expected a request id, got the end of the payload'],
    ['http\nGET\n/\n203.0.113.7\na b', 'expected a request id of at most 64 visible characters in OPEN'],
    [`http\nGET\n/\n203.0.113.7\n${'x'.repeat(65)}`, 'expected a request id of at most 64 visible characters in OPEN'],
    ['http\nGET\n/\n203.0.113.7\nid\rx\nA\nb', 'expected text without CR and NUL'],
  ])('makes the agent refuse %j', async (text, message) => {
    const { session, owner, peer } = await welcomeAgent(inspected.features, '\nfeatures\ninspection')
    peer.send(frame(3, 1, text))
    await owner.untilEvent('close')
    expect([owner.closeError?.message, session.openStreams]).toEqual([message, 0])
  })

  it.each(['id\nX', 'id\r', 'x'.repeat(65), 'é'])(
    'makes the edge refuse the request ID %j even if the rest of the head repeats',
    async (requestId) => {
      const tunnel = await connectTunnel({ edge: inspected, agent: inspected })
      for (const index of [0, 1]) {
        tunnel.open({ ...get, requestId: `id-${index}` }, true)
        await tunnel.agentOwner.request(index)
      }
      expect(await tunnel.open({ ...get, requestId }, true).untilEvent('reset')).toContain('expected a request id')
    },
  )

  it('makes the agent refuse an invalid request ID even if the rest of the head repeats', async () => {
    const { owner, peer } = await welcomeAgent(inspected.features, '\nfeatures\ninspection')
    for (const [index, id] of ['id-1', 'id-2', 'i\0'].entries()) {
      peer.send(frame(3, 1 + 2 * index, `http\nGET\n/\n203.0.113.7\n${id}\nHost\ndemo.example.com`))
    }
    await owner.untilEvent('close')
    expect(owner.closeError?.message).toBe('expected a request id of at most 64 visible characters in OPEN')
    expect(owner.requests.map(({ head }) => head.requestId)).toEqual(['id-1', 'id-2'])
  })

  it.each([
    ['with', inspected],
    ['without', {}],
  ])('cannot change when a session %s it is resumed, even if the next HELLO differs', async (_how, options) => {
    const pair = createMemoryPair()
    const tunnel = await connectTunnel({ pair, edge: options, agent: options })
    tunnel.edgeOwner.onDetached = () => {}
    const other = 'features' in options ? {} : inspected
    tunnel.agentOwner.onDetached = () => dial(tunnel, createMemoryPair, { edge: other, agent: other })
    pair[0].break()
    await tunnel.agentOwner.untilEvent('resumed')
    tunnel.open({ ...get, requestId: 'id-1' }, true)
    const { head } = await tunnel.agentOwner.request()
    expect(head.requestId).toBe('features' in options ? 'id-1' : '')
  })
})
