import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '../../ground/errors.ts'
import { createRateLimiter, guessLimits } from './rate-limiter.ts'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

it('password guesses for a user wait 1 s after ten free ones, doubling up to 15 minutes', async () => {
  const limiter = createRateLimiter()
  /** How long an attempt from an unknown network is refused; 0 if it is allowed. */
  const guess = async () => {
    try {
      await limiter.checkGuess('password', 'ada', () => Promise.resolve(false))
      return 0
    } catch (error) {
      if (error instanceof AppError && error.retryAfterSeconds !== undefined) return error.retryAfterSeconds
      throw error
    }
  }
  for (let free = 0; free < guessLimits.freeMax; free += 1) expect(await guess()).toBe(0)

  const waits: number[] = []
  while (waits.length < 13) {
    expect(await guess()).toBe(0)
    // Further attempts do not extend the wait.
    await guess()
    const wait = await guess()
    waits.push(wait)
    vi.advanceTimersByTime(wait * 1_000)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
})
