import { describe, expect, it } from 'vitest'
import { findSmoothness } from './frames.ts'

const everyMs = (stepMs: number, count: number, fromMs = 0) =>
  Array.from({ length: count }, (_, index) => fromMs + (index + 1) * stepMs)

describe('the smoothness of a page', () => {
  it('is the number of frames per second', () => {
    expect(findSmoothness([0, ...everyMs(20, 200)])).toEqual({ median: 50, worst: 50 })
  })

  it('includes the worst second, whenever it begins', () => {
    const times = [0, ...everyMs(20, 75), ...everyMs(20, 125, 1_900)]
    expect(findSmoothness(times)).toEqual({ median: 50, worst: 30 })
  })

  it('is NaN for less than a second', () => {
    expect(findSmoothness([0, 10])).toEqual({ median: Number.NaN, worst: Number.NaN })
  })
})
