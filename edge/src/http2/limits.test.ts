import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll } from '../testing/queue.ts'
import { startSecureEdge } from '../testing/secure-edge.ts'
import {
  askH2,
  connectH2,
  dialH2,
  encodeFields,
  encodeFrame,
  endHeadersFlag,
  frameTypes,
  readH2,
  requestFields,
  visitH2,
} from '../testing/test-h2-visitor.ts'

afterEach(closeAll)

const ok = { status: 200, reason: 'OK', fields: [] }
const { data, headers, ping, priority, reset, settings, windowUpdate } = frameTypes
/** A request on stream 1 whose body follows. */
const post = encodeFrame(headers, endHeadersFlag, 1, encodeFields([[':method', 'POST'], ...requestFields.slice(1)]))

describe('a visitor over HTTP/2 that floods the edge', () => {
  it.each<[string, Buffer]>([
    ['pings', encodeFrame(ping, 1, 0, Buffer.alloc(8))],
    ['settings', encodeFrame(settings, 0, 0)],
    ['empty parts of a body', encodeFrame(data, 0, 1)],
    ['tiny parts of a body that the app does not read', encodeFrame(data, 0, 1, Buffer.from('a'))],
    ['window updates', encodeFrame(windowUpdate, 0, 1, Buffer.from([0, 0, 0, 1]))],
    ['priorities', encodeFrame(priority, 0, 3, Buffer.from([0, 0, 0, 0, 1]))],
  ])('with %s loses its connection', async (_, frame) => {
    // One of the limits is short, so that the edge checks often.
    const { visitor, connectAgent } = await startSecureEdge({}, { readerIdleMs: 400 })
    const agent = await connectAgent()
    const raw = await dialH2(visitor)
    raw.socket.write(post)
    const stream = await agent.nextStream()
    stream.isConsuming = false
    const many = Buffer.concat(Array.from({ length: 4096 }, () => frame))
    const flood = () => {
      while (raw.socket.writable && raw.socket.write(many)) {}
    }
    raw.socket.on('drain', flood)
    flood()
    // Not 3, which would mean that it sends more than its window.
    expect(await raw.outcome()).toMatch(/^(goaway (2|11)|closed)$/)
    expect(await stream.reset).toBe('CANCELLED')
  })

  it('with requests that it cancels immediately loses its connection', async () => {
    const { visitor, connectAgent } = await startSecureEdge()
    const agent = await connectAgent()
    let served = 0
    agent.serve(() => (served += 1))
    const raw = await dialH2(visitor)
    for (let stream = 1; stream < 4_000; stream += 2) {
      raw.ask(stream)
      raw.send(reset, 0, stream, Buffer.from([0, 0, 0, 8]))
    }
    expect(await raw.outcome()).toMatch(/goaway|closed/)
    expect(served).toBeLessThan(1_000)
  })

  it('with incomplete requests on too many connections loses one of them', async () => {
    const { visitor, connectAgent } = await startSecureEdge({ EDGE_INCOMPLETE_PER_ADDRESS: '1' })
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(200))
    const session = await connectH2(visitor)
    expect(await visitH2(session)).toMatchObject({ status: 200 })
    await dialH2(visitor)
    const goAway = once(session, 'goaway')
    askH2(session, { ':method': 'POST' }, false)
    expect((await goAway)[0]).toBe(11)
  })

  it('with more than 128 simultaneous requests has the excess refused', async () => {
    const { visitor, connectAgent } = await startSecureEdge()
    await connectAgent()
    const raw = await dialH2(visitor)
    for (let count = 0; count < 129; count += 1) raw.ask(1 + 2 * count)
    // REFUSED_STREAM: nothing was processed, so the client may retry.
    expect(await raw.outcome()).toBe('reset 7')
  })
})

