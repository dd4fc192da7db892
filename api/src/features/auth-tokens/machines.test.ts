import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { describeApi } from '../../testing/api.ts'
import type { TestClient } from '../../testing/client.ts'
import {
  AccountChangedDocument,
  AuditLogDocument,
  CreateMachineTokenDocument,
  DeleteAuthTokenDocument,
  DeleteMachineTokenDocument,
  EndOwnTokenDocument,
  MachineTokensDocument,
  RemoveMemberDocument,
  StartAgentDocument,
  TokenHolderDocument,
  TunnelEndedDocument,
} from '../../testing/generated/documents.ts'
import type { Member } from '../../testing/seed.ts'
import { machineTokensMax } from './rules.ts'

describeApi('machine tokens', (api) => {
  const refused = { code: 'UNAUTHENTICATED', message: expect.stringContaining('machine token is not valid') }

  describe('createMachineToken', () => {
    it('returns the secret once, stores only its SHA-256 hash, and notifies open dashboards', async () => {
      const { client, accountId } = await api.seed.owner('Ada')
      const changes = await client.subscribe(AccountChangedDocument, { accountId })
      const { createMachineToken } = await client.run(CreateMachineTokenDocument, {
        input: { accountId, name: ' ci ' },
      })
      const { secret, machineToken } = createMachineToken
      expect(secret).toMatch(/^pk_[0-9a-f]{64}$/)
      expect(machineToken).toMatchObject({ name: 'ci', lastUsedAt: null, approvedFrom: '127.0.0.1' })
      expect(await changes.next()).toBeDefined()
      await changes.close()
      expect(await list(client, accountId)).toEqual([machineToken])
      const row = await api.app.db
        .selectFrom('authTokens')
        .selectAll()
        .where('id', '=', machineToken.id)
        .executeTakeFirstOrThrow()
      expect(row.tokenHash).toBe(createHash('sha256').update(secret).digest('hex'))
      expect(JSON.stringify(row)).not.toContain(secret)
    })

    it('keeps the AuthID and other tokens valid, and numbers names that are taken', async () => {
      const ada = await api.seed.owner('Ada')
      const authId = await ada.authToken()
      const tokens = [await ada.machineToken('ci'), await ada.machineToken('ci'), await ada.machineToken('ci')]
      expect(tokens.map(({ name }) => name)).toEqual(['ci', 'ci (2)', 'ci (3)'])
      await ada.client.run(DeleteMachineTokenDocument, { input: { id: tokens[1]!.id } })
      expect((await ada.machineToken('ci')).name).toBe('ci (2)')
      for (const { client } of [authId, tokens[0]!, tokens[2]!]) {
        expect(await holder(client)).toMatchObject({ account: { id: ada.accountId } })
      }
    })

    it.each([
      ['spaces only', '  ', 'is required'],
      ['65 characters', 'x'.repeat(65), 'at most 64 characters'],
      ['a NUL', 'ci\0', 'NUL'],
      ['a line break', 'c\ni', 'must not contain'],
      ['a bidi override', 'ci\u202Egnp', 'must not contain'],
      ['a zero-width space', 'c\u200Bi', 'must not contain'],
    ])('refuses %s as a name', async (_what, name, message) => {
      const { client, accountId } = await api.seed.owner('Ada')
      await expect(client.run(CreateMachineTokenDocument, { input: { accountId, name } })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        message: expect.stringContaining(message),
      })
    })

    it('accepts a hostname as a name', async () => {
      const ada = await api.seed.owner('Ada')
      expect((await ada.machineToken('adas-macbook.local')).name).toBe('adas-macbook.local')
    })

    it(`allows each member at most ${machineTokensMax} tokens in an account`, async () => {
      const ada = await api.seed.owner('Ada')
      const vera = await ada.invite('Vera', 'viewer')
      await fill(ada, machineTokensMax - 1)
      await ada.machineToken()
      await expect(ada.machineToken()).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('50 machine tokens'),
      })
      await vera.machineToken()
    })
  })

  describe('a machine token', () => {
    it('starts agents, and records its last use', async () => {
      const ada = await api.seed.owner('Ada')
      const { client } = await ada.machineToken()
      const agent = await start(client)
      expect(agent).toMatchObject({ status: 'active' })
      const [token] = await list(ada.client, ada.accountId)
      expect(Date.parse(token!.lastUsedAt!)).toBeGreaterThanOrEqual(Date.parse(agent.startedAt))
    })

    it('is listed for its own member only, newest first', async () => {
      const ada = await api.seed.owner('Ada')
      const vera = await ada.invite('Vera', 'viewer')
      const first = await ada.machineToken('first')
      const second = await ada.machineToken('second')
      const theirs = await vera.machineToken('theirs')
      expect((await list(ada.client, ada.accountId)).map(({ id }) => id)).toEqual([second.id, first.id])
      expect((await list(vera.client, ada.accountId)).map(({ id }) => id)).toEqual([theirs.id])
    })
  })

  describe('deleteMachineToken', () => {
    it('invalidates the secret and ends its agents, and leaves the AuthID valid', async () => {
      const ada = await api.seed.owner('Ada')
      const kept = await ada.authToken()
      const { id, client } = await ada.machineToken()
      const agent = await start(client)
      const ended = await api.edge().subscribe(TunnelEndedDocument, {})
      await ada.client.run(DeleteMachineTokenDocument, { input: { id } })
      expect(await ended.next()).toEqual({ tunnelEnded: { agentId: agent.id, reason: 'AUTH_TOKEN_DELETED' } })
      await ended.close()
      await expect(start(client)).rejects.toMatchObject(refused)
      expect(await list(ada.client, ada.accountId)).toEqual([])
      expect(await holder(kept.client)).toMatchObject({ kind: 'AUTH_ID' })
    })

    it("finds no deleted token, other member's token or AuthID; deleteAuthToken finds no machine token", async () => {
      const ada = await api.seed.owner('Ada')
      const vera = await ada.invite('Vera', 'viewer')
      const { id } = await vera.machineToken()
      const authId = await vera.authToken()
      const remove = (client: TestClient, token = id) =>
        client.run(DeleteMachineTokenDocument, { input: { id: token } })
      const notFound = { code: 'NOT_FOUND' }
      await expect(remove(ada.client)).rejects.toMatchObject(notFound)
      await expect(remove(vera.client, authId.id)).rejects.toMatchObject(notFound)
      await expect(vera.client.run(DeleteAuthTokenDocument, { input: { id } })).rejects.toMatchObject(notFound)
      await remove(vera.client)
      await expect(remove(vera.client)).rejects.toMatchObject(notFound)
    })

    it('is recorded in the audit log, as is the creation', async () => {
      const ada = await api.seed.owner('Ada')
      const { id } = await ada.machineToken('ci')
      await ada.client.run(DeleteMachineTokenDocument, { input: { id } })
      const { account } = await ada.client.run(AuditLogDocument, { accountId: ada.accountId, objectId: id })
      expect(account.auditLog.nodes).toMatchObject([
        { action: 'machine_token.deleted', objectType: 'machine_token', objectName: 'ci' },
        { action: 'machine_token.created' },
      ])
    })
  })

  describe('endOwnToken', () => {
    it('deletes the token that the request carries, and ends its agents', async () => {
      const ada = await api.seed.owner('Ada')
      const { id, client } = await ada.machineToken()
      const agent = await start(client)
      const ended = await api.edge().subscribe(TunnelEndedDocument, {})
      expect((await client.run(EndOwnTokenDocument, {})).endOwnToken.machineToken.id).toBe(id)
      expect(await ended.next()).toEqual({ tunnelEnded: { agentId: agent.id, reason: 'AUTH_TOKEN_DELETED' } })
      await ended.close()
      await expect(client.run(EndOwnTokenDocument, {})).rejects.toMatchObject(refused)
      expect(await list(ada.client, ada.accountId)).toEqual([])
    })

    it('refuses an AuthID, and says where to delete it', async () => {
      const ada = await api.seed.owner('Ada')
      const { client } = await ada.authToken()
      await expect(client.run(EndOwnTokenDocument, {})).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringContaining("Delete it on the dashboard's AuthID page"),
      })
      expect(await start(client)).toMatchObject({ status: 'active' })
    })
  })

  it('tokenHolder returns the kind, name, account and user of a machine token and of an AuthID', async () => {
    const ada = await api.seed.owner('Ada')
    const account = { id: ada.accountId, name: "Ada's account", namespace: ada.namespace }
    const user = { fullName: 'Ada Example', email: ada.user.email }
    const machine = await ada.machineToken('laptop')
    const authId = await ada.authToken()
    expect(await holder(machine.client)).toEqual({ kind: 'MACHINE', tokenName: 'laptop', account, user })
    expect(await holder(authId.client)).toEqual({
      kind: 'AUTH_ID',
      tokenName: "Ada's account CLI Token",
      account,
      user,
    })
  })

  it('become invalid when their member is removed from the account', async () => {
    const ada = await api.seed.owner('Ada')
    const vera = await ada.invite('Vera', 'viewer')
    const { client } = await vera.machineToken()
    await ada.client.run(RemoveMemberDocument, { input: { id: vera.membershipId } })
    await expect(holder(client)).rejects.toMatchObject(refused)
  })

  /** Gives a member this many tokens directly. */
  async function fill({ accountId, user }: Member, count: number): Promise<void> {
    const createdAt = api.clock.now()
    const tokens = Array.from({ length: count }, (_, index) => ({
      id: `${accountId}-${index}`,
      kind: 'MACHINE' as const,
      accountId,
      userId: user.id,
      tokenHash: `${accountId}-${index}`,
      name: `machine ${index}`,
      createdAt,
      updatedAt: createdAt,
    }))
    await api.app.db.insertInto('authTokens').values(tokens).execute()
  }
})

async function list(client: TestClient, accountId: string) {
  return (await client.run(MachineTokensDocument, { accountId })).account.machineTokens
}

async function holder(client: TestClient) {
  return (await client.run(TokenHolderDocument, {})).tokenHolder
}

async function start(client: TestClient) {
  return (await client.run(StartAgentDocument, { input: { forwardingTo: 'http://localhost:3000' } })).startAgent.agent
}
