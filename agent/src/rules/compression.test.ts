import { describe, expect, it } from 'vitest'
import { chooseCoding, codings } from './compression.ts'

function choose(...lines: string[]) {
  return chooseCoding(
    lines.map((line) => ['accept-encoding', line]),
    codings,
  )
}

describe('the coding of an answer', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['X-GZIP', 'gzip'],
    ['zstd;q=1.0, br;q=0.9', 'zstd'],
    ['br;q=0, gzip;q=0.2', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *;q=0.1', 'zstd'],
    ['gzip;q=0.5, identity', undefined],
    ['gzip;q=0', undefined],
    ['deflate', undefined],
    ['gzip;q=2', undefined],
    ['', undefined],
  ])('for %j is %s', (line, coding) => {
    expect(choose(line)).toBe(coding)
  })

  it('is chosen from all Accept-Encoding fields together; without any, there is none', () => {
    expect(choose('gzip;q=0.4', 'br;q=0.5')).toBe('br')
    expect(choose()).toBeUndefined()
  })
})
