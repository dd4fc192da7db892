import { describe, expect, it } from 'vitest'
import { isInNetworks, isPublicAddress } from './public-address.ts'

describe('isPublicAddress', () => {
  it.each(['8.8.8.8', '203.0.114.1', '198.17.255.255', '198.20.0.1', '2606:4700::1111', '2a00:1450::1'])(
    'accepts %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  it.each([
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.0.9'],
    ['loopback', '::1'],
    ['unspecified', '0.0.0.0'],
    ['unspecified', '::'],
    ['private', '10.0.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['link-local, where clouds keep their credentials', '169.254.169.254'],
    ['shared by carrier-grade NAT', '100.64.0.1'],
    ['multicast', '224.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['reserved for protocols', '192.0.0.1'],
    ['for documentation', '192.0.2.1'],
    ['for benchmarking', '198.18.0.1'],
    ['IPv4-mapped', '::ffff:127.0.0.1'],
    ['IPv4-mapped', '::ffff:169.254.169.254'],
    ['IPv4-compatible', '::127.0.0.1'],
    ['IPv4-translated', '::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['NAT64 of a local network', '64:ff9b:1::7f00:1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001:0:7f00:1::'],
    ['for benchmarking', '2001:2::1'],
    ['for documentation', '2001:db8::1'],
    ['for documentation', '3fff::1'],
    ['unique local', 'fd12::1'],
    ['link-local', 'fe80::1'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['discard-only', '100::1'],
    ['for segment routing', '5f00::1'],
    ['unallocated', '4000::1'],
  ])('refuses an address that is %s: %s', (_what, address) => expect(isPublicAddress(address)).toBe(false))
})

it('isInNetworks matches an IPv4-mapped address against IPv4 networks', () => {
  expect(isInNetworks('::ffff:10.1.2.3', ['fd00::/8', '10.0.0.0/8'])).toBe(true)
  expect(isInNetworks('11.1.2.3', ['fd00::/8', '10.0.0.0/8'])).toBe(false)
  expect(isInNetworks('fd00::1', ['10.0.0.0/8'])).toBe(false)
})
