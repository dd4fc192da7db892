import { describe, expect, it } from 'vitest'
import { parseRange } from './rules.ts'

describe('parseRange', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7', '203.0.113.7/32'],
    [' 203.0.113.7 ', '203.0.113.7', '203.0.113.7/32'],
    ['0.0.0.0/0', '0.0.0.0/0', '0.0.0.0/0'],
    ['255.255.255.255/32', '255.255.255.255/32', '255.255.255.255/32'],
    ['203.0.113.7/24', '203.0.113.7/24', '203.0.113.0/24'],
    ['10.255.1.1/9', '10.255.1.1/9', '10.128.0.0/9'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8:0:0:0:0:0:1', '2001:db8:0:0:0:0:0:1/128'],
    ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8:0:0:0:0:0:1/128'],
    ['2001:db8:ffff:ffff:0:0:0:1/33', '2001:db8:ffff:ffff:0:0:0:1/33', '2001:db8:8000:0:0:0:0:0/33'],
    ['ffff:0:0:0:0:0:0:1/0', 'ffff:0:0:0:0:0:0:1/0', '0:0:0:0:0:0:0:0/0'],
  ])('parses "%s" as %s in the network %s', (text, ipAddress, network) => {
    expect(parseRange(text)).toEqual({ ipAddress, network })
  })

  it.each([
    ['', 'Enter an IP address or a range.'],
    [
      'everybody',
      'Enter four numbers from 0 to 255 (203.0.113.7), an IPv6 address with eight groups, or a range of either.',
    ],
    ['203.0.113.256', 'Each group of an IPv4 address is from 0 to 255, not 256.'],
    ['999.0.0.1/8', 'Each group of an IPv4 address is from 0 to 255, not 999.'],
    ['203.0.113.010', 'Write the groups of an IPv4 address without leading zeros, not 010.'],
    ['203.0.113.7/33', 'The mask of an IPv4 range is from 0 to 32, not 33.'],
    ['2001:db8::1', 'Write an IPv6 address in full, with eight groups.'],
    ['2001:db8:0:0:0:0:0:1/129', 'The mask of an IPv6 range is from 0 to 128, not 129.'],
  ])('refuses "%s", and says why', (text, message) => {
    expect(() => parseRange(text)).toThrow(
      expect.objectContaining({ code: 'BAD_USER_INPUT', field: 'ipAddress', message }),
    )
  })

  it.each([
    '203.0.113',
    '203.0.113.7.1',
    '203.0.113.1000',
    '203.0.113.7/',
    '203.0.113.7/024',
    '203.0.113.7/-1',
    '203.0.113.7, 203.0.113.8',
    '2001:db8:0:0:0:0:0:g',
    '2001:db8:0:0:0:0:0:1/1000',
    '::ffff:203.0.113.7',
  ])('refuses "%s", which is malformed', (text) => {
    expect(() => parseRange(text)).toThrow(expect.objectContaining({ field: 'ipAddress' }))
  })
})
