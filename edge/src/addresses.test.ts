import { describe, expect, it } from 'vitest'
import { AddressRanges } from './addresses.ts'

describe('AddressRanges', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.7', '203.0.113.8', false],
    ['2001:db8::1', '2001:db8:0::1', true],
    ['203.0.113.7/32', '203.0.113.7', true],
    ['203.0.113.7/32', '203.0.113.8', false],
    ['203.0.113.0/24', '203.0.113.255', true],
    ['203.0.113.0/24', '203.0.114.0', false],
    ['0.0.0.0/0', '198.51.100.1', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['2001:db8:0:0:0:0:0:0/32', '2001:db8:ffff::1', true],
    ['2001:db8:0:0:0:0:0:0/32', '2001:db9::1', false],
    ['0:0:0:0:0:0:0:0/0', '2001:db8::1', true],
    ['fe80:0:0:0:0:0:0:0/10', 'fe80::1%eth0', true],
    // An IPv4 address is the same whichever kind of socket it arrived on.
    ['203.0.113.0/24', '::ffff:203.0.113.7', true],
    ['0:0:0:0:0:ffff:cb00:7107/128', '203.0.113.7', true],
    ['0:0:0:0:0:ffff:cb00:7107/128', '203.0.113.8', false],
    ['0:0:0:0:0:0:0:0/0', '203.0.113.7', false],
    ['0:0:0:0:0:0:0:0/0', '::ffff:203.0.113.7', false],
  ])('of %s: has(%s) is %s', (range, address, isIn) => {
    expect(new AddressRanges(['192.0.2.0/24', range]).has(address)).toBe(isIn)
  })
  it.each(['', 'localhost', '203.0.113.7/', '203.0.113.7/33', '203.0.113.7/-1', '203.0.113/24', '2001:db8::/129'])(
    'throws for "%s"',
    (range) => {
      expect(() => new AddressRanges([range])).toThrow()
    },
  )
})
