import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { beginWaiting, isSeen, listen } from './spinner.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.runOnlyPendingTimers()
  vi.useRealTimers()
})

describe('the spinner', () => {
  it('is not seen for what takes less than 200 ms', () => {
    const end = beginWaiting()
    vi.advanceTimersByTime(199)
    end()
    vi.advanceTimersByTime(1000)
    expect(isSeen()).toBe(false)
  })

  it('stays for 300 ms once it was seen, and for as long as somebody waits', () => {
    const heard = vi.fn()
    const stop = listen(heard)
    const end = beginWaiting()
    vi.advanceTimersByTime(201)
    expect(isSeen()).toBe(true)
    end()
    vi.advanceTimersByTime(298)
    expect(isSeen()).toBe(true)
    vi.advanceTimersByTime(2)
    expect(isSeen()).toBe(false)
    expect(heard).toHaveBeenCalledTimes(2)
    stop()

    const endLater = beginWaiting()
    vi.advanceTimersByTime(5000)
    expect(isSeen()).toBe(true)
    endLater()
    vi.advanceTimersByTime(1)
    expect(isSeen()).toBe(false)
  })

  it('takes waits that follow one another at once for one', () => {
    const endFirst = beginWaiting()
    vi.advanceTimersByTime(150)
    endFirst()
    const endSecond = beginWaiting()
    vi.advanceTimersByTime(51)
    expect(isSeen()).toBe(true)
    vi.advanceTimersByTime(400)
    endSecond()
    const endThird = beginWaiting()
    vi.advanceTimersByTime(10)
    expect(isSeen()).toBe(true)
    endThird()
    vi.advanceTimersByTime(1)
    expect(isSeen()).toBe(false)
  })
})
