import { describe, expect, it } from 'vitest'
import { backoffMs } from './backoff.ts'

describe('the pause before another try', () => {
  it('is none at first and doubles from half a second up to 4 seconds', () => {
    const longest = [0, 1, 2, 3, 4, 5, 100].map((failures) => backoffMs(failures, () => 1))
    expect(longest).toEqual([0, 500, 1000, 2000, 4000, 4000, 4000])
  })

  it('is spread over all of that time', () => {
    expect([0, 0.25, 0.5].map((random) => backoffMs(10, () => random))).toEqual([0, 1000, 2000])
  })
})
