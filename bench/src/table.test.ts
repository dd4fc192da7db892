import { describe, expect, it } from 'vitest'
import { formatNumber, renderTable } from './table.ts'

describe('renderTable', () => {
  it('aligns the first column to the left and figures to the right', () => {
    expect(
      renderTable(
        ['', 'requests/s'],
        [
          ['direct', '9'],
          ['ssh', '10'],
        ],
      ),
    ).toBe(['        requests/s', '──────  ──────────', 'direct           9', 'ssh             10'].join('\n'))
  })
})

describe('formatNumber', () => {
  it('keeps three significant digits, and at most three decimal places', () => {
    expect([108_579.69, 1_466, 42.91, 6.483, 0.1745, 0.0279].map(formatNumber)).toEqual([
      '108,580',
      '1,466',
      '42.9',
      '6.48',
      '0.175',
      '0.028',
    ])
  })

  it('returns a dash, not zero, for a value that was not measured', () => {
    expect([undefined, Number.NaN, 0].map(formatNumber)).toEqual(['–', '–', '0'])
  })
})
