import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AccountEvent } from '../../generated/schema.ts'
import { addMs } from '../../ground/clock.ts'
import { createDnsClient } from '../../platform/dns/look-up.ts'
import { describeApi } from '../../testing/api.ts'
import { type DnsServer, startDnsServer } from '../../testing/dns-server.ts'
import {
  AcceptInviteDocument,
  AddDomainDocument,
  ChangeMemberRoleDocument,
  CreateGatewayDocument,
  CreateWebhookDocument,
  DeleteDomainDocument,
  DeleteGatewayDocument,
  InviteMemberDocument,
  LeaveAccountDocument,
  RemoveMemberDocument,
  ReportAgentDocument,
  StopAgentDocument,
  UpdateGatewayDocument,
  UpdateWebhookDocument,
  VerifyDomainDocument,
  WebhookEventsDocument,
  WebhookKindsDocument,
  WebhookLogDocument,
} from '../../testing/generated/documents.ts'
import type { Member } from '../../testing/seed.ts'
import { type Receiver, startReceiver } from '../../testing/webhook-receiver.ts'
import { loseSilentAgents } from '../agents/tunnels.ts'
import { deliveriesMax, toEventType, toType, waitingMax } from './rules.ts'

const tunnelHost = 'tunnel.culvert.test'

const pathOf = (path: string) => `http://localhost:4000${path}`

/** How many agents run at the same time. */
const many = 60

