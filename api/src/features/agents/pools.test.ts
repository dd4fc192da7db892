import { poolMax } from '@culvert/schema/tokens'
import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { describeApi } from '../../testing/api.ts'
import {
  AgentsDocument,
  GatewaysDocument,
  RenewAgentTicketDocument,
  ReportTunnelsDocument,
  StartAgentDocument,
  StopAgentDocument,
  TunnelEndedDocument,
} from '../../testing/generated/documents.ts'
import type { Member } from '../../testing/seed.ts'
import { loseSilentAgents } from './tunnels.ts'

const forwardingTo = 'http://localhost:3000'

const start = async ({ client, accountId }: Member, pool: boolean, gateway: string | undefined = 'demo') => {
  const input = { accountId, gateway, forwardingTo, pool }
  return (await client.run(StartAgentDocument, { input })).startAgent
}
const startOne = async (member: Member, pool: boolean) => (await start(member, pool)).agent

const listActive = async ({ client, accountId }: Member) =>
  (await client.run(AgentsDocument, { accountId, status: ['active'], pageSize: 100 })).account.agents.nodes

const findGateway = async ({ client, accountId }: Member) =>
  (await client.run(GatewaysDocument, { accountId })).account.gateways[0]

describeApi('pools of agents', (api) => {
  /** Reports as an edge that has these tunnels, or has just lost them. */
  const edgeSays = async (report: { connected?: string[]; disconnected?: string[] }) => {
    const input = { edgeId: 'edge-1', complete: false, connected: [], disconnected: [], ...report }
    await api.edge().run(ReportTunnelsDocument, { input })
  }

  const owner = async (maxConcurrentAgents = -1) => {
    const ada = await (await api.seed.owner('Ada')).withLimits({ maxConcurrentAgents })
    await ada.gateway('demo')
    return ada
  }

  describe('startAgent', () => {
    it('lets agents of several members serve one gateway, and marks their tickets as a pool', async () => {
      const ada = await owner()
      const viewer = await ada.invite('Vera', 'viewer')
      const [first, second] = [await start(ada, true), await start(viewer, true)]
      expect(first.agent).toMatchObject({ pool: true, assignedDomain: second.agent.assignedDomain })
      expect([first, second].map(({ ticket }) => decodeJwt(ticket))).toMatchObject([
        { sub: first.agent.id, pool: true },
        { sub: second.agent.id, pool: true },
      ])
      const input = { agentId: first.agent.id }
      const { ticket } = (await ada.client.run(RenewAgentTicketDocument, { input })).renewAgentTicket
      expect(decodeJwt(ticket)).toMatchObject({ sub: first.agent.id, pool: true })
      expect(await listActive(ada)).toHaveLength(2)
    })

    it('refuses to mix a pool with an agent that serves alone, and says how to join', async () => {
      const ada = await owner()
      const alone = await startOne(ada, false)
      await expect(start(ada, true)).rejects.toMatchObject({
        code: 'CONFLICT',
        field: 'gateway',
        message: expect.stringMatching(/Agents share a gateway if each of them is started with --pool\.$/),
      })
      await ada.client.run(StopAgentDocument, { input: { id: alone.id } })
      await startOne(ada, true)
      await expect(start(ada, false)).rejects.toMatchObject({
        code: 'CONFLICT',
        field: 'gateway',
        message: expect.stringMatching(/It is one of a pool: to join it, start yours with --pool\.$/),
      })
    })

    it('lets only one kind start if both start simultaneously', async () => {
      const ada = await owner()
      await Promise.allSettled([true, false, true, false, true].map((pool) => start(ada, pool)))
      const kinds = (await listActive(ada)).map(({ pool }) => pool)
      expect([[false], [true, true, true]]).toContainEqual(kinds)
    })

    it('refuses a pool on a random hostname', async () => {
      const ada = await owner()
      const { client, accountId } = ada
      const input = { accountId, forwardingTo, pool: true }
      await expect(client.run(StartAgentDocument, { input })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        field: 'pool',
        message: 'A pool serves a gateway: name one, or start the agent without pool.',
      })
      expect(await listActive(ada)).toEqual([])
    })

    it("refuses another account's agents with NOT_FOUND", async () => {
      const ada = await owner()
      const { assignedDomain } = await startOne(ada, true)
      const stranger = await api.seed.owner('Sam')
      await expect(start(stranger, true, assignedDomain)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    it('counts each agent against the plan', async () => {
      const ada = await owner(2)
      const agents = await Promise.allSettled([1, 2, 3, 4].map(() => start(ada, true)))
      expect(agents.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
      await expect(start(ada, true)).rejects.toMatchObject({ code: 'PLAN_LIMIT_REACHED' })
    })

    it(`accepts at most ${poolMax} agents, replacing a lost one if the pool is full`, async () => {
      const ada = await owner()
      for (let count = 1; count < poolMax; count += 1) await startOne(ada, true)
      const last = await startOne(ada, true)
      const full = { code: 'CONFLICT', field: 'gateway', message: expect.stringContaining(`has ${poolMax} agents`) }
      await expect(start(ada, true)).rejects.toMatchObject(full)
      await edgeSays({ connected: [last.id] })
      await edgeSays({ disconnected: [last.id] })
      const ended = await api.edge().subscribe(TunnelEndedDocument, {})
      await startOne(ada, true)
      expect(await ended.next()).toEqual({ tunnelEnded: { agentId: last.id, reason: 'REPLACED' } })
      await ended.close()
      await expect(start(ada, true)).rejects.toMatchObject(full)
    }, 60_000)
  })

  describe('a lost agent', () => {
    it('keeps its place if the plan has room for the new agent too', async () => {
      const ada = await owner()
      const lost = await startOne(ada, true)
      await edgeSays({ connected: [lost.id] })
      await edgeSays({ disconnected: [lost.id] })
      await startOne(ada, true)
      expect((await listActive(ada)).map(({ id }) => id)).toContain(lost.id)
    })

    it('is replaced if the plan has no room, while a connected one is not', async () => {
      const ada = await owner(2)
      const [lost, serving] = [await startOne(ada, true), await startOne(ada, true)]
      await edgeSays({ connected: [lost.id, serving.id] })
      await edgeSays({ disconnected: [lost.id] })
      const started = await startOne(ada, true)
      expect((await listActive(ada)).map(({ id }) => id).toSorted()).toEqual([serving.id, started.id].toSorted())
      await edgeSays({ connected: [started.id] })
      await expect(start(ada, true)).rejects.toMatchObject({ code: 'PLAN_LIMIT_REACHED' })
    })

    it('gives way to the other kind once no agent of its own kind is connected', async () => {
      const ada = await owner()
      const [one, two] = [await startOne(ada, true), await startOne(ada, true)]
      await edgeSays({ connected: [one.id, two.id] })
      await edgeSays({ disconnected: [one.id] })
      await expect(start(ada, false)).rejects.toMatchObject({ code: 'CONFLICT' })
      await edgeSays({ disconnected: [two.id] })
      const alone = await startOne(ada, false)
      expect(await listActive(ada)).toMatchObject([{ id: alone.id, pool: false }])

      await edgeSays({ connected: [alone.id] })
      await edgeSays({ disconnected: [alone.id] })
      const poolMember = await startOne(ada, true)
      expect(await listActive(ada)).toMatchObject([{ id: poolMember.id, pool: true }])
    })

    it('returns to its pool by renewing its ticket, but not while an agent serves alone', async () => {
      const ada = await owner()
      const [one, two] = [await startOne(ada, true), await startOne(ada, true)]
      const renew = (agentId: string) => ada.client.run(RenewAgentTicketDocument, { input: { agentId } })
      api.clock.advance(40_000)
      await edgeSays({ connected: [two.id] })
      api.clock.advance(10_000)
      await loseSilentAgents(api.app)
      expect(await listActive(ada)).toMatchObject([{ id: two.id }])
      await renew(one.id)
      expect(await listActive(ada)).toHaveLength(2)

      await ada.client.run(StopAgentDocument, { input: { id: two.id } })
      api.clock.advance(50_000)
      await loseSilentAgents(api.app)
      await startOne(ada, false)
      await expect(renew(one.id)).rejects.toMatchObject({ code: 'CONFLICT' })
    })
  })

  it('count as connected while any of their agents is, and as lost once none is', async () => {
    const ada = await owner()
    const [one, two] = [await startOne(ada, true), await startOne(ada, true)]
    await edgeSays({ connected: [one.id, two.id] })
    await edgeSays({ disconnected: [one.id] })
    expect(await findGateway(ada)).toMatchObject({ tunnelBinding: two.id, agentLostAt: null })
    api.clock.advance(1_000)
    await edgeSays({ disconnected: [two.id] })
    const lost = await findGateway(ada)
    expect(lost).toMatchObject({ tunnelBinding: two.id, agentLostAt: expect.any(String) })
    await edgeSays({ connected: [one.id] })
    expect(await findGateway(ada)).toMatchObject({ tunnelBinding: one.id, agentLostAt: null })
    await ada.client.run(StopAgentDocument, { input: { id: one.id } })
    expect(await findGateway(ada)).toMatchObject({ tunnelBinding: two.id, agentLostAt: lost?.agentLostAt })
  })

  it('are guarded by database constraints against two lone agents and a missing gateway', async () => {
    const ada = await owner()
    const { id } = await startOne(ada, false)
    const row = await api.app.db.selectFrom('agents').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const insert = (changes: Partial<typeof row>) =>
      api.app.db
        .insertInto('agents')
        .values({ ...row, id: `${id}-2`, ...changes })
        .execute()
    await expect(insert({})).rejects.toMatchObject({ constraint: 'agents_active_alone' })
    await expect(insert({ pool: true, gatewayId: null })).rejects.toMatchObject({ constraint: 'agents_pool_gateway' })
  })
})
