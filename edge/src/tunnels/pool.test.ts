import { afterEach, describe, expect, it, vi } from 'vitest'
import { poolMax } from '@culvert/schema/tokens'
import type { TicketClaims } from '@culvert/schema/tokens'
import { startFakeApi } from '../testing/fake-api.ts'
import { closeAll, Queue } from '../testing/queue.ts'
import { startRedis } from '../testing/redis.ts'
import { dialEdge } from '../testing/test-agent.ts'
import type { AgentStream, TestAgent } from '../testing/test-agent.ts'
import { startSiblingEdge, startTestEdge } from '../testing/test-edge.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'

afterEach(async () => {
  vi.useRealTimers()
  await closeAll()
})

type TestEdge = Awaited<ReturnType<typeof startTestEdge>>

const join = (edge: TestEdge, sub: string, claims: Partial<TicketClaims> = {}): Promise<TestAgent> =>
  edge.connectAgent({ sub, pool: true, ...claims })

/** Joins an agent that answers with its name. */
async function serve(edge: TestEdge, name: string): Promise<TestAgent> {
  const agent = await join(edge, name)
  agent.serve((stream) => stream.respond(200, [], name))
  return agent
}

/** Starts an edge with agents of a pool, each of which answers with its name. */
async function startPool(names: readonly string[], options: Parameters<typeof startTestEdge>[0] = {}) {
  const edge = await startTestEdge(options)
  const agents: TestAgent[] = []
  for (const name of names) {
    agents.push(await serve(edge, name))
  }
  return { ...edge, agents }
}

/** Starts two edges of one installation. */
async function startTwo() {
  const api = await startFakeApi()
  const redis = await startRedis()
  const [a, b] = [await startSiblingEdge(redis, { api }), await startSiblingEdge(redis, { api })]
  return { redis, a, b }
}

/** Opens requests until each has reached an agent, and returns the agents that they reached. */
async function visitAtOnce(port: number, agents: readonly TestAgent[], count: number) {
  const came = new Queue<{ index: number; stream: AgentStream }>()
  for (const [index, agent] of agents.entries()) agent.serve((stream) => came.push({ index, stream }))
  const answers = Array.from({ length: count }, () => visit(port))
  const streams: { index: number; stream: AgentStream }[] = []
  for (let arrived = 0; arrived < count; arrived += 1) streams.push(await came.next())
  const perAgent = agents.map((_, index) => streams.filter((stream) => stream.index === index).length)
  return { perAgent, streams, answers }
}

const refuse = (stream: AgentStream) => stream.stream.reset('REFUSED', 'nothing listens')

describe('a pool of agents', () => {
  it('distributes requests evenly while its agents are equally busy', async () => {
    const { port, agents } = await startPool(['a', 'b', 'c'])
    const { perAgent, streams, answers } = await visitAtOnce(port, agents, 12)
    expect(perAgent).toEqual([4, 4, 4])
    for (const { stream } of streams) stream.respond(200)
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(12).fill(200))
  })

  it('gives requests to each agent in turn while none is open', async () => {
    const { port } = await startPool(['a', 'b', 'c'])
    const bodies: string[] = []
    for (let count = 0; count < 6; count += 1) bodies.push((await visit(port)).body)
    expect(bodies.toSorted()).toEqual(['a', 'a', 'b', 'b', 'c', 'c'])
  })

  it('sends requests to fast apps while a slow one has requests open, including WebSockets', async () => {
    const { port, agents } = await startPool(['slow', 'fast'])
    const [slow] = agents
    const opened = Promise.withResolvers<AgentStream>()
    slow?.serve((stream) => {
      stream.stream.sendHead({ status: 101, reason: 'Switching Protocols', fields: [['Upgrade', 'x']] })
      opened.resolve(stream)
    })
    const visitor = dialRaw(port)
    for (;;) {
      visitor.socket.write('GET / HTTP/1.1\r\nHost: demo.test\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')
      const head = await visitor.readUntil('\r\n\r\n')
      if (head.includes('101')) break
      await visitor.readUntil('fast')
    }
    await opened.promise
    for (let count = 0; count < 5; count += 1) expect(await visit(port)).toMatchObject({ body: 'fast' })
  })

  it('loses the hostname to a newer agent that serves alone, and takes it from one', async () => {
    const edge = await startPool(['a', 'b'])
    const alone = await edge.connectAgent({ sub: 'alone' })
    alone.serve((stream) => stream.respond(200, [], 'alone'))
    for (const agent of edge.agents) expect(await agent.dismissed).toMatchObject({ code: 'REPLACED' })
    expect(await visit(edge.port)).toMatchObject({ body: 'alone' })
    const fellow = await join(edge, 'fellow')
    fellow.serve((stream) => stream.respond(200, [], 'fellow'))
    expect(await alone.dismissed).toMatchObject({ code: 'REPLACED' })
    expect(await visit(edge.port)).toMatchObject({ body: 'fellow' })
  })

  it('counts a request only once if it moves from one agent to another', async () => {
    const { port, api, agents } = await startPool(['a', 'b'], { timing: { usageMs: 20 } })
    agents[0]?.serve(refuse)
    for (let count = 0; count < 4; count += 1) await visit(port)
    let counted = 0
    while (counted < 4) for (const { requests } of (await api.usageReports.next()).rows) counted += requests
    expect(counted).toBe(4)
  })
})

