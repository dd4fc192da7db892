import { describe, expect, it } from 'vitest'
import { assert, nat, property, record, uint8Array } from 'fast-check'
import { forwardedHeader, proxyHeader } from './testing/proxy-header.ts'
import { parseProxyHeader } from './proxy-header.ts'

const ipv4 = [203, 0, 113, 7, 10, 0, 0, 1, 0x12, 0x34, 0x01, 0xbb]
const ipv6 = [0x20, 0x01, 0x0d, 0xb8, ...Array(11).fill(0), 7, ...Array(16).fill(0), 0x12, 0x34, 0x01, 0xbb]
const tlv = [0x03, 0x00, 0x04, 1, 2, 3, 4]

describe('a PROXY protocol header', () => {
  it.each<[string, Buffer, string | undefined]>([
    ['TCP over IPv4', proxyHeader(0x21, 0x11, ipv4), '203.0.113.7'],
    ['TCP over IPv6', proxyHeader(0x21, 0x21, ipv6), '2001:db8::7'],
    ['TLVs after IPv4', proxyHeader(0x21, 0x11, [...ipv4, ...tlv]), '203.0.113.7'],
    ['TLVs after IPv6', proxyHeader(0x21, 0x21, [...ipv6, ...tlv]), '2001:db8::7'],
    ['the maximum length', proxyHeader(0x21, 0x11, [...ipv4, ...Array(4_084).fill(0)]), '203.0.113.7'],
    ['the proxy itself', proxyHeader(0x20, 0x00, []), undefined],
    ['the proxy itself, with addresses', proxyHeader(0x20, 0x11, ipv4), undefined],
  ])('for %s is parsed, and nothing after it', (_, header, address) => {
    const read = { address, length: header.length }
    expect([parseProxyHeader(header), parseProxyHeader(Buffer.concat([header, header]))]).toEqual([read, read])
  })

  it.each([
    ['version 1', Buffer.from('PROXY TCP4 203.0.113.7 10.0.0.1 4660 443\r\n')],
    ['another version', proxyHeader(0x11, 0x11, ipv4)],
    ['another command', proxyHeader(0x22, 0x11, ipv4)],
    ['an unknown family', proxyHeader(0x21, 0x00, ipv4)],
    ['UDP', proxyHeader(0x21, 0x12, ipv4)],
    ['a Unix socket', proxyHeader(0x21, 0x31, Buffer.alloc(216))],
    ['a short IPv4 part', proxyHeader(0x21, 0x11, ipv4.slice(1))],
    ['a short IPv6 part', proxyHeader(0x21, 0x21, ipv6.slice(1))],
    ['more than the maximum length', proxyHeader(0x21, 0x11, [...ipv4, ...Array(4_085).fill(0)])],
    ['the proxy itself with more than the maximum length', proxyHeader(0x20, 0x00, Buffer.alloc(4_097))],
    ['plain HTTP', Buffer.from('GET / HTTP/1.1\r\n')],
    ['the beginning of a TLS handshake', Buffer.from([0x16, 0x03, 0x01])],
  ])('for %s is malformed', (_, bytes) => {
    expect(parseProxyHeader(bytes)).toBe('malformed')
  })

  it('is incomplete until its last byte', () => {
    for (let length = 0; length < forwardedHeader.length; length += 1) {
      expect(parseProxyHeader(forwardedHeader.subarray(0, length))).toBe('incomplete')
    }
  })

  it('with any byte changed is parsed within its bounds, or not at all', () => {
    const bytes = record({ at: nat(forwardedHeader.length - 1), value: nat(255), behind: uint8Array() })
    assert(
      property(bytes, ({ at, value, behind }) => {
        const header = Buffer.concat([forwardedHeader, behind])
        header[at] = value
        const read = parseProxyHeader(header)
        if (typeof read === 'string') return
        expect(read.length).toBeLessThanOrEqual(header.length)
        expect(read.length).toBe(16 + header.readUInt16BE(14))
      }),
    )
  })

  it('of random bytes is malformed', () => {
    assert(property(uint8Array({ minLength: 12 }), (noise) => parseProxyHeader(Buffer.from(noise)) === 'malformed'))
  })
})
