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
  it('are handed over together with the next one, the latest of each key', () => {
    const { batch, handed } = createRecorder()
    batch.add('a', 'a1')
    batch.add('b', 'b1')
    batch.add('a', 'a2')
    expect(handed).toEqual([])
    vi.advanceTimersByTime(20)
    expect(handed).toEqual([['a2', 'b1']])
  })

  it('are handed over at most ten times a second, and none is left out', () => {
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

  it('are forgotten where nobody shows them any more', () => {
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
