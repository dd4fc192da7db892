import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { watchForSleep } from './sleep-watch.ts'

/** Seconds that the machine has slept. */
let slept = 0
const readSeconds = () => performance.now() / 1_000 + slept

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

describe('the watch', () => {
  it('notices within a second that the machine slept, once', () => {
    const onWake = jest.fn()
    watchForSleep(onWake, readSeconds)
    jest.advanceTimersByTime(60_000)
    expect(onWake).not.toHaveBeenCalled()
    slept += 6
    jest.advanceTimersByTime(1_000)
    expect(onWake).toHaveBeenCalledTimes(1)
    jest.advanceTimersByTime(60_000)
    expect(onWake).toHaveBeenCalledTimes(1)
  })

  it('does not mistake a clock that was set for sleep', () => {
    const onWake = jest.fn()
    watchForSleep(onWake)
    for (const hours of [2, -4]) {
      jest.setSystemTime(Date.now() + hours * 3_600_000)
      jest.advanceTimersByTime(2_000)
    }
    expect(onWake).not.toHaveBeenCalled()
  })

  it('is quiet after its end', () => {
    const onWake = jest.fn()
    watchForSleep(onWake, readSeconds)()
    slept += 3_600
    jest.advanceTimersByTime(60_000)
    expect(onWake).not.toHaveBeenCalled()
  })
})
