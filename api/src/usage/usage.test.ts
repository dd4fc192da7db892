import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { AccountChangedDocument } from '../accounts/accounts.test.generated.ts'
import type { UsageRowInput } from '../generated/schema.ts'
import { describeApi } from '../testing/api.ts'
import type { Member } from '../testing/seed.ts'
import { deleteOldUsageReports } from './service.ts'
import { ReportUsageDocument, UsageDocument } from './usage.test.generated.ts'

describeApi('usage', (api) => {
  const today = () => api.clock.now().toISOString().slice(0, 10)
  const rowOf = ({ accountId }: Member, change: Partial<UsageRowInput> = {}): UsageRowInput => ({
    accountId,
    gatewayId: null,
    date: today(),
    requests: 1,
    dataIn: 10,
    dataOut: 100,
    connectedSeconds: 30,
    ...change,
  })
  const report = async (rows: UsageRowInput[], reportId = randomUUID()) =>
    (await (await api.edge()).run(ReportUsageDocument, { input: { reportId, rows } })).reportUsage.counted
  describe('reportUsage', () => {
    it("adds to the account's month, by gateway and day", async () => {
      const ada = await api.seed.owner('Ada')
      const { id } = await ada.gateway('demo')
      expect(await report([rowOf(ada), rowOf(ada, { gatewayId: id })])).toBe(true)
      expect(await report([rowOf(ada, { requests: 5 })])).toBe(true)
      expect(await usageOf(ada)).toEqual({
        subpoints: 1,
        activeAgents: 0,
        apiRequests: 7,
        dataInBytes: 30,
        dataOutBytes: 300,
        agentMinutes: 1.5,
      })
      const rows = await api.app.db
        .selectFrom('usageMetrics')
        .selectAll()
        .where('accountId', '=', ada.accountId)
        .orderBy('apiRequests')
        .execute()
      expect(rows).toMatchObject([
        { date: today(), gatewayId: id, apiRequests: 1 },
        { date: today(), gatewayId: null, apiRequests: 6 },
      ])
    })

    it('counts a report once, however often it is sent, also at the same time', async () => {
      const ada = await api.seed.owner('Ada')
      const reportId = randomUUID()
      const results = await Promise.all([1, 2, 3, 4].map(() => report([rowOf(ada)], reportId)))
      expect(results.filter(Boolean)).toHaveLength(1)
      expect(await report([rowOf(ada)], reportId)).toBe(false)
      expect(await usageOf(ada)).toMatchObject({ apiRequests: 1 })
    })

    it('adds up what several edges report at once', async () => {
      const [ada, grace] = [await api.seed.owner('Ada'), await api.seed.owner('Grace')]
      await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          report(index % 2 ? [rowOf(ada), rowOf(grace)] : [rowOf(grace), rowOf(ada)]),
        ),
      )
      expect(await usageOf(ada)).toMatchObject({ apiRequests: 10, dataOutBytes: 1_000 })
      expect(await usageOf(grace)).toMatchObject({ apiRequests: 10, dataOutBytes: 1_000 })
    })

    it('takes byte counts beyond 32 bits', async () => {
      const ada = await api.seed.owner('Ada')
      await report([rowOf(ada, { dataOut: 4_000_000_000_000 })])
      await report([rowOf(ada, { dataOut: 4_000_000_000_000 })])
      expect(await usageOf(ada)).toMatchObject({ dataOutBytes: 8_000_000_000_000 })
    })

    it('leaves other months and other accounts out', async () => {
      const [ada, grace] = [await api.seed.owner('Ada'), await api.seed.owner('Grace')]
      await report([rowOf(ada, { date: '2020-01-31' }), rowOf(grace)])
      expect(await usageOf(ada)).toMatchObject({ apiRequests: 0, agentMinutes: 0 })
    })

    it('tells subscribers of the account', async () => {
      const ada = await api.seed.owner('Ada')
      const changes = await ada.client.subscribe(AccountChangedDocument, { accountId: ada.accountId })
      await report([rowOf(ada)])
      expect((await changes.next()).accountChanged).toMatchObject({ usage: { apiRequests: 1 } })
      await changes.close()
    })

    it('is for edges', async () => {
      const ada = await api.seed.owner('Ada')
      const input = { reportId: randomUUID(), rows: [rowOf(ada)] }
      await expect(ada.client.run(ReportUsageDocument, { input })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    })

    it.each(['2026-02-30', '21.11.2026', '2026-11-21T00:00:00Z'])('refuses %s as a day', async (date) => {
      const ada = await api.seed.owner('Ada')
      await expect(report([rowOf(ada, { date })])).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
    })
  })

  it('remembers reports for 30 days', async () => {
    const ada = await api.seed.owner('Ada')
    const reportId = randomUUID()
    await report([rowOf(ada)], reportId)
    api.clock.advance(29 * 24 * 60 * 60_000)
    await deleteOldUsageReports(api.app)
    expect(await report([rowOf(ada)], reportId)).toBe(false)
    api.clock.advance(2 * 24 * 60 * 60_000)
    await deleteOldUsageReports(api.app)
    expect(await report([rowOf(ada)], reportId)).toBe(true)
  })
})

async function usageOf({ client, accountId }: Member) {
  return (await client.run(UsageDocument, { accountId })).account.usage
}
