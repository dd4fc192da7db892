import { describe, expect, it } from 'vitest'
import { median, medianRatio } from './statistics.ts'

describe('median', () => {
  it('is the middle value of an odd count, in any order', () => {
    expect(median([9, 1, 100])).toBe(9)
  })

  it('is the mean of the two middle values of an even count', () => {
    expect(median([4, 1, 3, 2])).toBe(2.5)
  })

  it('sorts by value, not by text', () => {
    expect(median([100, 20, 3])).toBe(20)
  })

  it('is NaN if nothing was measured', () => {
    expect(median([])).toBeNaN()
  })
})

describe('medianRatio', () => {
  it('compares within a round, so that a round at half the speed changes nothing', () => {
    expect(
      medianRatio([
        [10, 100],
        [5, 50],
        [10, 100],
      ]),
    ).toBe(0.1)
  })
})
