import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getNamedType, isLeafType, isNonNullType } from 'graphql'
import type { CreateApiKeyInput } from '../../generated/schema.ts'
import { gatewayScopes } from '../../platform/access/api-keys.ts'
import { createKey } from '../api-keys.ts'
import { describeApiOnce } from '../api.ts'
import { type CalledEdge, startCalledEdge } from '../called-edge.ts'
import type { TestClient } from '../client.ts'
import {
  ApiKeysDocument,
  AuditLogDocument,
  CreateGatewayDocument,
  DeleteGatewayDocument,
  ReplayRequestDocument,
  ReportUsageDocument,
  RequestsAddedDocument,
  ShareRequestDocument,
  StopAgentDocument,
  UpdateGatewayDocument,
} from '../generated/documents.ts'
import { makeRequest, reportRequests } from '../recorded-requests.ts'
import type { Member } from '../seed.ts'
import { getFields, getType, selectAll, type Field } from './select-all.ts'

let edge: CalledEdge
beforeAll(async () => {
  edge = await startCalledEdge()
})
afterAll(() => edge.close())

/** How often the requests of a gateway were made: a figure that nothing else produces. */
const counts = { own: 31_337, other: 42_421 }

describe('the scopes of a key that is limited to gateways', () => {
  it.each([
    ['schema/api-keys.graphql', /A limited key may have only the scopes([^]*?)\./],
    ['docs/api.md', /The key may have (.*?), and reaches only these gateways/],
  ])('are those that %s names', (path, sentence) => {
    const text = readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')
    const [, named = ''] = sentence.exec(text) ?? []
    expect(named.match(/[A-Z_]+/g)?.toSorted()).toEqual(gatewayScopes.toSorted())
  })
})

