import { describe, expect, it } from 'vitest'
import { findThreshold, monthOf, parseUsageReport } from './rules.ts'

const row = {
  accountId: 'a1',
  gatewayId: 'g1',
  date: '2026-11-21',
  requests: 1,
  failedRequests: 0,
  dataIn: 10,
  dataOut: 100,
  connectedSeconds: 1.5,
}

describe('parseUsageReport', () => {
  it('adds up rows for the same account, gateway and day, and sorts the sums', () => {
    const rows = [
      row,
      { ...row, gatewayId: null },
      { ...row, date: '2026-11-20' },
      { ...row, requests: 2, failedRequests: 2 },
    ]
    expect(parseUsageReport('report-1', rows).usage).toEqual([
      {
        accountId: 'a1',
        gatewayId: 'g1',
        date: '2026-11-20',
        apiRequests: 1,
        failedRequests: 0,
        dataInBytes: 10,
        dataOutBytes: 100,
        agentRunSeconds: 1.5,
      },
      {
        accountId: 'a1',
        gatewayId: 'g1',
        date: '2026-11-21',
        apiRequests: 3,
        failedRequests: 2,
        dataInBytes: 20,
        dataOutBytes: 200,
        agentRunSeconds: 3,
      },
      {
        accountId: 'a1',
        gatewayId: null,
        date: '2026-11-21',
        apiRequests: 1,
        failedRequests: 0,
        dataInBytes: 10,
        dataOutBytes: 100,
        agentRunSeconds: 1.5,
      },
    ])
  })

  it.each([
    ['', [row], 'reportId'],
    ['not an id', [row], 'reportId'],
    ['report-1', [{ ...row, connectedSeconds: -1 }], 'rows'],
    ['report-1', [{ ...row, connectedSeconds: Number.NaN }], 'rows'],
    ['report-1', Array.from({ length: 10_001 }, () => row), 'rows'],
  ])('refuses an invalid report and names the field', (reportId, rows, field) => {
    expect(() => parseUsageReport(reportId, rows)).toThrow(expect.objectContaining({ code: 'BAD_USER_INPUT', field }))
  })
})

describe('monthOf', () => {
  it.each([
    ['2026-11-21T12:00:00Z', '2026-11-01', '2026-12-01'],
    ['2026-12-31T23:59:59.999Z', '2026-12-01', '2027-01-01'],
    ['2028-02-29T00:00:00Z', '2028-02-01', '2028-03-01'],
  ])('returns for %s the month from %s to before %s', (now, start, end) => {
    expect(monthOf(new Date(now))).toEqual({ start, end })
  })
})

describe('findThreshold', () => {
  const gb = 1024 ** 3
  it.each([
    [0, 5, undefined],
    [4 * gb - 1, 5, undefined],
    [4 * gb, 5, 80],
    [5 * gb - 1, 5, 80],
    [5 * gb, 5, 100],
    [99 * gb, 5, 100],
    [99 * gb, -1, undefined],
    [99 * gb, 0, undefined],
  ])('returns for %s bytes of a limit of %s GB the threshold %s', (dataOutBytes, limitGb, threshold) => {
    expect(findThreshold(dataOutBytes, limitGb)).toBe(threshold)
  })
})
