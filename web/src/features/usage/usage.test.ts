import { describe, expect, it } from 'vitest'
import { aGateway } from '../../testing/test-api.ts'
import { listPerformance, sumPerformance, type MeteredAccount } from './performance.ts'
import { getRange } from './range.ts'
import { findSuccessShare, sumByGateway } from './traffic.ts'

const now = Date.parse('2026-03-01T23:59:00Z')

describe('ranges', () => {
  it.each([
    ['7', { days: 7, from: '2026-02-23', to: '2026-03-01' }],
    ['30', { days: 30, from: '2026-01-31', to: '2026-03-01' }],
    ['90', { days: 90, from: '2025-12-02', to: '2026-03-01' }],
    ['31', { days: 30, from: '2026-01-31', to: '2026-03-01' }],
    [null, { days: 30, from: '2026-01-31', to: '2026-03-01' }],
  ])('%s is a range of 7, 30 or 90 days up to and including today', (parameter, range) => {
    expect(getRange(parameter, now)).toEqual(range)
  })
})

const [demo, idle] = [aGateway({ name: 'demo', tunnelBinding: 'agent' }), aGateway({ name: 'idle' })]
const metric = (date: string, gateway: typeof demo | null, apiRequests: number, failedRequests = 0) => ({
  date,
  gateway: gateway && { ...gateway, deletedAt: null },
  apiRequests,
  failedRequests,
  dataInBytes: apiRequests,
  dataOutBytes: apiRequests * 10,
})

describe('traffic', () => {
  it('is summed over the months of each gateway, largest first', () => {
    const rows = sumByGateway([
      metric('2026-02-01', null, 3),
      metric('2026-02-01', demo, 2),
      metric('2026-03-01', demo, 4),
    ])
    expect(rows).toMatchObject([
      { gateway: { id: demo.id }, apiRequests: 6, dataInBytes: 6, dataOutBytes: 60 },
      { gateway: null, apiRequests: 3 },
    ])
  })

  it('has no success share without requests, and never a negative one', () => {
    expect(findSuccessShare({ apiRequests: 0, failedRequests: 0 })).toBeUndefined()
    expect(findSuccessShare({ apiRequests: 200, failedRequests: 1 })).toBe(0.995)
    expect(findSuccessShare({ apiRequests: 1, failedRequests: 2 })).toBe(0)
  })
})

describe('the performance of gateways', () => {
  const account: MeteredAccount = {
    id: 'account',
    gateways: [demo, idle],
    gatewaySessions: [
      { gateway: { id: demo.id }, sessionCount: 2, runSeconds: 7_200 },
      { gateway: { id: 'deleted' }, sessionCount: 1, runSeconds: 1_800 },
    ],
    usageTotals: [metric('2026-03-01', null, 10, 1)],
    usageMetrics: [metric('2026-03-01', demo, 8, 1)],
  }

  it('counts everything in the totals, including deleted gateways', () => {
    expect(sumPerformance(account)).toEqual({
      activeCount: 1,
      reconnectingCount: 0,
      sessionCount: 3,
      averageMinutes: 50,
      requestCount: 10,
      successShare: 0.9,
    })
  })

  it('has a row for each gateway, and one for random hostnames only if there were any', () => {
    expect(listPerformance(account)).toMatchObject([
      { gateway: { name: 'demo' }, sessionCount: 2, averageMinutes: 60, successShare: 0.875 },
      { gateway: { name: 'idle' }, sessionCount: 0, averageMinutes: undefined, successShare: undefined },
    ])
    const withRandom = { ...account, usageMetrics: [metric('2026-03-01', null, 1)] }
    expect(listPerformance(withRandom).at(-1)).toMatchObject({ gateway: null, requestCount: 1, successShare: 1 })
  })
})
