import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFrameBatch } from './frame-batch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function createRecorder() {
  const handed: string[][] = []
  const batch = createFrameBatch<string>((values) => handed.push(values))
  return { batch, handed }
}

describe('values between two frames', () => {
  it('are delivered together with the next frame, only the latest of each key', () => {
    const { batch, handed } = createRecorder()
    batch.add('a', 'a1')
    batch.add('b', 'b1')
    batch.add('a', 'a2')
    expect(handed).toEqual([])
    vi.advanceTimersByTime(20)
    expect(handed).toEqual([['a2', 'b1']])
  })

  it('are delivered at most ten times a second, and the last one always is', () => {
    const { batch, handed } = createRecorder()
    for (let count = 1; count <= 200; count += 1) {
      batch.add('counter', String(count))
      vi.advanceTimersByTime(5)
    }
    vi.advanceTimersByTime(200)
    expect(handed.length).toBeGreaterThan(5)
    expect(handed.length).toBeLessThanOrEqual(11)
    expect(handed.at(-1)).toEqual(['200'])
  })

  it('are discarded when the batch is cleared', () => {
    const { batch, handed } = createRecorder()
    batch.add('a', 'a1')
    batch.clear()
    vi.advanceTimersByTime(1_000)
    expect(handed).toEqual([])
    batch.add('a', 'a2')
    vi.advanceTimersByTime(1_000)
    expect(handed).toEqual([['a2']])
  })
})
