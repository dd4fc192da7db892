import { describe, expect, it } from 'vitest'
import { asSystem, recordAudit } from '../../platform/audit/service.ts'
import { describeApi } from '../../testing/api.ts'
import {
  AuditLogDocument,
  type AuditLogQueryVariables,
  CanSeeAuditLogDocument,
  CreateGatewayDocument,
  DeleteAuthTokenDocument,
  DeleteGatewayDocument,
  StopAgentDocument,
} from '../../testing/generated/documents.ts'
import type { Member } from '../../testing/seed.ts'

type Filter = Partial<Omit<AuditLogQueryVariables, 'accountId'>>

/** Reads a page of the log of a member's account, as that member. */
async function readLog({ client, accountId }: Member, filter: Filter = {}) {
  const variables = { accountId, page: 1, pageSize: 25, ...filter }
  return (await client.run(AuditLogDocument, variables)).account.auditLog
}

async function listActions(member: Member, filter: Filter = {}): Promise<string[]> {
  return (await readLog(member, filter)).nodes.map(({ action }) => action)
}

describeApi('audit log', (api) => {
  it('says who did what to which object, when and from where', async () => {
    const ada = await api.seed.owner('Ada')
    const gateway = await ada.gateway('shop')
    const { nodes, ...page } = await readLog(ada)
    expect(page).toEqual({ totalCount: 1, page: 1, pageSize: 25, pageCount: 1 })
    expect(nodes).toEqual([
      {
        id: expect.any(String),
        action: 'gateway.created',
        actorKind: 'SESSION',
        apiKeyName: null,
        credentialId: ada.sessionId,
        actor: { id: ada.user.id, email: ada.user.email },
        objectType: 'gateway',
        objectId: gateway.id,
        objectName: gateway.subdomain,
        changes: [],
        ipAddress: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
        userAgent: 'node',
        createdAt: expect.any(String),
      },
    ])
    expect(Math.abs(Date.parse(nodes[0]!.createdAt) - api.clock.now().getTime())).toBeLessThan(60_000)
  })

  it('records changes to gateways, agents and AuthIDs, newest first and without secrets', async () => {
    const ada = await api.seed.owner('Ada')
    const gateway = await ada.gateway('shop')
    const first = await ada.authToken()
    const second = await ada.authToken()
    const agent = await ada.agent('shop')
    await ada.client.run(StopAgentDocument, { input: { id: agent.id } })
    await ada.client.run(DeleteAuthTokenDocument, { input: { id: second.id } })
    await ada.client.run(DeleteGatewayDocument, { input: { id: gateway.id } })

    const { nodes } = await readLog(ada)
    expect(nodes.map(({ action, objectId }) => [action, objectId])).toEqual([
      ['gateway.deleted', gateway.id],
      ['auth_token.deleted', second.id],
      ['agent.stopped', agent.id],
      ['agent.started', agent.id],
      ['auth_token.created', second.id],
      ['auth_token.deleted', first.id],
      ['auth_token.created', first.id],
      ['gateway.created', gateway.id],
    ])
    expect(JSON.stringify(nodes)).not.toContain(first.secret)
  })

  it('has no entry for a change that was refused', async () => {
    const ada = await (await api.seed.owner('Ada')).withLimits({ maxSubpoints: 0 })
    await expect(ada.gateway('shop')).rejects.toMatchObject({ code: 'PLAN_LIMIT_REACHED' })
    expect(await listActions(ada)).toEqual([])
  })

  it('has one entry for two simultaneous deletions of the same gateway', async () => {
    const ada = await api.seed.owner('Ada')
    const { id } = await ada.gateway('shop')
    await Promise.allSettled([1, 2].map(() => ada.client.run(DeleteGatewayDocument, { input: { id } })))
    expect(await listActions(ada)).toEqual(['gateway.deleted', 'gateway.created'])
  })

  it('distinguishes actions by session, by AuthID and by the system', async () => {
    const ada = await api.seed.owner('Ada')
    const { id, client } = await ada.authToken()
    await ada.agent()
    const started = (await readLog(ada, { action: ['agent.started'] })).nodes[0]!
    await client.run(StopAgentDocument, { input: { id: started.objectId } })
    await api.app.change((trx) =>
      recordAudit(trx, asSystem(api.app), {
        action: 'domain.failed',
        accountId: ada.accountId,
        objectType: 'domain',
        objectId: 'some domain',
        changes: { status: { from: 'verified', to: 'failed' } },
      }),
    )

    const { nodes } = await readLog(ada, { action: ['agent.started', 'agent.stopped', 'domain.failed'] })
    expect(nodes).toMatchObject([
      {
        action: 'domain.failed',
        actorKind: 'SYSTEM',
        actor: null,
        credentialId: null,
        ipAddress: null,
        changes: [{ field: 'status', from: '"verified"', to: '"failed"' }],
      },
      { action: 'agent.stopped', actorKind: 'AUTH_TOKEN', actor: { id: ada.user.id }, credentialId: id },
      { action: 'agent.started', actorKind: 'SESSION', credentialId: ada.sessionId },
    ])
  })

  describe('entries', () => {
    it('are filtered by action, actor, credential, kind of object, object and time', async () => {
      const ada = await api.seed.owner('Ada')
      const grace = await ada.invite('Grace', 'admin')
      const shop = await ada.gateway('shop')
      api.clock.advance(60_000)
      const between = api.clock.now().toISOString()
      api.clock.advance(60_000)
      await grace.gateway('store')
      const { id: tokenId, client } = await grace.authToken()
      await expect(
        client.run(CreateGatewayDocument, {
          input: { accountId: ada.accountId, name: 'no', domain: 'culvert.localhost' },
        }),
      ).rejects.toMatchObject({ code: 'FORBIDDEN' })

      expect(await listActions(ada, { action: ['auth_token.created', 'unheard.of'] })).toEqual(['auth_token.created'])
      expect(await listActions(ada, { action: [] })).toEqual([])
      expect(await listActions(ada, { actorId: grace.user.id })).toEqual(['auth_token.created', 'gateway.created'])
      expect(await listActions(ada, { actorId: ada.sessionId })).toEqual(['gateway.created'])
      expect(await listActions(ada, { objectType: 'auth_token' })).toEqual(['auth_token.created'])
      expect(await listActions(ada, { objectId: tokenId })).toEqual(['auth_token.created'])
      expect(await listActions(ada, { objectId: shop.id, objectType: 'gateway' })).toEqual(['gateway.created'])
      expect(await listActions(ada, { to: between })).toEqual(['gateway.created'])
      expect(await listActions(ada, { from: between })).toEqual(['auth_token.created', 'gateway.created'])
    })

    it('are paged, newest first, with at most 200 on a page', async () => {
      const ada = await api.seed.owner('Ada')
      for (const name of ['a', 'b', 'c']) await ada.gateway(name)
      const first = await readLog(ada, { pageSize: 2 })
      const second = await readLog(ada, { pageSize: 2, page: 2 })
      expect(first).toMatchObject({ totalCount: 3, page: 1, pageSize: 2, pageCount: 2 })
      expect([...first.nodes, ...second.nodes].map(({ objectName }) => objectName?.slice(0, 2))).toEqual([
        'c-',
        'b-',
        'a-',
      ])
      await expect(readLog(ada, { pageSize: 201 })).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field: 'pageSize' })
    })
  })

  describe('readers', () => {
    it('include super_admins and admins, but not viewers', async () => {
      const ada = await api.seed.owner('Ada')
      const admin = await ada.invite('Grace', 'admin')
      const viewer = await ada.invite('Alan', 'viewer')
      await ada.gateway('shop')
      expect(await listActions(admin)).toEqual(['gateway.created'])
      await expect(readLog(viewer)).rejects.toMatchObject({ code: 'FORBIDDEN' })
      const see = await Promise.all(
        [ada, admin, viewer].map(
          async ({ client, accountId }) =>
            (await client.run(CanSeeAuditLogDocument, { accountId })).account.viewerCanSeeAuditLog,
        ),
      )
      expect(see).toEqual([true, true, false])
    })

    it('see nothing of another account', async () => {
      const ada = await api.seed.owner('Ada')
      const grace = await api.seed.owner('Grace')
      await ada.gateway('shop')
      expect(await listActions(grace)).toEqual([])
      await expect(readLog({ ...grace, accountId: ada.accountId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    it('cannot be AuthIDs or clients without a credential', async () => {
      const ada = await api.seed.owner('Ada')
      const { client } = await ada.authToken()
      await expect(readLog({ ...ada, client })).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(readLog({ ...ada, client: api.client() })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    })
  })
})
