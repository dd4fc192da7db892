import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchForSleep } from './sleep-watch.ts'

/** Seconds that the machine has slept. */
let slept = 0
const readSeconds = () => performance.now() / 1_000 + slept

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('watchForSleep', () => {
  it('calls back once, within a second, after the machine has slept', () => {
    const onWake = vi.fn()
    watchForSleep(onWake, readSeconds)
    vi.advanceTimersByTime(60_000)
    expect(onWake).not.toHaveBeenCalled()
    slept += 6
    vi.advanceTimersByTime(1_000)
    expect(onWake).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(60_000)
    expect(onWake).toHaveBeenCalledTimes(1)
  })

  it('does not mistake a change of the clock for sleep', () => {
    const onWake = vi.fn()
    watchForSleep(onWake)
    for (const hours of [2, -4]) {
      vi.setSystemTime(Date.now() + hours * 3_600_000)
      vi.advanceTimersByTime(2_000)
    }
    expect(onWake).not.toHaveBeenCalled()
  })

  it('does not call back once it is stopped', () => {
    const onWake = vi.fn()
    watchForSleep(onWake, readSeconds)()
    slept += 3_600
    vi.advanceTimersByTime(60_000)
    expect(onWake).not.toHaveBeenCalled()
  })
})
