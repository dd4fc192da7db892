import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getNamedType, type GraphQLObjectType, isLeafType, isObjectType } from 'graphql'
import { schema } from '../../features/schema.ts'
import { dayMs } from '../../ground/clock.ts'
import { isRepeatable } from '../../platform/idempotency/repeatable.ts'
import { answerBytesMax, keysMax, waitMs } from '../../platform/idempotency/rules.ts'
import { describeApi, describeApiOnce, type TestApi } from '../api.ts'
import { type CalledEdge, startCalledEdge } from '../called-edge.ts'
import type { TestClient } from '../client.ts'
import type { Member } from '../seed.ts'
import { actorNames, createWorld, type World } from './actors.ts'
import { type Args, permissionTable } from './permission-table.ts'
import { call, unique } from './races.ts'

const mutations = Object.values(schema.getMutationType()?.getFields() ?? {})
const repeatable = new Set(mutations.filter(isRepeatable).map(({ name }) => name))
const decision = readFileSync(join(import.meta.dirname, '../../../../docs/decisions/0062-idempotency-keys.md'), 'utf8')

describe('every mutation', () => {
  it('takes an idempotencyKey, or has the reason why not in decision 0062', () => {
    const explained = mutations.filter(({ name }) => decision.includes(`\`${name}\``)).map(({ name }) => name)
    const neither = mutations.filter(({ name }) => !repeatable.has(name) && !explained.includes(name))
    expect(neither.map(({ name }) => `${name}: give its input an idempotencyKey, or say why not`)).toEqual([])
  })

  it('that makes something, by its name, takes an idempotencyKey', () => {
    // Their challenge counts once, and their recovery codes are kept nowhere.
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
      'gets the same answer, and nothing is done twice: $name',
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

    it('counts for its own actor and its own mutation', async () => {
      const { owner, admin, accountId } = await (shared ??= createWorld(api))
      const input = { accountId, name: 'Keyed', scopes: ['READ_USAGE'], idempotencyKey: unique() }
      const keyOf = async (client: TestClient) => (await call(client, 'createApiKey', input, 'secret')).secret
      const secrets = [await keyOf(owner.client), await keyOf(admin.client), await keyOf(owner.client)]
      expect(secrets[0]).toBe(secrets[2])
      expect(secrets[0]).not.toBe(secrets[1])
      const { idempotencyKey } = input
      await call(owner.client, 'createMachineToken', { accountId, name: 'box', idempotencyKey })
    })

    it('goes with its API key', async () => {
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

    it('is not kept where its answer is too large, and is not done twice for that', async () => {
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

describeApi('an idempotencyKey', (api) => {
  let ada: Member
  beforeEach(async () => {
    ada = await (await api.seed.owner('Ada')).withLimits({ maxSubpoints: 2 })
  })
  const create = async (input: Args, member = ada) =>
    await call(
      member.client,
      'createGateway',
      { accountId: ada.accountId, domain: 'culvert.localhost', ...input },
      'gateway { id name }',
    )
  const createKey = async (input: Args, client = ada.client) =>
    await call(
      client,
      'createApiKey',
      { accountId: ada.accountId, name: 'Key', scopes: ['READ_USAGE'], ...input },
      'secret apiKey { id createdAt }',
    )
  const count = async (table: 'idempotencyKeys' | 'gateways') =>
    (await api.app.db.selectFrom(table).selectAll().where('accountId', '=', ada.accountId).execute()).length

  it('has 1 to 255 printable ASCII characters', async () => {
    await create({ name: 'one', idempotencyKey: '~' })
    await create({ name: 'two', idempotencyKey: ' '.repeat(255) })
    for (const idempotencyKey of ['', 'x'.repeat(256), 'two\nlines', 'schlüssel', '\u007f']) {
      await expect(create({ name: 'three', idempotencyKey })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        field: 'idempotencyKey',
      })
    }
    expect(await count('gateways')).toBe(2)
  })

  it('that is null is none', async () => {
    await create({ name: 'one', idempotencyKey: null })
    await create({ name: 'two', idempotencyKey: null })
    expect(await count('idempotencyKeys')).toBe(0)
  })

  it('is refused with another input, and says so', async () => {
    const idempotencyKey = unique()
    const first = await create({ name: 'one', idempotencyKey })
    await expect(create({ name: 'two', idempotencyKey })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      field: 'idempotencyKey',
      message: expect.stringContaining('another input'),
    })
    // The order of fields is no other input.
    const again = { idempotencyKey, name: 'one', domain: 'culvert.localhost', accountId: ada.accountId }
    expect(await call(ada.client, 'createGateway', again, 'gateway { id name }')).toEqual(first)
  })

  it('of a refused attempt may be tried again', async () => {
    const first = await create({ name: 'one' })
    await create({ name: 'two' })
    const keyed = { name: 'three', idempotencyKey: unique() }
    await expect(create(keyed)).rejects.toMatchObject({ code: 'PLAN_LIMIT_REACHED' })
    await call(ada.client, 'deleteGateway', { id: (first.gateway as { id: string }).id })
    const made = await create(keyed)
    expect(await create(keyed)).toEqual(made)
    expect(await count('gateways')).toBe(3)
  })

  it('of an operation that was refused after its attempt was counted may be tried again', async () => {
    const { accountId } = ada
    const aWebhook = { accountId, url: 'https://example.com/', format: 'STANDARD', kinds: ['AGENT_LOST'] }
    const { webhook } = await call(ada.client, 'createWebhook', aWebhook, 'webhook { id }')
    const { id } = webhook as { id: string }
    await call(ada.client, 'updateWebhook', { id, isOn: false })
    const keyed = { id, idempotencyKey: unique() }
    await expect(call(ada.client, 'testWebhook', keyed)).rejects.toMatchObject({ code: 'CONFLICT' })
    await call(ada.client, 'updateWebhook', { id, isOn: true })
    const sent = await call(ada.client, 'testWebhook', keyed, 'delivery { id }')
    expect(await call(ada.client, 'testWebhook', keyed, 'delivery { id }')).toEqual(sent)
  })

  it('counts for 24 hours, and a job drops it then', async () => {
    const keyed = { idempotencyKey: unique() }
    const first = await createKey(keyed)
    api.clock.advance(dayMs - 60_000)
    const later = (await api.seed.session(ada.user)).client
    expect(await createKey(keyed, later)).toEqual(first)
    api.clock.advance(60_000)
    const next = await createKey(keyed, (await api.seed.session(ada.user)).client)
    expect(next).not.toEqual(first)
    api.clock.advance(dayMs)
    await api.runJobs()
    expect(await count('idempotencyKeys')).toBe(0)
  })

  it('gives nothing to an actor who lost the right, or the session', async () => {
    const admin = await ada.invite('Grace', 'admin')
    const keyed = { idempotencyKey: unique() }
    await createKey(keyed, admin.client)
    const { membershipId: id } = admin
    await call(ada.client, 'changeMemberRole', { id, role: 'viewer' })
    await expect(createKey(keyed, admin.client)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await call(ada.client, 'removeMember', { id })
    await expect(createKey(keyed, admin.client)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(createKey(keyed, api.client())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it('of a client without a credential is refused', async () => {
    const input = {
      type: 'issue',
      issue: { title: 'Broken', description: 'Always', email: 'ann@example.com' },
      idempotencyKey: unique(),
    }
    await expect(call(api.client(), 'sendContactRequest', input)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it('whose answer was lost in a crash is never a second creation', async () => {
    const keyed = { name: 'one', idempotencyKey: unique() }
    await create(keyed)
    // What a crash between the change and the answer leaves behind.
    await api.app.db.updateTable('idempotencyKeys').set({ sealedAnswer: null }).execute()
    api.clock.advance(waitMs)
    await expect(create(keyed)).rejects.toMatchObject({ code: 'CONFLICT', field: 'idempotencyKey' })
    expect(await count('gateways')).toBe(1)
  })

  it('that comes again before the answer is kept waits for it', async () => {
    const keyed = { name: 'one', idempotencyKey: unique() }
    const { openSealing } = api.app
    const committed = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    api.app.openSealing = async () => {
      committed.resolve()
      await released.promise
      return await openSealing()
    }
    const first = create(keyed)
    await committed.promise
    api.app.openSealing = openSealing
    const second = create(keyed)
    // Another request that comes later is answered: the second one is under way.
    await create({ name: 'two' })
    released.resolve()
    expect(await second).toEqual(await first)
    expect(await count('gateways')).toBe(2)
  })

  it('keeps its answer sealed, for its own row alone', async () => {
    const keyed = { idempotencyKey: unique() }
    const other = { idempotencyKey: unique() }
    const { secret } = await createKey(keyed)
    await createKey(other)
    const { db } = api.app
    const [mine] = await db.selectFrom('idempotencyKeys').selectAll().where('key', '=', keyed.idempotencyKey).execute()
    expect(JSON.stringify(mine)).not.toContain(secret)
    expect(Buffer.from(mine?.sealedAnswer?.split('.')[1] ?? '', 'base64url').toString()).not.toContain(secret)
    await db
      .updateTable('idempotencyKeys')
      .set({ sealedAnswer: mine?.sealedAnswer ?? null })
      .where('key', '=', other.idempotencyKey)
      .execute()
    await expect(createKey(other)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it(`is one of at most ${keysMax} of an actor at a time`, async () => {
    const { db, clock } = api.app
    const row = (index: number) => ({
      actor: `user ${ada.user.id}`,
      mutation: 'createGateway',
      key: `seeded ${index}`,
      inputHash: '',
      accountId: ada.accountId,
      userId: ada.user.id,
      createdAt: clock.now(),
      sealedAnswer: null,
    })
    const seeded = Array.from({ length: keysMax - 1 }, (_, index) => row(index))
    while (seeded.length > 0) await db.insertInto('idempotencyKeys').values(seeded.splice(0, 1_000)).execute()
    const last = { name: 'one', idempotencyKey: unique() }
    const made = await create(last)
    await expect(create({ name: 'two', idempotencyKey: unique() })).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    expect(await create(last)).toEqual(made)
    // Without a key, all goes on.
    await create({ name: 'two' })
    expect(await count('idempotencyKeys')).toBe(keysMax)
  })

  it('goes with its account, its user and its token', async () => {
    const { client, id } = await ada.authToken()
    const { accountId } = ada
    await call(client, 'startAgent', { forwardingTo: 'http://localhost:3000', idempotencyKey: unique() })
    expect(await count('idempotencyKeys')).toBe(1)
    await call(ada.client, 'deleteAuthToken', { id })
    expect(await count('idempotencyKeys')).toBe(0)
    await create({ name: 'one', idempotencyKey: unique() })
    await call(ada.client, 'deleteAccount', { accountId, namespace: ada.namespace })
    expect(await count('idempotencyKeys')).toBe(0)
    await call(ada.client, 'createAccount', { name: 'Other', namespace: `n${unique()}`, idempotencyKey: unique() })
    const ofAda = api.app.db.selectFrom('idempotencyKeys').selectAll().where('userId', '=', ada.user.id)
    expect(await ofAda.execute()).toHaveLength(1)
    await call(ada.client, 'deleteUser', { confirmation: ada.user.email })
    expect(await ofAda.execute()).toEqual([])
  })
})

/** What the database has after an operation: nothing may be there twice, nor be noted twice. */
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

/** Runs a mutation, and returns all that its payload says without arguments, two levels deep. */
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
