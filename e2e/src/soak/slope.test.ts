import { describe, expect, it } from 'vitest'
import { findSlope } from './slope.ts'

describe('findSlope', () => {
  it('finds what values grow by, without an error where they lie on a line', () => {
    expect(findSlope([5, 7, 9, 11])).toEqual({ slope: 2, error: 0 })
  })

  it('says how far values beside the line leave it open', () => {
    const { slope, error } = findSlope([0, 1, 0, 1])
    expect(slope).toBeCloseTo(0.2)
    expect(error).toBeCloseTo(Math.sqrt(0.8 / 2 / 5))
  })
})
