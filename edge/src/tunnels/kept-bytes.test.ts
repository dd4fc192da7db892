import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll } from '../testing/queue.ts'
import { dialEdge } from '../testing/test-agent.ts'
import { startSecureEdge } from '../testing/secure-edge.ts'
import { startFakeApi } from '../testing/fake-api.ts'
import { startRedis } from '../testing/redis.ts'
import { startSiblingEdge, startTestEdge } from '../testing/test-edge.ts'
import { askH2, connectH2, readH2 } from '../testing/test-h2-visitor.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'

afterEach(closeAll)

/** The bytes that one upload fills: the credit of a stream. */
const windowBytes = 256 * 1024
const ended = 'culvert_edge_sessions_ended_for_memory_total'

/** An edge that keeps 2 MiB, which is 8 windows, and how to fill it. */
async function startBounded() {
  const environment = { EDGE_KEPT_MEGABYTES: '2', EDGE_OPERATIONS_PORT: '0' }
  const { edge, port, connectAgent } = await startTestEdge({ environment })
  const read = async (metric: string) => {
    const { body } = await visit(edge.operationsPort ?? 0, { path: '/metrics' })
    return Number(
      body
        .split('\n')
        .find((line) => line.startsWith(`${metric} `))
        ?.slice(metric.length),
    )
  }
  const upload = (name: string, count: number) =>
    Array.from({ length: count }, () =>
      visit(port, { method: 'POST', headers: { host: `${name}.test` }, body: Buffer.alloc(windowBytes) }),
    )
  return {
    port,
    read,
    upload,
    /** An agent that answers but reads nothing for now, so that the edge keeps what it sends. */
    connectDeaf: async (name: string) => {
      const agent = await connectAgent({ sub: name, hostname: `${name}.test` })
      agent.serve((stream) => void stream.ended.then(() => stream.respond(200, [], 'whole')))
      agent.socket.pause()
      return agent
    },
    /** The same as `upload`; resolves with the answers that will come once the edge keeps all that was sent. */
    fill: async (name: string, count: number) => {
      const before = await read('culvert_edge_kept_bytes')
      const answers = upload(name, count)
      while ((await read('culvert_edge_kept_bytes')) < before + count * windowBytes);
      return answers
    },
  }
}

const lost = { status: 502, headers: { 'x-culvert-error': 'CULVERT_AGENT_LOST' } }

describe('an edge with sessions that together keep more than they may', () => {
  it('ends one that is not connected before a connected one that keeps more', async () => {
    const { connectDeaf, fill, upload, read } = await startBounded()
    const serving = await connectDeaf('serving')
    const away = await connectDeaf('away')
    const kept = await fill('serving', 4)
    const dropped = await fill('away', 2)
    away.socket.destroy()
    kept.push(...upload('serving', 3))
    for (const answer of dropped) expect(await answer).toMatchObject(lost)
    serving.socket.resume()
    for (const answer of kept) expect(await answer).toMatchObject({ status: 200, body: 'whole' })
    expect([await read(`${ended}{state="away"}`), await read(`${ended}{state="connected"}`)]).toEqual([1, 0])
  })

  it('ends the one that keeps the most if all are connected, and serves its agent when it dials again', async () => {
    const { connectDeaf, fill, upload, read, port } = await startBounded()
    const largest = await connectDeaf('largest')
    const other = await connectDeaf('other')
    const dropped = await fill('largest', 5)
    const kept = upload('other', 4)
    for (const answer of dropped) expect(await answer).toMatchObject(lost)
    other.socket.resume()
    for (const answer of kept) expect(await answer).toMatchObject({ status: 200, body: 'whole' })
    expect(await read(`${ended}{state="connected"}`)).toBe(1)

    largest.socket.resume()
    expect(await largest.dismissed).toMatchObject({ code: 'TIMEOUT' })
    const { resumeToken } = await largest.welcomed
    const back = await dialEdge(port, { resumeToken }, largest)
    back.serve((stream) => stream.respond(200, [], 'back'))
    expect(await visit(port, { headers: { host: 'largest.test' } })).toMatchObject({ body: 'back' })
  })
})

/** Returns how many connections of visitors an edge has cut for their memory. */
async function countCuts({ operationsPort = 0 }: { operationsPort?: number | undefined }): Promise<number> {
  const { body } = await visit(operationsPort, { path: '/metrics' })
  return Number(/^culvert_edge_connections_cut_total\{reason="memory"\} (\d+)$/m.exec(body)?.[1])
}