describeApiOnce(
  'an API key that is limited to gateways',
  (api) => {
    const keyFor = (ada: Member, gatewayIds: string[], change: Partial<CreateApiKeyInput> = {}) =>
      createKey(api, ada, { scopes: [...gatewayScopes], gatewayIds, ...change })

    /** A gateway with an agent, requests and usage, all with a text and a figure that nothing else has. */
    const addGateway = async (ada: Member, name: keyof typeof counts) => {
      const { id: gatewayId } = await ada.gateway(name)
      const { id: agentId } = await ada.agent(name)
      const path = `/marker-of-${name}`
      const request = makeRequest(api, ada, { gatewayId, agentId, path, hostname: `${name}-hostname.example` })
      await reportRequests(api, [request])
      const row = {
        accountId: ada.accountId,
        gatewayId,
        date: api.clock.now().toISOString().slice(0, 10),
        requests: counts[name],
        failedRequests: 0,
        dataIn: counts[name],
        dataOut: counts[name],
        connectedSeconds: 1,
      }
      await api.edge().run(ReportUsageDocument, { input: { reportId: crypto.randomUUID(), rows: [row] } })
      return { gatewayId, agentId, requestId: request.id }
    }

    const prepare = async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxConcurrentAgents: -1, maxSubpoints: -1 })
      const [own, other] = [await addGateway(ada, 'own'), await addGateway(ada, 'other')]
      const random = await ada.agent()
      return { ada, own, other, random, client: (await keyFor(ada, [own.gatewayId])).client }
    }

    it('reads nothing of another gateway through any field of its account, whatever the arguments', async () => {
      const { ada, own, other, random, client } = await prepare()
      // A copy outlives the request, and is found in another way.
      const { accountId } = ada
      await ada.client.run(ShareRequestDocument, { input: { accountId, id: other.requestId, days: 1 } })
      const today = api.clock.now().toISOString().slice(0, 10)
      const secrets = [other.gatewayId, other.agentId, other.requestId, random.id, 'other', String(counts.other)]
      const answers: string[] = []
      const asked = new Map<string, number>()
      for (const field of Object.values(getFields('Account'))) {
        for (const values of listArguments(field, { own, other, random, today })) {
          const body = await readField(client, accountId, field, values)
          // It cannot be requested without a required argument.
          if (body.data === undefined)
            expect({ field: field.name, lacks: lackedBy(field, values) }).not.toMatchObject({ lacks: [] })
          const text = JSON.stringify(body.data ?? null)
          // A sum over both gateways would contain neither figure.
          for (const secret of [...secrets, String(counts.own + counts.other)]) {
            expect({ field: field.name, values, text, holds: text.includes(secret) && secret }).toMatchObject({
              holds: false,
            })
          }
          answers.push(text)
          if (!body.errors) asked.set(field.name, (asked.get(field.name) ?? 0) + 1)
        }
      }
      // It can read what it may read.
      expect([...asked.keys()].toSorted()).toEqual(
        [
          'agentTokensConnection',
          'id',
          'request',
          'requestContent',
          'requests',
          'usageMetrics',
          'usageTotals',
        ].toSorted(),
      )
      for (const seen of ['/marker-of-own', String(counts.own)]) {
        expect(answers.some((answer) => answer.includes(seen))).toBe(true)
      }
    })

    it('reads the traffic of its gateway and of the agents there, but not notRecorded', async () => {
      const { ada, own, other, client } = await prepare()
      const read = async (of: string, fields: string) => {
        const query = `{ account(id: "${ada.accountId}") { traffic(${of}) { ${fields} } } }`
        const { body } = await client.post({ query })
        return body.errors?.[0]?.extensions?.code ?? 'OK'
      }
      expect(await read(`gatewayId: "${own.gatewayId}"`, 'p50Ms steps { success }')).toBe('OK')
      expect(await read(`agentId: "${own.agentId}"`, 'p50Ms steps { success }')).toBe('OK')
      expect(await read(`gatewayId: "${other.gatewayId}"`, 'p50Ms')).toBe('NOT_FOUND')
      expect(await read(`agentId: "${other.agentId}"`, 'p50Ms')).toBe('NOT_FOUND')
      expect(await read(`gatewayId: "${own.gatewayId}"`, 'notRecorded')).toBe('FORBIDDEN')
    })

    it('gets an error with a remedy if it asks about the account as a whole', async () => {
      const { ada, client } = await prepare()
      const { body } = await client.post({ query: `{ account(id: "${ada.accountId}") { usage { apiRequests } } }` })
      expect(body.errors?.[0]?.message).toBe(
        'This API key is limited to gateways, and this is not about one of them. Name one as `gatewayId` where that is accepted, or use a key without this limit.',
      )
    })

    it('is notified of requests of its gateway only, and only if it names that gateway', async () => {
      const { ada, own, other, client } = await prepare()
      const { accountId } = ada
      for (const filter of [undefined, {}, { agentId: own.agentId }, { gatewayId: null }]) {
        const refused = await client.subscribe(RequestsAddedDocument, { accountId, filter })
        expect(await refused.ended).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
      }
      const foreign = await client.subscribe(RequestsAddedDocument, {
        accountId,
        filter: { gatewayId: other.gatewayId },
      })
      expect(await foreign.ended).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
      const added = await client.subscribe(RequestsAddedDocument, { accountId, filter: { gatewayId: own.gatewayId } })
      const [seen, unseen] = [own, other].map(({ gatewayId, agentId }) =>
        makeRequest(api, ada, { gatewayId, agentId, startedAt: api.clock.now() }),
      )
      if (!seen || !unseen) throw new Error('Two were made.')
      await reportRequests(api, [unseen, seen])
      const { requestsAdded } = await added.next(({ requestsAdded: { nodes } }) => nodes.length > 0)
      expect(requestsAdded.nodes.map(({ id }) => id)).toEqual([seen.id])
      await added.close()
    })

    it('can change its gateway and stop the agents there, but nothing elsewhere', async () => {
      const { ada, own, other, random, client } = await prepare()
      const { accountId } = ada
      const notFound = { code: 'NOT_FOUND' }
      const update = (id: string) => client.run(UpdateGatewayDocument, { input: { id, description: 'mine' } })
      const stop = (id: string) => client.run(StopAgentDocument, { input: { id } })
      await expect(
        client.run(CreateGatewayDocument, { input: { accountId, name: 'more', domain: 'culvert.localhost' } }),
      ).rejects.toMatchObject({ code: 'FORBIDDEN', message: expect.stringContaining('limited to gateways') })
      await expect(update(other.gatewayId)).rejects.toMatchObject(notFound)
      await expect(client.run(DeleteGatewayDocument, { input: { id: other.gatewayId } })).rejects.toMatchObject(
        notFound,
      )
      for (const id of [other.agentId, random.id]) await expect(stop(id)).rejects.toMatchObject(notFound)
      expect((await update(own.gatewayId)).updateGateway.gateway).toMatchObject({ description: 'mine' })
      expect((await stop(own.agentId)).stopAgent.agent).toMatchObject({ id: own.agentId, status: 'inactive' })
    })

    it('replays requests of its gateway, but not of another', async () => {
      const { ada, own, other, client } = await prepare()
      const { accountId } = ada
      const replay = (id: string) => client.run(ReplayRequestDocument, { input: { accountId, id } })
      expect((await replay(own.requestId)).replayRequest.request.replayOf).toBe(own.requestId)
      const calls = edge.calls.length
      await expect(replay(other.requestId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      expect(edge.calls).toHaveLength(calls)
    })

    it('still reaches its other gateways when one is deleted, and nothing once all are', async () => {
      const { ada, own, other } = await prepare()
      const { client } = await keyFor(ada, [own.gatewayId, other.gatewayId])
      const third = await ada.gateway('third')
      const update = (id: string) => client.run(UpdateGatewayDocument, { input: { id, description: 'mine' } })
      const remove = (id: string) => client.run(DeleteGatewayDocument, { input: { id } })
      const today = api.clock.now().toISOString().slice(0, 10)
      const read = async ({ gatewayId, requestId }: Ids) => {
        const fields = `usageTotals(from: "${today}", to: "${today}", gatewayId: "${gatewayId}") { apiRequests }`
        const { body } = await client.post({
          query: `{ account(id: "${ada.accountId}") { id ${fields} request(id: "${requestId}") { id } } }`,
        })
        return body.data
      }
      const all = ({ requestId }: Ids, apiRequests: number) => ({
        account: { id: ada.accountId, usageTotals: [{ apiRequests }], request: { id: requestId } },
      })
      const nothing = { account: { id: ada.accountId, usageTotals: null, request: null } }
      expect(await read(own)).toEqual(all(own, counts.own))
      await remove(own.gatewayId)
      expect(await read(own)).toEqual(nothing)
      expect(await read(other)).toEqual(all(other, counts.other))
      await expect(update(own.gatewayId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await update(other.gatewayId)
      await remove(other.gatewayId)
      // The same hostname belongs to another gateway.
      const again = await ada.gateway('own')
      expect(await read(other)).toEqual(nothing)
      for (const id of [own.gatewayId, other.gatewayId, third.id, again.id]) {
        await expect(update(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
        await expect(remove(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      }
      const { apiKeys } = (await ada.client.run(ApiKeysDocument, { accountId: ada.accountId })).account
      expect(apiKeys[0]?.gateways?.map(({ id }) => id)).toEqual([own.gatewayId, other.gatewayId])
    })

    describe('is created', () => {
      it('for live gateways of the account, each once, and the audit log names them', async () => {
        const ada = await api.seed.owner('Ada')
        const { id, subdomain } = await ada.gateway('demo')
        const { id: keyId } = await keyFor(ada, [id, id], { allowedNetworks: ['203.0.113.7'], scopes: ['READ_USAGE'] })
        const { accountId } = ada
        const [apiKey] = (await ada.client.run(ApiKeysDocument, { accountId })).account.apiKeys
        expect(apiKey?.gateways).toEqual([{ id }])
        const page = { accountId, objectId: keyId }
        const [entry] = (await ada.client.run(AuditLogDocument, page)).account.auditLog.nodes
        expect(entry?.changes).toEqual([
          { field: 'scopes', from: 'null', to: expect.stringContaining('READ_USAGE') },
          { field: 'gateways', from: 'null', to: expect.stringContaining(subdomain) },
          { field: 'allowedNetworks', from: 'null', to: expect.stringContaining('203.0.113.7/32') },
        ])
      })

      it('not for a gateway of another account, a deleted one, or one that never existed', async () => {
        const [ada, sam] = [await api.seed.owner('Ada'), await api.seed.owner('Sam')]
        const [own, gone, foreign] = [await ada.gateway('demo'), await ada.gateway('gone'), await sam.gateway('demo')]
        await ada.client.run(DeleteGatewayDocument, { input: { id: gone.id } })
        for (const id of [gone.id, foreign.id, 'no id at all', '']) {
          await expect(keyFor(ada, [own.id, id])).rejects.toMatchObject({
            code: 'NOT_FOUND',
            field: 'gatewayIds',
            message: `The account has no gateway with the id ${JSON.stringify(id)}, or no longer has it. Choose from its live gateways.`,
          })
        }
      })

      it('for at least 1 and at most 50 gateways', async () => {
        const ada = await (await api.seed.owner('Ada')).withLimits({ maxSubpoints: -1 })
        const ids: string[] = []
        while (ids.length < 51) ids.push((await ada.gateway(`demo-${ids.length}`)).id)
        await keyFor(ada, ids.slice(0, 50))
        for (const gatewayIds of [ids, []]) {
          await expect(keyFor(ada, gatewayIds)).rejects.toMatchObject({
            code: 'BAD_USER_INPUT',
            field: 'gatewayIds',
            message: expect.stringContaining(`at most 50 gateways, not ${gatewayIds.length}.`),
          })
        }
      })

      it.each(['READ_ACCOUNT', 'MANAGE_DOMAINS', 'MANAGE_MEMBERS'] as const)('without %s', async (scope) => {
        const ada = await api.seed.owner('Ada')
        const { id } = await ada.gateway('demo')
        await expect(keyFor(ada, [id], { scopes: ['MANAGE_GATEWAYS', scope] })).rejects.toMatchObject({
          code: 'BAD_USER_INPUT',
          field: 'scopes',
          message: `A key that is limited to gateways cannot have ${scope}: such a scope reaches the whole account, not one gateway. Remove it, or the limit.`,
        })
      })
    })
  },
  () => ({ tunnelUrl: edge.url }),
)

type Values = Record<string, unknown>

interface Ids {
  gatewayId: string
  agentId: string
  requestId: string
}

/** Every combination of arguments that might show another gateway. */
function listArguments(
  { args }: Field,
  { own, other, random, today }: { own: Ids; other: Ids; random: { id: string }; today: string },
): Values[] {
  const has = (name: string) => args.some((argument) => argument.name === name)
  const range = args.some(({ type }) => String(type) === 'Date!') ? { from: today, to: today } : {}
  const agentIds = [own.agentId, other.agentId, random.id]
  const ways: Values[] = [{}]
  if (has('gatewayId')) ways.push({ gatewayId: own.gatewayId }, { gatewayId: other.gatewayId }, { gatewayId: null })
  if (has('agentId')) ways.push(...agentIds.map((agentId) => ({ agentId })))
  if (has('id')) {
    ways.push(...[own, other].flatMap((ids) => Object.values(ids).map((id: string) => ({ id }))))
  }
  if (has('filter')) {
    const filters = [{}, { gatewayId: null }, { gatewayId: own.gatewayId }, { gatewayId: other.gatewayId }]
    const byAgent = agentIds.flatMap((agentId) => [{ agentId }, { agentId, gatewayId: own.gatewayId }])
    ways.push(...[...filters, ...byAgent].map((filter) => ({ filter })))
  }
  return ways.map((way) => ({ ...range, ...way }))
}

/** Returns the required arguments of a field that are not given. */
function lackedBy({ args }: Field, values: Values): string[] {
  return args.filter(({ name, type }) => isNonNullType(type) && !(name in values)).map(({ name }) => name)
}

/** Requests everything below a field. */
async function readField(client: TestClient, accountId: string, field: Field, values: Values) {
  const given = field.args.filter(({ name }) => name in values)
  const variables = given.map(({ name, type }) => `$${name}: ${String(type)}`)
  const call = given.length === 0 ? '' : `(${given.map(({ name }) => `${name}: $${name}`).join(', ')})`
  const of = getNamedType(field.type)
  const selection = isLeafType(of) ? '' : `{ ${selectAll(getType(of.name), () => '', [getType('Account')])} }`
  const query = `query (${['$accountId: ID!', ...variables].join(', ')}) {
    account(id: $accountId) { ${field.name}${call} ${selection} }
  }`
  const { body } = await client.post({ query, variables: { ...values, accountId } })
  return body
}
