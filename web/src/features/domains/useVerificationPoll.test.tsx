import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { renderHook } from '@testing-library/react'
import { useVerificationPoll } from './useVerificationPoll.ts'

const halfMinuteMs = 30_000

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

describe('polling for the result of a check', () => {
  it('asks every 30 seconds while the check runs, and 10 times at most', () => {
    const poll = jest.fn()
    renderHook(() => useVerificationPoll(true, poll))
    jest.advanceTimersByTime(halfMinuteMs - 1)
    expect(poll).not.toHaveBeenCalled()
    jest.advanceTimersByTime(1)
    expect(poll).toHaveBeenCalledTimes(1)
    jest.advanceTimersByTime(20 * halfMinuteMs)
    expect(poll).toHaveBeenCalledTimes(10)
  })

  it('ends with the check, and with the domain', () => {
    const poll = jest.fn()
    const { rerender, unmount } = renderHook(({ verifying }) => useVerificationPoll(verifying, poll), {
      initialProps: { verifying: true },
    })
    jest.advanceTimersByTime(halfMinuteMs)
    rerender({ verifying: false })
    jest.advanceTimersByTime(3 * halfMinuteMs)
    expect(poll).toHaveBeenCalledTimes(1)
    rerender({ verifying: true })
    unmount()
    jest.advanceTimersByTime(3 * halfMinuteMs)
    expect(poll).toHaveBeenCalledTimes(1)
  })
})
