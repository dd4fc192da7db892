import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { computeRetryDelayMs, defineJob, defineRecurringJob, encodePayload, findNext } from './rules.ts'

describe('retry delays', () => {
  it.each([
    [1, 10_000],
    [2, 20_000],
    [9, 2_560_000],
    [10, 3_600_000],
    [500, 3_600_000],
  ])('attempt %i waits at most %i ms, and at least half of it', (attempt, fullMs) => {
    expect(computeRetryDelayMs(attempt, () => 0)).toBe(fullMs)
    expect(computeRetryDelayMs(attempt, () => 1)).toBe(fullMs / 2)
  })
})

describe('cron patterns', () => {
  afterEach(() => vi.unstubAllEnvs())

  it.each([
    ['0 3 * * *', '2026-03-01T03:00:00.000Z', '2026-03-02T03:00:00.000Z'],
    ['0 3 * * *', '2026-03-01T02:59:59.999Z', '2026-03-01T03:00:00.000Z'],
    ['15 0 1 * *', '2026-12-31T23:59:00.000Z', '2027-01-01T00:15:00.000Z'],
    ['15 0 1 * *', '2026-03-28T00:00:00.000Z', '2026-04-01T00:15:00.000Z'],
  ])('like "%s" are next due after %s at %s, in any time zone', (cron, after, next) => {
    for (const [zone, offsetMinutes] of Object.entries({
      UTC: 0,
      'Pacific/Kiritimati': -840,
      'America/Phoenix': 420,
    })) {
      vi.stubEnv('TZ', zone)
      expect(new Date(after).getTimezoneOffset()).toBe(offsetMinutes)
      expect(findNext(cron, new Date(after)).toISOString()).toBe(next)
    }
  })

  it('are checked where they are defined', () => {
    expect(() => defineRecurringJob({ name: 'x', cron: 'each day' })).toThrow()
    expect(() => defineRecurringJob({ name: 'x', cron: '* * * * * *' })).toThrow()
  })
})

describe('payloads', () => {
  it('are refused when they are enqueued if they would not survive JSON', () => {
    const kind = defineJob({ name: 'x', payload: z.object({ at: z.date() }) })
    expect(() => encodePayload(kind, { at: new Date() })).toThrow(z.ZodError)
  })
})
