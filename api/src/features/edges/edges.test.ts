import { describe, expect, it, vi } from 'vitest'
import { SignJWT } from 'jose'
import type { ReportTunnelsInput } from '../../generated/schema.ts'
import { addMs } from '../../ground/clock.ts'
import type { Events, Topic } from '../../platform/events/events.ts'
import { describeApi, type TestApi } from '../../testing/api.ts'
import {
  AgentChangedDocument,
  AgentsDocument,
  DeleteGatewayDocument,
  GatewayChangedDocument,
  ReportAgentDocument,
  ReportAgentHealthDocument,
  ReportTunnelsDocument,
  ReservedHostnamesDocument,
  StopAgentDocument,
  TunnelEndedDocument,
} from '../../testing/generated/documents.ts'
import type { Member } from '../../testing/seed.ts'
import { loseSilentAgents } from '../agents/tunnels.ts'
import { createRounds } from '../jobs.ts'
import { checkEdgeSilence, deleteForgottenEdges } from './service.ts'

/** How an edge describes itself. */
const describeEdge = (name: string) =>
  ({ name, agentUrl: `http://${name}.test`, capacity: 50, tunnelCount: 1, version: '1.0.0', state: 'SERVING' }) as const

const nothing = { complete: false, connected: [], disconnected: [] }

