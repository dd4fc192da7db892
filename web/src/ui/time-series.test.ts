import { describe, expect, it } from 'vitest'
import { formatCount } from './format.ts'
import { shortenTick } from './time-series.ts'

describe('a figure of an axis', () => {
  it.each([
    [0, '0'],
    [2_400, '2,400'],
    [1_000_000, '1,000,000'],
    [12_500_000, '12.5M'],
    [750_000_000_000, '750B'],
  ])('%d has room as %s', (value, words) => {
    expect(shortenTick(value, formatCount(value))).toBe(words)
  })
})
