import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { beginWaiting, isSeen, listen } from './spinner.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => {
  jest.runOnlyPendingTimers()
  jest.useRealTimers()
})

describe('the spinner', () => {
  it('is not seen for what takes less than 200 ms', () => {
    const end = beginWaiting()
    jest.advanceTimersByTime(199)
    end()
    jest.advanceTimersByTime(1000)
    expect(isSeen()).toBe(false)
  })

  it('stays for 300 ms once it was seen, and for as long as somebody waits', () => {
    const heard = jest.fn()
    const stop = listen(heard)
    const end = beginWaiting()
    jest.advanceTimersByTime(201)
    expect(isSeen()).toBe(true)
    end()
    jest.advanceTimersByTime(298)
    expect(isSeen()).toBe(true)
    jest.advanceTimersByTime(2)
    expect(isSeen()).toBe(false)
    expect(heard).toHaveBeenCalledTimes(2)
    stop()

    const endLater = beginWaiting()
    jest.advanceTimersByTime(5000)
    expect(isSeen()).toBe(true)
    endLater()
    jest.advanceTimersByTime(1)
    expect(isSeen()).toBe(false)
  })

  it('takes waits that follow one another at once for one', () => {
    const endFirst = beginWaiting()
    jest.advanceTimersByTime(150)
    endFirst()
    const endSecond = beginWaiting()
    jest.advanceTimersByTime(51)
    expect(isSeen()).toBe(true)
    jest.advanceTimersByTime(400)
    endSecond()
    const endThird = beginWaiting()
    jest.advanceTimersByTime(10)
    expect(isSeen()).toBe(true)
    endThird()
    jest.advanceTimersByTime(1)
    expect(isSeen()).toBe(false)
  })
})
