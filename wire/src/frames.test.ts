import { afterEach, describe, expect, it } from 'vitest'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { frame, helloFrame, RawPeer, startRaw, welcomeFrame, welcomeWith } from './testing/raw-peer.ts'
import { closeSessions, connectTunnel, get, hello, inspected, ok, StreamOwner, welcome } from './testing/sessions.ts'
import { createCut, createMemoryPair } from './testing/transports.ts'
import type { HeaderField, SessionOptions } from './types.ts'

afterEach(closeSessions)

/** Every frame that an edge sends. */
const fromEdge = Buffer.concat([
  welcomeFrame,
  frame(3, 1, 'http\nPOST\n/a?b=c\n2001:db8::1\nHost\ndemo.example.com\nX-Latin\nna\xefve', false),
  frame(9, 0, '\0\0\0\0\0\0\0\x07'),
  frame(5, 1, 'hello '),
  frame(7, 1, '\0\x01\0\0'),
  frame(5, 1, 'world'),
  frame(6, 1, 'X-Sum\n42', true),
  frame(3, 3, 'upgrade\nGET\n*\n203.0.113.7', false),
  frame(8, 3, '\0\x01the visitor left'),
  frame(3, 5, 'http\nGET\n/\n203.0.113.7', true),
  frame(11, 0, '\0\0\0\0\0\x08\0\0\x75\x30stopped in the dashboard'),
])

/** The common part of heads without fields. */
const bare = { visitorAddress: '203.0.113.7', requestId: '', fields: [], isShared: false }

const meaningToAgent = {
  events: ['welcome demo.example.com', 'open POST /a?b=c', 'open GET *', 'open GET /', 'goaway STOPPED', 'close'],
  goAway: { code: 'STOPPED', message: 'stopped in the dashboard', graceMs: 30_000 },
  error: undefined,
  requests: [
    {
      head: {
        kind: 'http',
        method: 'POST',
        target: '/a?b=c',
        visitorAddress: '2001:db8::1',
        requestId: '',
        isShared: false,
        fields: [
          ['Host', 'demo.example.com'],
          ['X-Latin', 'na\xefve'],
        ],
      },
      body: 'hello world',
      trailers: [['X-Sum', '42']],
      events: ['end', 'reset SESSION_LOST: the session was closed'],
    },
    {
      head: { ...bare, kind: 'upgrade', method: 'GET', target: '*' },
      body: '',
      trailers: [],
      events: ['reset CANCELLED: the visitor left'],
    },
    {
      head: { ...bare, kind: 'http', method: 'GET', target: '/' },
      body: '',
      trailers: [],
      events: ['end', 'reset SESSION_LOST: the session was closed'],
    },
  ],
}

/** What an edge sends in addition if both sides have the feature `inspection`. */
const fromInspectedEdge = Buffer.concat([
  welcomeWith(inspected.features),
  frame(3, 1, 'http\nGET\n/a\n203.0.113.7\nid-1\nHost\ndemo.example.com', true),
  frame(3, 3, 'http\nGET\n/a\n203.0.113.7\nid-2\nHost\ndemo.example.com', true),
  frame(3, 5, 'http\nGET\n/a\n203.0.113.7\n', true),
  frame(3, 7, 'agent\nPUT\n/sets/a\n203.0.113.7\n\nHost\ndemo.example.com', true),
  frame(11, 0, '\0\0\0\0\0\x08\0\0\x75\x30stopped in the dashboard'),
])

const wholeRequest = { body: '', trailers: [], events: ['end', 'reset SESSION_LOST: the session was closed'] }
const hosted = { fields: [['Host', 'demo.example.com']], isShared: true }

const meaningToInspectedAgent = {
  events: [
    'welcome demo.example.com',
    'open GET /a',
    'open GET /a',
    'open GET /a',
    'open PUT /sets/a',
    'goaway STOPPED',
    'close',
  ],
  goAway: meaningToAgent.goAway,
  error: undefined,
  requests: [
    {
      ...wholeRequest,
      head: { ...bare, ...hosted, kind: 'http', method: 'GET', target: '/a', requestId: 'id-1', isShared: false },
    },
    { ...wholeRequest, head: { ...bare, ...hosted, kind: 'http', method: 'GET', target: '/a', requestId: 'id-2' } },
    { ...wholeRequest, head: { ...bare, kind: 'http', method: 'GET', target: '/a' } },
    { ...wholeRequest, head: { ...bare, ...hosted, kind: 'agent', method: 'PUT', target: '/sets/a' } },
  ],
}

