import { expect, it } from 'vitest'
import * as fc from 'fast-check'
import { networkOf } from './network.ts'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:DB8:0001:02::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['::3:4:5:6:7:8', '0:0:3:4'],
  ['2001:db8::', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['0:0:0:0:0:FFFF:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['fe80::1%br-lan.2:1', 'fe80:0:0:0'],
  ['2001:db8::3:4:5:192.0.2.1', '2001:db8:0:3'],
  ['0::192.0.2.1', '0:0:0:0'],
  ['unknown', 'unknown'],
])('%s counts as the client %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it('the network of an IPv6 address does not depend on the spelling of the address', () => {
  // The library treats ::192.0.2.1, a deprecated form (RFC 4291, section 2.5.5.1), as a mapped address.
  const addresses = fc.ipV6().filter((address) => !/^::\d+\./.test(address))
  const zones = fc.constantFrom('', '%eth0', '%eth0.100', '%br-lan:1')
  fc.assert(
    fc.property(addresses, zones, (address, zone) => {
      const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
      expect(networkOf(address + zone)).toBe(networkOf(canonical))
    }),
  )
})
