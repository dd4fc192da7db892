import { describe, expect, it, vi } from 'vitest'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { describeApi } from '../../testing/api.ts'
import {
  AgentChangedDocument,
  AgentsDocument,
  DeleteGatewayDocument,
  GatewayChangedDocument,
  GatewaySessionsDocument,
  GatewaysDocument,
  RenewAgentTicketDocument,
  ReportAgentDocument,
  ReportTunnelsDocument,
  StartAgentDocument,
  StopAgentDocument,
  TunnelEndedDocument,
} from '../../testing/generated/documents.ts'
import type { Member } from '../../testing/seed.ts'
import { checkEdgeSilence } from '../edges/service.ts'
import { disableUser, enableUser } from '../user-administration/service.ts'
import { loseSilentAgents } from './tunnels.ts'

const forwardingTo = 'http://localhost:3000'
const dayOf = (instant: Date) => instant.toISOString().slice(0, 10)
const sessionsOf = async ({ client, accountId }: Member, days: { from: string; to: string }) =>
  (await client.run(GatewaySessionsDocument, { accountId, ...days })).account.gatewaySessions

describeApi('agents', (api) => {
  /** Reports as an edge that has this agent's tunnel, or has just lost it. */
  const edgeSays = async (report: {
    edgeId?: string
    connected?: string[]
    disconnected?: string[]
    complete?: boolean
  }) => {
    const edge = api.edge()
    const input = { edgeId: 'edge-1', complete: false, connected: [], disconnected: [], ...report }
    return (await edge.run(ReportTunnelsDocument, { input })).reportTunnels.ended
  }

  describe('startAgent', () => {
    it('starts an agent on a reserved gateway with nothing but an AuthID', async () => {
      const ada = await api.seed.owner('Ada')
      const gateway = await ada.gateway('demo')
      const { client } = await ada.authToken()
      const input = { gateway: 'demo', forwardingTo: 'http://localhost:3000/', name: 'laptop' }
      const { startAgent } = await client.run(StartAgentDocument, { input })
      expect(startAgent).toEqual({
        ticket: expect.any(String),
        ticketExpiresAt: expect.any(String),
        edgeUrls: ['http://localhost:8080'],
        agent: {
          id: expect.any(String),
          name: 'laptop',
          status: 'active',
          connected: false,
          lostAt: null,
          health: 'inactive',
          roundTripMs: null,
          lastFailure: null,
          assignedDomain: gateway.subdomain,
          publicUrl: gateway.publicUrl,
          forwardingTo,
          startedAt: expect.any(String),
          stoppedAt: null,
          requestCount: 0,
          dataIn: 0,
          dataOut: 0,
          viewerCanStop: true,
          gateway: { id: gateway.id, subdomain: gateway.subdomain },
          startedBy: { id: ada.user.id, email: ada.user.email },
          label: null,
          pool: false,
        },
      })
      const { account } = await ada.client.run(GatewaysDocument, { accountId: ada.accountId })
      expect(account.gateways).toMatchObject([{ id: gateway.id, tunnelBinding: startAgent.agent.id }])
    })

    it('issues a ticket that edges can verify with the published keys, valid for 120 seconds', async () => {
      const ada = await api.seed.owner('Ada')
      const gateway = await ada.gateway('demo')
      const input = { accountId: ada.accountId, gateway: gateway.subdomain.toUpperCase(), forwardingTo }
      const { agent, ticket } = (await ada.client.run(StartAgentDocument, { input })).startAgent
      const keys = createRemoteJWKSet(new URL(`${api.url}/.well-known/jwks.json`))
      const { payload } = await jwtVerify(ticket, keys, {
        typ: 'ticket+jwt',
        audience: 'culvert:edge',
        issuer: 'http://localhost:4000',
      })
      expect(payload).toMatchObject({
        sub: agent.id,
        accountId: ada.accountId,
        gatewayId: gateway.id,
        hostname: gateway.subdomain,
        label: null,
        limits: { requestsPerMinute: 1_000, requestBurst: 5_000, openRequests: 4_000 },
      })
      expect(payload.exp! - payload.iat!).toBe(120)
    })

    it('assigns a random hostname without a gateway, and does not count it as one', async () => {
      const ada = await api.seed.owner('Ada')
      const agent = await ada.agent()
      expect(agent.assignedDomain).toMatch(/^[a-z]+-[a-z]+-[0-9a-z]{4}\.culvert\.localhost$/)
      expect(agent.gateway).toBeNull()
      const { account } = await ada.client.run(GatewaysDocument, { accountId: ada.accountId })
      expect(account.usage.subpoints).toBe(0)
    })

    it('says how to proceed if the account has no such gateway, even if another account does', async () => {
      const ada = await api.seed.owner('Ada')
      const stranger = await api.seed.owner('Sam')
      const gateway = await stranger.gateway('theirs')
      for (const wanted of ['nope', gateway.subdomain]) {
        await expect(ada.agent(wanted)).rejects.toMatchObject({
          code: 'NOT_FOUND',
          field: 'gateway',
          message: `This account has no gateway "${wanted}". Reserve it on the dashboard's Gateway page, or leave it out for a random hostname.`,
        })
      }
    })

    it('refuses a name that several gateways have, and accepts the hostname instead', async () => {
      const ada = await api.seed.owner('Ada')
      const { id } = await ada.gateway('demo')
      const gateway = await api.app.db.selectFrom('gateways').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const second = { ...gateway, id: `${id}-2`, subdomain: `demo-${ada.namespace}.example.com` }
      await api.app.db.insertInto('gateways').values(second).execute()
      await expect(ada.agent('demo')).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field: 'gateway' })
      expect(await ada.agent(second.subdomain)).toMatchObject({ assignedDomain: second.subdomain })
    })

    it('refuses a second agent on a gateway, naming the first', async () => {
      const ada = await api.seed.owner('Ada')
      const viewer = await ada.invite('Vera', 'viewer')
      const { subdomain } = await ada.gateway('demo')
      await ada.agent('demo')
      await expect(viewer.agent('demo')).rejects.toMatchObject({
        code: 'CONFLICT',
        field: 'gateway',
        message: expect.stringMatching(
          `^${subdomain} is in use by an agent that Ada Example started at .* for ${forwardingTo}\\. Stop it `,
        ),
      })
    })

    it('refuses a second agent while an edge holds the tunnel of the first, even if that is silent', async () => {
      const ada = await api.seed.owner('Ada')
      await ada.gateway('demo')
      const { id } = await ada.agent('demo')
      await edgeSays({ connected: [id] })
      api.clock.advance(60_000)
      await expect(ada.agent('demo')).rejects.toMatchObject({ code: 'CONFLICT' })
    })

    it.each(['whose tunnel the edge lost', 'that was silent for 45 seconds'])(
      'takes over from an agent %s',
      async (which) => {
        const ada = await api.seed.owner('Ada')
        await ada.gateway('demo')
        const ghost = await ada.agent('demo')
        if (which.startsWith('whose')) {
          await edgeSays({ connected: [ghost.id] })
          await edgeSays({ disconnected: [ghost.id] })
        } else {
          api.clock.advance(45_000)
        }
        const ended = await api.edge().subscribe(TunnelEndedDocument, {})
        const agent = await ada.agent('demo')
        expect(await ended.next()).toEqual({ tunnelEnded: { agentId: ghost.id, reason: 'REPLACED' } })
        await ended.close()
        // It has ended permanently: stopping it now does not change the reason.
        await ada.client.run(StopAgentDocument, { input: { id: ghost.id } })
        await expect(ada.client.run(RenewAgentTicketDocument, { input: { agentId: ghost.id } })).rejects.toMatchObject({
          message: 'This agent has ended: another agent took its hostname. Start a new one.',
        })
        const { account } = await ada.client.run(AgentsDocument, { accountId: ada.accountId })
        expect(account.agents.nodes.map(({ id, status }) => [id, status])).toEqual([
          [agent.id, 'active'],
          [ghost.id, 'error'],
        ])
      },
    )

    it('accepts only one of several agents that start on a gateway simultaneously', async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxConcurrentAgents: -1 })
      await ada.gateway('demo')
      const results = await Promise.allSettled([1, 2, 3, 4, 5].map(() => ada.agent('demo')))
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'CONFLICT' })
      }
    })

    it("never exceeds the plan's limit when several agents start simultaneously", async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxConcurrentAgents: 2 })
      const results = await Promise.allSettled([1, 2, 3, 4, 5].map(() => ada.agent()))
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
      const rejected = results.find(({ status }) => status === 'rejected')
      expect(rejected).toMatchObject({
        reason: {
          code: 'PLAN_LIMIT_REACHED',
          message: expect.stringContaining(
            'allows 2 agents at the same time, and all of them are running. Stop one, or upgrade.',
          ),
        },
      })
    })

    it("succeeds again at the plan's limit once an agent has ended", async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxConcurrentAgents: 1 })
      const { id } = await ada.agent()
      await ada.client.run(StopAgentDocument, { input: { id } })
      expect(await ada.agent()).toMatchObject({ status: 'active' })
    })

    it('requires an accountId with an access token, and limits an AuthID to its own account', async () => {
      const ada = await api.seed.owner('Ada')
      const stranger = await api.seed.owner('Sam')
      const { client } = await ada.authToken()
      const start = (by: typeof client, accountId?: string) =>
        by.run(StartAgentDocument, { input: { accountId, forwardingTo } })
      await expect(start(ada.client)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field: 'accountId' })
      await expect(start(client, stranger.accountId)).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        field: 'accountId',
      })
      await expect(start(stranger.client, ada.accountId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(start(api.client(), ada.accountId)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
      await expect(start(api.edge(), ada.accountId)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    })

    it('says why an unknown AuthID is refused, and how to get a valid one', async () => {
      const client = api.client(`Bearer pk_${'0'.repeat(64)}`)
      await expect(client.run(StartAgentDocument, { input: { forwardingTo } })).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
        message: `This AuthID or machine token is not valid: it is mistyped, it was deleted or replaced, or the operator has disabled its user. Run "culvert login", or find or create one on the dashboard's AuthID page.`,
      })
    })

    it('refuses a user who is disabled while it runs, and so does the return of a lost agent', async () => {
      const ada = await api.seed.owner('Ada')
      const { client } = await ada.authToken()
      const { id } = await ada.agent()
      api.clock.advance(46_000)
      await loseSilentAgents(api.app)
      /** Disables Ada once the next request has been authorized, before it changes anything. */
      const disableMeanwhile = async () => {
        // No job is due then, whose change would be the next.
        await api.runJobs()
        const { change } = api.app
        vi.spyOn(api.app, 'change').mockImplementationOnce(async (work) => {
          await disableUser(api.app, ada.user.id)
          return await change(work)
        })
      }
      await disableMeanwhile()
      await expect(client.run(StartAgentDocument, { input: { forwardingTo } })).rejects.toMatchObject({
        code: 'FORBIDDEN',
      })
      await enableUser(api.app, ada.user.id)
      await api.app.db.updateTable('agents').set({ endReason: null }).where('id', '=', id).execute()
      await disableMeanwhile()
      await expect(client.run(RenewAgentTicketDocument, { input: { agentId: id } })).rejects.toMatchObject({
        code: 'FORBIDDEN',
      })
      const running = api.app.db.selectFrom('agents').select('id').where('accountId', '=', ada.accountId)
      expect(await running.where('status', '=', 'active').execute()).toEqual([])
    })

    it('refuses a forwardingTo that is not a URL', async () => {
      const { client, accountId } = await api.seed.owner('Ada')
      await expect(
        client.run(StartAgentDocument, { input: { accountId, forwardingTo: '3000' } }),
      ).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        field: 'forwardingTo',
      })
    })
  })

  describe('reportAgent', () => {
    it('keeps the maximum of each counter, and notifies subscribers of changes', async () => {
      const ada = await api.seed.owner('Ada')
      const { id } = await ada.agent()
      const changes = await ada.client.subscribe(AgentChangedDocument, { accountId: ada.accountId })
      const report = async (requestCount: number, dataIn: number, dataOut: number) =>
        (await ada.client.run(ReportAgentDocument, { input: { agentId: id, requestCount, dataIn, dataOut } }))
          .reportAgent.agent

      expect(await report(2, 200, 9_007_199_254_740_991)).toMatchObject({ requestCount: 2, dataIn: 200 })
      expect((await changes.next()).agentChanged).toMatchObject({ id, requestCount: 2, dataOut: 9_007_199_254_740_991 })
      expect(await report(1, 300, 100)).toMatchObject({ requestCount: 2, dataIn: 300, dataOut: 9_007_199_254_740_991 })
      await changes.close()
    })

    it('refuses malformed agent ids, without failing a valid report made simultaneously', async () => {
      const ada = await api.seed.owner('Ada')
      const { id } = await ada.agent()
      const report = (agentId: string) =>
        ada.client.run(ReportAgentDocument, { input: { agentId, requestCount: 1, dataIn: 1, dataOut: 1 } })
      const strange = { '\ud800': 'BAD_USER_INPUT', '\udfff{': 'BAD_USER_INPUT', '"}]': 'NOT_FOUND', '\\': 'NOT_FOUND' }
      const [own, ...refused] = await Promise.allSettled([id, ...Object.keys(strange)].map(report))
      expect(own).toMatchObject({ value: { reportAgent: { agent: { id } } } })
      expect(refused).toMatchObject(Object.values(strange).map((code) => ({ reason: { code } })))
    })

    it('keeps an agent from being considered lost', async () => {
      const ada = await api.seed.owner('Ada')
      const { id } = await ada.agent()
      for (let time = 0; time < 3; time += 1) {
        api.clock.advance(40_000)
        const input = { agentId: id, requestCount: 0, dataIn: 0, dataOut: 0 }
        const { reportAgent } = await ada.client.run(ReportAgentDocument, { input })
        await loseSilentAgents(api.app)
        expect(reportAgent.agent.status).toBe('active')
      }
    })

    it('is missed within 90 s of an agent that never had a tunnel, even after the clock was set back an hour', async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxConcurrentAgents: 1 })
      await ada.agent()
      api.clock.advance(-3_600_000)
      await loseSilentAgents(api.app)
      api.clock.advance(46_000)
      await loseSilentAgents(api.app)
      await ada.agent()
    })

    it('brings back a lost agent, unless its place in the plan or its hostname is taken', async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxConcurrentAgents: 1 })
      const { id } = await ada.agent()
      const report = async () =>
        (await ada.client.run(ReportAgentDocument, { input: { agentId: id, requestCount: 1, dataIn: 0, dataOut: 0 } }))
          .reportAgent.agent
      api.clock.advance(46_000)
      await loseSilentAgents(api.app)
      expect(await report()).toMatchObject({ status: 'active', requestCount: 1, stoppedAt: null })

      api.clock.advance(46_000)
      await loseSilentAgents(api.app)
      await ada.agent()
      await expect(report()).rejects.toMatchObject({ code: 'PLAN_LIMIT_REACHED' })

      const grace = await api.seed.owner('Grace')
      const { subdomain } = await grace.gateway('demo')
      const lost = await grace.agent('demo')
      api.clock.advance(46_000)
      await loseSilentAgents(api.app)
      await grace.agent('demo')
      const input = { agentId: lost.id, requestCount: 1, dataIn: 0, dataOut: 0 }
      await expect(grace.client.run(ReportAgentDocument, { input })).rejects.toMatchObject({
        code: 'CONFLICT',
        message: `${subdomain} is served by another agent by now. Start a new one.`,
      })
    })

    it('returns a stopped agent as inactive, and ignores its counters', async () => {
      const ada = await api.seed.owner('Ada')
      const { id } = await ada.agent()
      await ada.client.run(StopAgentDocument, { input: { id } })
      const input = { agentId: id, requestCount: 5, dataIn: 5, dataOut: 5 }
      const { reportAgent } = await ada.client.run(ReportAgentDocument, { input })
      expect(reportAgent.agent).toMatchObject({ status: 'inactive', requestCount: 0 })
    })

    it('refuses negative counts, and everyone except the member who started the agent', async () => {
      const ada = await api.seed.owner('Ada')
      const admin = await ada.invite('Anna', 'admin')
      const stranger = await api.seed.owner('Sam')
      const { id } = await ada.agent()
      const input = { agentId: id, requestCount: 0, dataIn: 0, dataOut: 0 }
      await expect(ada.client.run(ReportAgentDocument, { input: { ...input, dataIn: -1 } })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
      })
      await expect(admin.client.run(ReportAgentDocument, { input })).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(stranger.client.run(ReportAgentDocument, { input })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })
  })

  describe('renewAgentTicket', () => {
    it('issues another ticket for the same hostname', async () => {
      const ada = await api.seed.owner('Ada')
      const agent = await ada.agent()
      const { renewAgentTicket } = await ada.client.run(RenewAgentTicketDocument, { input: { agentId: agent.id } })
      expect(renewAgentTicket.agent).toMatchObject({ id: agent.id, assignedDomain: agent.assignedDomain })
      expect(renewAgentTicket.ticket).toMatch(/^ey/)
    })

    it('brings back a lost agent', async () => {
      const ada = await api.seed.owner('Ada')
      const { id } = await ada.agent()
      api.clock.advance(46_000)
      await loseSilentAgents(api.app)
      const { renewAgentTicket } = await ada.client.run(RenewAgentTicketDocument, { input: { agentId: id } })
      expect(renewAgentTicket.agent).toMatchObject({ status: 'active', stoppedAt: null })
    })

    it('refuses an agent that has ended, and says why it did', async () => {
      const ada = await api.seed.owner('Ada')
      const gateway = await ada.gateway('demo')
      const stopped = await ada.agent()
      const onGateway = await ada.agent('demo')
      await ada.client.run(StopAgentDocument, { input: { id: stopped.id } })
      await ada.client.run(DeleteGatewayDocument, { input: { id: gateway.id } })
      const renew = (agentId: string) => ada.client.run(RenewAgentTicketDocument, { input: { agentId } })
      await expect(renew(stopped.id)).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'This agent has ended: it was stopped. Start a new one.',
      })
      await expect(renew(onGateway.id)).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'This agent has ended: its gateway was deleted. Start a new one.',
      })
    })
  })

  describe('stopAgent', () => {
    it('ends an agent, frees its gateway, and notifies edges and subscribers', async () => {
      const ada = await api.seed.owner('Ada')
      const gateway = await ada.gateway('demo')
      const { id } = await ada.agent('demo')
      const ended = await api.edge().subscribe(TunnelEndedDocument, {})
      const agents = await ada.client.subscribe(AgentChangedDocument, { accountId: ada.accountId })
      const gateways = await ada.client.subscribe(GatewayChangedDocument, { accountId: ada.accountId })

      const { stopAgent } = await ada.client.run(StopAgentDocument, { input: { id } })
      expect(stopAgent.agent).toMatchObject({
        id,
        status: 'inactive',
        stoppedAt: expect.any(String),
        viewerCanStop: false,
      })
      expect(await ended.next()).toEqual({ tunnelEnded: { agentId: id, reason: 'STOPPED' } })
      expect((await agents.next()).agentChanged).toMatchObject({ id, status: 'inactive' })
      expect((await gateways.next()).gatewayChanged).toMatchObject({ id: gateway.id, tunnelBinding: null })
      for (const subscription of [ended, agents, gateways]) await subscription.close()
    })

    it('changes nothing the second time', async () => {
      const ada = await api.seed.owner('Ada')
      const { id } = await ada.agent()
      const first = await ada.client.run(StopAgentDocument, { input: { id } })
      api.clock.advance(1_000)
      expect(await ada.client.run(StopAgentDocument, { input: { id } })).toEqual(first)
    })

    it('keeps a lost agent from coming back, and changes nothing else about it', async () => {
      const ada = await api.seed.owner('Ada')
      const { id } = await ada.agent()
      api.clock.advance(46_000)
      await loseSilentAgents(api.app)
      const find = async () => (await ada.client.run(AgentsDocument, { accountId: ada.accountId })).account.agents.nodes
      const lost = await find()
      await ada.client.run(StopAgentDocument, { input: { id } })
      expect(await find()).toEqual(lost)
      const input = { agentId: id, requestCount: 1, dataIn: 1, dataOut: 1 }
      const { reportAgent } = await ada.client.run(ReportAgentDocument, { input })
      expect(reportAgent.agent).toMatchObject({ status: 'error', requestCount: 0 })
    })

    it("lets members stop their own agents and managers any, but not a manager's AuthID", async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxConcurrentAgents: -1 })
      const admin = await ada.invite('Anna', 'admin')
      const viewer = await ada.invite('Vera', 'viewer')
      const stranger = await api.seed.owner('Sam')
      const adminToken = await admin.authToken()
      const ofViewer = await viewer.agent()
      const ofAda = await ada.agent()
      const stop = (by: typeof admin.client, id: string) => by.run(StopAgentDocument, { input: { id } })

      await expect(stop(viewer.client, ofAda.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(stop(adminToken.client, ofAda.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(stop(stranger.client, ofAda.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(stop(api.client(), ofAda.id)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
      expect((await stop(admin.client, ofAda.id)).stopAgent.agent.status).toBe('inactive')
      expect((await stop(viewer.client, ofViewer.id)).stopAgent.agent.status).toBe('inactive')
    })
  })

  describe('a silent agent', () => {
    it('is lost after 45 seconds without a report or a tunnel', async () => {
      const ada = await api.seed.owner('Ada')
      const { id } = await ada.agent()
      const changes = await ada.client.subscribe(AgentChangedDocument, { accountId: ada.accountId })
      api.clock.advance(45_000 + 1_000)
      await loseSilentAgents(api.app)
      expect((await changes.next()).agentChanged).toMatchObject({ id, status: 'error', stoppedAt: expect.any(String) })
      await changes.close()
    })

    it('is kept while a live edge holds its tunnel, and is lost 45 seconds after the edge is gone', async () => {
      const ada = await api.seed.owner('Ada')
      const { id } = await ada.agent()
      const status = async () => {
        await checkEdgeSilence(api.app)
        await loseSilentAgents(api.app)
        return (await ada.client.run(AgentsDocument, { accountId: ada.accountId })).account.agents.nodes[0]
      }
      await edgeSays({ edgeId: 'edge-silence', connected: [id] })
      for (let time = 0; time < 3; time += 1) {
        api.clock.advance(24_000)
        expect(await status()).toMatchObject({ status: 'active', connected: true })
        await edgeSays({ edgeId: 'edge-silence' })
      }
      api.clock.advance(26_000)
      expect(await status()).toMatchObject({ status: 'active', connected: false, lostAt: expect.any(String) })
      api.clock.advance(44_000)
      expect(await status()).toMatchObject({ status: 'active', connected: false })
      api.clock.advance(2_000)
      expect(await status()).toMatchObject({ status: 'error', connected: false })
    })
  })

  describe('agents', () => {
    it('pages through agents, newest first, filtered by status or gateway', async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxConcurrentAgents: -1 })
      const ids: string[] = []
      for (let index = 0; index < 5; index += 1) ids.unshift((await ada.agent()).id)
      await ada.client.run(StopAgentDocument, { input: { id: ids[4]! } })
      const list = async (variables: {
        page?: number
        pageSize?: number
        status?: ('active' | 'inactive')[]
        gatewayId?: string
      }) => (await ada.client.run(AgentsDocument, { accountId: ada.accountId, ...variables })).account.agents

      const second = await list({ page: 2, pageSize: 2 })
      expect(second).toMatchObject({ totalCount: 5, page: 2, pageSize: 2, pageCount: 3 })
      expect(second.nodes.map(({ id }) => id)).toEqual(ids.slice(2, 4))
      expect(await list({ page: 9, pageSize: 2 })).toMatchObject({ nodes: [], totalCount: 5 })
      expect((await list({ status: ['inactive'] })).nodes.map(({ id }) => id)).toEqual([ids[4]])
      expect(await list({ status: ['active'] })).toMatchObject({ totalCount: 4, pageCount: 1 })
      await ada.client.run(StopAgentDocument, { input: { id: ids[3]! } })
      const { id: gatewayId } = await ada.gateway('demo')
      const { id } = await ada.agent('demo')
      const ofGateway = await list({ gatewayId })
      expect(ofGateway).toMatchObject({ totalCount: 1, nodes: [{ id }] })
      await expect(list({ pageSize: 1_001 })).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field: 'pageSize' })
    })

    it('says which agents the member may stop', async () => {
      const ada = await api.seed.owner('Ada')
      const viewer = await ada.invite('Vera', 'viewer')
      await viewer.agent()
      await ada.agent()
      const { account } = await viewer.client.run(AgentsDocument, { accountId: ada.accountId })
      expect(account.agents.nodes.map(({ startedBy, viewerCanStop }) => [startedBy?.id, viewerCanStop])).toEqual([
        [ada.user.id, false],
        [viewer.user.id, true],
      ])
      expect(account.usage.activeAgents).toBe(2)
    })
  })

  describe('gatewaySessions', () => {
    it('counts, by gateway, the agents that started in the range and how long they have run', async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxConcurrentAgents: -1 })
      const gateway = await ada.gateway('demo')
      const startedAt = dayOf(api.clock.now())
      for (let count = 0; count < 2; count++) {
        const { id } = await ada.agent(gateway.name)
        api.clock.advance(60_000)
        await ada.client.run(StopAgentDocument, { input: { id } })
      }
      await ada.agent()
      api.clock.advance(30_000)
      const { id, name } = gateway
      const sessions = await sessionsOf(ada, { from: startedAt, to: dayOf(api.clock.now()) })
      expect(sessions.map(({ runSeconds, ...rest }) => ({ ...rest, runSeconds: Math.floor(runSeconds) }))).toEqual([
        { gateway: { id, name }, sessionCount: 2, runSeconds: 120 },
        { gateway: null, sessionCount: 1, runSeconds: 30 },
      ])
    })

    it('leaves out other days and other accounts', async () => {
      const [ada, grace] = [await api.seed.owner('Ada'), await api.seed.owner('Grace')]
      await Promise.all([ada.agent(), grace.agent()])
      const today = dayOf(api.clock.now())
      expect(await sessionsOf(ada, { from: today, to: today })).toMatchObject([{ sessionCount: 1 }])
      expect(await sessionsOf(ada, { from: '2024-01-01', to: '2024-01-31' })).toEqual([])
    })

    it.each([
      { from: '2024-02-02', to: '2024-02-01' },
      { from: '0000-01-01', to: '2024-02-01' },
    ])('refuses the range $from to $to', async (days) => {
      const ada = await api.seed.owner('Ada')
      await expect(sessionsOf(ada, days)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field: 'from' })
    })

    it('takes a range from the first day to the last that there is', async () => {
      const ada = await api.seed.owner('Ada')
      await ada.agent()
      expect(await sessionsOf(ada, { from: '0001-01-01', to: '9999-12-31' })).toMatchObject([{ sessionCount: 1 }])
    })
  })
})
