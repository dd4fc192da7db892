import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toInstant, toLocalTime } from './local-time.ts'

const before = process.env['TZ']
afterEach(() => {
  if (before === undefined) delete process.env['TZ']
  else process.env['TZ'] = before
})

describe.each(['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'UTC'])(
  'a field of date and time in %s',
  (zone) => {
    beforeEach(() => {
      process.env['TZ'] = zone
    })

    // While a year is typed, the field holds 0002, 0020 and 0202, when clocks differed by seconds.
    it.each(['0002-11-21T10:00', '0020-11-21T10:00', '0202-11-21T10:00', '2026-11-21T10:00', '2026-06-21T23:59'])(
      'keeps %s',
      (typed) => {
        expect(toLocalTime(toInstant(typed))).toBe(typed)
      },
    )
  },
)

describe('a field of date and time', () => {
  it('holds nothing for what is no time', () => {
    expect(toInstant('')).toBe('')
    expect(toInstant('275760-12-31T00:00')).toBe('')
    expect(toLocalTime('tomorrow')).toBe('')
    expect(toLocalTime('+012026-11-21T10:00:00.000Z')).toBe('')
  })
})
