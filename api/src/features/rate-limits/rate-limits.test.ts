import { describe, expect, it } from 'vitest'
import { describeApi } from '../../testing/api.ts'
import { CreateApiKeyDocument, RateLimitsDocument, ReportRatesDocument } from '../../testing/generated/documents.ts'
import type { Member } from '../../testing/seed.ts'
import { deleteOldRates } from './service.ts'

describeApi('rate limits', (api) => {
  const keys: Record<string, string> = {}
  const report = async (
    edgeId: string,
    { accountId }: Member,
    [requests, open]: [requests: number, open: number],
    { factor = 1, sharesLimits = false } = {},
  ) => {
    const account = {
      accountId,
      requestsPerMinute: requests,
      requestsPerMinutePeak: requests * factor,
      openRequests: open,
      openRequestsPeak: open * factor,
    }
    const input = { edgeId, sharesLimits, accounts: [account] }
    return (await api.edge().run(ReportRatesDocument, { input })).reportRates.accountCount
  }
  /** Reads with an API key, because a session would expire within the day. */
  const read = async ({ client, accountId }: Member) => {
    keys[accountId] ??= (
      await client.run(CreateApiKeyDocument, { input: { accountId, name: 'Rates', scopes: ['READ_USAGE'] } })
    ).createApiKey.secret
    const reader = api.client(`Bearer ${keys[accountId]}`)
    const { rateLimits } = (await reader.run(RateLimitsDocument, { accountId })).account
    return rateLimits.map(({ current, peak }) => [current, peak])
  }

  describe('rateLimits', () => {
    it('returns the limits, and zero usage before any request', async () => {
      const ada = await api.seed.owner('Ada')
      const { account } = await ada.client.run(RateLimitsDocument, { accountId: ada.accountId })
      expect(account.rateLimits).toEqual([
        { name: 'REQUESTS_PER_MINUTE', limit: 1_000, burst: 5_000, current: 0, peak: 0 },
        { name: 'OPEN_REQUESTS', limit: 4_000, burst: null, current: 0, peak: 0 },
      ])
    })
  })

  describe('reportRates', () => {
    it('replaces the previous report of the edge, and keeps peaks for a day', async () => {
      const ada = await api.seed.owner('Ada')
      expect(await report('edge-1', ada, [40, 4], { factor: 2 })).toBe(1)
      expect(await read(ada)).toEqual([
        [40, 80],
        [4, 8],
      ])
      await report('edge-1', ada, [50, 2])
      expect(await read(ada)).toEqual([
        [50, 80],
        [2, 8],
      ])
      api.clock.advance(24 * 60 * 60 * 1_000)
      await report('edge-1', ada, [5, 1])
      expect(await read(ada)).toEqual([
        [5, 5],
        [1, 1],
      ])
    })

    it('counts the busiest of edges that do not share limits, and forgets what an edge reported once it is gone', async () => {
      const ada = await api.seed.owner('Ada')
      await report('edge-1', ada, [40, 4])
      api.clock.advance(10_000)
      await report('edge-2', ada, [30, 5])
      expect(await read(ada)).toEqual([
        [40, 40],
        [5, 5],
      ])
      api.clock.advance(10_000)
      expect(await read(ada)).toEqual([
        [30, 40],
        [5, 5],
      ])
      api.clock.advance(3 * 24 * 60 * 60 * 1_000)
      await deleteOldRates(api.app)
      const rows = await api.app.db.selectFrom('accountRates').select('edgeId').execute()
      expect(rows).toEqual([])
    })

    it('adds up what edges that share limits report, and their peaks at the same time', async () => {
      const ada = await api.seed.owner('Ada')
      const grace = await api.seed.owner('Grace')
      const shared = { sharesLimits: true }
      await report('edge-1', ada, [500, 40], shared)
      await report('edge-1', grace, [7, 7], shared)
      await report('edge-2', ada, [450, 30], { ...shared, factor: 2 })
      await report('edge-3', ada, [600, 5])
      expect(await read(ada)).toEqual([
        [950, 1400],
        [70, 100],
      ])
      api.clock.advance(10_000)
      await report('edge-2', ada, [20, 2], shared)
      api.clock.advance(10_000)
      expect(await read(ada)).toEqual([
        [20, 1400],
        [2, 100],
      ])
      expect(await read(grace)).toEqual([
        [0, 7],
        [0, 7],
      ])
    })

    it('refuses more than 1,000 accounts', async () => {
      const ada = await api.seed.owner('Ada')
      const figures = { requestsPerMinute: 0, requestsPerMinutePeak: 0, openRequests: 0, openRequestsPeak: 0 }
      const accounts = Array.from({ length: 1_001 }, () => ({ accountId: ada.accountId, ...figures }))
      const edge = api.edge()
      await expect(
        edge.run(ReportRatesDocument, { input: { edgeId: 'edge-1', sharesLimits: false, accounts } }),
      ).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        field: 'accounts',
      })
    })
  })
})
