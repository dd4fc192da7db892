import { describe, expect, it } from '@jest/globals'
import { looksLikeAddress } from './address.ts'

describe('an address or range', () => {
  it.each(['203.0.113.7', ' 203.0.113.0/24 ', '2001:db8:0:0:0:0:0:1', '2001:DB8:0:0:0:0:0:0/32'])('is %s', (text) => {
    expect(looksLikeAddress(text)).toBe(true)
  })

  it.each(['', '203.0.113', '203.0.113.7/', '203.0.113.7/123', '2001:db8::1', 'example.com'])('is not %p', (text) => {
    expect(looksLikeAddress(text)).toBe(false)
  })
})