describe('admission to a pool', () => {
  it.each<[string, Partial<TicketClaims>]>([
    ['another account', { accountId: 'account-2' }],
    ['another gateway', { gatewayId: 'gateway-2' }],
  ])('keeps out an older agent of %s, and shares nothing with a newer one', async (_, claims) => {
    const { port, api, agents } = await startPool(['a', 'b'])
    const nowSeconds = Math.floor(Date.now() / 1_000)
    const older = await api.issueTicket({ sub: 'x', pool: true, ...claims }, { issuedAt: nowSeconds - 60 })
    expect(await (await dialEdge(port, { ticket: older })).dismissed).toMatchObject({ code: 'REPLACED' })
    expect((await visit(port)).body).toMatch(/^[ab]$/)
    // The API has given the hostname to it since.
    const newer = await dialEdge(port, { ticket: await api.issueTicket({ sub: 'y', pool: true, ...claims }) })
    newer.serve((stream) => stream.respond(200, [], 'y'))
    for (const agent of agents) expect(await agent.dismissed).toMatchObject({ code: 'REPLACED' })
    for (let count = 0; count < 3; count += 1) expect(await visit(port)).toMatchObject({ body: 'y' })
  })

  it('keeps out an agent that the API has ended, even if its ticket is still valid', async () => {
    const { port, api, agents } = await startPool(['a', 'b'])
    const ticket = await api.issueTicket({ sub: 'a', pool: true })
    api.endTunnel('a', 'STOPPED')
    expect(await agents[0]?.dismissed).toMatchObject({ code: 'STOPPED' })
    expect(await (await dialEdge(port, { ticket })).dismissed).toMatchObject({ code: 'STOPPED' })
    for (let count = 0; count < 3; count += 1) expect(await visit(port)).toMatchObject({ body: 'b' })
  })

  it(`is limited to ${poolMax} agents: one more replaces one that is away, or the oldest`, async () => {
    const edge = await startPool(Array.from({ length: poolMax }, (_, index) => `agent-${index}`))
    edge.agents[5]?.socket.destroy()
    await expect.poll(() => edge.agents[5]?.session.isOpen).toBe(false)
    await join(edge, 'one-more')
    await join(edge, 'two-more')
    expect(await edge.agents[0]?.dismissed).toMatchObject({ code: 'REPLACED' })
  })
})

