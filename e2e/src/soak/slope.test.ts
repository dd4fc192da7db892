import { describe, expect, it } from 'vitest'
import { findSlope } from './slope.ts'

describe('findSlope', () => {
  it('returns the slope of values on a line, with an error of 0', () => {
    expect(findSlope([5, 7, 9, 11])).toEqual({ slope: 2, error: 0 })
  })

  it('returns the standard error of values that do not lie on a line', () => {
    const { slope, error } = findSlope([0, 1, 0, 1])
    expect(slope).toBeCloseTo(0.2)
    expect(error).toBeCloseTo(Math.sqrt(0.8 / 2 / 5))
  })
})