/** Every frame that an agent sends, as an answer to two streams. */
const fromAgent = Buffer.concat([
  helloFrame,
  frame(4, 1, '103\nEarly Hints\nLink\n</a.css>'),
  frame(4, 1, '200\n'),
  frame(5, 1, 'body'),
  frame(5, 1, '', true),
  frame(4, 3, '204\nNo Content', true),
  frame(9, 0, '12345678'),
])

const meaningToEdge = {
  pong: '12345678',
  error: undefined,
  streams: [
    {
      heads: [
        { status: 103, reason: 'Early Hints', fields: [['Link', '</a.css>']], isShared: false },
        { status: 200, reason: '', fields: [], isShared: false },
      ],
      body: 'body',
      events: ['head 103', 'head 200', 'end'],
    },
    {
      heads: [{ status: 204, reason: 'No Content', fields: [], isShared: false }],
      body: '',
      events: ['head 204', 'end'],
    },
  ],
}

describe('a stream of bytes', () => {
  it('is read the same by an agent wherever it is split in two', async () => {
    for (let cut = 0; cut < fromEdge.length; cut += 1) {
      expect(await readAsAgent([fromEdge.subarray(0, cut), fromEdge.subarray(cut)])).toEqual(meaningToAgent)
    }
  })

  it('is read the same by an agent with the feature `inspection` wherever it is split in two', async () => {
    for (let cut = 0; cut < fromInspectedEdge.length; cut += 1) {
      const pieces = [fromInspectedEdge.subarray(0, cut), fromInspectedEdge.subarray(cut)]
      expect(await readAsAgent(pieces, inspected)).toEqual(meaningToInspectedAgent)
    }
  })

  it('is read the same by an agent if every byte arrives separately', async () => {
    expect(await readAsAgent(bytesOf(fromEdge))).toEqual(meaningToAgent)
    expect(await readAsAgent(bytesOf(fromInspectedEdge), inspected)).toEqual(meaningToInspectedAgent)
  })

  it('is read the same by an edge wherever it is split in two', async () => {
    for (let cut = 0; cut < fromAgent.length; cut += 1) {
      expect(await readAsEdge([fromAgent.subarray(0, cut), fromAgent.subarray(cut)])).toEqual(meaningToEdge)
    }
  })

  it('is read the same by an edge if every byte arrives separately', async () => {
    expect(await readAsEdge(bytesOf(fromAgent))).toEqual(meaningToEdge)
  })

  it('carries heads of up to 65,400 bytes and bodies of up to 200,000 bytes across random splits', async () => {
    const tunnel = await connectTunnel({ pair: createMemoryPair({ cut: createCut(7) }) })
    const sizes = [0, 1, 7, 8, 9, 8191, 8192, 8193, 65_400, 65_536, 65_537, 200_000]
    for (const [index, bytes] of sizes.entries()) {
      const fields = [['X-Long', 'v'.repeat(Math.min(bytes, 65_400))]] as const
      const owner = tunnel.open({ ...get, fields })
      const body = Buffer.alloc(bytes, `${bytes} bytes `)
      owner.stream.write(body)
      owner.stream.end()
      const request = await tunnel.agentOwner.request(index)
      await request.untilEvent('end')
      request.stream.sendHead({ ...ok, fields: request.head.fields })
      request.stream.write(Buffer.concat(request.chunks))
      request.stream.end()
      await owner.untilEvent('end')
      expect(owner.heads[0]?.fields).toEqual(fields)
      expect(Buffer.concat(owner.chunks).equals(body)).toBe(true)
    }
  })
})

function section(letter: string): HeaderField[] {
  return [
    ['Host', 'demo.example.com'],
    ['X-Letter', letter],
  ]
}

describe.each([
  ['between peers without features', {}],
  ['between peers with the feature `inspection`', inspected],
])('heads that repeat %s', (_what, options) => {
  it('arrive as they were sent, whichever heads came before them', async () => {
    // The same again, another of the same length, no fields, and the first once more.
    const sections = [section('a'), section('a'), section('b'), [], section('b'), [], section('a'), section('a')]
    const tunnel = await connectTunnel({ edge: options, agent: options })
    for (const [index, fields] of sections.entries()) {
      const target = index === 4 ? '/other' : '/'
      const requestId = 'features' in options ? `id-${index}` : ''
      const owner = tunnel.open({ ...get, target, requestId, fields }, true)
      const request = await tunnel.agentOwner.request(index)
      expect(request.head).toMatchObject({ target, requestId, fields })
      request.stream.sendHead({ ...ok, fields: request.head.fields }, true)
      await owner.untilEvent('end')
      expect(owner.heads[0]?.fields).toEqual(fields)
    }
  })
})