describe('an agent with an app that fails', () => {
  it('gets no more requests, and those that its app never saw go to another agent', async () => {
    const { port, agents } = await startPool(['a', 'b'])
    let refused = 0
    agents[0]?.serve((stream) => {
      refused += 1
      refuse(stream)
    })
    for (let count = 0; count < 10; count += 1) expect(await visit(port)).toMatchObject({ status: 200, body: 'b' })
    expect(refused).toBe(1)
  })

  it('passes a GET on to another agent if its app closes the connection, but not a POST with a body', async () => {
    const { port, agents } = await startPool(['a', 'b'])
    const seen: string[] = []
    for (const agent of agents) {
      agent.serve((stream) => {
        seen.push(stream.head.method)
        if (stream.head.method === 'POST' || seen.length === 1) stream.stream.reset('ORIGIN_CLOSED', 'it crashed')
        else stream.respond(200)
      })
    }
    expect(await visit(port)).toMatchObject({ status: 200 })
    const posted = await visit(port, { method: 'POST', body: 'order' })
    expect(posted).toMatchObject({ status: 502, headers: { 'x-culvert-error': 'CULVERT_APP_CLOSED' } })
    expect(seen).toEqual(['GET', 'GET', 'POST'])
  })

  it('passes on a POST if none of its body was sent yet, with its whole body', async () => {
    const { port, agents } = await startPool(['a', 'b'])
    const refused = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<AgentStream>()
    let first: TestAgent | undefined
    for (const agent of agents) {
      agent.serve((stream) => {
        first ??= agent
        if (agent !== first) {
          answered.resolve(stream)
          return
        }
        refuse(stream)
        refused.resolve()
      })
    }
    const visitor = dialRaw(port, 'POST / HTTP/1.1\r\nHost: demo.test\r\nContent-Length: 5\r\n\r\n')
    await refused.promise
    const stream = await answered.promise
    visitor.socket.write('order')
    expect(String(await stream.chunks.next())).toBe('order')
    await stream.ended
    stream.respond(204)
    expect(await visitor.readUntil('\r\n\r\n')).toMatch(/^HTTP\/1\.1 204/)
  })

  it('is tried again every 5 s by a repeatable request, and after 60 s by any other, until its app answers', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { port, agents } = await startPool(['a', 'b'])
    let refused = 0
    agents[0]?.serve((stream) => {
      refused += 1
      refuse(stream)
    })
    const visitTwice = async (method = 'GET') => {
      for (let count = 0; count < 2; count += 1) expect(await visit(port, { method })).toMatchObject({ body: 'b' })
    }
    await visitTwice()
    expect(refused).toBe(1)
    vi.advanceTimersByTime(4_999)
    await visitTwice()
    expect(refused).toBe(1)
    vi.advanceTimersByTime(1)
    await visitTwice()
    expect(refused).toBe(2)
    vi.advanceTimersByTime(59_999)
    await visitTwice('POST')
    expect(refused).toBe(2)
    agents[0]?.serve((stream) => stream.respond(200, [], 'a'))
    vi.advanceTimersByTime(1)
    expect(await visit(port, { method: 'POST' })).toMatchObject({ body: 'a' })
    expect([await visit(port), await visit(port)].map(({ body }) => body).toSorted()).toEqual(['a', 'b'])
  })

  it('yields the error page of its failure once no app answers, and is still asked', async () => {
    const { port, agents } = await startPool(['a', 'b'])
    let asked = 0
    for (const agent of agents) {
      agent.serve((stream) => {
        asked += 1
        refuse(stream)
      })
    }
    const page = { status: 502, headers: { 'x-culvert-error': 'CULVERT_APP_REFUSED' } }
    for (let count = 0; count < 3; count += 1) expect(await visit(port)).toMatchObject(page)
    expect(asked).toBe(6)
    agents[1]?.serve((stream) => stream.respond(200, [], 'b'))
    for (let count = 0; count < 3; count += 1) expect(await visit(port)).toMatchObject({ body: 'b' })
  })
})

