import { describe, expect, it } from 'vitest'
import { AddressRanges } from '../addresses.ts'
import { makePeer, readOrigin } from './origin.ts'

const trusted = new AddressRanges(['10.0.0.0/8', '192.0.2.1', '2001:db8:a::/48'])

/** Returns the origin of a request with these lines, as text; the connection is that of the trusted proxy 10.0.0.1. */
function originOf(...lines: string[]): string {
  const rawHeaders = lines.flatMap((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  const origin = readOrigin(makePeer('10.0.0.1', 'http', trusted, undefined), trusted, rawHeaders)
  if (origin === undefined) return 'refused'
  return [origin.scheme, origin.address, origin.host, origin.port].filter((part) => part !== undefined).join(' ')
}

describe('a connection', () => {
  it.each([
    ['10.1.2.3', true],
    ['::ffff:10.1.2.3', true],
    ['2001:db8:a::1', true],
    ['11.0.0.1', false],
    ['2001:db8:b::1', false],
    ['', false],
  ])('from "%s" is trusted as a proxy: %s', (address, isTrusted) => {
    expect(makePeer(address, 'http', trusted, undefined).proxies !== undefined).toBe(isTrusted)
    expect(makePeer(address, 'http', undefined, undefined).proxies).toBeUndefined()
  })
})

describe('the origin that X-Forwarded-* fields of a trusted proxy give', () => {
  it.each([
    ['is the address that the proxy appended', ['X-Forwarded-For: 203.0.113.7'], 'http 203.0.113.7'],
    ['is not an address that a stranger wrote', ['X-Forwarded-For: 1.1.1.1, 203.0.113.7'], 'http 203.0.113.7'],
    ['is not a trusted address that a stranger wrote', ['X-Forwarded-For: 10.0.0.9, 203.0.113.7'], 'http 203.0.113.7'],
    [
      'lies before several trusted hops',
      ['X-Forwarded-For: 1.1.1.1, 203.0.113.7, 192.0.2.1, 10.9.9.9'],
      'http 203.0.113.7',
    ],
    [
      'is read across several lines',
      ['X-Forwarded-For: 203.0.113.7', 'x-forwarded-for: 192.0.2.1'],
      'http 203.0.113.7',
    ],
    ['is the outermost hop if all are trusted', ['X-Forwarded-For: 10.0.0.3, 10.0.0.2'], 'http 10.0.0.3'],
    ['may be an IPv6 address', ['X-Forwarded-For: 2001:DB8:0::7'], 'http 2001:db8::7'],
    ['lies before trusted IPv6 hops', ['X-Forwarded-For: 2001:db8::7, 2001:db8:a:0::1'], 'http 2001:db8::7'],
    ['is an IPv4 address if that is mapped to IPv6', ['X-Forwarded-For: ::ffff:203.0.113.7'], 'http 203.0.113.7'],
    ['leaves out ports', ['X-Forwarded-For: [2001:db8::7]:80, 10.0.0.2:4711'], 'http 2001:db8::7'],
    ['is the proxy if no address is known', ['X-Forwarded-For: unknown'], 'http 10.0.0.1'],
    ['does not lie beyond a hidden hop', ['X-Forwarded-For: 203.0.113.7, _hidden, 10.0.0.2'], 'http 10.0.0.2'],
    ['is the proxy if the field is empty', ['X-Forwarded-For:'], 'http 10.0.0.1'],
    ['is the proxy if the address has a zone', ['X-Forwarded-For: fe80::1%eth0'], 'http 10.0.0.1'],
    ['is the proxy if the address is impossible', ['X-Forwarded-For: 203.0.113.256'], 'http 10.0.0.1'],
    ['may have a scheme only', ['X-Forwarded-Proto: HTTPS'], 'https 10.0.0.1'],
    ['leaves out an unknown scheme', ['X-Forwarded-For: 203.0.113.7', 'X-Forwarded-Proto: gopher'], 'http 203.0.113.7'],
    [
      'has a host and a port',
      ['X-Forwarded-For: 203.0.113.7', 'X-Forwarded-Host: Shop.test:8443', 'X-Forwarded-Port: 8443'],
      'http 203.0.113.7 Shop.test:8443 8443',
    ],
    [
      'leaves out a malformed host and port',
      ['X-Forwarded-For: 203.0.113.7', 'X-Forwarded-Host: a"b', 'X-Forwarded-Port: 8e4'],
      'http 203.0.113.7',
    ],
    [
      'has the scheme that the outermost trusted hop saw',
      ['X-Forwarded-For: 1.1.1.1, 203.0.113.7, 10.0.0.2', 'X-Forwarded-Proto: http, https, http'],
      'https 203.0.113.7',
    ],
    [
      'has the only scheme that is given',
      ['X-Forwarded-For: 1.1.1.1, 203.0.113.7, 10.0.0.2', 'X-Forwarded-Proto: https'],
      'https 203.0.113.7',
    ],
  ])('%s', (_, lines, origin) => {
    expect(originOf(...lines)).toBe(origin)
  })
})

describe('the origin that the Forwarded field of a trusted proxy gives', () => {
  it.each([
    ['for=203.0.113.7;proto=https;host=shop.test', 'https 203.0.113.7 shop.test'],
    ['For="[2001:DB8::7]:4711" ; Proto=HTTPS', 'https 2001:db8::7'],
    ['for=1.1.1.1;proto=http, for=203.0.113.7;proto=https;by=_edge, for=10.0.0.2', 'https 203.0.113.7'],
    ['for=unknown;proto=https', 'https 10.0.0.1'],
    ['proto=https', 'https 10.0.0.1'],
    ['for=203.0.113.7;host="a\\"b"', 'http 203.0.113.7'],
    // Malformed, whoever wrote it.
    ['', 'refused'],
    ['for', 'refused'],
    ['for=203.0.113.7,', 'refused'],
    ['for=203.0.113.7;for=1.1.1.1', 'refused'],
    ['for=[2001:db8::7]', 'refused'],
    // A client opens a quoted string before what the proxy appends.
    ['for=1.1.1.1;by=", for=203.0.113.7', 'refused'],
    ['for=1.1.1.1;by=", for="[2001:db8::7]"', 'refused'],
    ['for=1.1.1.1;by="\\, for="[2001:db8::7]"', 'refused'],
  ])('%s: %s', (value, origin) => {
    expect(originOf(`Forwarded: ${value}`)).toBe(origin)
  })

  it('is accepted only if X-Forwarded-For agrees', () => {
    expect(originOf('X-Forwarded-For: 203.0.113.7', 'Forwarded: for=203.0.113.7')).toBe('http 203.0.113.7')
    expect(originOf('X-Forwarded-For: 203.0.113.7', 'Forwarded: for=1.1.1.1')).toBe('refused')
    expect(originOf('X-Forwarded-For: 203.0.113.7', 'Forwarded: for=203.0.113.7;proto=https')).toBe('refused')
  })
})
