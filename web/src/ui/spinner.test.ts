import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { beginWaiting, isSeen, listen } from './spinner.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.runOnlyPendingTimers()
  vi.useRealTimers()
})

describe('the spinner', () => {
  it('is not shown for a wait of less than 200 ms', () => {
    const end = beginWaiting()
    vi.advanceTimersByTime(199)
    end()
    vi.advanceTimersByTime(1000)
    expect(isSeen()).toBe(false)
  })

  it('stays for 300 ms once shown, and for as long as anything waits', () => {
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

  it('treats waits that follow each other immediately as one', () => {
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
