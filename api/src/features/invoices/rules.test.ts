import { describe, expect, it } from 'vitest'
import {
  addMonths,
  addOverages,
  addUsd,
  checkTransition,
  computeOverage,
  firstPeriod,
  periodAfter,
  subtractBilled,
} from '../invoices/rules.ts'

const at = (text: string) => new Date(text)

const gb = 1024 ** 3

describe('addMonths', () => {
  it.each([
    ['2026-01-15T10:30:00.000Z', 1, '2026-02-15T10:30:00.000Z'],
    ['2026-01-31T10:30:00.000Z', 1, '2026-02-28T10:30:00.000Z'],
    ['2028-01-31T10:30:00.000Z', 1, '2028-02-29T10:30:00.000Z'],
    ['2026-12-31T23:59:59.999Z', 2, '2027-02-28T23:59:59.999Z'],
    ['2026-03-31T00:00:00.000Z', 1, '2026-04-30T00:00:00.000Z'],
    ['2026-10-31T00:00:00.000Z', 12, '2027-10-31T00:00:00.000Z'],
  ])('moves %s by %i months to %s', (instant, months, expected) => {
    expect(addMonths(at(instant), months).toISOString()).toBe(expected)
  })
})

describe('periods', () => {
  it('follow each other without a gap, and return to the 31st after a short month', () => {
    const start = at('2026-10-31T08:00:00.000Z')
    let period = firstPeriod(start)
    const ends = [period.periodEnd]
    for (let count = 0; count < 5; count += 1) {
      const next = periodAfter(start, period)
      expect(next.periodStart).toEqual(period.periodEnd)
      period = next
      ends.push(period.periodEnd)
    }
    expect(ends.map((end) => end.toISOString().slice(0, 10))).toEqual([
      '2026-11-30',
      '2026-12-31',
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
    ])
  })
})

describe('computeOverage', () => {
  it.each([
    [100, 100 * gb, null],
    [100, 0, null],
    [-1, 10_000 * gb, null],
    // Less than half a cent.
    [100, 100 * gb + 0.04 * gb, null],
    [100, 101 * gb, { dataOutBytes: gb, amount: 0.1 }],
    [100, 100.5 * gb, { dataOutBytes: 0.5 * gb, amount: 0.05 }],
    [0, 3 * gb, { dataOutBytes: 3 * gb, amount: 0.3 }],
    [100, 2 ** 53 - 1, { dataOutBytes: 2 ** 53 - 1 - 100 * gb, amount: 838_850.8 }],
  ])('for a plan with %i GB and a transfer of %i bytes returns %j', (maxDataOutGb, bytes, expected) => {
    expect(computeOverage(bytes, { maxDataOutGb })).toEqual(expected)
  })
})

describe('subtractBilled', () => {
  it('never loses a cent, nor bills one twice, however small the parts are that are reported late', () => {
    let [billedBytes, billedCents] = [0, 0]
    for (let parts = 1; parts <= 100; parts += 1) {
      const overage = computeOverage(parts * 0.03 * gb, { maxDataOutGb: 0 })
      const rest = subtractBilled(overage, billedBytes)
      billedBytes += rest?.dataOutBytes ?? 0
      billedCents += Math.round((rest?.amount ?? 0) * 100)
      expect(billedCents).toBe(Math.round((overage?.amount ?? 0) * 100))
    }
  })
})

describe('amounts', () => {
  it('add up to the cent', () => {
    expect(addUsd([0.1, 0.2])).toBe(0.3)
    expect(addUsd([12, 838_850.8, 0.01])).toBe(838_862.81)
    expect(addOverages([null, { dataOutBytes: 1, amount: 0.1 }, { dataOutBytes: 2, amount: 0.2 }])).toEqual({
      dataOutBytes: 3,
      amount: 0.3,
    })
    expect(addOverages([null])).toBeNull()
  })
})

describe('an invoice', () => {
  it.each([
    ['pending', 'paid'],
    ['pending', 'failed'],
    ['pending', 'cancelled'],
    ['failed', 'paid'],
    ['failed', 'pending'],
    ['paid', 'pending'],
  ] as const)('that is %s can become %s', (from, to) => {
    expect(() => checkTransition(from, to)).not.toThrow()
  })

  it.each([
    ['paid', 'paid', 'This invoice is paid already.'],
    ['paid', 'cancelled', 'This invoice is paid, so it cannot become cancelled. It can become pending.'],
    ['cancelled', 'paid', 'This invoice is cancelled, so it cannot become paid. It can become nothing else.'],
  ] as const)('that is %s cannot become %s', (from, to, message) => {
    expect(() => checkTransition(from, to)).toThrow(expect.objectContaining({ code: 'CONFLICT', message }))
  })
})