describeApi('edges', (api) => {
  let edges = 0
  /** An edge that has just started. */
  const newEdge = async () => {
    edges += 1
    const edgeId = `edge-${edges}`
    const client = api.edge()
    const ask = async (change: Partial<ReportTunnelsInput>) =>
      (await api.edge().run(ReportTunnelsDocument, { input: { edgeId, ...nothing, ...change } })).reportTunnels
    const report = async (change: Partial<ReportTunnelsInput>) => (await ask(change)).ended
    return { client, edgeId, ask, report }
  }
  /** Loses the events of a topic that are published while something is done. */
  const loseEvent = async (topic: Topic, work: () => Promise<unknown>) => {
    // It is the one object, of which features see only a part.
    const events = api.app.events as Events
    const publish = events.publish.bind(events)
    const lost = vi.spyOn(events, 'publish').mockImplementation((published, ...rest) => {
      if (published !== topic) publish(published, ...rest)
    })
    await work()
    expect(lost).toHaveBeenCalledWith(topic, expect.anything(), expect.anything())
    lost.mockRestore()
  }

  /** Expects an edge to count an agent's time since it was lost: at least so many seconds, and since no earlier instant. */
  const checkCounted = (
    { countedSince }: Awaited<ReturnType<Awaited<ReturnType<typeof newEdge>>['ask']>>,
    agentId: string,
    { from, before }: { from: number; before: Date },
  ) => {
    expect(countedSince).toEqual([{ agentId, seconds: expect.any(Number) }])
    expect(countedSince[0]?.seconds).toBeGreaterThanOrEqual(from)
    expect(countedSince[0]?.seconds).toBeLessThanOrEqual((api.clock.now().getTime() - before.getTime()) / 1_000)
  }

  describe('reservedHostnames', () => {
    it('returns those that belong to a live gateway', async () => {
      const ada = await api.seed.owner('Ada')
      const [live, deleted] = [await ada.gateway('live'), await ada.gateway('deleted')]
      await ada.client.run(DeleteGatewayDocument, { input: { id: deleted.id } })
      const hostnames = [live.subdomain, deleted.subdomain, 'nobody.culvert.localhost']
      const { client } = await newEdge()
      expect(await client.run(ReservedHostnamesDocument, { hostnames })).toEqual({
        reservedHostnames: [live.subdomain],
      })
      expect(await client.run(ReservedHostnamesDocument, { hostnames: [] })).toEqual({ reservedHostnames: [] })
    })

    it('refuses more than 200 hostnames at once', async () => {
      const { client } = await newEdge()
      const hostnames = Array.from({ length: 201 }, (_, index) => `${index}.test`)
      await expect(client.run(ReservedHostnamesDocument, { hostnames })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        field: 'hostnames',
      })
    })
  })

  describe('reportAgentHealth', () => {
    it('publishes the health of an agent, with the last failure of its app and how to fix it', async () => {
      const ada = await api.seed.owner('Ada')
      const { id, health } = await ada.agent()
      expect(health).toBe('inactive')
      const edge = await newEdge()
      const agents = await ada.client.subscribe(AgentChangedDocument, { accountId: ada.accountId })
      await edge.report({ connected: [id] })
      expect((await agents.next()).agentChanged).toMatchObject({ health: 'healthy', roundTripMs: null })

      const lastFailure = {
        requestId: 'request-1',
        code: 'CULVERT_APP_REFUSED',
        detail: 'nothing listens on http://localhost:3000',
        occurredAt: api.clock.now(),
      }
      const tell = async (failing: boolean, roundTripMs: number) => {
        const input = { agents: [{ agentId: id, roundTripMs, failing, lastFailure }] }
        return (await edge.client.run(ReportAgentHealthDocument, { input })).reportAgentHealth.agentCount
      }
      expect(await tell(true, 12.5)).toBe(1)
      expect((await agents.next()).agentChanged).toMatchObject({
        health: 'degraded',
        roundTripMs: 12.5,
        lastFailure: {
          requestId: 'request-1',
          code: 'CULVERT_APP_REFUSED',
          detail: 'nothing listens on http://localhost:3000',
          fix: 'Start your app, or start the agent again with the right port.',
        },
      })
      await tell(false, 12.5)
      expect((await agents.next()).agentChanged).toMatchObject({
        health: 'healthy',
        lastFailure: { code: lastFailure.code },
      })
      await tell(false, 1_500)
      expect((await agents.next()).agentChanged).toMatchObject({ health: 'degraded' })
      // A repeated report is not an event.
      expect(await tell(false, 1_500)).toBe(1)
      await edge.report({ disconnected: [id] })
      expect((await agents.next()).agentChanged).toMatchObject({ health: 'down', roundTripMs: null })
      await ada.client.run(StopAgentDocument, { input: { id } })
      expect((await agents.next()).agentChanged).toMatchObject({ health: 'inactive' })
      expect(await tell(true, 1)).toBe(0)
      await agents.close()
    })

    it('refuses more than 1,000 agents at once', async () => {
      const { client } = await newEdge()
      const agents = Array.from({ length: 1_001 }, (_, index) => ({
        agentId: `agent-${index}`,
        roundTripMs: 1,
        failing: false,
      }))
      await expect(client.run(ReportAgentHealthDocument, { input: { agents } })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        field: 'agents',
      })
    })
  })

  describe('reportTunnels', () => {
    it("flips the dashboard's agent and gateway to connected, and back", async () => {
      const ada = await api.seed.owner('Ada')
      const gateway = await ada.gateway('demo')
      const { id } = await ada.agent('demo')
      const edge = await newEdge()
      const agents = await ada.client.subscribe(AgentChangedDocument, { accountId: ada.accountId })
      const gateways = await ada.client.subscribe(GatewayChangedDocument, { accountId: ada.accountId })

      expect(await edge.report({ connected: [id] })).toEqual([])
      expect((await agents.next()).agentChanged).toMatchObject({ id, connected: true, lostAt: null })
      expect((await gateways.next()).gatewayChanged).toMatchObject({ id: gateway.id, tunnelBinding: id })
      expect(await edge.report({ disconnected: [id] })).toEqual([])
      const lostAt: unknown = expect.stringMatching(/^20\d\d-/)
      expect((await agents.next()).agentChanged).toMatchObject({ id, connected: false, status: 'active', lostAt })
      expect((await gateways.next()).gatewayChanged).toMatchObject({ tunnelBinding: id, agentLostAt: lostAt })

      await edge.report({ connected: [id] })
      expect((await agents.next()).agentChanged).toMatchObject({ connected: true, lostAt: null })
      expect((await gateways.next()).gatewayChanged).toMatchObject({ tunnelBinding: id, agentLostAt: null })
      await edge.report({ disconnected: [id] })
      await ada.client.run(StopAgentDocument, { input: { id } })
      expect(await findAgent(ada, id)).toMatchObject({ status: 'inactive', lostAt: null })
      await agents.close()
      await gateways.close()
    })

    it('ends a stopped agent at whichever edge reports it, even if the event was lost', async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxConcurrentAgents: -1 })
      await ada.gateway('demo')
      const [one, two, three] = [await ada.agent('demo'), await ada.agent(), await ada.agent()]
      const [here, there] = [await newEdge(), await newEdge()]
      await here.report({ connected: [one.id, two.id] })
      const events = await here.client.subscribe(TunnelEndedDocument, {})
      await loseEvent('tunnelEnded', () => ada.client.run(StopAgentDocument, { input: { id: two.id } }))
      await ada.client.run(StopAgentDocument, { input: { id: three.id } })
      // The event before it was lost.
      expect((await events.next()).tunnelEnded).toMatchObject({ agentId: three.id })
      await events.close()
      const stopped = { agentId: two.id, reason: 'STOPPED' }
      expect(await here.report({ complete: true, held: [one.id, two.id] })).toEqual([stopped])
      expect(await there.report({ connected: [two.id] })).toEqual([stopped])
      expect(await findAgent(ada, one.id)).toMatchObject({ connected: true })
    })

    it('counts an agent as connected while any edge holds a session of it, whichever was first', async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxConcurrentAgents: -1 })
      for (const isFirstLost of [true, false]) {
        const { id } = await ada.agent()
        const [first, second] = [await newEdge(), await newEdge()]
        expect(await first.report({ connected: [id] })).toEqual([])
        expect(await second.report({ connected: [id] })).toEqual([])
        expect(await first.report({ complete: true, held: [id] })).toEqual([])
        expect(await second.report({ complete: true, held: [id] })).toEqual([])
        const [lost, left] = isFirstLost ? [first, second] : [second, first]
        await lost.report({ disconnected: [id] })
        await lost.report({ complete: true })
        await lost.report({ disconnected: [id] })
        expect(await findAgent(ada, id)).toMatchObject({ connected: true, lostAt: null, health: 'healthy' })
        await left.report({ complete: true })
        const lostAt: unknown = expect.stringMatching(/^20\d\d-/)
        expect(await findAgent(ada, id)).toMatchObject({ connected: false, lostAt, health: 'down' })
        await lost.report({ complete: true, connected: [id] })
        expect(await findAgent(ada, id)).toMatchObject({ connected: true, lostAt: null })
      }
    })

    it('has the edge that has held an agent longest count its time, and the next once that one has lost it', async () => {
      const ada = await api.seed.owner('Ada')
      const { id } = await ada.agent()
      const [first, second, third] = [await newEdge(), await newEdge(), await newEdge()]
      expect(await first.ask({ connected: [id] })).toMatchObject({ countedElsewhere: [] })
      api.clock.advance(1_000)
      expect(await second.ask({ connected: [id] })).toMatchObject({ countedElsewhere: [id] })
      expect(await third.ask({ connected: [id] })).toMatchObject({ countedElsewhere: [id] })
      expect(await first.ask({ complete: true, held: [id] })).toMatchObject({ countedElsewhere: [] })
      await first.report({ disconnected: [id] })
      const answers = [
        await second.ask({ complete: true, held: [id] }),
        await third.ask({ complete: true, held: [id] }),
      ]
      expect(answers.map(({ countedElsewhere }) => countedElsewhere)).toEqual([[], [id]])
    })

    it('has the next edge that counts add the time since the previous one lost the agent', async () => {
      const ada = await api.seed.owner('Ada')
      const { id } = await ada.agent()
      const [first, second, third] = [await newEdge(), await newEdge(), await newEdge()]
      for (const edge of [first, second, third]) {
        expect(await edge.ask({ connected: [id] })).toMatchObject({ countedSince: [] })
        api.clock.advance(1_000)
      }
      const before = api.clock.now()
      await first.report({ disconnected: [id] })
      api.clock.advance(20_000)
      const held = { complete: true, held: [id] }
      checkCounted(await second.ask(held), id, { from: 20, before })
      expect(await third.ask(held)).toMatchObject({ countedElsewhere: [id], countedSince: [] })
      // An edge that did not count leaves no time to count.
      await third.report({ disconnected: [id] })
      api.clock.advance(1_000)
      checkCounted(await second.ask(held), id, { from: 21, before })
    })

    it('assumes that an edge that fell silent counted until its next report was due', async () => {
      const ada = await api.seed.owner('Ada')
      const { id } = await ada.agent()
      const [first, second] = [await newEdge(), await newEdge()]
      const before = api.clock.now()
      await first.report({ connected: [id] })
      api.clock.advance(1_000)
      await second.report({ connected: [id] })
      api.clock.advance(25_000)
      const held = { complete: true, held: [id] }
      await second.ask(held)
      await checkEdgeSilence(api.app)
      api.clock.advance(4_000)
      const answer = await second.ask(held)
      expect(answer.countedElsewhere).toEqual([])
      // Silent for 30 s, of which 2 still count for the silent edge.
      checkCounted(answer, id, { from: 28, before: addMs(before, 2_000) })
    })

    it('has a draining edge release an agent once an edge that stays has taken it', async () => {
      const ada = await api.seed.owner('Ada')
      const { id } = await ada.agent()
      const [former, leaving, staying] = [await newEdge(), await newEdge(), await newEdge()]
      await former.report({ connected: [id], edge: describeEdge('former') })
      await staying.report({ edge: describeEdge('staying') })
      const goes = { state: 'DRAINING' } as const
      // Two edges that leave at the same time do not release an agent in favour of each other.
      await leaving.report({ connected: [id], edge: { ...describeEdge('leaving'), ...goes } })
      const ask = () => former.ask({ complete: true, held: [id], edge: { ...describeEdge('former'), ...goes } })
      expect(await ask()).toMatchObject({ ended: [], isDrained: true })
      await staying.report({ connected: [id], edge: describeEdge('staying') })
      expect(await ask()).toMatchObject({ ended: [{ agentId: id, reason: 'MOVED' }] })
      await former.report({ disconnected: [id], edge: { ...describeEdge('former'), ...goes } })
      expect(await findAgent(ada, id)).toMatchObject({ connected: true })
      for (const [edge, name] of [
        [former, 'former'],
        [leaving, 'leaving'],
        [staying, 'staying'],
      ] as const) {
        await edge.report({ edge: { ...describeEdge(name), state: 'STOPPED' } })
      }
    })

    it('accepts a complete report in pages, each covering every agent between its bounds', async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxConcurrentAgents: -1 })
      const ids = [
        (await ada.agent()).id,
        (await ada.agent()).id,
        (await ada.agent()).id,
        (await ada.agent()).id,
      ].toSorted()
      const [one = '', two = '', three = '', four = ''] = ids
      const edge = await newEdge()
      await edge.report({ connected: ids })
      await edge.report({ complete: true, upTo: two, held: [two] })
      const connected = async () =>
        (await Promise.all(ids.map((id) => findAgent(ada, id)))).map((agent) => agent?.connected)
      expect(await connected()).toEqual([false, true, true, true])
      await edge.report({ complete: true, after: two, held: [four] })
      expect(await connected()).toEqual([false, true, false, true])
      await edge.report({ connected: [one, three] })
      expect(await connected()).toEqual([true, true, true, true])
    })

    it('disconnects the agents that a complete report omits, at that edge only', async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxConcurrentAgents: -1 })
      const [one, two, three] = [await ada.agent(), await ada.agent(), await ada.agent()]
      const [here, there] = [await newEdge(), await newEdge()]
      await here.report({ connected: [one.id, two.id] })
      await there.report({ connected: [three.id] })

      await here.report({ complete: true, connected: [two.id] })
      expect(await findAgent(ada, one.id)).toMatchObject({ connected: false })
      expect(await findAgent(ada, two.id)).toMatchObject({ connected: true })
      expect(await findAgent(ada, three.id)).toMatchObject({ connected: true })
      await here.report({ complete: true })
      expect(await findAgent(ada, two.id)).toMatchObject({ connected: false })
    })

    it('frees the gateway of an agent whose tunnel came and went between two reports', async () => {
      const ada = await api.seed.owner('Ada')
      await ada.gateway('demo')
      const { id } = await ada.agent('demo')
      await (await newEdge()).report({ disconnected: [id] })
      expect(await ada.agent('demo')).toMatchObject({ status: 'active' })
    })

    it('answers with the tunnels that must end, and why', async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxConcurrentAgents: -1 })
      const gateway = await ada.gateway('demo')
      const token = await ada.authToken()
      const [running, stopped, onGateway] = [await ada.agent(), await ada.agent(), await ada.agent('demo')]
      await ada.client.run(StopAgentDocument, { input: { id: stopped.id } })
      await ada.client.run(DeleteGatewayDocument, { input: { id: gateway.id } })
      const edge = await newEdge()
      const connected = [running.id, stopped.id, onGateway.id, token.id]
      expect(await edge.report({ complete: true, connected })).toEqual([
        { agentId: stopped.id, reason: 'STOPPED' },
        { agentId: onGateway.id, reason: 'GATEWAY_DELETED' },
        { agentId: token.id, reason: 'UNKNOWN' },
      ])
    })

    it('brings back an agent that was lost, unless its hostname was taken', async () => {
      const ada = await api.seed.owner('Ada')
      await ada.gateway('demo')
      const [random, ghost] = [await ada.agent(), await ada.agent('demo')]
      api.clock.advance(46_000)
      await loseSilentAgents(api.app)
      await ada.agent('demo')

      const ended = await (await newEdge()).report({ connected: [random.id, ghost.id] })
      expect(ended).toEqual([{ agentId: ghost.id, reason: 'REPLACED' }])
      expect(await findAgent(ada, random.id)).toMatchObject({ status: 'active', connected: true, stoppedAt: null })
      expect(await findAgent(ada, ghost.id)).toMatchObject({ status: 'error', connected: false })
    })

    it('ends the tunnel of a lost agent whose place in the plan was taken, and says so, until there is room', async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxConcurrentAgents: 1 })
      const lost = await ada.agent()
      api.clock.advance(46_000)
      await loseSilentAgents(api.app)
      const other = await ada.agent()
      const edge = await newEdge()
      expect(await edge.report({ connected: [lost.id] })).toEqual([{ agentId: lost.id, reason: 'PLAN_LIMIT_REACHED' }])
      await ada.client.run(StopAgentDocument, { input: { id: other.id } })
      expect(await edge.report({ connected: [lost.id] })).toEqual([])
    })

    it('refuses an invalid edge id', async () => {
      const client = api.edge()
      const input = { ...nothing, edgeId: 'not an id' }
      await expect(client.run(ReportTunnelsDocument, { input })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        field: 'edgeId',
      })
    })
  })

  describe('the silence of an edge', () => {
    it('is noticed within 30 s: its agents count as disconnected until it reports them again', async () => {
      const ada = await api.seed.owner('Ada')
      const gateway = await ada.gateway('demo')
      const { id } = await ada.agent('demo')
      const edge = await newEdge()
      await edge.report({ connected: [id] })
      const gateways = await ada.client.subscribe(GatewayChangedDocument, { accountId: ada.accountId })
      // Its agent keeps reporting counters, which does not count as a tunnel.
      const { everyMs = Infinity } = createRounds(api.app).find(({ name }) => name === 'edges.checkSilence') ?? {}
      api.clock.advance(30_000 - everyMs - 1_000)
      await ada.client.run(ReportAgentDocument, { input: { agentId: id, requestCount: 1, dataIn: 1, dataOut: 1 } })
      await checkEdgeSilence(api.app)
      const lostAt = expect.stringMatching(/^20\d\d-/)
      expect(await findAgent(ada, id)).toMatchObject({ status: 'active', connected: false, lostAt })
      expect((await gateways.next()).gatewayChanged).toMatchObject({ id: gateway.id, agentLostAt: lostAt })
      expect(await edge.report({ complete: true, held: [id] })).toEqual([])
      expect(await findAgent(ada, id)).toMatchObject({ connected: true, lostAt: null })
      expect((await gateways.next()).gatewayChanged).toMatchObject({ agentLostAt: null })
      await gateways.close()
    })

    it('is noticed within 50 s even after the clock was set back an hour', async () => {
      const ada = await api.seed.owner('Ada')
      await ada.gateway('demo')
      const { id } = await ada.agent('demo')
      await (await newEdge()).report({ connected: [id] })
      const living = await newEdge()
      api.clock.advance(-3_600_000)
      for (let round = 0; round < 2; round += 1) {
        await checkEdgeSilence(api.app)
        await living.report({})
        api.clock.advance(25_100)
      }
      await checkEdgeSilence(api.app)
      await expect(ada.agent('demo')).resolves.toMatchObject({ id: expect.not.stringMatching(id) })
    })

    it('disconnects no agent during four failed reports and the pauses between them (24 s)', async () => {
      const ada = await api.seed.owner('Ada')
      const { id } = await ada.agent()
      await (await newEdge()).report({ connected: [id] })
      api.clock.advance(6_000 + 1_000 + 2_000 + 5_000 + 10_000)
      await checkEdgeSilence(api.app)
      expect(await findAgent(ada, id)).toMatchObject({ connected: true })
    })
  })

  describe('tunnelEnded', () => {
    it('reaches every edge', async () => {
      const ada = await api.seed.owner('Ada')
      const { id } = await ada.agent()
      const first = await api.edge().subscribe(TunnelEndedDocument, {})
      const second = await api.edge().subscribe(TunnelEndedDocument, {})
      await ada.client.run(StopAgentDocument, { input: { id } })
      const ended = { tunnelEnded: { agentId: id, reason: 'STOPPED' } }
      expect(await first.next()).toEqual(ended)
      expect(await second.next()).toEqual(ended)
      await first.close()
      await second.close()
    })

    it('refuses a user with FORBIDDEN', async () => {
      const ada = await api.seed.owner('Ada')
      const subscription = await ada.client.subscribe(TunnelEndedDocument, {})
      expect(await subscription.ended).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
    })
  })

  describe('a service token', () => {
    const input = { ...nothing, edgeId: 'edge-x' }
    const right = 'the edge secret of the api tests, long enough'

    it.each([
      ['service+jwt', 'culvert:control', 'another secret, long enough to be one!', 0],
      ['service+jwt', 'culvert:api', right, 0],
      ['service+jwt', 'culvert:control', right, 100],
      ['access+jwt', 'culvert:control', right, 0],
    ])('is refused with typ %s, aud %s, secret "%s" and an age of %s seconds', async (typ, audience, secret, age) => {
      const client = api.client(`Bearer ${await signService(api, { typ, audience, secret, age })}`)
      await expect(client.run(ReportTunnelsDocument, { input })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    })

    it('is required: signed-in users and anonymous clients are refused', async () => {
      const ada = await api.seed.owner('Ada')
      await expect(ada.client.run(ReportTunnelsDocument, { input })).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(api.client().run(ReportTunnelsDocument, { input })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    })

    it('gives no access to the agents of an account', async () => {
      const ada = await api.seed.owner('Ada')
      const edge = api.edge()
      await expect(edge.run(AgentsDocument, { accountId: ada.accountId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    })
  })

  it('are deleted once they have been gone for a day', async () => {
    const { edgeId, report } = await newEdge()
    await report({})
    const isKnown = async () =>
      (await api.app.db.selectFrom('edges').select('id').where('id', '=', edgeId).execute()).length === 1
    api.clock.advance(23 * 60 * 60_000)
    await deleteForgottenEdges(api.app)
    expect(await isKnown()).toBe(true)
    api.clock.advance(2 * 60 * 60_000)
    await deleteForgottenEdges(api.app)
    expect(await isKnown()).toBe(false)
  })
})

async function findAgent(ada: Member, id: string) {
  const { account } = await ada.client.run(AgentsDocument, { accountId: ada.accountId })
  return account.agents.nodes.find((agent) => agent.id === id)
}

function signService(api: TestApi, token: { typ: string; audience: string; secret: string; age: number }) {
  const issuedAt = new Date(api.clock.now().getTime() - token.age * 1_000)
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256', typ: token.typ })
    .setAudience(token.audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(new Date(issuedAt.getTime() + 60_000))
    .sign(new TextEncoder().encode(token.secret))
}
