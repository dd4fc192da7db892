import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTimeLimit } from './time-limit.ts'

/** Seconds that the machine has slept. */
let slept = 0
const readSeconds = () => Math.floor(performance.now() / 1_000) + slept

beforeEach(() => {
  slept = 0
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a time limit', () => {
  it.each([900, 90_000, 2 ** 31 - 1])('of %i ms is over after exactly that time while the machine is awake', (ms) => {
    const onOver = vi.fn()
    startTimeLimit(ms, onOver, readSeconds)
    vi.advanceTimersByTime(ms - 1)
    expect(onOver).not.toHaveBeenCalled()
    vi.advanceTimersByTime(2)
    expect(onOver).toHaveBeenCalledTimes(1)
  })

  it('counts the time that the machine sleeps', () => {
    const onOver = vi.fn()
    startTimeLimit(2 * 3_600_000, onOver, readSeconds)
    vi.advanceTimersByTime(3_600_000)
    slept = 1_800
    vi.advanceTimersByTime(1_790_000)
    expect(onOver).not.toHaveBeenCalled()
    slept += 8 * 3_600
    vi.advanceTimersByTime(5_000)
    expect(onOver).toHaveBeenCalledTimes(1)
  })

  it('does not call back once it is cancelled', () => {
    const onOver = vi.fn()
    startTimeLimit(60_000, onOver, readSeconds)()
    vi.advanceTimersByTime(120_000)
    expect(onOver).not.toHaveBeenCalled()
  })
})
