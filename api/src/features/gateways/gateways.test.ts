import { expect, describe, it } from 'vitest'
import { describeApi } from '../../testing/api.ts'
import {
  CreateGatewayDocument,
  DeleteGatewayDocument,
  GatewayChangedDocument,
  GatewaysDocument,
  TunnelEndedDocument,
} from '../../testing/generated/documents.ts'

const domain = 'culvert.localhost'

describeApi('gateways', (api) => {
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
        tunnelBinding: null,
        agentLostAt: null,
        createdAt: expect.any(String),
        deletedAt: null,
      })
      const { account } = await client.run(GatewaysDocument, { accountId })
      expect(account.gateways.map(({ name }) => name)).toEqual(['demo', 'older'])
      expect(account.usage.subpoints).toBe(2)
    })

    it('tells subscribers of the account', async () => {
      const ada = await api.seed.owner('Ada')
      const changes = await ada.client.subscribe(GatewayChangedDocument, { accountId: ada.accountId })
      const gateway = await ada.gateway('demo')
      expect((await changes.next()).gatewayChanged).toEqual(gateway)
      await changes.close()
    })

    it('refuses a hostname that is reserved', async () => {
      const ada = await api.seed.owner('Ada')
      const { subdomain } = await ada.gateway('demo')
      await expect(ada.gateway('demo')).rejects.toMatchObject({
        code: 'CONFLICT',
        field: 'name',
        message: `${subdomain} is already reserved. Choose another name.`,
      })
    })

    it('refuses a hostname in a longer namespace of another account, which only old ones can share', async () => {
      const [short, long] = [await api.seed.owner('Ada'), await api.seed.owner('Bea')]
      // As both were chosen before namespaces had to keep apart.
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

    it('refuses a name and a domain that break the rules', async () => {
      const { accountId, client } = await api.seed.owner('Ada')
      const create = (name: string, on: string) =>
        client.run(CreateGatewayDocument, { input: { accountId, name, domain: on } })
      await expect(create('Not OK', domain)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field: 'name' })
      await expect(create('demo', 'evil.example')).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field: 'domain' })
    })

    it('stops at the limit of the plan', async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxSubpoints: 1 })
      await ada.gateway('one')
      await expect(ada.gateway('two')).rejects.toMatchObject({
        code: 'PLAN_LIMIT_REACHED',
        message:
          "Gateway Limit Reached. You've reached the maximum number of gateways for your current plan. Upgrade to create more.",
      })
    })

    it('never passes the limit when several are created at once', async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxSubpoints: 2 })
      const names = Array.from({ length: 20 }, (_, index) => `a${index}`)
      const results = await Promise.allSettled(names.map((name) => ada.gateway(name)))
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'PLAN_LIMIT_REACHED' })
      }
    })

    it('has no limit where the plan says -1', async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxSubpoints: -1 })
      for (const name of ['a1', 'a2', 'a3', 'a4']) await ada.gateway(name)
      const { account } = await ada.client.run(GatewaysDocument, { accountId: ada.accountId })
      expect(account.gateways).toHaveLength(4)
    })

    it('is for managers: an admin may, a viewer may not, to a stranger the account does not exist', async () => {
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

    it('takes a person: an AuthID is refused', async () => {
      const ada = await api.seed.owner('Ada')
      const { client } = await ada.authToken()
      const input = { accountId: ada.accountId, name: 'demo', domain }
      await expect(client.run(CreateGatewayDocument, { input })).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: 'An AuthID starts and stops its own tunnels, nothing else. Sign in to do this.',
      })
    })
  })

  describe('deleteGateway', () => {
    it('gives the hostname back, so that it can be reserved again', async () => {
      const ada = await api.seed.owner('Ada')
      const { id, subdomain } = await ada.gateway('demo')
      const { deleteGateway } = await ada.client.run(DeleteGatewayDocument, { input: { id } })
      expect(deleteGateway.gateway).toMatchObject({ id, deletedAt: expect.any(String) })
      const { account } = await ada.client.run(GatewaysDocument, { accountId: ada.accountId })
      expect(account.gateways).toEqual([])
      expect(await ada.gateway('demo')).toMatchObject({ subdomain })
    })

    it('ends the agent bound to it, and tells edges and subscribers', async () => {
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

    it('finds nothing twice, nothing of others, and is not for viewers', async () => {
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
    it('does not exist for a stranger', async () => {
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