describe('the example in PROTOCOL.md', () => {
  it('is what two sessions actually send', async () => {
    const law = readFileSync(new URL('../PROTOCOL.md', import.meta.url), 'utf8')
    const example = { agent: bytesInExample(law, 'agent'), edge: bytesInExample(law, 'edge') }
    const said = await recordExample()
    expect(said.agent.toString('hex')).toBe(example.agent.toString('hex'))
    expect(said.edge.toString('hex')).toBe(example.edge.toString('hex'))
  })
})

function bytesOf(buffer: Buffer): Buffer[] {
  return [...buffer].map((byte) => Buffer.from([byte]))
}

/** Returns what an agent's owner is notified of for these bytes. */
async function readAsAgent(pieces: Buffer[], options: Partial<SessionOptions> = {}): Promise<unknown> {
  const { session, owner, peer } = startRaw({ role: 'agent', ...options })
  session.hello(hello)
  await peer.firstOf(1)
  for (const piece of pieces) peer.transport.write(piece)
  await owner.untilEvent('goaway')
  session.destroy()
  await owner.untilEvent('close')
  return {
    events: owner.events,
    goAway: owner.goAway,
    error: owner.closeError,
    requests: owner.requests.map((request) => ({
      head: request.head,
      body: request.text,
      trailers: request.trailers,
      events: request.events.filter((event) => event !== 'data'),
    })),
  }
}

/** Returns what an edge's owner is notified of for these bytes, if it opened two streams as soon as possible. */
async function readAsEdge(pieces: Buffer[]): Promise<unknown> {
  const { session, owner, peer } = startRaw({ role: 'edge' })
  const streams = [new StreamOwner(), new StreamOwner()]
  owner.onHello = () => {
    session.welcome(welcome)
    for (const stream of streams) session.open(get, stream, true)
  }
  for (const piece of pieces) peer.transport.write(piece)
  const pong = await peer.firstOf(10)
  return {
    pong: pong.payload.toString(),
    error: owner.closeError,
    streams: streams.map((stream) => ({
      heads: stream.heads,
      body: stream.text,
      events: stream.events.filter((event) => event !== 'data'),
    })),
  }
}

/** The hex bytes in the fenced block of PROTOCOL.md that is headed `<sender> says`, without the notes next to them. */
function bytesInExample(law: string, sender: string): Buffer {
  const block = new RegExp(`The ${sender} says:\\n\\n\`\`\`text\\n([^\`]+)\`\`\``).exec(law)?.[1]
  if (!block) throw new Error(`expected a block of what the ${sender} says in PROTOCOL.md`)
  return Buffer.from(
    block
      .split('\n')
      .map((line) => line.split('  ')[0] ?? '')
      .join('')
      .replaceAll(' ', ''),
    'hex',
  )
}

/** The conversation of the example between two sessions, as each sent it. */
async function recordExample(): Promise<{ agent: Buffer; edge: Buffer }> {
  const [edgeEnd, agentEnd] = createMemoryPair()
  const tunnel = await connectTunnel({ pair: [edgeEnd, agentEnd], edge: inspected, agent: inspected })
  await Promise.all([tunnel.edge.ping(), tunnel.agent.ping()])
  tunnel.agentOwner.answer = ({ stream }) => {
    stream.sendHead({ status: 200, reason: 'OK', fields: [['Content-Length', '2']] })
    stream.write(Buffer.from('hi'))
    stream.end()
  }
  const owner = tunnel.open({ ...get, requestId: 'request-1' }, true)
  await owner.untilEvent('end')
  tunnel.edge.goAway({ code: 'STOPPED', message: 'Stopped', graceMs: 30_000 })
  await once(edgeEnd, 'close')
  return { agent: withoutHeartbeats(agentEnd.writes), edge: withoutHeartbeats(edgeEnd.writes) }
}

/** Heartbeats and the frames with them have no fixed time; the example omits them. */
function withoutHeartbeats(writes: Buffer[]): Buffer {
  const [, reader] = createMemoryPair()
  const peer = new RawPeer(reader)
  reader.emit('data', Buffer.concat(writes))
  const frames = peer.frames.filter(({ type }) => type !== 9 && type !== 10 && type !== 12)
  return Buffer.concat(frames.map(({ type, streamId, payload, end }) => frame(type, streamId, payload, end)))
}
