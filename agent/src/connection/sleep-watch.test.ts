import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { watchForSleep } from './sleep-watch.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

describe('the watch', () => {
  it('notices that the machine slept, once', () => {
    const onWake = jest.fn()
    watchForSleep(onWake)
    jest.advanceTimersByTime(60_000)
    expect(onWake).not.toHaveBeenCalled()
    jest.setSystemTime(Date.now() + 3_600_000)
    jest.advanceTimersByTime(60_000)
    expect(onWake).toHaveBeenCalledTimes(1)
  })

  it('is quiet after its end', () => {
    const onWake = jest.fn()
    watchForSleep(onWake)()
    jest.setSystemTime(Date.now() + 3_600_000)
    jest.advanceTimersByTime(60_000)
    expect(onWake).not.toHaveBeenCalled()
  })
})