describe('an agent that leaves or is lost', () => {
  it('finishes its open requests, and gets no more', async () => {
    const { port, agents } = await startPool(['a', 'b'])
    const { streams, answers } = await visitAtOnce(port, agents, 4)
    agents[1]?.serve((stream) => stream.respond(200, [], 'later'))
    agents[0]?.session.goAway({ code: 'SHUTDOWN', message: 'leaves', graceMs: 10_000 })
    for (let count = 0; count < 4; count += 1) expect(await visit(port)).toMatchObject({ body: 'later' })
    for (const { stream, index } of streams) stream.respond(200, [], String(index))
    const bodies = (await Promise.all(answers)).map(({ status, body }) => `${status} ${body}`)
    expect(bodies.toSorted()).toEqual(['200 0', '200 0', '200 1', '200 1'])
  })

  it.each(['here', 'at another edge'])(
    '%s has requests that it no longer accepted go to another, including POSTs with their bodies, each once',
    async (where) => {
      const { redis, a, b } = await startTwo()
      const edge = where === 'here' ? a : b
      const [leaving, staying] = [await join(edge, 'leaves'), await join(edge, 'stays')]
      await redis.awaitRoutes('demo.test', 1, 'stays')
      const came = new Queue<AgentStream>()
      staying.serve((stream) => came.push(stream))
      leaving.serve((stream) => stream.respond(500))
      // It has announced that it leaves before it reads what is sent to it meanwhile.
      leaving.socket.pause()
      const answers = Array.from({ length: 40 }, (_, count) => visit(a.port, { method: 'POST', body: `body ${count}` }))
      const streams: AgentStream[] = []
      while (streams.length < 20) streams.push(await came.next())
      leaving.session.goAway({ code: 'SHUTDOWN', message: 'leaves', graceMs: 10_000 })
      leaving.socket.resume()
      while (streams.length < 40) streams.push(await came.next())
      for (const stream of streams) {
        await stream.ended
        stream.respond(200, [], String(Buffer.concat(stream.chunks.unread)))
      }
      const bodies = (await Promise.all(answers)).map(({ status, body }) => `${status} ${body}`)
      expect(new Set(bodies)).toEqual(new Set(Array.from({ length: 40 }, (_, count) => `200 body ${count}`)))
    },
  )

  it('has its requests go to another agent immediately, instead of waiting for it', async () => {
    const { port, agents } = await startPool(['a', 'b'], { timing: { parkMs: 60_000 } })
    const { streams, answers } = await visitAtOnce(port, agents, 4)
    agents[1]?.serve((stream) => stream.respond(200, [], 'b'))
    agents[0]?.socket.destroy()
    for (const { stream, index } of streams) if (index === 1) stream.respond(200, [], 'b')
    expect((await Promise.all(answers)).map(({ body }) => body)).toEqual(['b', 'b', 'b', 'b'])
  })

  it.each([0, 30_000])(
    'leaves requests that wait for a whole pool to the first that comes, with sessions resumable for %d ms',
    async (resumeMs) => {
      const edge = await startPool(['a', 'b'], { timing: { parkMs: 60_000, resumeMs } })
      const { streams, answers } = await visitAtOnce(edge.port, edge.agents, 2)
      for (const agent of edge.agents) agent.socket.destroy()
      answers.push(visit(edge.port))
      const fellow = await join(edge, 'c')
      for (let count = 0; count < 3; count += 1) (await fellow.nextStream()).respond(200, [], 'c')
      expect((await Promise.all(answers)).map(({ body }) => body)).toEqual(['c', 'c', 'c'])
      expect(streams).toHaveLength(2)
    },
  )
})

describe('a pool at several edges', () => {
  it('distributes requests among all agents if none is local, and only among local ones otherwise', async () => {
    const { redis, a, b } = await startTwo()
    const agents = [await serve(b, 'b1'), await serve(b, 'b2')]
    await redis.awaitRoutes('demo.test', 1)
    const seen = new Set<string>()
    while (seen.size < 2) seen.add((await visit(a.port)).body)
    const { perAgent, streams } = await visitAtOnce(a.port, agents, 6)
    expect(perAgent).toEqual([3, 3])
    for (const { stream } of streams) stream.respond(200)
    await serve(a, 'a1')
    for (let count = 0; count < 4; count += 1) expect(await visit(a.port)).toMatchObject({ body: 'a1' })
  })

  it('sends requests on to another edge if the app of the local agent fails', async () => {
    const { redis, a, b } = await startTwo()
    const here = await serve(a, 'here')
    await serve(b, 'there')
    await redis.awaitRoutes('demo.test', 2)
    expect(await visit(a.port)).toMatchObject({ body: 'here' })
    here.serve(refuse)
    const bodies: string[] = []
    for (let count = 0; count < 4; count += 1) bodies.push((await visit(a.port)).body)
    expect(bodies.slice(1)).toEqual(['there', 'there', 'there'])
  })
})
