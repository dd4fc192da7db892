import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ApiKeyScope, CreateApiKeyInput } from '../../generated/schema.ts'
import { describeApi } from '../../testing/api.ts'
import {
  ApiKeysDocument,
  CreateAccountDocument,
  CreateApiKeyDocument,
  CreateGatewayDocument,
  GatewayChangedDocument,
  ReadAccountDocument,
  ReadRoleDocument,
  ReadUsageDocument,
  RevokeApiKeyDocument,
} from '../../testing/generated/documents.ts'
import type { Member } from '../../testing/seed.ts'

const minuteMs = 60_000

describeApi('API keys', (api) => {
  const create = async ({ client, accountId }: Member, change: Partial<CreateApiKeyInput> = {}) => {
    const input = { accountId, name: 'Reports', scopes: ['READ_ACCOUNT', 'READ_USAGE'] as ApiKeyScope[], ...change }
    const { apiKey, secret } = (await client.run(CreateApiKeyDocument, { input })).createApiKey
    return { apiKey, secret, client: api.client(`Bearer ${secret}`) }
  }

  describe('createApiKey', () => {
    it('returns the secret once, and stores only its SHA-256 hash and its first characters', async () => {
      const ada = await api.seed.owner('Ada')
      const { apiKey, secret } = await create(ada, { name: ' Reports ' })
      expect(secret).toMatch(/^ck_[0-9a-f]{64}$/)
      expect(apiKey).toEqual({
        id: expect.any(String),
        name: 'Reports',
        prefix: secret.slice(0, 8),
        scopes: ['READ_ACCOUNT', 'READ_USAGE'],
        gateways: null,
        allowedNetworks: null,
        createdBy: { id: ada.user.id },
        createdAt: expect.any(String),
        lastUsedAt: null,
        expiresAt: null,
        revokedAt: null,
      })
      const row = await api.app.db
        .selectFrom('apiKeys')
        .selectAll()
        .where('id', '=', apiKey.id)
        .executeTakeFirstOrThrow()
      expect(row.keyHash).toBe(createHash('sha256').update(secret).digest('hex'))
      expect(JSON.stringify(row)).not.toContain(secret.slice(8))
    })

    it('puts the newest key first in the list', async () => {
      const ada = await api.seed.owner('Ada')
      const [older, newer] = [await create(ada), await create(ada)]
      expect((await list(ada)).map(({ id }) => id)).toEqual([newer.apiKey.id, older.apiKey.id])
    })

    it.each<[string, Partial<CreateApiKeyInput>, string]>([
      ['name', { name: '  ' }, 'Name is required'],
      ['name', { name: 'x'.repeat(101) }, 'Name must be at most 100 characters long'],
      ['name', { name: 'deploy\u200B' }, 'Name must not contain control, text direction or zero-width characters'],
      [
        'scopes',
        { scopes: [] },
        'An API key needs at least one scope: READ_ACCOUNT, READ_USAGE, READ_REQUESTS, MANAGE_GATEWAYS, MANAGE_DOMAINS, MANAGE_AGENTS, MANAGE_MEMBERS, REPLAY_REQUESTS or CREATE_AGENT_TOKENS',
      ],
      [
        'expiresAt',
        { expiresAt: new Date('2020-01-01T00:00:00.000Z') },
        'expiresAt must be in the future, not 2020-01-01T00:00:00.000Z',
      ],
    ])('refuses an invalid %s', async (field, change, message) => {
      await expect(create(await api.seed.owner('Ada'), change)).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        field,
        message,
      })
    })

    it('refuses a key beyond 100', async () => {
      const ada = await api.seed.owner('Ada')
      const { apiKey } = await create(ada)
      const row = await api.app.db
        .selectFrom('apiKeys')
        .selectAll()
        .where('id', '=', apiKey.id)
        .executeTakeFirstOrThrow()
      const rows = Array.from({ length: 99 }, (_, index) => ({
        ...row,
        id: `${row.id}-${index}`,
        keyHash: `${row.id}-${index}`,
      }))
      await api.app.db.insertInto('apiKeys').values(rows).execute()
      await expect(create(ada)).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'An account has at most 100 API keys. Revoke one that is no longer used.',
      })
    })

    it('requires a signed-in manager, as does the list', async () => {
      const ada = await api.seed.owner('Ada')
      const viewer = await ada.invite('Vera', 'viewer')
      const stranger = await api.seed.owner('Sam')
      const input = { accountId: ada.accountId, name: 'Reports', scopes: ['READ_USAGE' as const] }
      const { client: byKey } = await create(await ada.invite('Anna', 'admin'))
      await expect(create(viewer)).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(list(viewer)).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(stranger.client.run(CreateApiKeyDocument, { input })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(api.client().run(CreateApiKeyDocument, { input })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
      for (const client of [byKey, (await ada.authToken()).client]) {
        await expect(client.run(CreateApiKeyDocument, { input })).rejects.toMatchObject({ code: 'FORBIDDEN' })
        await expect(client.run(ApiKeysDocument, { accountId: ada.accountId })).rejects.toMatchObject({
          code: 'FORBIDDEN',
        })
      }
    })
  })

  describe('revokeApiKey', () => {
    it('invalidates the key immediately', async () => {
      const ada = await api.seed.owner('Ada')
      const { apiKey, client } = await create(ada)
      await client.run(ReadAccountDocument, { accountId: ada.accountId })
      expect(await revoke(ada, apiKey.id)).toMatchObject({ id: apiKey.id, revokedAt: expect.any(String) })
      await expect(client.run(ReadAccountDocument, { accountId: ada.accountId })).rejects.toMatchObject(notValid)
      expect(await list(ada)).toEqual([])
    })

    it("closes the key's subscriptions with code 4403", async () => {
      const ada = await api.seed.owner('Ada')
      const { apiKey, client } = await create(ada)
      const changes = await client.subscribe(GatewayChangedDocument, { accountId: ada.accountId })
      const gateway = await ada.gateway('demo')
      expect((await changes.next()).gatewayChanged).toMatchObject({ id: gateway.id })
      await revoke(ada, apiKey.id)
      expect(await changes.ended).toMatchObject({ code: 4403 })
    })

    it("finds neither a revoked key nor another account's, and refuses viewers", async () => {
      const ada = await api.seed.owner('Ada')
      const viewer = await ada.invite('Vera', 'viewer')
      const { apiKey } = await create(ada)
      const notFound = { code: 'NOT_FOUND', message: expect.stringContaining('No such API key') }
      await expect(revoke(await api.seed.owner('Sam'), apiKey.id)).rejects.toMatchObject(notFound)
      await expect(revoke(viewer, apiKey.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
      const results = await Promise.allSettled([1, 2, 3].map(() => revoke(ada, apiKey.id)))
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      await expect(revoke(ada, apiKey.id)).rejects.toMatchObject(notFound)
    })
  })

  describe('a key', () => {
    it('reads its account, gateways and usage with both scopes', async () => {
      const ada = await api.seed.owner('Ada')
      const gateway = await ada.gateway('demo')
      const { accountId } = ada
      const { client } = await create(ada)
      expect((await client.run(ReadAccountDocument, { accountId })).account).toEqual({
        id: accountId,
        name: "Ada's account",
        plan: { name: 'Early Access' },
        gateways: [{ subdomain: gateway.subdomain }],
      })
      expect((await client.run(ReadUsageDocument, { accountId })).account.usage).toEqual({ apiRequests: 0 })
    })

    it('is refused with the name of the scope that it lacks', async () => {
      const ada = await api.seed.owner('Ada')
      const { accountId } = ada
      const account = await create(ada, { scopes: ['READ_ACCOUNT'] })
      const usage = await create(ada, { scopes: ['READ_USAGE'] })
      await account.client.run(ReadAccountDocument, { accountId })
      await usage.client.run(ReadUsageDocument, { accountId })
      await expect(account.client.run(ReadUsageDocument, { accountId })).rejects.toMatchObject(lacks('READ_USAGE'))
      await expect(usage.client.run(ReadAccountDocument, { accountId })).rejects.toMatchObject(lacks('READ_ACCOUNT'))
      const changes = await usage.client.subscribe(GatewayChangedDocument, { accountId })
      expect(await changes.ended).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
    })

    it('cannot create a gateway without MANAGE_GATEWAYS, and has no role', async () => {
      const ada = await api.seed.owner('Ada')
      const { accountId } = ada
      const { client } = await create(ada)
      const forbidden = {
        code: 'FORBIDDEN',
        message: 'This needs a person: no scope of an API key allows it. Sign in to do it.',
      }
      const input = { accountId, name: 'demo', domain: 'culvert.localhost' }
      await expect(client.run(CreateGatewayDocument, { input })).rejects.toMatchObject(lacks('MANAGE_GATEWAYS'))
      await expect(client.run(ReadRoleDocument, { accountId })).rejects.toMatchObject(forbidden)
    })

    it('does not find another account, even one of its creator', async () => {
      const [ada, sam] = [await api.seed.owner('Ada'), await api.seed.owner('Sam')]
      const { client } = await create(ada)
      const { membership } = (await ada.client.run(CreateAccountDocument, { input: { name: 'Another' } })).createAccount
      for (const accountId of [sam.accountId, membership.account.id, 'nobody-has-this']) {
        await expect(client.run(ReadAccountDocument, { accountId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      }
    })

    it('stops working when it expires', async () => {
      const ada = await api.seed.owner('Ada')
      const { accountId } = ada
      const { client } = await create(ada, { expiresAt: new Date(api.clock.now().getTime() + 5 * minuteMs) })
      await client.run(ReadAccountDocument, { accountId })
      api.clock.advance(5 * minuteMs)
      await expect(client.run(ReadAccountDocument, { accountId })).rejects.toMatchObject(notValid)
    })

    it('keeps its subscriptions open if it expires in a year', async () => {
      const ada = await api.seed.owner('Ada')
      const expiresAt = new Date(api.clock.now().getTime() + 365 * 24 * 60 * minuteMs)
      const { client } = await create(ada, { expiresAt })
      const changes = await client.subscribe(GatewayChangedDocument, { accountId: ada.accountId })
      await ada.gateway('demo')
      expect((await changes.next()).gatewayChanged).toMatchObject({ name: 'demo' })
      await changes.close()
    })

    it('is refused if it is mistyped, and once its account is deleted', async () => {
      const ada = await api.seed.owner('Ada')
      const { accountId } = ada
      const { client, secret } = await create(ada)
      for (const wrong of [`${secret}0`, `ck_${'0'.repeat(64)}`, 'ck_']) {
        await expect(api.client(`Bearer ${wrong}`).run(ReadAccountDocument, { accountId })).rejects.toMatchObject(
          notValid,
        )
      }
      await api.app.db.updateTable('accounts').set({ deletedAt: api.clock.now() }).where('id', '=', accountId).execute()
      await expect(client.run(ReadAccountDocument, { accountId })).rejects.toMatchObject(notValid)
    })

    it('shows when it was last used, updated at most once a minute', async () => {
      const ada = await api.seed.owner('Ada')
      const { client } = await create(ada)
      const use = async () => {
        await client.run(ReadAccountDocument, { accountId: ada.accountId })
        return (await list(ada))[0]?.lastUsedAt
      }
      const first = await use()
      expect(first).toEqual(expect.any(String))
      expect(await use()).toBe(first)
      api.clock.advance(minuteMs)
      expect(await use()).not.toBe(first)
    })
  })

  it('are recorded in the audit log when created, with what they were given, and when revoked, without their secrets', async () => {
    const ada = await api.seed.owner('Ada')
    const expiresAt = new Date(api.clock.now().getTime() + minuteMs)
    const { apiKey, secret } = await create(ada, { expiresAt })
    await revoke(ada, apiKey.id)
    const entries = await api.app.db
      .selectFrom('auditEntries')
      .selectAll()
      .where('objectId', '=', apiKey.id)
      .orderBy('position')
      .execute()
    expect(entries).toMatchObject([
      {
        action: 'api_key.created',
        objectName: 'Reports',
        changes: {
          scopes: { from: null, to: ['READ_ACCOUNT', 'READ_USAGE'] },
          expiresAt: { from: null, to: expiresAt.toISOString() },
        },
      },
      { action: 'api_key.revoked', objectName: 'Reports' },
    ])
    expect(JSON.stringify(entries)).not.toContain(secret.slice(8))
  })
})

const notValid = {
  code: 'UNAUTHENTICATED',
  message:
    'This API key is not valid: it is mistyped, it has expired, or it was revoked. Create another one on the dashboard.',
}

async function revoke({ client }: Member, id: string) {
  return (await client.run(RevokeApiKeyDocument, { input: { id } })).revokeApiKey.apiKey
}

async function list({ client, accountId }: Member) {
  return (await client.run(ApiKeysDocument, { accountId })).account.apiKeys
}

function lacks(scope: string) {
  return {
    code: 'FORBIDDEN',
    message: `This API key lacks the scope ${scope}. Create a key that has it on the dashboard, or leave this out.`,
  }
}
