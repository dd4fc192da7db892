import { expect, it } from '@jest/globals'
import { visitorNetwork } from './visitor-network.ts'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['::3:4:5:6:7:8', '0:0:3:4'],
  ['2001:db8::', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s counts as the visitor %s', (address, network) => {
  expect(visitorNetwork(address)).toBe(network)
})
