import { randomUUID } from 'node:crypto'
import { bytesPerGb } from '@culvert/schema/units'
import { describe, expect, it } from 'vitest'
import type { ApiKeyScope, UsageRowInput } from '../../generated/schema.ts'
import { createKey } from '../../testing/api-keys.ts'
import { describeApi } from '../../testing/api.ts'
import {
  AccountChangedDocument,
  DeleteGatewayDocument,
  HasConnectedDocument,
  ReportUsageDocument,
  UsageByLabelDocument,
  UsageDocument,
  UsageMetricsDocument,
  UsageTotalsDocument,
} from '../../testing/generated/documents.ts'
import { dayMs } from '../../ground/clock.ts'
import type { Member } from '../../testing/seed.ts'
import { deleteOldUsageReports } from './notices.ts'

describeApi('usage', (api) => {
  const today = () => api.clock.now().toISOString().slice(0, 10)
  const rowOf = ({ accountId }: Member, change: Partial<UsageRowInput> = {}): UsageRowInput => ({
    accountId,
    gatewayId: null,
    date: today(),
    requests: 1,
    failedRequests: 0,
    dataIn: 10,
    dataOut: 100,
    connectedSeconds: 30,
    ...change,
  })
  const report = async (rows: UsageRowInput[], reportId = randomUUID()) =>
    (await api.edge().run(ReportUsageDocument, { input: { reportId, rows } })).reportUsage.counted
  const february = { from: '2024-02-01', to: '2024-02-29' }
  const keyWith = async (owner: Member, scopes: ApiKeyScope[]) => (await createKey(api, owner, { scopes })).client

  describe('reportUsage', () => {
    it('takes 5,000 different rows at once, and no more', async () => {
      const ada = await api.seed.owner('Ada')
      const rows = Array.from({ length: 5_001 }, (_, index) =>
        rowOf(ada, { date: new Date(index * dayMs).toISOString().slice(0, 10), label: 'acme' }),
      )
      expect(await report(rows.slice(1))).toBe(true)
      await expect(report(rows)).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        message: 'A report has at most 5000 rows, not 5001',
      })
    })

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
        overage: null,
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

    it('sets hasConnected once a connected second is counted, but not for requests alone', async () => {
      const ada = await api.seed.owner('Ada')
      const hasConnected = async () =>
        (await ada.client.run(HasConnectedDocument, { accountId: ada.accountId })).account.hasConnected
      await report([rowOf(ada, { connectedSeconds: 0 })])
      expect(await hasConnected()).toBe(false)
      await report([rowOf(ada, { date: '2024-02-01', connectedSeconds: 1 })])
      expect(await hasConnected()).toBe(true)
    })

    it('counts a report once, even if it is sent repeatedly and simultaneously', async () => {
      const ada = await api.seed.owner('Ada')
      const reportId = randomUUID()
      const results = await Promise.all([1, 2, 3, 4].map(() => report([rowOf(ada)], reportId)))
      expect(results.filter(Boolean)).toHaveLength(1)
      expect(await report([rowOf(ada)], reportId)).toBe(false)
      expect(await usageOf(ada)).toMatchObject({ apiRequests: 1 })
    })

    it('adds up simultaneous reports', async () => {
      const [ada, grace] = [await api.seed.owner('Ada'), await api.seed.owner('Grace')]
      await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          report(index % 2 ? [rowOf(ada), rowOf(grace)] : [rowOf(grace), rowOf(ada)]),
        ),
      )
      expect(await usageOf(ada)).toMatchObject({ apiRequests: 10, dataOutBytes: 1_000 })
      expect(await usageOf(grace)).toMatchObject({ apiRequests: 10, dataOutBytes: 1_000 })
    })

    it('accepts byte counts beyond 32 bits', async () => {
      const ada = await api.seed.owner('Ada')
      await report([rowOf(ada, { dataOut: 4_000_000_000_000 })])
      await report([rowOf(ada, { dataOut: 4_000_000_000_000 })])
      expect(await usageOf(ada)).toMatchObject({ dataOutBytes: 8_000_000_000_000 })
    })

    it("results in an overage, with its price, for transfer beyond the plan's limit", async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxDataOutGb: 2 })
      await report([rowOf(ada, { dataOut: 5 * bytesPerGb })])
      expect(await usageOf(ada)).toMatchObject({
        overage: { dataOutBytes: 3 * bytesPerGb, amount: 0.3, amountCents: 30, currency: 'USD' },
      })
    })

    it('does not count usage of other months or other accounts', async () => {
      const [ada, grace] = [await api.seed.owner('Ada'), await api.seed.owner('Grace')]
      await report([rowOf(ada, { date: '2020-01-31' }), rowOf(grace)])
      expect(await usageOf(ada)).toMatchObject({ apiRequests: 0, agentMinutes: 0 })
    })

    it('notifies subscribers of the account', async () => {
      const ada = await api.seed.owner('Ada')
      const changes = await ada.client.subscribe(AccountChangedDocument, { accountId: ada.accountId })
      await report([rowOf(ada)])
      expect((await changes.next()).accountChanged).toMatchObject({ usage: { apiRequests: 1 } })
      await changes.close()
    })

    it('is allowed to edges only', async () => {
      const ada = await api.seed.owner('Ada')
      const input = { reportId: randomUUID(), rows: [rowOf(ada)] }
      await expect(ada.client.run(ReportUsageDocument, { input })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    })

    it.each(['2026-02-30', '21.11.2026', '2026-11-21T00:00:00Z'])('refuses %s as a day', async (date) => {
      const ada = await api.seed.owner('Ada')
      await expect(report([rowOf(ada, { date })])).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
    })
  })

  describe('usageByLabel', () => {
    it('has a row per day and label and one for the unlabelled rest, which add up to the totals', async () => {
      const ada = await api.seed.owner('Ada')
      const date = '2024-02-10'
      await report([
        rowOf(ada, { date, label: 'acme', requests: 3, failedRequests: 1, connectedSeconds: 0.1 }),
        rowOf(ada, { date, label: 'acme', gatewayId: 'g1', requests: 4, connectedSeconds: 0.2 }),
        rowOf(ada, { date, label: 'bolt', gatewayId: 'g1', connectedSeconds: 5_400 }),
        rowOf(ada, { date, gatewayId: 'g1', requests: 2, connectedSeconds: 0.3 }),
        rowOf(ada, { date: '2024-02-09', label: 'acme' }),
      ])
      const rows = await byLabel(ada, february)
      expect(rows).toEqual([
        expect.objectContaining({ date: '2024-02-09', label: 'acme', apiRequests: 1 }),
        {
          date,
          label: 'acme',
          apiRequests: 7,
          failedRequests: 1,
          dataInBytes: 20,
          dataOutBytes: 200,
          agentRunHours: expect.closeTo(0.3 / 3_600, 9),
        },
        expect.objectContaining({ date, label: null, apiRequests: 2, dataOutBytes: 100 }),
        expect.objectContaining({ date, label: 'bolt', apiRequests: 1, agentRunHours: 1.5 }),
      ])
      const totals = await metricsOf(ada, { ...february, step: 'MONTH' })
      for (const figure of ['apiRequests', 'failedRequests', 'dataInBytes', 'dataOutBytes', 'agentRunHours'] as const) {
        const sum = (list: { [key in typeof figure]: number }[]) => list.reduce((total, row) => total + row[figure], 0)
        expect(sum(rows)).toBeCloseTo(sum(totals), 9)
      }
    })

    it('adds up simultaneous reports, counting each once', async () => {
      const ada = await api.seed.owner('Ada')
      const reportId = randomUUID()
      const rows = [rowOf(ada, { label: 'acme' }), rowOf(ada, { label: 'bolt' })]
      await Promise.all([report(rows, reportId), report(rows.toReversed()), report(rows, reportId), report(rows)])
      const days = { from: today(), to: today() }
      expect(await byLabel(ada, days)).toMatchObject([
        { label: 'acme', apiRequests: 3 },
        { label: 'bolt', apiRequests: 3 },
      ])
    })

    it('filters by label, and groups the days of the range by calendar month', async () => {
      const ada = await api.seed.owner('Ada')
      const days = ['2023-12-31', '2024-01-31', '2024-02-01', '2024-02-29', '2024-03-01']
      await report(days.flatMap((date) => [rowOf(ada, { date, label: 'acme' }), rowOf(ada, { date })]))
      const range = { from: '2024-01-15', to: '2024-02-29', step: 'MONTH' as const, label: 'acme' }
      expect(await byLabel(ada, range)).toMatchObject([
        { date: '2024-01-01', label: 'acme', apiRequests: 1 },
        { date: '2024-02-01', label: 'acme', apiRequests: 2 },
      ])
    })

    it('refuses more than 5,000 rows and says how to request fewer', async () => {
      const ada = await api.seed.owner('Ada')
      const rows = Array.from({ length: 5_001 }, (_, index) =>
        rowOf(ada, { date: '2024-02-10', label: `label-${index}` }),
      )
      await report(rows.slice(1))
      expect(await byLabel(ada, february)).toHaveLength(5_000)
      await report(rows.slice(0, 1))
      await expect(byLabel(ada, february)).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        message: expect.stringContaining('a shorter range, one label (label), or months (step: MONTH).'),
      })
    })

    it('requires READ_USAGE of an API key', async () => {
      const ada = await api.seed.owner('Ada')
      const variables = { accountId: ada.accountId, ...february }
      expect((await (await keyWith(ada, ['READ_USAGE'])).run(UsageByLabelDocument, variables)).account).toEqual({
        usageByLabel: [],
      })
      await expect((await keyWith(ada, ['READ_ACCOUNT'])).run(UsageByLabelDocument, variables)).rejects.toMatchObject({
        code: 'FORBIDDEN',
      })
    })

    it.each(['', 'x'.repeat(65)])('refuses a report with the label "%s"', async (label) => {
      const ada = await api.seed.owner('Ada')
      await expect(report([rowOf(ada, { label })])).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field: 'rows' })
    })
  })

  describe('usageMetrics', () => {
    it('has a row per day and gateway with traffic, oldest day first, then busiest gateway first', async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxSubpoints: -1 })
      const { id, subdomain } = await ada.gateway('demo')
      await report([
        rowOf(ada, { date: '2024-02-10', requests: 3, connectedSeconds: 5_400 }),
        rowOf(ada, { date: '2024-02-10', requests: 5, failedRequests: 2, gatewayId: id }),
        rowOf(ada, { date: '2024-02-09', gatewayId: id }),
      ])
      const gateway = { id, name: 'demo', subdomain, deletedAt: null }
      const counted = {
        apiRequests: 1,
        failedRequests: 0,
        dataInBytes: 10,
        dataOutBytes: 100,
        agentRunHours: 30 / 3_600,
      }
      expect(await metricsOf(ada, february)).toEqual([
        { ...counted, date: '2024-02-09', gateway },
        { ...counted, date: '2024-02-10', gateway, apiRequests: 5, failedRequests: 2 },
        { ...counted, date: '2024-02-10', gateway: null, apiRequests: 3, agentRunHours: 1.5 },
      ])
    })

    it('names deleted gateways', async () => {
      const ada = await api.seed.owner('Ada')
      const { id } = await ada.gateway('gone')
      await report([rowOf(ada, { date: '2024-02-10', gatewayId: id })])
      await ada.client.run(DeleteGatewayDocument, { input: { id } })
      expect(await metricsOf(ada, february)).toMatchObject([
        { gateway: { id, name: 'gone', deletedAt: expect.any(String) } },
      ])
    })

    it('can be filtered by gateway', async () => {
      const ada = await api.seed.owner('Ada')
      const { id } = await ada.gateway('demo')
      await report([rowOf(ada, { date: '2024-02-10' }), rowOf(ada, { date: '2024-02-10', gatewayId: id, requests: 5 })])
      expect(await metricsOf(ada, { ...february, gatewayId: id })).toMatchObject([{ gateway: { id }, apiRequests: 5 }])
    })

    it('sums each calendar month over the days in the range only', async () => {
      const ada = await api.seed.owner('Ada')
      const days = ['2023-12-31', '2024-01-01', '2024-01-31', '2024-02-01', '2024-02-29', '2024-03-01']
      await report(days.map((date) => rowOf(ada, { date })))
      const rows = await metricsOf(ada, { from: '2024-01-15', to: '2024-02-29', step: 'MONTH' })
      expect(rows.map(({ date, apiRequests }) => [date, apiRequests])).toEqual([
        ['2024-01-01', 1],
        ['2024-02-01', 2],
      ])
    })

    it('refuses more than 5,000 rows and says how to request fewer', async () => {
      const ada = await api.seed.owner('Ada')
      const rows = Array.from({ length: 5_001 }, (_, index) =>
        rowOf(ada, { date: '2024-02-10', gatewayId: `g${index}` }),
      )
      await report(rows.slice(1))
      expect(await metricsOf(ada, february)).toHaveLength(5_000)
      await report(rows.slice(0, 1))
      await expect(metricsOf(ada, february)).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        message:
          'One answer holds at most 5,000 rows, and these are more. Ask for a shorter range, one gateway (gatewayId), or months (step: MONTH).',
      })
      await expect(metricsOf(ada, { ...february, gatewayId: null, step: 'MONTH' })).rejects.toMatchObject({
        message: expect.not.stringContaining('step: MONTH'),
      })
    })
  })

  describe('usageTotals', () => {
    it('has a row for every day, including the leap day, with zeros for days without traffic', async () => {
      const ada = await api.seed.owner('Ada')
      const { id } = await ada.gateway('demo')
      await report([
        rowOf(ada, { date: '2024-02-28' }),
        rowOf(ada, { date: '2024-02-28', gatewayId: id }),
        rowOf(ada, { date: '2024-03-01' }),
      ])
      const nothing = { apiRequests: 0, failedRequests: 0, dataInBytes: 0, dataOutBytes: 0, agentRunHours: 0 }
      const range = { from: '2024-02-27', to: '2024-03-01' }
      const counted = {
        apiRequests: 1,
        failedRequests: 0,
        dataInBytes: 10,
        dataOutBytes: 100,
        agentRunHours: 30 / 3_600,
      }
      expect(await totalsOf(ada, range)).toEqual([
        { date: '2024-02-27', ...nothing },
        {
          ...nothing,
          date: '2024-02-28',
          apiRequests: 2,
          dataInBytes: 20,
          dataOutBytes: 200,
          agentRunHours: 60 / 3_600,
        },
        { date: '2024-02-29', ...nothing },
        { date: '2024-03-01', ...counted },
      ])
      expect((await totalsOf(ada, { ...range, gatewayId: id }))[1]).toEqual({ date: '2024-02-28', ...counted })
    })

    it('has a row for every month that the range touches', async () => {
      const ada = await api.seed.owner('Ada')
      await report([rowOf(ada, { date: '2023-12-31' }), rowOf(ada, { date: '2024-02-01' })])
      const rows = await totalsOf(ada, { from: '2023-12-31', to: '2024-02-01', step: 'MONTH' })
      expect(rows.map(({ date, apiRequests }) => [date, apiRequests])).toEqual([
        ['2023-12-01', 1],
        ['2024-01-01', 0],
        ['2024-02-01', 1],
      ])
    })
  })

  describe.each([
    ['usageMetrics', metricsOf],
    ['usageTotals', totalsOf],
  ])('%s', (_field, read) => {
    it('counts each of 1,002 days once, although they are read in pieces', async () => {
      const ada = await api.seed.owner('Ada')
      const days = Array.from({ length: 1_004 }, (_, index) =>
        new Date(Date.UTC(2022, 0, 1 + index)).toISOString().slice(0, 10),
      )
      await report(days.map((date) => rowOf(ada, { date })))
      const [from = '', to = ''] = [days[1], days.at(-2)]
      const rows = await read(ada, { from, to })
      expect(rows.map(({ date, apiRequests }) => ({ date, apiRequests }))).toEqual(
        days.slice(1, -1).map((date) => ({ date, apiRequests: 1 })),
      )
    })

    it('counts each day in a range of 553 months once, although it is read in pieces', async () => {
      const ada = await api.seed.owner('Ada')
      // The 501st month begins with September 2021.
      for (const date of ['1980-01-14', '1980-01-15', '2021-08-31', '2021-09-01', '2026-01-10', '2026-01-11']) {
        await report([rowOf(ada, { date })])
      }
      const rows = await read(ada, { from: '1980-01-15', to: '2026-01-10', step: 'MONTH' })
      const counted = rows
        .filter(({ apiRequests }) => apiRequests > 0)
        .map(({ date, apiRequests }) => ({ date, apiRequests }))
      expect(counted).toEqual(
        ['1980-01-01', '2021-08-01', '2021-09-01', '2026-01-01'].map((date) => ({ date, apiRequests: 1 })),
      )
    })

    it('interprets a range of one day as a day in UTC', async () => {
      const ada = await api.seed.owner('Ada')
      // Daylight saving time begins and ends on these days in Europe and America.
      for (const date of ['2024-03-10', '2024-03-31', '2024-11-03']) {
        await report([rowOf(ada, { date })])
        expect(await read(ada, { from: date, to: date })).toMatchObject([{ date, apiRequests: 1 }])
      }
    })

    it('takes the last day that there is', async () => {
      const ada = await api.seed.owner('Ada')
      await report([rowOf(ada, { date: '9999-12-31' })])
      expect(await read(ada, { from: '9999-12-31', to: '9999-12-31' })).toMatchObject([{ apiRequests: 1 }])
    })

    it.each([
      [{ from: '2024-02-02', to: '2024-02-01' }, 'from must not be after to: 2024-02-02 is later than 2024-02-01'],
      [{ from: '0000-01-01', to: '0000-01-01' }, 'from must be a day from 0001-01-01 on, not 0000-01-01'],
      [
        { from: '2000-01-01', to: '2026-01-01' },
        'One answer holds at most 5,000 periods, and these are more. Ask for a shorter range or months (step: MONTH).',
      ],
      [{ from: '2023-02-29', to: '2023-03-01' }, expect.stringContaining('a day as YYYY-MM-DD is expected')],
    ])('refuses the range %j', async (range, message) => {
      const ada = await api.seed.owner('Ada')
      await expect(read(ada, range)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', message })
    })

    it('excludes other accounts, and reports NOT_FOUND for their gateways', async () => {
      const [ada, sam] = [await api.seed.owner('Ada'), await api.seed.owner('Sam')]
      const { id } = await sam.gateway('demo')
      await report([rowOf(sam, { date: '2024-02-10', gatewayId: id })])
      const rows = await read(ada, february)
      expect(rows.filter(({ apiRequests }) => apiRequests > 0)).toEqual([])
      for (const gatewayId of [id, 'nobody-has-this']) {
        await expect(read(ada, { ...february, gatewayId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      }
      await expect(read({ ...ada, accountId: sam.accountId }, february)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    it('is readable by viewers and by API keys with READ_USAGE', async () => {
      const ada = await api.seed.owner('Ada')
      await report([rowOf(ada, { date: '2024-02-10' })])
      const viewer = await ada.invite('Vera', 'viewer')
      const counted = expect.arrayContaining([expect.objectContaining({ date: '2024-02-10', apiRequests: 1 })])
      expect(await read(viewer, february)).toEqual(counted)
      expect(await read({ ...ada, client: await keyWith(ada, ['READ_USAGE']) }, february)).toEqual(counted)
      const without = { ...ada, client: await keyWith(ada, ['READ_ACCOUNT']) }
      await expect(read(without, february)).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringContaining('READ_USAGE'),
      })
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

interface Range {
  from: string
  to: string
  step?: 'DAY' | 'MONTH'
  gatewayId?: string | null
}

async function metricsOf({ client, accountId }: Member, { step = 'DAY', ...range }: Range) {
  return (await client.run(UsageMetricsDocument, { accountId, step, ...range })).account.usageMetrics
}

async function byLabel(
  { client, accountId }: Member,
  { step = 'DAY', ...range }: Omit<Range, 'gatewayId'> & { label?: string },
) {
  return (await client.run(UsageByLabelDocument, { accountId, step, ...range })).account.usageByLabel
}

async function totalsOf({ client, accountId }: Member, { step = 'DAY', ...range }: Range) {
  return (await client.run(UsageTotalsDocument, { accountId, step, ...range })).account.usageTotals
}
