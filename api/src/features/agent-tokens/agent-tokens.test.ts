import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { CreateAgentTokenInput } from '../../generated/schema.ts'
import { describeApi } from '../../testing/api.ts'
import type { TestClient } from '../../testing/client.ts'
import {
  AgentChangedDocument,
  AgentTokensDocument,
  CreateAgentTokenDocument,
  CreateApiKeyDocument,
  DeleteGatewayDocument,
  EndOwnTokenDocument,
  OneAgentDocument,
  RenewAgentTicketDocument,
  ReportAgentDocument,
  RevokeAgentTokenDocument,
  StartAgentDocument,
  StopAgentDocument,
  TokenTermsDocument,
  TunnelEndedDocument,
} from '../../testing/generated/documents.ts'
import type { Member } from '../../testing/seed.ts'
import { createAgentTokenRounds } from './jobs.ts'
import { tokensMax } from './rules.ts'
import { deleteOldTokens } from './service.ts'

const start = async (client: TestClient, gateway?: string) =>
  (await client.run(StartAgentDocument, { input: { gateway, forwardingTo: 'http://localhost:3000' } })).startAgent
const report = (client: TestClient, agentId: string) =>
  client.run(ReportAgentDocument, { input: { agentId, requestCount: 1, dataIn: 1, dataOut: 1 } })
const renew = (client: TestClient, agentId: string) => client.run(RenewAgentTicketDocument, { input: { agentId } })
const stop = async (client: TestClient, id: string) =>
  (await client.run(StopAgentDocument, { input: { id } })).stopAgent.agent
const revoke = async ({ client }: Member, id: string) =>
  (await client.run(RevokeAgentTokenDocument, { input: { id } })).revokeAgentToken.agentToken
const list = async ({ client, accountId }: Member, args: { label?: string; first?: number; after?: string } = {}) =>
  (await client.run(AgentTokensDocument, { accountId, ...args })).account.agentTokensConnection

const notValid = { code: 'UNAUTHENTICATED', message: expect.stringMatching(/^This agent token is not valid: /) }

