import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderHook } from '@testing-library/react'
import { useVerificationPoll } from './useVerificationPoll.ts'

const halfMinuteMs = 30_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('polling for the result of a check', () => {
  it('happens every 30 seconds while the check runs, at most 10 times', () => {
    const poll = vi.fn()
    renderHook(() => useVerificationPoll(true, poll))
    vi.advanceTimersByTime(halfMinuteMs - 1)
    expect(poll).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(poll).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(20 * halfMinuteMs)
    expect(poll).toHaveBeenCalledTimes(10)
  })

  it('stops when the check ends or the component unmounts', () => {
    const poll = vi.fn()
    const { rerender, unmount } = renderHook(({ verifying }) => useVerificationPoll(verifying, poll), {
      initialProps: { verifying: true },
    })
    vi.advanceTimersByTime(halfMinuteMs)
    rerender({ verifying: false })
    vi.advanceTimersByTime(3 * halfMinuteMs)
    expect(poll).toHaveBeenCalledTimes(1)
    rerender({ verifying: true })
    unmount()
    vi.advanceTimersByTime(3 * halfMinuteMs)
    expect(poll).toHaveBeenCalledTimes(1)
  })
})