describe('a visitor over HTTP/2 that is too slow', () => {
  it('with its body gets 408, and the stream to the app is cancelled; others are served', async () => {
    const { visitor, connectAgent } = await startSecureEdge({}, { bodyIdleMs: 100 })
    const agent = await connectAgent()
    const session = await connectH2(visitor)
    const answer = readH2(askH2(session, { ':method': 'POST' }, false))
    expect(await (await agent.nextStream()).reset).toBe('CANCELLED')
    const code = 'CULVERT_REQUEST_TIMEOUT'
    expect(await answer).toMatchObject({ status: 408, isComplete: true, headers: { 'x-culvert-error': code } })
    agent.serve((stream) => stream.respond(200))
    expect(await visitH2(session)).toMatchObject({ status: 200 })
  })

  it('in reading an answer has it reset; others are served', async () => {
    const { visitor, connectAgent } = await startSecureEdge({}, { readerIdleMs: 500 })
    const agent = await connectAgent()
    const session = await connectH2(visitor)
    const slow = askH2(session)
    const { stream, reset: cancelled } = await agent.nextStream()
    stream.sendHead(ok)
    for (let sent = 0; sent < 8; sent += 1) stream.write(Buffer.alloc(1024 * 1024))
    expect(await cancelled).toBe('CANCELLED')
    if (!slow.closed) await once(slow, 'close')
    expect(slow.rstCode).not.toBe(0)
    agent.serve((other) => other.respond(200))
    expect(await visitH2(session)).toMatchObject({ status: 200 })
  })

  it('in answering pings while it waits for an answer loses its connection', async () => {
    const { visitor, connectAgent } = await startSecureEdge({}, { readerIdleMs: 400 })
    const agent = await connectAgent()
    const session = await connectH2(visitor)
    const events = askH2(session)
    const { stream } = await agent.nextStream()
    stream.sendHead(ok)
    // node's client answers pings automatically.
    for (let count = 0; count < 2; count += 1) await once(session, 'ping')
    stream.write(Buffer.from('event'))
    expect(String((await once(events, 'data'))[0])).toBe('event')
    const silent = await dialH2(visitor)
    silent.ask(1)
    expect(await (await agent.nextStream()).reset).toBe('CANCELLED')
  })

  it('with its next request is sent GOAWAY', async () => {
    const { visitor, connectAgent } = await startSecureEdge({}, { keepAliveMs: 100 })
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(200))
    const session = await connectH2(visitor)
    const goAway = once(session, 'goaway')
    await visitH2(session)
    expect((await goAway)[0]).toBe(0)
  })

  it('with its first request is sent GOAWAY and disconnected', async () => {
    const { visitor, connectAgent } = await startSecureEdge({}, { requestHeadMs: 500 })
    await connectAgent()
    const silent = await dialH2(visitor)
    expect([await silent.outcome(), await silent.outcome()]).toEqual(['goaway 0', 'closed'])
  })
})

describe('an edge that stops', () => {
  it('sends GOAWAY, completes HTTP/2 answers that end in time, and leaves the others incomplete', async () => {
    const { visitor, connectAgent, edge } = await startSecureEdge()
    const agent = await connectAgent()
    const session = await connectH2(visitor)
    const answers = [readH2(askH2(session)), readH2(askH2(session))] as const
    const [first, second] = [await agent.nextStream(), await agent.nextStream()]
    for (const { stream } of [first, second]) {
      stream.sendHead(ok)
      stream.write(Buffer.from('part'))
    }
    const goAway = once(session, 'goaway')
    const closed = edge.close({ graceMs: 500 })
    expect((await goAway)[0]).toBe(0)
    first.stream.end()
    expect(await answers[0]).toMatchObject({ body: 'part', isComplete: true })
    expect(await answers[1]).toMatchObject({ body: 'part', isComplete: false })
    await closed
  })
})

describe('a visitor over HTTP/2 that an account begins to deny', () => {
  it('loses its open requests, and gets 403 for new ones', async () => {
    const { api, visitor, connectAgent } = await startSecureEdge()
    const agent = await connectAgent()
    const session = await connectH2(visitor)
    const loading = askH2(session)
    const answer = readH2(loading)
    const { stream, reset: cancelled } = await agent.nextStream()
    stream.sendHead(ok)
    await once(loading, 'response')
    api.restrict({ accountId: 'account-1', version: 1, ranges: ['127.0.0.1'] })
    expect(await cancelled).toBe('CANCELLED')
    expect(await answer).toMatchObject({ isComplete: false })
    expect(await visitH2(session)).toMatchObject({ status: 403 })
  })
})
