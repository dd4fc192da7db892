import { expect, describe, it } from 'vitest'
import type { UpdateGatewayInput } from '../../generated/schema.ts'
import { describeApi } from '../../testing/api.ts'
import {
  CreateGatewayDocument,
  DeleteGatewayDocument,
  GatewayChangedDocument,
  GatewaysDocument,
  OneGatewayDocument,
  TunnelEndedDocument,
  UpdateGatewayDocument,
} from '../../testing/generated/documents.ts'
import type { Member } from '../../testing/seed.ts'

const domain = 'culvert.localhost'

describeApi('gateways', (api) => {
  const onCustomDomain = async (owner: Member) => {
    const hostname = `shop.${owner.namespace}.example.com`
    const now = api.clock.now()
    const { accountId } = owner
    const row = { accountId, domain: hostname, verificationToken: 'none', createdAt: now, updatedAt: now }
    await api.app.db
      .insertInto('domains')
      .values({ ...row, id: `domain-${accountId}`, status: 'verified' })
      .execute()
    const input = { accountId, name: 'shop', customDomain: hostname }
    return (await owner.client.run(CreateGatewayDocument, { input })).createGateway.gateway
  }

  describe('createGateway', () => {
    it('reserves {prefix}-{namespace}.{domain} and shows it first in the list', async () => {
      const ada = await api.seed.owner('Ada')
      const { accountId, namespace, client } = ada
      await ada.gateway('older')
      const gateway = await ada.gateway('demo')
      expect(gateway).toEqual({
        id: expect.any(String),
        name: 'demo',
        subdomain: `demo-${namespace}.${domain}`,
        publicUrl: `http://demo-${namespace}.${domain}:8080`,
        description: null,
        isRenamable: false,
        tunnelBinding: null,
        agentLostAt: null,
        createdAt: expect.any(String),
        deletedAt: null,
      })
      const { account } = await client.run(GatewaysDocument, { accountId })
      expect(account.gateways.map(({ name }) => name)).toEqual(['demo', 'older'])
      expect(account.usage.subpoints).toBe(2)
    })

    it('notifies subscribers of the account', async () => {
      const ada = await api.seed.owner('Ada')
      const changes = await ada.client.subscribe(GatewayChangedDocument, { accountId: ada.accountId })
      const gateway = await ada.gateway('demo')
      expect((await changes.next()).gatewayChanged).toEqual(gateway)
      await changes.close()
    })

    it('refuses a hostname that is already reserved', async () => {
      const ada = await api.seed.owner('Ada')
      const { subdomain } = await ada.gateway('demo')
      await expect(ada.gateway('demo')).rejects.toMatchObject({
        code: 'CONFLICT',
        field: 'name',
        message: `${subdomain} is already reserved. Choose another name.`,
      })
    })

    it('refuses a hostname in a longer namespace of another account, which only older namespaces allow', async () => {
      const [short, long] = [await api.seed.owner('Ada'), await api.seed.owner('Bea')]
      // Both were chosen before namespaces had to be distinct in this way.
      const namespace = `ada-${short.namespace}`
      await api.app.db
        .updateTable('namespaces')
        .set({ namespace, label: namespace })
        .where('accountId', '=', long.accountId)
        .execute()
      await api.app.db.updateTable('accounts').set({ namespace }).where('id', '=', long.accountId).execute()
      await expect(short.gateway('demo-ada')).rejects.toMatchObject({ code: 'CONFLICT', field: 'name' })
      expect((await long.gateway('demo')).subdomain).toBe(`demo-ada-${short.namespace}.${domain}`)
      expect((await short.gateway('demo')).subdomain).toBe(`demo-${short.namespace}.${domain}`)
    })

    it("refuses a random hostname that another account's agent has for its session", async () => {
      const [ada, eve] = [await api.seed.owner('Ada'), await api.seed.owner('Eve')]
      const { assignedDomain } = await ada.agent()
      const [adjective, noun, suffix = ''] = assignedDomain.split('.')[0]?.split('-') ?? []
      await api.app.db.updateTable('accounts').set({ namespace: suffix }).where('id', '=', eve.accountId).execute()
      await expect(eve.gateway(`${adjective}-${noun}`)).rejects.toMatchObject({ code: 'CONFLICT' })
    })

    it('refuses an invalid name, and a domain that is not offered', async () => {
      const { accountId, client } = await api.seed.owner('Ada')
      const create = (name: string, on: string) =>
        client.run(CreateGatewayDocument, { input: { accountId, name, domain: on } })
      await expect(create('Not OK', domain)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field: 'name' })
      await expect(create('demo', 'evil.example')).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field: 'domain' })
    })

    it('returns PLAN_LIMIT_REACHED above the limit of the plan', async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxSubpoints: 1 })
      await ada.gateway('one')
      await expect(ada.gateway('two')).rejects.toMatchObject({
        code: 'PLAN_LIMIT_REACHED',
        message:
          "Gateway Limit Reached. You've reached the maximum number of gateways for your current plan. Upgrade to create more.",
      })
    })

    it('never exceeds the limit, even if 20 are created at the same time', async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxSubpoints: 2 })
      const names = Array.from({ length: 20 }, (_, index) => `a${index}`)
      const results = await Promise.allSettled(names.map((name) => ada.gateway(name)))
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'PLAN_LIMIT_REACHED' })
      }
    })

    it('has no limit if that of the plan is -1', async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxSubpoints: -1 })
      for (const name of ['a1', 'a2', 'a3', 'a4']) await ada.gateway(name)
      const { account } = await ada.client.run(GatewaysDocument, { accountId: ada.accountId })
      expect(account.gateways).toHaveLength(4)
    })

    it('is allowed to an admin, and refused to a viewer, to a stranger (NOT_FOUND) and without a session', async () => {
      const ada = await api.seed.owner('Ada')
      const admin = await ada.invite('Anna', 'admin')
      const viewer = await ada.invite('Vera', 'viewer')
      const stranger = await api.seed.owner('Sam')
      const { accountId } = ada
      const input = { accountId, name: 'demo', domain }

      await admin.gateway('by-admin')
      await expect(viewer.gateway('by-viewer')).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: 'Your role in this account is viewer; this takes super_admin or admin. Ask one of them to do it.',
      })
      await expect(stranger.client.run(CreateGatewayDocument, { input })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(api.client().run(CreateGatewayDocument, { input })).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      })
    })

    it('refuses an AuthID', async () => {
      const ada = await api.seed.owner('Ada')
      const { client } = await ada.authToken()
      const input = { accountId: ada.accountId, name: 'demo', domain }
      await expect(client.run(CreateGatewayDocument, { input })).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: 'An AuthID starts and stops its own tunnels, nothing else. Sign in to do this.',
      })
    })
  })

  describe('updateGateway', () => {
    it('sets the description, notifies subscribers, and is audited if it changes something', async () => {
      const ada = await api.seed.owner('Ada')
      const { id } = await ada.gateway('demo')
      const changes = await ada.client.subscribe(GatewayChangedDocument, { accountId: ada.accountId })
      await update(ada, { id, description: '  The shop for reviews ' })
      expect((await changes.next()).gatewayChanged).toMatchObject({ id, description: 'The shop for reviews' })
      await changes.close()
      await update(ada, { id, description: 'The shop for reviews', name: 'demo' })
      const { updateGateway } = await update(ada, { id, description: ' ' })
      expect(updateGateway.gateway.description).toBeNull()
      const entries = await api.app.db
        .selectFrom('auditEntries')
        .select('changes')
        .where('objectId', '=', id)
        .where('action', '=', 'gateway.updated')
        .orderBy('position')
        .execute()
      expect(entries.map((entry) => entry.changes)).toEqual([
        { description: { from: null, to: 'The shop for reviews' } },
        { description: { from: 'The shop for reviews', to: null } },
      ])
      await expect(update(ada, { id, description: 'x'.repeat(201) })).rejects.toMatchObject({ field: 'description' })
    })

    it('renames a gateway on a custom domain, which keeps its hostname and takes agents by its new name', async () => {
      const ada = await api.seed.owner('Ada')
      const { id, subdomain } = await onCustomDomain(ada)
      const { updateGateway } = await update(ada, { id, name: 'store' })
      expect(updateGateway.gateway).toMatchObject({ name: 'store', subdomain, isRenamable: true })
      expect(await ada.agent('store')).toMatchObject({ assignedDomain: subdomain })
      await expect(update(ada, { id, name: 'Not OK' })).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field: 'name' })
      await expect(update(ada, { id, name: '' })).rejects.toMatchObject({ field: 'name' })
      await expect(update(ada, { id, name: 'x'.repeat(64) })).rejects.toMatchObject({ field: 'name' })
    })

    it('refuses to rename a gateway on an offered domain, whose hostname contains the name', async () => {
      const ada = await api.seed.owner('Ada')
      const { id, subdomain } = await ada.gateway('demo')
      await expect(update(ada, { id, name: 'store' })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        field: 'name',
        message: `The name "demo" is part of the hostname ${subdomain}, so it cannot be changed. Reserve another gateway for another name.`,
      })
    })

    it('returns NOT_FOUND for a deleted gateway', async () => {
      const ada = await api.seed.owner('Ada')
      const { id } = await ada.gateway('demo')
      await ada.client.run(DeleteGatewayDocument, { input: { id } })
      await expect(update(ada, { id, description: 'Late' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })
  })

  describe('gateway', () => {
    it('is found before and after its deletion, and is null in another account', async () => {
      const [ada, sam] = [await api.seed.owner('Ada'), await api.seed.owner('Sam')]
      const { id } = await ada.gateway('demo')
      const find = async ({ client, accountId }: Member) =>
        (await client.run(OneGatewayDocument, { accountId, id })).account.gateway
      expect(await find(ada)).toMatchObject({ id, deletedAt: null })
      expect(await find(sam)).toBeNull()
      await ada.client.run(DeleteGatewayDocument, { input: { id } })
      expect(await find(ada)).toMatchObject({ id, deletedAt: expect.any(String) })
    })
  })

  describe('deleteGateway', () => {
    it('releases the hostname, so that its account can reserve it again', async () => {
      const ada = await api.seed.owner('Ada')
      const { id, subdomain } = await ada.gateway('demo')
      const { deleteGateway } = await ada.client.run(DeleteGatewayDocument, { input: { id } })
      expect(deleteGateway.gateway).toMatchObject({ id, deletedAt: expect.any(String) })
      const { account } = await ada.client.run(GatewaysDocument, { accountId: ada.accountId })
      expect(account.gateways).toEqual([])
      expect(await ada.gateway('demo')).toMatchObject({ subdomain })
    })

    it('ends the agent bound to the gateway, and notifies edges and subscribers', async () => {
      const ada = await api.seed.owner('Ada')
      const { id } = await ada.gateway('demo')
      const agent = await ada.agent('demo')
      const ended = await api.edge().subscribe(TunnelEndedDocument, {})
      const changes = await ada.client.subscribe(GatewayChangedDocument, { accountId: ada.accountId })

      await ada.client.run(DeleteGatewayDocument, { input: { id } })
      expect(await ended.next()).toEqual({ tunnelEnded: { agentId: agent.id, reason: 'GATEWAY_DELETED' } })
      const { gatewayChanged } = await changes.next(({ gatewayChanged: { deletedAt } }) => deletedAt !== null)
      expect(gatewayChanged).toMatchObject({ id, tunnelBinding: null })
      await ended.close()
      await changes.close()
    })

    it('returns NOT_FOUND to a stranger and for a deleted gateway, and refuses viewers', async () => {
      const ada = await api.seed.owner('Ada')
      const viewer = await ada.invite('Vera', 'viewer')
      const stranger = await api.seed.owner('Sam')
      const { id } = await ada.gateway('demo')
      const input = { id }
      const notFound = { code: 'NOT_FOUND', message: expect.stringContaining('No such gateway') }

      await expect(stranger.client.run(DeleteGatewayDocument, { input })).rejects.toMatchObject(notFound)
      await expect(viewer.client.run(DeleteGatewayDocument, { input })).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await ada.client.run(DeleteGatewayDocument, { input })
      await expect(ada.client.run(DeleteGatewayDocument, { input })).rejects.toMatchObject(notFound)
      await expect(api.client().run(DeleteGatewayDocument, { input })).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      })
    })
  })

  describe('gatewayChanged', () => {
    it('ends with NOT_FOUND for a stranger', async () => {
      const ada = await api.seed.owner('Ada')
      const stranger = await api.seed.owner('Sam')
      const changes = await stranger.client.subscribe(GatewayChangedDocument, { accountId: ada.accountId })
      expect(await changes.ended).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
    })

    it('ends when its subscriber is no longer a member', async () => {
      const ada = await api.seed.owner('Ada')
      const viewer = await ada.invite('Vera', 'viewer')
      const changes = await viewer.client.subscribe(GatewayChangedDocument, { accountId: ada.accountId })
      await api.app.db.deleteFrom('accountUsers').where('userId', '=', viewer.user.id).execute()
      await ada.gateway('demo')
      expect(await changes.ended).toBeUndefined()
    })
  })
})

function update({ client }: Member, input: UpdateGatewayInput) {
  return client.run(UpdateGatewayDocument, { input })
}

describeApi(
  'an installation below a domain that an account has verified',
  (api) => {
    it.each(['edge.example.com', 'abcdefghijklmnopqrst.edge.example.com'])(
      'gives no gateway the hostname %s, at which its edges are reached',
      async (customDomain) => {
        const { accountId, client } = await api.seed.owner('Ada')
        const now = api.clock.now()
        const row = { accountId, domain: 'example.com', verificationToken: 'none', createdAt: now, updatedAt: now }
        await api.app.db
          .insertInto('domains')
          .values({ ...row, id: `domain-${accountId}`, status: 'verified' })
          .execute()
        const create = (hostname: string) =>
          client.run(CreateGatewayDocument, { input: { accountId, name: 'edge', customDomain: hostname } })
        await expect(create(customDomain)).rejects.toMatchObject({
          code: 'BAD_USER_INPUT',
          field: 'customDomain',
          message: `"${customDomain}" belongs to this service. Choose another name.`,
        })
        await api.app.db.deleteFrom('domains').where('accountId', '=', accountId).execute()
      },
    )
  },
  () => ({ tunnelUrl: 'http://edge.example.com:8080' }),
)
