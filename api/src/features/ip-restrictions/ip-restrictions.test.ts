import { describe, expect, it } from 'vitest'
import { describeApi } from '../../testing/api.ts'
import {
  AddIpRestrictionDocument,
  IpRestrictionsDocument,
  RemoveIpRestrictionDocument,
  RestrictionsChangedDocument,
  RestrictionsDocument,
} from '../../testing/generated/documents.ts'
import type { Member } from '../../testing/seed.ts'
import { makeAccountKey } from '../accounts/key.ts'

describeApi('IP restrictions', (api) => {
  /** The owner of an account whose plan has free capacity. */
  const owner = async (maxIpRestrictions = 10) => await (await api.seed.owner('Ada')).withLimits({ maxIpRestrictions })
  /** Reads the list as an edge does. */
  const read = async (since: number) => (await api.edge().run(RestrictionsDocument, { since })).restrictions

  describe('addIpRestriction', () => {
    it('stores the address with its description, and lists it first', async () => {
      const ada = await owner()
      await add(ada, '203.0.113.7')
      const added = await add(ada, '2001:DB8:0:0:0:0:0:0/32', ' scanners ')
      expect(added).toEqual({
        id: expect.any(String),
        ipAddress: '2001:db8:0:0:0:0:0:0/32',
        description: 'scanners',
        createdAt: expect.any(String),
        deletedAt: null,
      })
      const { ipRestrictions } = await list(ada)
      expect(ipRestrictions).toMatchObject([added, { ipAddress: '203.0.113.7', description: null }])
    })

    it('refuses an invalid address', async () => {
      await expect(add(await owner(), '203.0.113.256')).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        field: 'ipAddress',
      })
    })

    it('refuses an address of 900,000 characters', async () => {
      await expect(add(await owner(), `${':'.repeat(900_000)}x`)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
    })

    it('refuses a range that the account already has in any notation, as it is listed, but not one of another account', async () => {
      const ada = await owner()
      await add(ada, '203.0.113.0/24')
      await expect(add(ada, '203.0.113.99/24')).rejects.toMatchObject({
        code: 'CONFLICT',
        field: 'ipAddress',
        message: '203.0.113.0/24 is restricted already. Remove that restriction first to change it.',
      })
      await add(await owner(), '203.0.113.0/24')
    })

    it.each([
      [0, 'IP Restrictions Not Available. IP restrictions are available on Pro and Custom plans.'],
      [
        1,
        "IP Restriction Limit Reached. You've reached the maximum number of IP restrictions for your current plan. Upgrade to add more.",
      ],
    ])('refuses a restriction above a limit of %i', async (limit, message) => {
      const ada = await owner(limit)
      for (let index = 0; index < limit; index += 1) await add(ada, `203.0.113.${index}`)
      await expect(add(ada, '198.51.100.1')).rejects.toMatchObject({ code: 'PLAN_LIMIT_REACHED', message })
    })

    it('never exceeds the limit, even if six are added at the same time', async () => {
      const ada = await owner(2)
      const results = await Promise.allSettled([1, 2, 3, 4, 5, 6].map((last) => add(ada, `203.0.113.${last}`)))
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'PLAN_LIMIT_REACHED' })
      }
    })

    it('adds a range once, even if it is added four times at the same time', async () => {
      const ada = await owner()
      const results = await Promise.allSettled([1, 2, 3, 4].map(() => add(ada, '203.0.113.7')))
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'CONFLICT' })
      }
    })

    it('is allowed to managers only, and returns NOT_FOUND to a stranger', async () => {
      const ada = await owner()
      const viewer = await ada.invite('Vera', 'viewer')
      const stranger = await api.seed.owner('Sam')
      const input = { accountId: ada.accountId, ipAddress: '198.51.100.1' }
      await add(await ada.invite('Anna', 'admin'), '203.0.113.7')
      await expect(add(viewer, '198.51.100.1')).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(stranger.client.run(AddIpRestrictionDocument, { input })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
      await expect((await ada.authToken()).client.run(AddIpRestrictionDocument, { input })).rejects.toMatchObject({
        code: 'FORBIDDEN',
      })
      await expect(api.client().run(AddIpRestrictionDocument, { input })).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      })
      expect(await list(ada)).toMatchObject({ viewerCanManageIpRestrictions: true })
      expect(await list(viewer)).toMatchObject({ viewerCanManageIpRestrictions: false, ipRestrictions: [{}] })
    })
  })

  describe('removeIpRestriction', () => {
    it('lifts the restriction and makes room for another', async () => {
      const ada = await owner(1)
      const { id } = await add(ada, '203.0.113.7')
      expect(await remove(ada, id)).toMatchObject({ id, deletedAt: expect.any(String) })
      expect((await list(ada)).ipRestrictions).toEqual([])
      await add(ada, '203.0.113.7')
    })

    it('removes a restriction once, returns NOT_FOUND after that and to a stranger, and refuses viewers', async () => {
      const ada = await owner()
      const viewer = await ada.invite('Vera', 'viewer')
      const { id } = await add(ada, '203.0.113.7')
      const notFound = { code: 'NOT_FOUND', message: expect.stringContaining('No such IP restriction') }
      await expect(remove(await api.seed.owner('Sam'), id)).rejects.toMatchObject(notFound)
      await expect(remove(viewer, id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
      const results = await Promise.allSettled([1, 2, 3].map(() => remove(ada, id)))
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject(notFound)
      }
    })
  })

  describe('the list that edges read', () => {
    it('is complete from version 0, and holds only what changed from a later version', async () => {
      const [ada, grace] = [await owner(), await owner()]
      await add(ada, '203.0.113.7/24')
      const { id } = await add(grace, '2001:DB8:0:0:0:0:0:1')
      const snapshot = await read(0)
      expect(snapshot.hasMore).toBe(false)
      expect(snapshot.accounts.slice(-2)).toMatchObject([
        { accountId: ada.accountId, ranges: ['203.0.113.0/24'] },
        { accountId: grace.accountId, ranges: ['2001:db8:0:0:0:0:0:1/128'] },
      ])
      expect(await read(snapshot.version)).toEqual({ accounts: [], version: snapshot.version, hasMore: false })

      await remove(grace, id)
      const { accounts, version } = await read(snapshot.version)
      expect(accounts).toEqual([{ accountId: grace.accountId, version, ranges: [] }])
      expect(version).toBeGreaterThan(snapshot.version)
    })

    it('is pushed on each change, with all ranges of the account', async () => {
      const ada = await owner()
      await add(ada, '198.51.100.1')
      const { version: before } = await read(0)
      const changes = await api.edge().subscribe(RestrictionsChangedDocument, {})
      const { id } = await add(ada, '203.0.113.7')
      const added = (await changes.next()).restrictionsChanged
      expect(added).toMatchObject({ accountId: ada.accountId, ranges: ['198.51.100.1/32', '203.0.113.7/32'] })
      expect(added.version).toBeGreaterThan(before)
      await remove(ada, id)
      const removed = (await changes.next()).restrictionsChanged
      expect(removed).toMatchObject({ accountId: ada.accountId, ranges: ['198.51.100.1/32'] })
      expect(removed.version).toBeGreaterThan(added.version)
      await changes.close()
    })

    it('has no gap if accounts change at the same time: a version includes all changes before it', async () => {
      const { version: start } = await read(0)
      const owners = await Promise.all([owner(), owner(), owner(), owner()])
      const known = new Map<string, string[]>()
      let reached = start
      const catchUp = async () => {
        const page = await read(reached)
        for (const { accountId, ranges } of page.accounts) known.set(accountId, ranges)
        reached = page.version
      }
      const changes = owners.flatMap((member) => [1, 2, 3].map((last) => add(member, `203.0.113.${last}`)))
      await Promise.all([...changes, catchUp(), catchUp(), catchUp()])
      await catchUp()
      for (const { accountId } of owners) expect(known.get(accountId)).toHaveLength(3)
    })

    it('comes in pages of 500 accounts that leave none out', async () => {
      const { version: start } = await read(0)
      const { db, clock } = api.app
      const ids = Array.from({ length: 501 }, (_, index) => `paged-${index}`)
      const accounts = ids.map((id) => ({ id, name: id, namespace: id, key: makeAccountKey(), createdAt: clock.now() }))
      await db.insertInto('accounts').values(accounts).execute()
      const versions = ids.map((accountId, index) => ({ accountId, version: start + 1 + index }))
      await db.insertInto('restrictionVersions').values(versions).execute()
      await db
        .updateTable('restrictionCounter')
        .set({ version: start + 501 })
        .execute()

      const first = await read(start)
      expect(first).toMatchObject({ version: start + 500, hasMore: true })
      expect(first.accounts.map(({ accountId }) => accountId)).toEqual(ids.slice(0, 500))
      expect(await read(first.version)).toEqual({
        accounts: [{ accountId: 'paged-500', version: start + 501, ranges: [] }],
        version: start + 501,
        hasMore: false,
      })
    })

    it('is for edges only', async () => {
      const ada = await owner()
      const changes = await ada.client.subscribe(RestrictionsChangedDocument, {})
      expect(await changes.ended).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
      await expect(ada.client.run(RestrictionsDocument, { since: 0 })).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(api.client().run(RestrictionsDocument, { since: 0 })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    })
  })

  it('are in the audit log when added and removed, with the user who did so', async () => {
    const ada = await owner()
    const { id } = await add(ada, '203.0.113.7')
    await remove(ada, id)
    const entries = await api.app.db
      .selectFrom('auditEntries')
      .select(['action', 'actorUserId', 'objectType', 'objectName'])
      .where('objectId', '=', id)
      .orderBy('position')
      .execute()
    expect(entries).toEqual(
      ['ip_restriction.added', 'ip_restriction.removed'].map((action) => ({
        action,
        actorUserId: ada.user.id,
        objectType: 'ip_restriction',
        objectName: '203.0.113.7',
      })),
    )
  })
})

async function add({ client, accountId }: Member, ipAddress: string, description?: string) {
  return (await client.run(AddIpRestrictionDocument, { input: { accountId, ipAddress, description } })).addIpRestriction
    .ipRestriction
}

async function remove({ client }: Member, id: string) {
  return (await client.run(RemoveIpRestrictionDocument, { input: { id } })).removeIpRestriction.ipRestriction
}

async function list({ client, accountId }: Member) {
  return (await client.run(IpRestrictionsDocument, { accountId })).account
}
