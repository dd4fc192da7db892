import { describe, expect, it } from 'vitest'
import { toCents } from './money.ts'

describe('toCents', () => {
  it('is exact for every amount up to 2,000 USD with two decimals', () => {
    const wrong = Array.from({ length: 200_001 }, (_, cents) => cents).filter((cents) => toCents(cents / 100) !== cents)
    expect(wrong).toEqual([])
    for (const cents of [99_999_999, 100_000_000]) expect(toCents(cents / 100)).toBe(cents)
  })

  it.each([
    [0.29, 29],
    [1.1 + 2.2, 330],
    [8.2 * 3, 2_460],
    [0.004, 0],
    [0.005, 1],
    [0, 0],
  ])('converts %d USD to %d cents', (usd, cents) => {
    expect(toCents(usd)).toBe(cents)
  })
})