describe('an edge with visitors that do not read answers, which the app has completed', () => {
  const bounded = { EDGE_KEPT_MEGABYTES: '4', EDGE_OPERATIONS_PORT: '0' }

  it('ends the connection for which most waits, over HTTP/2', async () => {
    const { visitor, edge, connectAgent } = await startSecureEdge(bounded)
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(200, [], 'x'.repeat(windowBytes)))
    const [modest, greedy] = [await connectH2(visitor), await connectH2(visitor, { initialWindowSize: 0 })]
    const closed = once(greedy, 'close')
    for (let count = 0; count < 20; count += 1) askH2(greedy)
    await closed
    expect(await readH2(askH2(modest))).toMatchObject({ status: 200, isComplete: true })
    expect(await countCuts(edge)).toBe(1)
  })

  it('ends the connection for which most waits, over HTTP/1.1, even if it waits for an answer that does not end', async () => {
    const { port, edge, connectAgent } = await startTestEdge({ environment: { ...bounded, EDGE_KEPT_MEGABYTES: '1' } })
    const agent = await connectAgent()
    agent.serve((stream) => {
      if (stream.head.target === '/endless') stream.stream.sendHead({ status: 200, reason: 'OK', fields: [] })
      else stream.respond(200, [], 'x'.repeat(windowBytes))
    })
    const ask = 'GET / HTTP/1.1\r\nHost: demo.test\r\n\r\n'
    const greedy = dialRaw(port, ask.replace('/', '/endless') + ask.repeat(7))
    await greedy.readAll()
    expect(await countCuts(edge)).toBe(1)
  })
})

describe('an edge with visitors that ask for answers with large heads, which the app does not complete', () => {
  const bounded = { EDGE_KEPT_MEGABYTES: '1', EDGE_OPERATIONS_PORT: '0' }
  const fields: [string, string][] = [['X-Large', 'x'.repeat(60_000)]]

  it('ends the connection that asks for the most, over HTTP/2', async () => {
    const { visitor, edge, connectAgent } = await startSecureEdge(bounded)
    const agent = await connectAgent()
    agent.serve(({ head, stream }) =>
      stream.sendHead({ status: 200, reason: 'OK', fields: head.target === '/' ? fields : [] }),
    )
    const modest = askH2(await connectH2(visitor), { ':path': '/modest' })
    await once(modest, 'response')
    const greedy = await connectH2(visitor)
    const closed = once(greedy, 'close')
    for (let count = 0; count < 20; count += 1) askH2(greedy).on('error', () => {})
    await closed
    expect(await countCuts(edge)).toBe(1)
    expect(modest.closed).toBe(false)
  })

  it.each([
    { heads: 'interim', status: 103 },
    { heads: 'final', status: 200 },
  ])('ends connections over HTTP/1.1 until the rest fits: $heads heads', async ({ status }) => {
    const { port, edge, connectAgent } = await startTestEdge({ environment: bounded })
    const agent = await connectAgent()
    agent.serve(({ stream }) => stream.sendHead({ status, reason: '', fields }))
    const visitors = Array.from({ length: 20 }, () => dialRaw(port, 'GET / HTTP/1.1\r\nHost: demo.test\r\n\r\n'))
    await Promise.race(visitors.map((visitor) => visitor.readAll()))
    expect(await countCuts(edge)).toBeGreaterThan(0)
  })
})

describe('an edge with visitors whose uploads nobody reads', () => {
  const bounded = { EDGE_KEPT_MEGABYTES: '4', EDGE_OPERATIONS_PORT: '0' }

  it('ends the connection that keeps the most before a connected session, and serves the others', async () => {
    const { visitor, edge, connectAgent } = await startSecureEdge(bounded)
    const agent = await connectAgent()
    const modest = await connectH2(visitor)
    const upload = askH2(modest, { ':method': 'POST' }, false)
    const answer = readH2(upload)
    const stream = await agent.nextStream()
    stream.isConsuming = false
    upload.end(Buffer.alloc(2 * windowBytes))

    agent.serve((other) => (other.isConsuming = false))
    const greedy = await connectH2(visitor)
    const closed = once(greedy, 'close')
    for (let count = 0; count < 12; count += 1) {
      askH2(greedy, { ':method': 'POST' }, false).write(Buffer.alloc(4 * windowBytes))
    }
    await closed
    stream.isConsuming = true
    stream.stream.consumed(stream.receivedBytes)
    await stream.ended
    stream.respond(200, [], 'whole')
    expect(await answer).toMatchObject({ status: 200, body: 'whole' })
    const { body } = await visit(edge.operationsPort ?? 0, { path: '/metrics' })
    expect(body).toMatch('culvert_edge_connections_cut_total{reason="memory"} 1\n')
    expect(body).toMatch(`${ended}{state="connected"} 0\n`)
  })

  it('ends connections over HTTP/1.1 until the rest fits', async () => {
    const { port, edge, connectAgent } = await startTestEdge({ environment: bounded })
    const agent = await connectAgent()
    const { promise: cut, resolve } = Promise.withResolvers<'cut'>()
    for (;;) {
      visit(port, { method: 'POST', body: Buffer.alloc(4 * windowBytes) }).catch(() => resolve('cut'))
      const stream = await Promise.race([cut, agent.nextStream()])
      if (stream === 'cut') break
      stream.isConsuming = false
      // One after the other, so that the session itself keeps little.
      while (stream.receivedBytes < windowBytes) if ((await Promise.race([cut, stream.chunks.next()])) === 'cut') break
    }
    expect(await countCuts(edge)).toBeGreaterThan(0)
  })
})

