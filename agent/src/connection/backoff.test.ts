import { describe, expect, it } from 'vitest'
import { backoffMs } from './backoff.ts'

describe('the pause before a retry', () => {
  it('is zero at first, then at most 0.5 s, doubling up to 4 s', () => {
    const longest = [0, 1, 2, 3, 4, 5, 100].map((failures) => backoffMs(failures, () => 1))
    expect(longest).toEqual([0, 500, 1000, 2000, 4000, 4000, 4000])
  })

  it('is spread evenly between zero and its maximum', () => {
    expect([0, 0.25, 0.5].map((random) => backoffMs(10, () => random))).toEqual([0, 1000, 2000])
  })
})
