import { beforeEach, expect, it } from 'vitest'
import { dayMs } from '../../ground/clock.ts'
import { keysMax, waitMs } from '../../platform/idempotency/rules.ts'
import { describeApi } from '../api.ts'
import type { Member } from '../seed.ts'
import type { Args } from './permission-table.ts'
import { call, unique } from './races.ts'

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

  it('that is null is ignored', async () => {
    await create({ name: 'one', idempotencyKey: null })
    await create({ name: 'two', idempotencyKey: null })
    expect(await count('idempotencyKeys')).toBe(0)
  })

  it('is refused with another input', async () => {
    const idempotencyKey = unique()
    const first = await create({ name: 'one', idempotencyKey })
    await expect(create({ name: 'two', idempotencyKey })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      field: 'idempotencyKey',
      message: expect.stringContaining('another input'),
    })
    // A different order of fields is the same input.
    const again = { idempotencyKey, name: 'one', domain: 'culvert.localhost', accountId: ada.accountId }
    expect(await call(ada.client, 'createGateway', again, 'gateway { id name }')).toEqual(first)
  })

  it('of a refused attempt can be used again', async () => {
    const first = await create({ name: 'one' })
    await create({ name: 'two' })
    const keyed = { name: 'three', idempotencyKey: unique() }
    await expect(create(keyed)).rejects.toMatchObject({ code: 'PLAN_LIMIT_REACHED' })
    await call(ada.client, 'deleteGateway', { id: (first.gateway as { id: string }).id })
    const made = await create(keyed)
    expect(await create(keyed)).toEqual(made)
    expect(await count('gateways')).toBe(3)
  })

  it('of an operation that was refused after its attempt was counted can be used again', async () => {
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

  it('is valid for 24 hours, and is then deleted by a job', async () => {
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

  it('returns nothing to an actor who has lost the role, the membership or the session', async () => {
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

  it('whose answer was lost in a crash never creates a second object', async () => {
    const keyed = { name: 'one', idempotencyKey: unique() }
    await create(keyed)
    // The state after a crash between the change and the answer.
    await api.app.db.updateTable('idempotencyKeys').set({ sealedAnswer: null }).execute()
    api.clock.advance(waitMs)
    await expect(create(keyed)).rejects.toMatchObject({ code: 'CONFLICT', field: 'idempotencyKey' })
    expect(await count('gateways')).toBe(1)
  })

  it('is kept if the commit of what it was claimed for may have taken effect', async () => {
    const { change: commit } = api.app
    let changeCount = 0
    api.app.change = async (work) => {
      changeCount += 1
      const result = await commit(work)
      // The first only claims the key, because attempts are counted before the message is stored.
      if (changeCount === 2) throw new Error('Connection terminated unexpectedly')
      return result
    }
    const issue = { title: 'Broken', description: 'Always', email: 'ada@example.com' }
    const keyed = { type: 'issue', issue, idempotencyKey: unique() }
    await expect(call(ada.client, 'sendContactRequest', keyed)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    api.app.change = commit
    api.clock.advance(waitMs)
    await expect(call(ada.client, 'sendContactRequest', keyed)).rejects.toMatchObject({
      code: 'CONFLICT',
      field: 'idempotencyKey',
    })
    const sent = api.app.db.selectFrom('contactRequests').select('id').where('userId', '=', ada.user.id)
    expect(await sent.execute()).toHaveLength(1)
  })

  it('that is repeated before its answer is stored waits for that answer', async () => {
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
    // A later request has been answered, so the second one is in progress.
    await create({ name: 'two' })
    released.resolve()
    expect(await second).toEqual(await first)
    expect(await count('gateways')).toBe(2)
  })

  it('stores its answer sealed, so that it opens only in its own row', async () => {
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

  it(`is one of at most ${keysMax} per actor`, async () => {
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
    // Without a key, everything continues to work.
    await create({ name: 'two' })
    expect(await count('idempotencyKeys')).toBe(keysMax)
  })

  it('is deleted with its account, its user and its token', async () => {
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
