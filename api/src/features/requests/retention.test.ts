import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { addMs, dayMs, hourMs, toDay } from '../../ground/clock.ts'
import { describeApi, type TestApi } from '../../testing/api.ts'
import { DeleteAccountDocument } from '../../testing/generated/documents.ts'
import { makeRequest, readRequests, reportRequests } from '../../testing/recorded-requests.ts'
import type { Member } from '../../testing/seed.ts'
import { listPartitions } from './partition-repository.ts'
import { maintainRecordedRequests } from './retention.ts'

describeApi('the retention of requests', (api) => {
  const tend = () => maintainRecordedRequests(api.app, new AbortController().signal)
  const daysFrom = (from: number, count: number) =>
    Array.from({ length: count }, (_, day) => toDay(addMs(api.clock.now(), (from + day) * dayMs)))

  beforeEach(async () => {
    await sql`delete from recorded_requests`.execute(api.app.db)
    await sql`delete from unrecorded_requests`.execute(api.app.db)
  })

  it('has partitions for the days of every plan and a week ahead, but not for past days', async () => {
    await tend()
    expect(await days(api)).toEqual(daysFrom(1, 13))
    api.clock.advance(3 * dayMs)
    await Promise.all([tend(), tend()])
    expect(await days(api)).toEqual(daysFrom(0, 14))
  })

  it('ends for readers as the plan says, and in the database with the partition of the day', async () => {
    const ada = await api.seed.owner('Ada')
    const request = makeRequest(api, ada)
    await reportRequests(api, [request])
    api.clock.advance(23 * hourMs)
    expect(await readAgain(ada)).toMatchObject([{ id: request.id }])
    api.clock.advance(hourMs)
    expect(await readAgain(ada)).toEqual([])
    expect(await countRows(api)).toBe(1)
    api.clock.advance(dayMs)
    await tend()
    expect(await countRows(api)).toBe(0)
  })

  it('excludes requests that are reported later than the plan keeps them', async () => {
    const ada = await api.seed.owner('Ada')
    const startedAt = addMs(api.clock.now(), -24 * hourMs)
    expect(await reportRequests(api, [makeRequest(api, ada, { startedAt })])).toBe(0)
  })

  it('is not extended by an edge whose clock is ahead', async () => {
    const ada = await api.seed.owner('Ada')
    await reportRequests(api, [makeRequest(api, ada, { startedAt: addMs(api.clock.now(), 400 * dayMs) })])
    api.clock.advance(2 * dayMs)
    await tend()
    expect(await countRows(api)).toBe(0)
  })

  it('has partitions for new requests even if no job has created them and a plan was changed', async () => {
    const ada = await (await api.seed.owner('Ada')).withLimits({ maxRequestHours: 90 * 24 })
    api.clock.advance(30 * dayMs)
    const requests = Array.from({ length: 4 }, () => makeRequest(api, ada))
    const counts = await Promise.all(requests.map((request) => reportRequests(api, [request])))
    expect(counts).toEqual([1, 1, 1, 1])
    expect(await days(api)).toContain(toDay(addMs(requests[0]!.startedAt, 90 * dayMs)))
  })

  it('does not end on an unlimited plan until the plan changes or the account is deleted', async () => {
    const unlimited = { maxRequestHours: -1 }
    const [ada, sam, eve] = [
      await (await api.seed.owner('Ada')).withLimits(unlimited),
      await (await api.seed.owner('Sam')).withLimits(unlimited),
      await (await api.seed.owner('Eve')).withLimits(unlimited),
    ]
    const everybody = [ada, sam, eve]
    await reportRequests(
      api,
      everybody.map((owner) => makeRequest(api, owner)),
    )
    api.clock.advance(3 * dayMs)
    const recent = everybody.map((owner) => makeRequest(api, owner))
    await reportRequests(api, recent)
    await api.app.db
      .updateTable('plans')
      .set({ maxRequestHours: 24 })
      .where('name', '=', `Plan of ${sam.accountId}`)
      .execute()
    const { client } = await api.seed.session(eve.user)
    await client.run(DeleteAccountDocument, { input: { accountId: eve.accountId, namespace: eve.namespace } })
    await tend()
    const rows = await api.app.db.selectFrom('recordedRequests').select(['accountId', 'id']).execute()
    expect(rows.filter(({ accountId }) => accountId === ada.accountId)).toHaveLength(2)
    expect(rows.filter(({ accountId }) => accountId === sam.accountId)).toEqual([
      { accountId: sam.accountId, id: recent[1]?.id },
    ])
    expect(rows).toHaveLength(3)
  })

  it('is zero on a plan that keeps no requests', async () => {
    const ada = await (await api.seed.owner('Ada')).withLimits({ maxRequestHours: 0 })
    expect(await reportRequests(api, [makeRequest(api, ada)])).toBe(0)
  })

  it('is a day for the ids of reports, and eight days for counts of unrecorded requests', async () => {
    const ada = await api.seed.owner('Ada')
    await reportRequests(api, [], { unrecorded: [{ accountId: ada.accountId, count: 1 }] })
    const count = async (table: 'requestReports' | 'unrecordedRequests') =>
      (
        await api.app.db
          .selectFrom(table)
          .select(sql`1`.as('one'))
          .execute()
      ).length
    await tend()
    expect([await count('requestReports'), await count('unrecordedRequests')]).not.toContain(0)
    api.clock.advance(dayMs)
    await tend()
    expect([await count('requestReports'), await count('unrecordedRequests')]).toEqual([0, 1])
    api.clock.advance(7 * dayMs)
    await tend()
    expect(await count('unrecordedRequests')).toBe(0)
  })

  /** Reads with a new session, because the former one has expired. */
  const readAgain = async ({ user, accountId }: Member) => {
    const { client } = await api.seed.session(user)
    return (await readRequests({ client, accountId })).nodes
  }
})

async function days({ app }: TestApi): Promise<string[]> {
  return (await listPartitions(app.db)).toSorted()
}

async function countRows({ app }: TestApi): Promise<number> {
  return (await app.db.selectFrom('recordedRequests').select('id').execute()).length
}
