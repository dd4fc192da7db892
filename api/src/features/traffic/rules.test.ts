import { describe, expect, it } from 'vitest'
import { addHistograms, estimatePercentile, listSteps, bucketOf, type Histogram } from './rules.ts'

const histogramOf = (durations: number[]): Histogram =>
  addHistograms(durations.map((duration) => new Map([[bucketOf(duration), 1]])))

describe('bucketOf', () => {
  it.each([
    [0, 0],
    [0.999, 0],
    [1, 1],
    [1.18, 1],
    [1.2, 2],
    [2, 5],
    [2 ** 19.4, 78],
    [2 ** 19.5, 79],
    [1e12, 79],
  ])('puts %d ms into bucket %d', (durationMs, place) => {
    expect(bucketOf(durationMs)).toBe(place)
  })
})

describe('estimatePercentile', () => {
  it('is within 9 % of the true value, from 1 ms to 12 minutes', () => {
    for (let duration = 1; duration < 2 ** 19.5; duration *= 1.037) {
      const estimated = estimatePercentile(histogramOf([duration]), 0.5) ?? 0
      expect(Math.abs(estimated / duration - 1), `${duration} ms`).toBeLessThan(0.0906)
    }
  })

  it('is the duration that the given share of the requests did not exceed', () => {
    const hundred = histogramOf(Array.from({ length: 100 }, (_, index) => (index < 95 ? 10 : 1_000)))
    expect(estimatePercentile(hundred, 0.5)).toBeCloseTo(10.4, 1)
    expect(estimatePercentile(hundred, 0.95)).toBeCloseTo(10.4, 1)
    expect(estimatePercentile(hundred, 0.96)).toBeCloseTo(939, 0)
    expect(estimatePercentile(histogramOf([3, 50]), 0.5)).toBeCloseTo(3.1, 1)
  })

  it('is at least 0.5 ms and at most 2 ** 19.5 ms, and null without requests', () => {
    expect(estimatePercentile(histogramOf([0.01]), 0.5)).toBe(0.5)
    expect(estimatePercentile(histogramOf([1e9]), 0.5)).toBe(2 ** 19.5)
    expect(estimatePercentile(new Map(), 0.5)).toBeNull()
  })
})

describe('listSteps', () => {
  const now = new Date('2026-03-01T12:34:56Z')

  it.each([
    ['HOUR', 12, '2026-03-01T11:35:00.000Z', '2026-03-01T12:30:00.000Z'],
    ['DAY', 48, '2026-02-28T13:00:00.000Z', '2026-03-01T12:30:00.000Z'],
    ['WEEK', 84, '2026-02-22T14:00:00.000Z', '2026-03-01T12:00:00.000Z'],
  ] as const)('divides %s into %d steps aligned with the clock', (range, count, first, last) => {
    const { starts } = listSteps(range, now, undefined)
    expect([starts.length, starts[0]?.toISOString(), starts.at(-1)?.toISOString()]).toEqual([count, first, last])
  })

  it('omits steps that begin before the oldest traffic that is kept', () => {
    const { starts } = listSteps('DAY', now, new Date('2026-03-01T11:30:00.001Z'))
    expect(starts.map((start) => start.toISOString())).toEqual(['2026-03-01T12:00:00.000Z', '2026-03-01T12:30:00.000Z'])
  })
})