/** Two edges that keep so much; the agent is at the far one. */
async function startEdges(nearMegabytes: string, farMegabytes: string) {
  const api = await startFakeApi()
  const redis = await startRedis()
  const start = (EDGE_KEPT_MEGABYTES: string) =>
    startSiblingEdge(redis, {
      api,
      environment: { EDGE_HTTPS_PORT: '0', EDGE_OPERATIONS_PORT: '0', EDGE_KEPT_MEGABYTES },
    })
  const [near, far] = [await start(nearMegabytes), await start(farMegabytes)]
  const agent = await far.connectAgent()
  await redis.awaitRoutes('demo.test', 1)
  const { body: ca } = await visit(near.port, { path: '/authority.crt', headers: { host: 'localhost' } })
  const visitor = { host: '127.0.0.1', port: near.edge.securePort, servername: 'demo.test', ca }
  const modest = readH2(askH2(await connectH2(visitor)))
  const { stream } = await agent.nextStream()
  stream.sendHead({ status: 200, reason: 'OK', fields: [] })
  const readEnded = async ({ edge }: typeof near) => {
    const { body: metrics } = await visit(edge.operationsPort ?? 0, { path: '/metrics' })
    return metrics.split('\n').filter((line) => /^culvert_edge_hops_ended_for_memory_total\{.* [1-9]/.test(line))
  }
  return {
    agent,
    /** The lines of the metric for requests that were ended, at either edge. */
    countEnded: async () => [await readEnded(near), await readEnded(far)],
    greedy: await connectH2(visitor, { initialWindowSize: 0 }),
    /** Ends an answer that began before, and resolves with it. */
    endModest: async () => {
      stream.write(Buffer.from('whole'))
      stream.end()
      return await modest
    },
  }
}

/** Resolves in the turn of the event loop in which the condition holds. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}

describe('edges that carry requests one hop', () => {
  const whole = { status: 200, body: 'whole', isComplete: true }

  it('end one of those for which most waits at the edge of the visitor, and no session', async () => {
    const { agent, greedy, endModest, countEnded } = await startEdges('1', '64')
    const streams = []
    for (let count = 0; count < 8; count += 1) {
      askH2(greedy).on('error', () => {})
      const asked = await agent.nextStream()
      asked.stream.sendHead({ status: 200, reason: 'OK', fields: [] })
      asked.stream.write(Buffer.alloc(windowBytes))
      streams.push(asked)
    }
    expect(await Promise.race(streams.map(({ reset }) => reset))).toBe('CANCELLED')
    expect(await endModest()).toMatchObject(whole)
    expect(await countEnded()).toEqual([[expect.stringContaining('"sent"')], []])
  })

  it('end one of those whose complete answer waits at the edge of the agent, and no session', async () => {
    const { agent, greedy, endModest, countEnded } = await startEdges('64', '1')
    const { promise: end, resolve } = Promise.withResolvers<'ended'>()
    for (;;) {
      askH2(greedy).on('error', () => resolve('ended'))
      const asked = await Promise.race([end, agent.nextStream()])
      if (asked === 'ended') break
      asked.stream.sendHead({ status: 200, reason: 'OK', fields: [] })
      // More than the other edge takes, and within what the agent may send by then: credit is returned by halves.
      asked.stream.write(Buffer.alloc(1.5 * windowBytes))
      asked.stream.end()
      // One after the other, so that the session of the agent itself keeps little.
      await Promise.race([end, until(() => asked.stream.bytesSent === 1.5 * windowBytes)])
    }
    expect(await endModest()).toMatchObject(whole)
    expect(await countEnded()).toEqual([[], [expect.stringContaining('"received"')]])
  })
})
