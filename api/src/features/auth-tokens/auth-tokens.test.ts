import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { describeApi } from '../../testing/api.ts'
import type { TestClient } from '../../testing/client.ts'
import {
  AgentChangedDocument,
  AgentsDocument,
  AuthTokenDocument,
  CreateAuthTokenDocument,
  DeleteAuthTokenDocument,
  SiteChangedDocument,
  StartAgentDocument,
  TunnelEndedDocument,
} from '../../testing/generated/documents.ts'

describeApi('auth tokens', (api) => {
  const refused = {
    code: 'UNAUTHENTICATED',
    message: expect.stringContaining('This AuthID or machine token is not valid'),
  }

  describe('createAuthToken', () => {
    it('returns the secret once, and stores only its SHA-256 hash', async () => {
      const { client, accountId } = await api.seed.owner('Ada')
      const { createAuthToken } = await client.run(CreateAuthTokenDocument, { input: { accountId } })
      expect(createAuthToken).toEqual({
        secret: expect.stringMatching(/^pk_[0-9a-f]{64}$/),
        authToken: {
          id: expect.any(String),
          name: "Ada's account CLI Token",
          createdAt: expect.any(String),
          lastUsedAt: null,
        },
      })
      expect(await findOwn(client, accountId)).toEqual(createAuthToken.authToken)
      const row = await api.app.db
        .selectFrom('authTokens')
        .selectAll()
        .where('id', '=', createAuthToken.authToken.id)
        .executeTakeFirstOrThrow()
      expect(row.tokenHash).toBe(createHash('sha256').update(createAuthToken.secret).digest('hex'))
      expect(JSON.stringify(row)).not.toContain(createAuthToken.secret)
    })

    it('replaces the older token: its secret stops working, and its agents and subscriptions end', async () => {
      const ada = await api.seed.owner('Ada')
      const older = await ada.authToken()
      const agent = await start(older.client)
      const ended = await api.edge().subscribe(TunnelEndedDocument, {})
      const changes = await older.client.subscribe(SiteChangedDocument, {})

      const newer = await ada.authToken()
      expect(await changes.ended).toMatchObject({ code: 4403 })
      expect(await ended.next()).toEqual({ tunnelEnded: { agentId: agent.id, reason: 'AUTH_TOKEN_DELETED' } })
      await ended.close()
      await expect(start(older.client)).rejects.toMatchObject(refused)
      expect(await start(newer.client)).toMatchObject({ status: 'active' })
      expect(await findOwn(ada.client, ada.accountId)).toMatchObject({ id: newer.id })
    })

    it('leaves one valid token when several are created simultaneously', async () => {
      const ada = await api.seed.owner('Ada')
      const tokens = await Promise.all([1, 2, 3, 4].map(() => ada.authToken()))
      const results = await Promise.allSettled(tokens.map(({ client }) => start(client)))
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    })

    it('gives each member a token of their own', async () => {
      const ada = await api.seed.owner('Ada')
      const viewer = await ada.invite('Vera', 'viewer')
      const own = await ada.authToken()
      const theirs = await viewer.authToken()
      expect(await findOwn(ada.client, ada.accountId)).toMatchObject({ id: own.id })
      expect(await findOwn(viewer.client, ada.accountId)).toMatchObject({ id: theirs.id })
    })

    it('requires a signed-in member of the account', async () => {
      const ada = await api.seed.owner('Ada')
      const stranger = await api.seed.owner('Sam')
      const { client } = await ada.authToken()
      const input = { accountId: ada.accountId }
      await expect(stranger.client.run(CreateAuthTokenDocument, { input })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(client.run(CreateAuthTokenDocument, { input })).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(api.client().run(CreateAuthTokenDocument, { input })).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      })
    })
  })

  describe('deleteAuthToken', () => {
    it('invalidates the secret and ends its agents, but not agents started without it', async () => {
      const ada = await api.seed.owner('Ada')
      const { id, client } = await ada.authToken()
      const withToken = await start(client)
      const signedIn = await ada.agent()
      const changes = await ada.client.subscribe(AgentChangedDocument, { accountId: ada.accountId })

      const { deleteAuthToken } = await ada.client.run(DeleteAuthTokenDocument, { input: { id } })
      expect(deleteAuthToken.authToken.id).toBe(id)
      expect((await changes.next()).agentChanged).toMatchObject({ id: withToken.id, status: 'inactive' })
      await changes.close()
      await expect(start(client)).rejects.toMatchObject(refused)
      expect(await findOwn(ada.client, ada.accountId)).toBeNull()
      const { account } = await ada.client.run(AgentsDocument, { accountId: ada.accountId, status: ['active'] })
      expect(account.agents.nodes.map((agent) => agent.id)).toEqual([signedIn.id])
    })

    it("finds neither a deleted token nor another member's, even for an owner", async () => {
      const ada = await api.seed.owner('Ada')
      const viewer = await ada.invite('Vera', 'viewer')
      const { id } = await viewer.authToken()
      const remove = (client: TestClient) => client.run(DeleteAuthTokenDocument, { input: { id } })
      await expect(remove(ada.client)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await remove(viewer.client)
      await expect(remove(viewer.client)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(remove(api.client())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    })
  })

  describe('lastUsedAt', () => {
    it('is set when an agent starts with the token', async () => {
      const ada = await api.seed.owner('Ada')
      const { client } = await ada.authToken()
      api.clock.advance(60_000)
      const agent = await start(client)
      const authToken = await findOwn(ada.client, ada.accountId)
      expect(Date.parse(authToken!.lastUsedAt!)).toBeGreaterThanOrEqual(Date.parse(agent.startedAt))
    })
  })
})

async function findOwn(client: TestClient, accountId: string) {
  return (await client.run(AuthTokenDocument, { accountId })).account.authToken
}

async function start(client: TestClient) {
  return (await client.run(StartAgentDocument, { input: { forwardingTo: 'http://localhost:3000' } })).startAgent.agent
}
