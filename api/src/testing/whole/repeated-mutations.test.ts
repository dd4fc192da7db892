import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getNamedType, type GraphQLObjectType, isLeafType, isObjectType } from 'graphql'
import { schema } from '../../features/schema.ts'
import { isRepeatable } from '../../platform/idempotency/repeatable.ts'
import { answerBytesMax, waitMs } from '../../platform/idempotency/rules.ts'
import { describeApiOnce, type TestApi } from '../api.ts'
import { type CalledEdge, startCalledEdge } from '../called-edge.ts'
import type { TestClient } from '../client.ts'
import { actorNames, createWorld, type World } from './actors.ts'
import { type Args, permissionTable } from './permission-table.ts'
import { call, unique } from './races.ts'

const mutations = Object.values(schema.getMutationType()?.getFields() ?? {})
const repeatable = new Set(mutations.filter(isRepeatable).map(({ name }) => name))
const decision = readFileSync(join(import.meta.dirname, '../../../../docs/decisions/0062-idempotency-keys.md'), 'utf8')

describe('every mutation', () => {
  it('accepts an idempotencyKey, or is explained in decision 0062', () => {
    const explained = mutations.filter(({ name }) => decision.includes(`\`${name}\``)).map(({ name }) => name)
    const neither = mutations.filter(({ name }) => !repeatable.has(name) && !explained.includes(name))
    expect(neither.map(({ name }) => `${name}: give its input an idempotencyKey, or say why not`)).toEqual([])
  })

  it('whose name says that it creates or sends something accepts an idempotencyKey', () => {
    // Their challenge counts once, and their recovery codes are not stored.
    const enrolments = ['addTotp', 'addPasskey']
    const making = mutations.filter(({ name }) =>
      /^(create|add|invite|start|share|save|send|replay|run|rotate|test|redeliver)[A-Z]/.test(name),
    )
    const lacking = making.filter(({ name }) => !repeatable.has(name) && !enrolments.includes(name))
    expect(lacking.map(({ name }) => name)).toEqual([])
    expect(making.length).toBeGreaterThan(15)
  })
})

let edge: CalledEdge
beforeAll(async () => {
  edge = await startCalledEdge()
})
afterAll(() => edge.close())

const rows = permissionTable.filter(({ operation }) => repeatable.has(operation.slice('Mutation.'.length)))

