import { afterEach, describe, expect, it } from 'vitest'
import { formatBytes, formatCount, formatDecimal, formatDuration, formatPercent, setFormatLocale } from './format.ts'
import { findLimitWarning, formatLimit, getResetDay } from './limits.ts'

describe('figures', () => {
  afterEach(() => setFormatLocale(null))

  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1.0 KB'],
    [1536, '1.5 KB'],
    [200 * 1024 ** 2, '200 MB'],
    [1024 ** 2 - 1, '1.0 MB'],
    [1024 ** 3 - 1, '1.0 GB'],
    [1023.4 * 1024, '1023 KB'],
    [2000 * 1024 ** 5, '2000 PB'],
    [5 * 1024 ** 3, '5.0 GB'],
  ])('%d bytes are %s, on one line', (bytes, words) => {
    expect(formatBytes(bytes)).toBe(words.replace(' ', '\u00A0'))
  })

  it('are all written in the language for dates and numbers', () => {
    setFormatLocale('de')
    expect(formatCount(12_408)).toBe('12.408')
    expect(formatBytes(1.5 * 1024 ** 3)).toBe('1,5\u00A0GB')
    expect(formatPercent(0.992)).toBe('99,2%')
    expect(formatDecimal(1.25)).toBe('1,3')
  })

  it('durations are hours and minutes, and never negative', () => {
    const start = '2026-11-21T09:30:00.000Z'
    expect(formatDuration(start, Date.parse('2026-11-21T11:44:59.000Z'))).toBe('2h\u00a014m')
    expect(formatDuration(start, Date.parse('2026-11-21T09:29:00.000Z'))).toBe('0h\u00a00m')
  })

  it('a share below 1 is never shown as 100 %', () => {
    expect([0.045, 0.992, 0.99999, 1, 1.2].map(formatPercent)).toEqual(['4.5%', '99.2%', '99.9%', '100%', '120%'])
  })

  it('a limit warns from 80 % on, and when it is reached', () => {
    expect([79, 80, 99, 100, 120].map((used) => findLimitWarning(used, 100))).toEqual([
      undefined,
      'near',
      'near',
      'reached',
      'reached',
    ])
    expect(findLimitWarning(1_000, -1)).toBeUndefined()
    expect(findLimitWarning(0, 0)).toBeUndefined()
  })

  it('monthly figures reset on the first of the next month, also after December', () => {
    expect(getResetDay(Date.parse('2026-03-31T23:59:00Z'))).toBe('2026-04-01')
    expect(getResetDay(Date.parse('2026-12-31T12:00:00Z'))).toBe('2027-01-01')
  })

  it('a limit of -1 is shown as ∞', () => {
    expect(formatLimit(-1)).toBe('∞')
  })
})