describeApi('agent tokens', (api) => {
  const unlimited = async (name: string) =>
    await (await api.seed.owner(name)).withLimits({ maxConcurrentAgents: -1, maxSubpoints: -1 })
  const keyOf = async ({ client, accountId }: Member, gatewayIds?: string[]) => {
    const input = { accountId, name: 'Tokens', scopes: ['CREATE_AGENT_TOKENS' as const], gatewayIds }
    return api.client(`Bearer ${(await client.run(CreateApiKeyDocument, { input })).createApiKey.secret}`)
  }
  const endExpired = async () => {
    for (const round of createAgentTokenRounds(api.app)) await round.run()
  }

  describe('createAgentToken', () => {
    it('returns the secret once, and stores only its SHA-256 hash and its first characters', async () => {
      const ada = await api.seed.owner('Ada')
      const { agentToken, secret } = await ada.agentToken({ hostnamePrefix: 'acme-', name: ' Acme ', ttlSeconds: 60 })
      expect(secret).toMatch(/^at_[0-9a-f]{64}$/)
      expect(agentToken).toEqual({
        id: expect.any(String),
        label: 'acme',
        name: 'Acme',
        prefix: secret.slice(0, 8),
        gateway: null,
        hostnamePrefix: 'acme-',
        createdAt: expect.any(String),
        expiresAt: expect.any(String),
        lastUsedAt: null,
        endedAt: null,
      })
      expect(Date.parse(agentToken.expiresAt) - Date.parse(agentToken.createdAt)).toBe(60_000)
      const row = await api.app.db
        .selectFrom('agentTokens')
        .selectAll()
        .where('id', '=', agentToken.id)
        .executeTakeFirstOrThrow()
      expect(row.tokenHash).toBe(createHash('sha256').update(secret).digest('hex'))
      expect(JSON.stringify(row)).not.toContain(secret.slice(8))
    })

    it.each<[string, Partial<CreateAgentTokenInput>, string]>([
      ['gatewayId', {}, 'A token is bound to a gateway or to a prefix: give gatewayId or hostnamePrefix, not neither.'],
      [
        'gatewayId',
        { gatewayId: 'x', hostnamePrefix: 'a' },
        'A token is bound to a gateway or to a prefix: give gatewayId or hostnamePrefix, not both.',
      ],
      ['hostnamePrefix', { hostnamePrefix: '' }, 'hostnamePrefix must have lowercase letters'],
      ['hostnamePrefix', { hostnamePrefix: '-a' }, 'hostnamePrefix must have lowercase letters'],
      ['hostnamePrefix', { hostnamePrefix: 'a.b' }, 'hostnamePrefix must have lowercase letters'],
      ['hostnamePrefix', { hostnamePrefix: 'xn--a' }, 'must not have hyphens in the third and fourth place'],
      ['hostnamePrefix', { hostnamePrefix: 'a'.repeat(63) }, 'hostnamePrefix must be at most '],
      ['label', { hostnamePrefix: 'a', label: '' }, 'A label has 1 to 64 characters'],
      ['label', { hostnamePrefix: 'a', label: 'x'.repeat(65) }, 'A label has 1 to 64 characters'],
      ['label', { hostnamePrefix: 'a', label: 'Acme' }, 'A label has 1 to 64 characters'],
      [
        'ttlSeconds',
        { hostnamePrefix: 'a', ttlSeconds: 59 },
        'ttlSeconds must be from 60 to 2592000 (30 days), not 59.',
      ],
      ['ttlSeconds', { hostnamePrefix: 'a', ttlSeconds: 2_592_001 }, 'ttlSeconds must be from 60 to 2592000'],
      ['name', { hostnamePrefix: 'a', name: 'x'.repeat(101) }, 'Name must be at most 100 characters long'],
    ])('refuses an invalid %s: %j', async (field, change, message) => {
      const ada = await api.seed.owner('Ada')
      await expect(ada.agentToken(change)).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        field,
        message: expect.stringContaining(message),
      })
    })

    it('accepts the longest lifetime, label and prefix, but no prefix one character longer', async () => {
      const ada = await api.seed.owner('Ada')
      const hostnamePrefix = 'a'.repeat(63 - 9 - 1 - ada.namespace.length)
      const token = await ada.agentToken({ label: 'x._-'.repeat(16), hostnamePrefix, ttlSeconds: 2_592_000 })
      const { assignedDomain } = (await start(token.client)).agent
      expect(assignedDomain.split('.')[0]).toHaveLength(63)
      await expect(ada.agentToken({ hostnamePrefix: `a${hostnamePrefix}` })).rejects.toMatchObject({
        field: 'hostnamePrefix',
      })
    })

    it("refuses another account's gateway and a deleted one with the same message", async () => {
      const [ada, sam] = [await api.seed.owner('Ada'), await api.seed.owner('Sam')]
      const { id: foreign } = await sam.gateway('theirs')
      const { id: gone } = await ada.gateway('gone')
      await ada.client.run(DeleteGatewayDocument, { input: { id: gone } })
      for (const gatewayId of [foreign, gone]) {
        await expect(ada.agentToken({ gatewayId })).rejects.toMatchObject({
          code: 'BAD_USER_INPUT',
          field: 'gatewayId',
          message: `This account has no gateway with the id "${gatewayId}". Reserve it, or give hostnamePrefix.`,
        })
      }
    })

    it('refuses a token beyond 1,000 valid ones, not counting expired ones', async () => {
      const ada = await api.seed.owner('Ada')
      const { id } = await ada.agentToken({ hostnamePrefix: 'a', ttlSeconds: 60 })
      const row = await api.app.db.selectFrom('agentTokens').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const rows = Array.from({ length: tokensMax - 1 }, (_, index) => ({
        ...row,
        id: `${row.id}-${index}`,
        tokenHash: `${row.id}-${index}`,
      }))
      await api.app.db.insertInto('agentTokens').values(rows).execute()
      await expect(ada.agentToken({ hostnamePrefix: 'a' })).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'An account has at most 1,000 agent tokens that work. Revoke some, or wait until some expire.',
      })
      api.clock.advance(61_000)
      await ada.agentToken({ hostnamePrefix: 'a' })
    })
  })

  describe('agentTokensConnection', () => {
    it('pages through the valid tokens, newest first, optionally of one label only', async () => {
      const ada = await api.seed.owner('Ada')
      const ids: string[] = []
      for (const label of ['a', 'b', 'a', 'a']) ids.unshift((await ada.agentToken({ label, hostnamePrefix: 'x' })).id)
      await revoke(ada, ids[0]!)
      const first = await list(ada, { first: 2 })
      expect(first.edges.map(({ node }) => node.id)).toEqual([ids[1], ids[2]])
      expect(first.pageInfo).toEqual({ hasNextPage: true, endCursor: first.edges[1]!.cursor })
      const rest = await list(ada, { first: 2, after: first.pageInfo.endCursor! })
      expect(rest.edges.map(({ node }) => node.id)).toEqual([ids[3]])
      expect(rest.pageInfo.hasNextPage).toBe(false)
      expect((await list(ada, { label: 'a' })).edges.map(({ node }) => node.id)).toEqual([ids[1], ids[3]])
      expect((await list(ada, { label: 'none' })).pageInfo).toEqual({ hasNextPage: false, endCursor: null })
    })

    it.each([
      [{ first: 0 }, 'first'],
      [{ first: 101 }, 'first'],
      [{ after: 'nonsense' }, 'after'],
    ])('refuses %j', async (args, field) => {
      const ada = await api.seed.owner('Ada')
      await expect(list(ada, args)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field })
    })

    it('can be read with an API key that has CREATE_AGENT_TOKENS, while the plan cannot', async () => {
      const ada = await api.seed.owner('Ada')
      const { id } = await ada.agentToken({ hostnamePrefix: 'x' })
      const { body } = await (
        await keyOf(ada)
      ).post({
        query: `query ($id: ID!) { account(id: $id) { agentTokensConnection { edges { node { id } } } plan { name } } }`,
        variables: { id: ada.accountId },
      })
      expect(body.data).toEqual({ account: { agentTokensConnection: { edges: [{ node: { id } }] }, plan: null } })
    })
  })

  describe('an API key with CREATE_AGENT_TOKENS', () => {
    it('creates tokens that record its id, and revokes any token of the account', async () => {
      const ada = await unlimited('Ada')
      const key = await keyOf(ada)
      const input = { accountId: ada.accountId, label: 'acme', hostnamePrefix: 'acme-', ttlSeconds: 60 }
      const { agentToken, secret } = (await key.run(CreateAgentTokenDocument, { input })).createAgentToken
      await start(api.client(`Bearer ${secret}`))
      const row = await api.app.db
        .selectFrom('agentTokens')
        .select(['createdBy', 'apiKeyId'])
        .where('id', '=', agentToken.id)
        .executeTakeFirstOrThrow()
      expect(row).toEqual({ createdBy: null, apiKeyId: expect.any(String) })
      const { id } = await ada.agentToken({ hostnamePrefix: 'x' })
      await key.run(RevokeAgentTokenDocument, { input: { id } })
      expect((await list(ada)).edges.map(({ node }) => node.id)).toEqual([agentToken.id])
    })

    it('creates, lists and revokes only tokens for its own gateways if it is limited to some', async () => {
      const ada = await unlimited('Ada')
      const { id: gatewayId } = await ada.gateway('mine')
      const { id: other } = await ada.gateway('other')
      const key = await keyOf(ada, [gatewayId])
      const create = async (binding: { gatewayId?: string; hostnamePrefix?: string }) => {
        const input = { accountId: ada.accountId, label: 'acme', ttlSeconds: 60, ...binding }
        return (await key.run(CreateAgentTokenDocument, { input })).createAgentToken.agentToken
      }
      const hidden = [await ada.agentToken({ gatewayId: other }), await ada.agentToken({ hostnamePrefix: 'x' })]
      const { id } = await create({ gatewayId })
      await expect(create({ gatewayId: other })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(create({ hostnamePrefix: 'x' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
      const { body } = await key.post({
        query: `query ($id: ID!) { account(id: $id) { agentTokensConnection { edges { node { id } } } } }`,
        variables: { id: ada.accountId },
      })
      expect(body.data).toEqual({ account: { agentTokensConnection: { edges: [{ node: { id } }] } } })
      for (const token of hidden) {
        await expect(key.run(RevokeAgentTokenDocument, { input: { id: token.id } })).rejects.toMatchObject({
          code: 'NOT_FOUND',
        })
      }
      await key.run(RevokeAgentTokenDocument, { input: { id } })
    })
  })

  describe('a token bound to a gateway', () => {
    it('starts agents on it whether the gateway is left out or given by name or hostname', async () => {
      const ada = await unlimited('Ada')
      const { id: gatewayId, subdomain } = await ada.gateway('demo')
      const { client, id } = await ada.agentToken({ gatewayId, label: 'acme' })
      for (const gateway of [undefined, 'demo', subdomain.toUpperCase()]) {
        const { agent } = await start(client, gateway)
        expect(agent).toMatchObject({
          assignedDomain: subdomain,
          gateway: { id: gatewayId },
          startedBy: null,
          label: 'acme',
          viewerCanStop: true,
        })
        expect(await stop(client, agent.id)).toMatchObject({ status: 'inactive', viewerCanStop: false })
      }
      expect((await list(ada)).edges[0]?.node).toMatchObject({ id, lastUsedAt: expect.any(String) })
    })

    it('refuses any other gateway, without revealing whether it exists', async () => {
      const ada = await unlimited('Ada')
      const { id: gatewayId, subdomain } = await ada.gateway('demo')
      await ada.gateway('other')
      const { client } = await ada.agentToken({ gatewayId })
      for (const gateway of ['other', 'none']) {
        await expect(start(client, gateway)).rejects.toMatchObject({
          code: 'FORBIDDEN',
          field: 'gateway',
          message: `This agent token allows ${subdomain} only, not "${gateway}". Leave the gateway out, or ask whoever issued the token for another one.`,
        })
      }
    })

    it('becomes invalid when the gateway is deleted, and its agent ends', async () => {
      const ada = await unlimited('Ada')
      const { id: gatewayId } = await ada.gateway('demo')
      const { client } = await ada.agentToken({ gatewayId })
      const { agent } = await start(client)
      await ada.client.run(DeleteGatewayDocument, { input: { id: gatewayId } })
      await expect(start(client)).rejects.toMatchObject(notValid)
      const { account } = await ada.client.run(OneAgentDocument, { accountId: ada.accountId, id: agent.id })
      expect(account.agent).toMatchObject({ status: 'inactive' })
    })
  })

  describe('a token bound to a prefix', () => {
    it("gives each agent a hostname of its own in the account's namespace, for as long as it runs", async () => {
      const ada = await unlimited('Ada')
      const { client } = await ada.agentToken({ hostnamePrefix: 'acme-' })
      const [one, two] = [(await start(client)).agent, (await start(client)).agent]
      for (const { assignedDomain, gateway } of [one, two]) {
        expect(assignedDomain).toMatch(new RegExp(`^acme-[0-9a-z]{9}-${ada.namespace}\\.culvert\\.localhost$`))
        expect(gateway).toBeNull()
      }
      expect(one.assignedDomain).not.toBe(two.assignedDomain)

      const [name = ''] = one.assignedDomain.split(`-${ada.namespace}.`)
      await ada.gateway(name)
      await expect(start(client, name)).rejects.toMatchObject({ code: 'CONFLICT' })
      await stop(client, one.id)
      await expect(renew(client, one.id)).rejects.toMatchObject({ code: 'CONFLICT' })
      expect((await start(client, name)).agent).toMatchObject({ assignedDomain: one.assignedDomain })
    })

    it('starts agents only on gateways whose names begin with the prefix', async () => {
      const ada = await unlimited('Ada')
      const { subdomain } = await ada.gateway('acme-app')
      const { subdomain: other } = await ada.gateway('other')
      const { client } = await ada.agentToken({ hostnamePrefix: 'acme-' })
      expect((await start(client, 'acme-app')).agent).toMatchObject({ assignedDomain: subdomain })
      for (const gateway of ['other', other, 'nobodys', `nobodys-${ada.namespace}.culvert.localhost`]) {
        await expect(start(client, gateway)).rejects.toMatchObject({
          code: 'FORBIDDEN',
          message: expect.stringMatching(`^This agent token allows acme-\\* only, not "${gateway}"`),
        })
      }
      await expect(start(client, 'acme-none')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    it('is refused a hostname in use without learning who uses it or for which app', async () => {
      const ada = await unlimited('Ada')
      const { subdomain } = await ada.gateway('acme-app')
      await ada.agent('acme-app')
      const { client } = await ada.agentToken({ hostnamePrefix: 'acme-' })
      await expect(start(client, 'acme-app')).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringMatching(
          `^${subdomain} is in use. Use another gateway, or try again later. Agents share a gateway [^0-9]*--pool.$`,
        ),
      })
    })
  })

  it("are named by label when a member asks for a hostname in use by a token's agent", async () => {
    const ada = await unlimited('Ada')
    const { id: gatewayId } = await ada.gateway('demo')
    await start((await ada.agentToken({ gatewayId, label: 'acme' })).client)
    await expect(ada.agent('demo')).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('an agent that the agent token "acme" started at'),
    })
  })

  describe('an agent token', () => {
    it('reports and renews its own agents, finds no others, and is refused other operations', async () => {
      const ada = await unlimited('Ada')
      const mine = await ada.agentToken({ hostnamePrefix: 'a-' })
      const other = await ada.agentToken({ hostnamePrefix: 'b-' })
      const { agent } = await start(mine.client)
      const foreign = (await start(other.client)).agent
      const ofAda = await ada.agent()
      expect((await report(mine.client, agent.id)).reportAgent.agent).toMatchObject({ requestCount: 1 })
      expect((await renew(mine.client, agent.id)).renewAgentTicket.agent).toMatchObject({ id: agent.id })
      for (const { id } of [foreign, ofAda]) {
        await expect(report(mine.client, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
        await expect(renew(mine.client, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
        await expect(stop(mine.client, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      }
      const refused = { code: 'FORBIDDEN', message: expect.stringMatching(/^An agent token starts, renews, /) }
      await expect(mine.client.run(AgentTokensDocument, { accountId: ada.accountId })).rejects.toMatchObject(refused)
      await expect(mine.client.run(EndOwnTokenDocument, {})).rejects.toMatchObject(refused)
      await expect(
        mine.client.subscribe(AgentChangedDocument, { accountId: ada.accountId }).then((changes) => changes.next()),
      ).rejects.toMatchObject({ cause: [{ message: refused.message, extensions: { code: 'FORBIDDEN' } }] })
    })

    it('starts agents that managers can stop and viewers cannot', async () => {
      const ada = await unlimited('Ada')
      const { client } = await ada.agentToken({ hostnamePrefix: 'a-' })
      const { agent } = await start(client)
      await expect(stop((await ada.invite('Vera', 'viewer')).client, agent.id)).rejects.toMatchObject({
        code: 'FORBIDDEN',
      })
      expect(await stop(ada.client, agent.id)).toMatchObject({ status: 'inactive' })
    })

    it("starts agents that count against the plan's limit", async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxConcurrentAgents: 1 })
      const { client } = await ada.agentToken({ hostnamePrefix: 'a-' })
      await start(client)
      await expect(start(client)).rejects.toMatchObject({ code: 'PLAN_LIMIT_REACHED' })
    })

    it('can read its account and label, what it allows, and when it expires', async () => {
      const ada = await api.seed.owner('Ada')
      const { id: gatewayId, subdomain } = await ada.gateway('demo')
      const [bound, prefixed] = [
        await ada.agentToken({ gatewayId, label: 'one' }),
        await ada.agentToken({ hostnamePrefix: 'acme-', label: 'two' }),
      ]
      const holder = { kind: 'AGENT_TOKEN', account: { namespace: ada.namespace }, user: null }
      expect((await bound.client.run(TokenTermsDocument, {})).tokenHolder).toEqual({
        ...holder,
        tokenName: 'one',
        allowed: subdomain,
        expiresAt: bound.agentToken.expiresAt,
      })
      expect((await prefixed.client.run(TokenTermsDocument, {})).tokenHolder).toMatchObject({ allowed: 'acme-*' })
    })

    it('appears in the audit log under its own id, with the hostname that it is bound to', async () => {
      const ada = await api.seed.owner('Ada')
      const { id: gatewayId, subdomain } = await ada.gateway('demo')
      const { client, id } = await ada.agentToken({ gatewayId })
      const { agent } = await start(client)
      const entries = await api.app.db
        .selectFrom('auditEntries')
        .select(['action', 'actorKind', 'actorUserId', 'credentialId', 'changes'])
        .where('objectId', 'in', [agent.id, id])
        .orderBy('position')
        .execute()
      const made = { gateway: { from: null, to: subdomain } }
      expect(entries).toMatchObject([
        {
          action: 'agent_token.created',
          actorKind: 'SESSION',
          actorUserId: ada.user.id,
          credentialId: ada.sessionId,
          changes: made,
        },
        { action: 'agent.started', actorKind: 'AGENT_TOKEN', actorUserId: null, credentialId: id },
      ])
    })

    it('is refused if it is mistyped', async () => {
      await expect(start(api.client(`Bearer at_${'0'.repeat(64)}`))).rejects.toMatchObject(notValid)
      await expect(start(api.client('Bearer at_short'))).rejects.toMatchObject(notValid)
    })
  })

  describe('revokeAgentToken', () => {
    it('ends the token and its agents immediately, and notifies edges', async () => {
      const ada = await unlimited('Ada')
      const { client, id } = await ada.agentToken({ hostnamePrefix: 'a-' })
      const other = await start((await ada.agentToken({ hostnamePrefix: 'a-' })).client)
      const { agent } = await start(client)
      const ended = await api.edge().subscribe(TunnelEndedDocument, {})
      expect(await revoke(ada, id)).toMatchObject({ id, endedAt: expect.any(String) })
      expect((await ended.next()).tunnelEnded).toEqual({ agentId: agent.id, reason: 'AGENT_TOKEN_ENDED' })
      await ended.close()
      await expect(start(client)).rejects.toMatchObject(notValid)
      await expect(revoke(ada, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      const { account } = await ada.client.run(OneAgentDocument, { accountId: ada.accountId, id: other.agent.id })
      expect(account.agent).toMatchObject({ status: 'active' })
    })

    it('requires a manager of the account', async () => {
      const ada = await api.seed.owner('Ada')
      const { id } = await ada.agentToken({ hostnamePrefix: 'a-' })
      await expect(revoke(await ada.invite('Vera', 'viewer'), id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(revoke(await api.seed.owner('Sam'), id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })
  })

  describe('a token that has ended', () => {
    it('is refused from its expiry time on, and its agents end in the next round', async () => {
      const ada = await unlimited('Ada')
      const { client } = await ada.agentToken({ hostnamePrefix: 'a-', ttlSeconds: 60 })
      const { agent } = await start(client)
      const status = async () =>
        (await ada.client.run(OneAgentDocument, { accountId: ada.accountId, id: agent.id })).account.agent?.status
      api.clock.advance(45_000)
      await endExpired()
      expect(await status()).toBe('active')
      api.clock.advance(15_000)
      await expect(start(client)).rejects.toMatchObject(notValid)
      const ended = await api.edge().subscribe(TunnelEndedDocument, {})
      await endExpired()
      // Tokens of other tests may have expired too.
      let tunnel = (await ended.next()).tunnelEnded
      while (tunnel.agentId !== agent.id) tunnel = (await ended.next()).tunnelEnded
      expect(tunnel.reason).toBe('AGENT_TOKEN_ENDED')
      await ended.close()
      expect(await status()).toBe('inactive')
      expect((await list(ada)).edges).toEqual([])
    })

    it('is searched for every 5 seconds', () => {
      expect(createAgentTokenRounds(api.app)).toMatchObject([{ everyMs: 5_000 }])
    })

    it('is deleted after 30 days, while its agents keep the label', async () => {
      const ada = await unlimited('Ada')
      const { client, id } = await ada.agentToken({ hostnamePrefix: 'a-', label: 'acme', ttlSeconds: 60 })
      const { agent } = await start(client)
      await revoke(ada, id)
      const isKept = async () =>
        (await api.app.db.selectFrom('agentTokens').select('id').where('id', '=', id).execute()).length === 1
      await deleteOldTokens(api.app)
      expect(await isKept()).toBe(true)
      const monthMs = 30 * 24 * 3_600_000 + 1
      api.clock.advance(monthMs)
      await deleteOldTokens(api.app)
      expect(await isKept()).toBe(false)
      api.clock.advance(-monthMs)
      const { account } = await ada.client.run(OneAgentDocument, { accountId: ada.accountId, id: agent.id })
      expect(account.agent).toMatchObject({ label: 'acme', startedBy: null })
    })
  })
})