describeApiOnce(
  'a mutation that is repeated with its idempotencyKey',
  (api) => {
    let shared: Promise<World> | undefined

    it.each(rows.map((row) => ({ name: `${row.operation} ${row.when ?? ''}`, row })))(
      'returns the same answer and does nothing twice: $name',
      async ({ row }) => {
        const world = await (shared ??= createWorld(api))
        const actor = actorNames.find((name) => row.who[name] === 'OK') ?? 'super_admin'
        const { input } = ((await row.args?.(world)) ?? {}) as { input: Args }
        const mutation = row.operation.slice('Mutation.'.length)
        const ask = (given: Args) => send(world.clients[actor], mutation, given)
        const first = await ask({ ...input, idempotencyKey: 'the key' })
        const done = await countDone(api)
        expect(await ask({ ...input, idempotencyKey: 'the key' })).toEqual(first)
        expect(await countDone(api)).toEqual(done)
        if (row.who[actor] === 'OK') expect(first.errors).toBeUndefined()
      },
    )

    it('is separate for each actor and each mutation', async () => {
      const { owner, admin, accountId } = await (shared ??= createWorld(api))
      const input = { accountId, name: 'Keyed', scopes: ['READ_USAGE'], idempotencyKey: unique() }
      const keyOf = async (client: TestClient) => (await call(client, 'createApiKey', input, 'secret')).secret
      const secrets = [await keyOf(owner.client), await keyOf(admin.client), await keyOf(owner.client)]
      expect(secrets[0]).toBe(secrets[2])
      expect(secrets[0]).not.toBe(secrets[1])
      const { idempotencyKey } = input
      await call(owner.client, 'createMachineToken', { accountId, name: 'box', idempotencyKey })
    })

    it('is forgotten when its API key is revoked', async () => {
      const world = await (shared ??= createWorld(api))
      const { owner, accountId } = world
      const aKey = { accountId, name: 'Program', scopes: ['REPLAY_REQUESTS'] }
      const made = await call(owner.client, 'createApiKey', aKey, 'secret apiKey { id }')
      const { id } = made.apiKey as { id: string }
      const row = rows.find(({ operation }) => operation === 'Mutation.saveRequestSet')
      const { input } = ((await row?.args?.(world)) ?? {}) as { input: Args }
      const program = api.client(`Bearer ${String(made.secret)}`)
      await call(program, 'saveRequestSet', { ...input, idempotencyKey: unique() })
      const ofKey = api.app.db.selectFrom('idempotencyKeys').selectAll().where('actor', '=', `api-key ${id}`)
      expect(await ofKey.execute()).toHaveLength(1)
      await call(owner.client, 'revokeApiKey', { id })
      expect(await ofKey.execute()).toEqual([])
    })

    it('is refused, not carried out again, if its answer was too large to keep', async () => {
      const world = await (shared ??= createWorld(api))
      const row = rows.find(({ operation }) => operation === 'Mutation.runRequestSet')
      const { input } = ((await row?.args?.(world)) ?? {}) as { input: Args }
      const { agent } = edge
      const differences = Array.from({ length: 40 }, () => 'x'.repeat(100))
      const result = { id: '7', method: 'GET', target: '/', differences }
      edge.agent = () => ({ json: { results: Array.from({ length: answerBytesMax / 4_000 + 1 }, () => result) } })
      const before = edge.calls.length
      try {
        const keyed = { ...input, idempotencyKey: unique() }
        await call(world.owner.client, 'runRequestSet', keyed)
        api.clock.advance(waitMs)
        await expect(call(world.owner.client, 'runRequestSet', keyed)).rejects.toMatchObject({ code: 'CONFLICT' })
      } finally {
        edge.agent = agent
      }
      expect(edge.calls.length - before).toBe(1)
    })
  },
  () => ({ dnsResolvers: ['127.0.0.1:9'], tunnelUrl: edge.url }),
)

/** The contents of the database after an operation: nothing may exist twice, or be recorded twice. */
async function countDone({ app: { db } }: TestApi): Promise<object> {
  const counts = [
    'auditEntries',
    'gateways',
    'apiKeys',
    'authTokens',
    'accounts',
    'agents',
    'domains',
    'webhookDeliveries',
  ] as const
  const counted = await Promise.all(
    counts.map(async (table) => [table, (await db.selectFrom(table).select('id').execute()).length] as const),
  )
  return { ...Object.fromEntries(counted), calls: edge.calls.length }
}

/** Runs a mutation, and returns its payload without fields that need arguments, two levels deep. */
async function send(client: TestClient, mutation: string, input: Args) {
  const field = schema.getMutationType()?.getFields()[mutation]
  const payload = getNamedType(field?.type)
  const inputType = String(field?.args[0]?.type)
  if (!isObjectType(payload)) throw new Error(`${mutation} returns no object.`)
  const query = `mutation ($input: ${inputType}) { ${mutation}(input: $input) { ${select(payload, 2)} } }`
  const { body } = await client.post({ query, variables: { input } })
  return body
}

function select(type: GraphQLObjectType, depth: number): string {
  const fields = Object.values(type.getFields()).map(({ name, args, type: of }) => {
    const named = getNamedType(of)
    if (args.length > 0) return ''
    if (isLeafType(named)) return name
    return depth > 1 && isObjectType(named) ? `${name} { ${select(named, depth - 1)} }` : ''
  })
  return ['__typename', ...fields].join(' ')
}
