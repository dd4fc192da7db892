import { describe, expect, it } from 'vitest'
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
  it.each([
    ['0 3 * * *', '2026-03-01T03:00:00.000Z', '2026-03-02T03:00:00.000Z'],
    ['0 3 * * *', '2026-03-01T02:59:59.999Z', '2026-03-01T03:00:00.000Z'],
    ['15 0 1 * *', '2026-12-31T23:59:00.000Z', '2027-01-01T00:15:00.000Z'],
    ['15 0 1 * *', '2026-03-28T00:00:00.000Z', '2026-04-01T00:15:00.000Z'],
  ])('"%s" after %s is %s, whatever the time zone of the machine', (cron, after, next) => {
    expect(findNext(cron, new Date(after)).toISOString()).toBe(next)
  })

  it('are checked where they are written', () => {
    expect(() => defineRecurringJob({ name: 'x', cron: 'each day' })).toThrow()
    expect(() => defineRecurringJob({ name: 'x', cron: '* * * * * *' })).toThrow()
  })
})

describe('payloads', () => {
  it('are refused where they are enqueued when they would not survive JSON', () => {
    const kind = defineJob({ name: 'x', payload: z.object({ at: z.date() }) })
    expect(() => encodePayload(kind, { at: new Date() })).toThrow(z.ZodError)
  })
})
