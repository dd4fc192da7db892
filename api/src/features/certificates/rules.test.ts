import { describe, expect, it } from 'vitest'
import {
  backoffMs,
  chooseAuthority,
  listChallengeKinds,
  nextInformationAt,
  pickWithin,
  registeredDomainOf,
  renewalOf,
  warningAt,
} from './rules.ts'

const dayMs = 24 * 60 * 60_000
const now = new Date('2026-11-23T12:00:00Z')
const after = (days: number) => new Date(now.getTime() + days * dayMs)
const daysUntil = (instant: Date) => (instant.getTime() - now.getTime()) / dayMs

describe('a certificate without renewal information', () => {
  it.each([
    [90, 60, 76],
    [64, 42 + 2 / 3, 64 - 64 / 6],
    [45, 30, 37.5],
    [6, 4, 5],
  ])('valid for %i days is renewed on day %d, and its owner is warned on day %d', (life, renewed, warned) => {
    expect(daysUntil(renewalOf(now, after(life)))).toBeCloseTo(renewed, 6)
    expect(daysUntil(warningAt(now, after(life)))).toBeCloseTo(warned, 6)
  })
})

describe('a failed attempt', () => {
  it('is repeated after a minute, then after twice as long each time, up to 6 hours', () => {
    expect([1, 2, 3, 8, 9, 10, 100].map((failures) => backoffMs(failures, () => 0) / 60_000)).toEqual([
      1, 2, 4, 128, 256, 360, 360,
    ])
    expect(backoffMs(1, () => 1)).toBe(54_000)
  })

  it('leads to the next authority after every three failures, in rotation', () => {
    expect([0, 1, 2, 3, 5, 6].map((failures) => chooseAuthority(failures, 2))).toEqual([0, 0, 0, 1, 1, 0])
    expect(chooseAuthority(50, 1)).toBe(0)
  })

  it('is followed by one that tries another challenge first', () => {
    const config = { challenges: ['http-01', 'tls-alpn-01', 'dns-01'] as const, dns: undefined }
    const kinds = (failures: number) =>
      listChallengeKinds({ name: 'a.example', accountId: '1', failures }, config, false)
    expect([0, 1, 2].map(kinds)).toEqual([
      ['http-01', 'tls-alpn-01'],
      ['tls-alpn-01', 'http-01'],
      ['http-01', 'tls-alpn-01'],
    ])
  })
})

describe('renewal information', () => {
  it('spreads renewals over its window', () => {
    expect(daysUntil(pickWithin(after(10), after(20), () => 0.25))).toBe(12.5)
  })

  it('is fetched again when the authority suggests, but after 6 hours at the earliest and 24 at the latest', () => {
    const suggested = [undefined, after(1 / 24), after(12 / 24), after(3)]
    expect(suggested.map((wished) => daysUntil(nextInformationAt(now, wished)) * 24)).toEqual([6, 6, 12, 24])
  })
})

it('registeredDomainOf returns the registered domain of a name', () => {
  expect(['*.shop.example.co.uk', 'a.b.example.com', 'x.github.io'].map(registeredDomainOf)).toEqual([
    'example.co.uk',
    'example.com',
    'x.github.io',
  ])
})
