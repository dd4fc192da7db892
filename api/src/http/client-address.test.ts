import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { findClientAddress } from './client-address.ts'

it.each([
  [0, '203.0.113.9', 'unknown'],
  [1, undefined, 'unknown'],
  [1, '203.0.113.9', '203.0.113.9'],
  [1, '6.6.6.6, 203.0.113.9', '203.0.113.9'],
  [2, '6.6.6.6, 203.0.113.9, 10.0.0.1', '203.0.113.9'],
  [2, '203.0.113.9', 'unknown'],
])('behind %s proxies, with X-Forwarded-For "%s", the client is %s', (proxies, forwarded, expected) => {
  const request = new IncomingMessage(new Socket())
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded
  expect(findClientAddress(request, proxies)).toBe(expected)
})
