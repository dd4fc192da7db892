import { expect, it } from 'vitest'
import { sharesRegistrableDomain } from './registrable-domain.ts'

it.each([
  ['https://app.example.com', 'tunnels.example.com', true],
  ['https://example.com', 'example.com', true],
  ['https://app.example.com', 'example.net', false],
  ['https://app.example.co.uk', 'other.co.uk', false],
  ['http://localhost:4000', 'culvert.localhost', false],
  ['http://app.localhost', 'culvert.localhost', false],
  ['http://192.0.2.1:4000', 'tunnels.example.com', false],
])('a dashboard at %s and tunnels on %s share a registrable domain: %s', (publicUrl, domain, shares) => {
  expect(sharesRegistrableDomain(publicUrl, domain)).toBe(shares)
})