describeApi(
  'webhook events',
  (api) => {
    let receiver: Receiver
    let names: DnsServer
    let ada: Member
    let allEvents: AccountEvent[]

    beforeAll(async () => {
      receiver = await startReceiver()
      names = await startDnsServer()
      api.app.dns = createDnsClient({ resolvers: [names.address], timeoutMs: 100 })
    })
    beforeEach(async () => {
      receiver.received.length = 0
      receiver.answer = (response) => response.writeHead(204).end()
      const limits = { maxDomains: 10, maxSubpoints: 3, maxConcurrentAgents: many }
      ada = await (await api.seed.owner('Ada')).withLimits(limits)
      const { webhookEvents } = (await ada.client.run(WebhookEventsDocument, { accountId: ada.accountId })).account
      allEvents = webhookEvents.map(({ event }) => event)
    })
    afterAll(() => Promise.all([receiver.close(), names.close()]))

    const create = async (events: AccountEvent[] = allEvents, path = '/hook') => {
      const url = `http://127.0.0.1:${receiver.port}${path}`
      const input = { accountId: ada.accountId, url, format: 'STANDARD' as const, kinds: [], events }
      return (await ada.client.run(CreateWebhookDocument, { input })).createWebhook.webhook
    }
    /** Runs the due jobs, and returns what the receiver has received since the last call. */
    const takeReceived = async () => {
      await api.runJobs()
      return receiver.received.splice(0).map(({ body }) => {
        const { type, data } = JSON.parse(body)
        return { type, ...data }
      })
    }
    const log = async (id: string) => {
      const { webhook } = (await ada.client.run(WebhookLogDocument, { accountId: ada.accountId, id })).account
      return webhook?.deliveries
    }

    it('report gateways that are created, changed and deleted, with their id, hostname and URL', async () => {
      await create()
      const { id, subdomain } = await ada.gateway('shop')
      const about = {
        account: { id: ada.accountId, name: expect.any(String) },
        gatewayId: id,
        hostname: subdomain,
        url: pathOf('/admin/gateway'),
      }
      expect(await takeReceived()).toEqual([
        {
          ...about,
          type: 'gateway.created',
          title: `The gateway ${subdomain} was created`,
          text: 'Its name is "shop".',
          name: 'shop',
          description: null,
        },
      ])
      await ada.client.run(UpdateGatewayDocument, { input: { id, description: 'Sells things.' } })
      const changed = { ...about, type: 'gateway.updated', name: 'shop', description: 'Sells things.' }
      expect(await takeReceived()).toMatchObject([changed])
      await ada.client.run(DeleteGatewayDocument, { input: { id } })
      expect(await takeReceived()).toMatchObject([{ ...about, type: 'gateway.deleted', name: 'shop' }])
    })

    it('report agents that start, return, and end, with the reason', async () => {
      await create()
      const gateway = await ada.gateway('demo')
      const { id } = await ada.agent('demo')
      await takeReceived()
      const about = { agentId: id, hostname: gateway.subdomain, gatewayId: gateway.id, label: null }

      api.clock.advance(46_000)
      await loseSilentAgents(api.app)
      expect(await takeReceived()).toEqual([])
      const input = { agentId: id, requestCount: 0, dataIn: 0, dataOut: 0 }
      await ada.client.run(ReportAgentDocument, { input })
      expect(await takeReceived()).toMatchObject([{ ...about, type: 'agent.returned' }])
      await ada.client.run(StopAgentDocument, { input: { id } })
      expect(await takeReceived()).toMatchObject([
        { ...about, type: 'agent.ended', reason: 'STOPPED', text: 'The reason: it was stopped.' },
      ])

      const { id: second } = await ada.agent('demo')
      expect(await takeReceived()).toMatchObject([
        { ...about, agentId: second, type: 'agent.started', text: 'It forwards to http://localhost:3000.' },
      ])
      await ada.client.run(DeleteGatewayDocument, { input: { id: gateway.id } })
      const ended = await takeReceived()
      expect(ended.map(({ type, reason }) => [type, reason])).toEqual(
        expect.arrayContaining([
          ['agent.ended', 'GATEWAY_DELETED'],
          ['gateway.deleted', undefined],
        ]),
      )
    })

    it('report that an agent ended with REPLACED when a newer one takes its hostname', async () => {
      await create(['AGENT_ENDED'])
      await ada.gateway('demo')
      const { id } = await ada.agent('demo')
      api.clock.advance(46_000)
      await ada.agent('demo')
      expect(await takeReceived()).toMatchObject([{ type: 'agent.ended', agentId: id, reason: 'REPLACED' }])
    })

    it('report domains that are added, verified and deleted, and the gateways deleted with them', async () => {
      await create()
      const domain = 'events.example.com'
      const { accountId } = ada
      const { id } = (await ada.client.run(AddDomainDocument, { input: { accountId, domain } })).addDomain.domain
      const about = { domainId: id, domain, url: pathOf('/admin/domains') }
      expect(await takeReceived()).toMatchObject([{ ...about, type: 'domain.added' }])
      names.zone[`CNAME ${domain}`] = [`${ada.accountKey}.${tunnelHost}`]
      await ada.client.run(VerifyDomainDocument, { input: { id } })
      expect(await takeReceived()).toMatchObject([{ ...about, type: 'domain.verified' }])
      await ada.client.run(VerifyDomainDocument, { input: { id } })
      expect(await takeReceived()).toEqual([])
      const input = { accountId, name: 'shop', customDomain: `shop.${domain}` }
      await ada.client.run(CreateGatewayDocument, { input })
      await takeReceived()
      await ada.client.run(DeleteDomainDocument, { input: { id } })
      const types = (await takeReceived()).map(({ type }) => type)
      expect(new Set(types)).toEqual(new Set(['domain.deleted', 'gateway.deleted']))
    })

    it('report members who join, change role, leave, and are removed', async () => {
      await create()
      const { accountId } = ada
      const bea = await api.seed.owner('Bea')
      const join = async () => {
        const input = { accountId, email: bea.user.email!, role: 'viewer' as const }
        const { url } = (await ada.client.run(InviteMemberDocument, { input })).inviteMember.invite
        const token = new URL(url!).searchParams.get('invite_token')!
        return (await bea.client.run(AcceptInviteDocument, { input: { token } })).acceptInvite.membership.id
      }
      const about = { userId: bea.user.id, name: bea.user.email, url: pathOf('/admin/team') }
      const first = await join()
      const joined = { ...about, memberId: first, type: 'member.joined', role: 'viewer' }
      expect(await takeReceived()).toMatchObject([joined])
      await ada.client.run(ChangeMemberRoleDocument, { input: { id: first, role: 'admin' } })
      expect(await takeReceived()).toMatchObject([
        {
          ...about,
          type: 'member.role_changed',
          role: 'admin',
          previousRole: 'viewer',
          text: 'It was viewer, and is now admin.',
        },
      ])
      await bea.client.run(LeaveAccountDocument, { input: { accountId } })
      expect(await takeReceived()).toMatchObject([{ ...about, type: 'member.removed', how: 'left' }])
      const second = await join()
      await takeReceived()
      await ada.client.run(RemoveMemberDocument, { input: { id: second } })
      expect(await takeReceived()).toMatchObject([{ memberId: second, type: 'member.removed', how: 'removed' }])
    })

    it('are all documented under their type', async () => {
      const documented = await readFile(new URL('../../../../docs/api.md', import.meta.url), 'utf8')
      const { webhookKinds } = (await ada.client.run(WebhookKindsDocument, { accountId: ada.accountId })).account
      const types = [...allEvents.map(toEventType), ...webhookKinds.map(({ kind }) => toType(kind))]
      const rows = documented.split('\n').filter((line) => line.startsWith('| `'))
      expect(types.filter((type) => !rows.some((row) => row.split('|')[1]?.includes(`\`${type}\``)))).toEqual([])
    })

    it('are sent only to webhooks that are on and have chosen them, also if they chose them later', async () => {
      const { id } = await create(['GATEWAY_DELETED', 'GATEWAY_DELETED'])
      const off = await create(['GATEWAY_CREATED'], '/off')
      await ada.client.run(UpdateWebhookDocument, { input: { id: off.id, isOn: false } })
      await ada.gateway('one')
      expect(await takeReceived()).toEqual([])
      const input = { id, events: ['GATEWAY_CREATED' as const] }
      const { webhook } = (await ada.client.run(UpdateWebhookDocument, { input })).updateWebhook
      expect(webhook).toMatchObject({ kinds: [], events: ['GATEWAY_CREATED'] })
      await ada.gateway('two')
      expect((await takeReceived()).map(({ type }) => type)).toEqual(['gateway.created'])
      const none = { id, events: [] }
      await expect(ada.client.run(UpdateWebhookDocument, { input: none })).rejects.toThrow(
        'at least one kind of notice',
      )
    })

    it('are not sent for a change that was not committed', async () => {
      await create()
      for (const name of ['one', 'two', 'three']) await ada.gateway(name)
      await takeReceived()
      await expect(ada.gateway('four')).rejects.toMatchObject({ code: 'PLAN_LIMIT_REACHED' })
      expect(await takeReceived()).toEqual([])
    })

    it('are sent once, even if their job runs twice', async () => {
      const { id } = await create()
      let created = 0
      // The API itself may run the job of one before it is seen here.
      const findJob = async () => {
        await ada.gateway(`shop-${(created += 1)}`)
        return await api.app.db.selectFrom('jobs').selectAll().where('kind', '=', 'webhooks.event').executeTakeFirst()
      }
      const job = (await findJob()) ?? (await findJob())
      const again = { ...job!, id: crypto.randomUUID(), payload: JSON.stringify(job!.payload) }
      await api.app.db.insertInto('jobs').values(again).execute()
      expect(await takeReceived()).toHaveLength(created)
      expect(await log(id)).toMatchObject({ totalCount: created })
    })

    describe('that occur in large numbers', () => {
      it('are sent one after the other without waiting in between', async () => {
        await create(['AGENT_STARTED'])
        let open = 0
        let most = 0
        receiver.answer = (response) => {
          open += 1
          most = Math.max(most, open)
          setImmediate(() => {
            open -= 1
            response.writeHead(204).end()
          })
        }
        // Jobs also run while others are being created.
        for (let count = 0; count < many; count += 1) await ada.agent()
        await api.runJobs()
        // Those that the API itself is sending meanwhile arrive on their own; no postponed attempt sends any of them, because the clock stands still.
        await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(many)
        expect(most).toBe(1)
      })

      it('are left to the node that is sending them until its time for that is up', async () => {
        const { id } = await create(['AGENT_STARTED'])
        receiver.answer = (response) => response.writeHead(503).end()
        for (let count = 0; count < 3; count += 1) await ada.agent()
        await api.runJobs()
        receiver.received.length = 0
        receiver.answer = (response) => response.writeHead(204).end()
        const [taken] = (await log(id))!.nodes
        const sendingUntil = new Date(api.clock.now().getTime() + 60_000)
        const { db } = api.app
        await db.updateTable('webhookDeliveries').set({ sendingUntil }).where('id', '=', taken!.id).execute()
        const pass = async (seconds: number) => {
          for (let second = 0; second < seconds; second += 5) {
            api.clock.advance(5_000)
            await api.runJobs()
          }
          return receiver.received.splice(0).map(({ headers }) => headers['webhook-id'])
        }
        const others = await pass(55)
        expect([others.length, new Set(others).size]).toEqual([2, 2])
        expect(others).not.toContain(taken!.id)
        expect(await pass(120)).toEqual([taken!.id])
      })

      it('are sent although a node whose clock was a year ahead died while it was sending', async () => {
        const { id } = await create(['AGENT_STARTED'])
        receiver.answer = (response) => response.writeHead(503).end()
        await ada.agent()
        await api.runJobs()
        receiver.received.length = 0
        const [taken] = (await log(id))!.nodes
        const sendingUntil = new Date(api.clock.now().getTime() + 365 * 24 * 3_600_000)
        const { db } = api.app
        await db.updateTable('webhookDeliveries').set({ sendingUntil }).where('id', '=', taken!.id).execute()
        for (let second = 0; second < 60; second += 5) {
          api.clock.advance(5_000)
          await api.runJobs()
        }
        expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toContain(taken!.id)
      })

      it('are delivered by later attempts if the receiver fails, and none is lost', async () => {
        const { id } = await create(['AGENT_STARTED'])
        receiver.answer = (response) => response.writeHead(503).end()
        for (let count = 0; count < 5; count += 1) await ada.agent()
        await api.runJobs()
        receiver.received.length = 0
        receiver.answer = (response) => response.writeHead(204).end()
        for (let second = 0; second < 10; second += 1) {
          api.clock.advance(5_000)
          await api.runJobs()
        }
        const agentIds = receiver.received.map(({ body }) => JSON.parse(body).data.agentId)
        const undelivered = (await log(id))?.nodes.filter(({ state }) => state !== 'DELIVERED')
        expect({ undelivered, told: agentIds.length, agents: new Set(agentIds).size }).toEqual({
          undelivered: [],
          told: 5,
          agents: 5,
        })
      })

      it('are sent even if a postponed job names an attempt that has already been made', async () => {
        await create(['AGENT_STARTED'])
        receiver.answer = (response) => response.writeHead(503).end()
        await ada.agent()
        await api.runJobs()
        receiver.received.length = 0
        receiver.answer = (response) => response.writeHead(204).end()
        const { db } = api.app
        const [next] = await db.selectFrom('jobs').selectAll().where('kind', '=', 'webhooks.attempt').execute()
        const payload = JSON.stringify({ ...(next!.payload as object), attempt: 1 })
        await db.updateTable('jobs').set({ payload }).where('id', '=', next!.id).execute()
        api.clock.advance(5_000)
        await api.runJobs()
        expect(receiver.received).toHaveLength(1)
      })

      it('are logged up to 1,000 while they are pending and up to 100 once settled, the newest in both cases', async () => {
        const { id } = await create(['GATEWAY_CREATED'])
        await ada.gateway('first')
        await takeReceived()
        const { db } = api.app
        const settled = await db
          .selectFrom('webhookDeliveries')
          .selectAll()
          .where('webhookId', '=', id)
          .executeTakeFirstOrThrow()
        // Each is a millisecond newer than the one before.
        const pending = Array.from({ length: waitingMax }, (_, index) => ({
          ...settled,
          id: crypto.randomUUID(),
          eventId: null,
          state: 'PENDING' as const,
          createdAt: addMs(settled.createdAt, index + 1),
        }))
        await db.insertInto('webhookDeliveries').values(pending).execute()
        api.clock.advance(2_000)
        await ada.gateway('second')
        await takeReceived()
        const [second] = (await log(id))!.nodes
        const kept = await db.selectFrom('webhookDeliveries').select('id').where('webhookId', '=', id).execute()
        const newest = [...pending.slice(1).map((delivery) => delivery.id), second!.id]
        expect(kept.map((delivery) => delivery.id).toSorted()).toEqual(newest.toSorted())
        await db.updateTable('webhookDeliveries').set({ state: 'DELIVERED' }).where('webhookId', '=', id).execute()
        api.clock.advance(1_000)
        await ada.gateway('third')
        await takeReceived()
        const { totalCount, nodes } = (await log(id))!
        expect(totalCount).toBe(deliveriesMax)
        expect(nodes.slice(1).map((delivery) => delivery.id)).toEqual(newest.toReversed().slice(0, deliveriesMax - 1))
        expect(nodes[0]?.title).toMatch(/third/)
      })
    })
  },
  () => ({
    tunnelUrl: `http://${tunnelHost}`,
    webhooks: { allowedNetworks: ['127.0.0.1/32'], timeoutMs: 30_000 },
  }),
)
