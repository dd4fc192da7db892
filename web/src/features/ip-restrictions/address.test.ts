import { findRangeProblem } from '@culvert/schema/ip-range'
import { describe, expect, it } from 'vitest'

describe('findRangeProblem', () => {
  it.each([
    '203.0.113.7',
    ' 203.0.113.0/24 ',
    '255.255.255.255/32',
    '2001:db8:0:0:0:0:0:1',
    '2001:DB8:0:0:0:0:0:0/128',
  ])('accepts %s', (text) => {
    expect(findRangeProblem(text)).toBeUndefined()
  })

  it.each([
    ['300.1.1.1', 'Each group of an IPv4 address is from 0 to 255, not 300.'],
    ['256.0.0.0', 'Each group of an IPv4 address is from 0 to 255, not 256.'],
    ['10.0.0.010', 'Write the groups of an IPv4 address without leading zeros, not 010.'],
    ['10.0.0.0/33', 'The mask of an IPv4 range is from 0 to 32, not 33.'],
    ['1:2:3:4:5:6:7:8/129', 'The mask of an IPv6 range is from 0 to 128, not 129.'],
    ['', 'Enter an IP address or a range.'],
  ])('rejects %j and says why', (text, reason) => {
    expect(findRangeProblem(text)).toEqual({ reason })
  })

  it.each([
    '203.0.113',
    '203.0.113.7/',
    '203.0.113.7/123',
    'example.com',
    '1::2::3',
    '1:2:3:4:5:6:7::8:9',
    '::ffff:1.2.3.4',
  ])('rejects %j without suggesting a full form', (text) => {
    expect(findRangeProblem(text)).toEqual({ reason: expect.stringMatching(/^Enter four numbers/) })
  })

  it.each([
    ['2001:db8::1', '2001:db8:0:0:0:0:0:1'],
    ['2001:DB8::/32', '2001:db8:0:0:0:0:0:0/32'],
    ['::1', '0:0:0:0:0:0:0:1'],
    ['::', '0:0:0:0:0:0:0:0'],
    ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
  ])('suggests the full form of %s', (text, fullForm) => {
    expect(findRangeProblem(text)).toMatchObject({ fullForm })
  })
})
