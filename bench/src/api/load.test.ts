import { describe, expect, it } from 'vitest'
import { findPercentile, measureLoad } from './load.ts'

describe('measureLoad', () => {
  it('runs as many tasks concurrently as there are workers, and counts those that fail', async () => {
    let [underWay, most] = [0, 0]
    const load = await measureLoad({ concurrency: 3, seconds: 0.05 }, new AbortController().signal, async (worker) => {
      underWay += 1
      most = Math.max(most, underWay)
      await Promise.resolve()
      underWay -= 1
      if (worker === 0) throw new Error('refused')
    })
    expect(most).toBe(3)
    expect(load.errors).toBeGreaterThan(0)
    expect(load.errors).toBeLessThan(load.perSecond)
  })

  it('rejects when it is aborted', async () => {
    const stopped = measureLoad({ concurrency: 1, seconds: 60 }, AbortSignal.abort(), () => Promise.resolve())
    await expect(stopped).rejects.toThrow()
  })
})

describe('findPercentile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1)
  it.each([
    [0.5, 50],
    [0.99, 99],
    [1, 100],
  ])('at %s of the numbers 1 to 100 is %s', (share, value) => expect(findPercentile(hundred, share)).toBe(value))

  it('is NaN if nothing was measured', () => expect(findPercentile([], 0.5)).toBeNaN())
})
