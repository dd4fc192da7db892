import { describe, expect, it } from 'vitest'
import { describeVisitor } from './forwarding-fields.ts'
import { HeaderSection } from './header-section.ts'
import { readRequestHead } from './request-head.ts'
import type { RawRequestHead } from './request-head.ts'

const peer = { address: '203.0.113.7', scheme: 'http' } as const
const visitorFields = describeVisitor(peer, 'demo.test')

interface Parts extends Partial<RawRequestHead> {
  rawHeaders?: string[]
}

const read = ({ rawHeaders = ['Host', 'demo.test'], ...head }: Parts) =>
  readRequestHead({
    method: 'GET',
    target: '/',
    httpVersion: '1.1',
    section: new HeaderSection(rawHeaders, peer),
    kind: 'http',
    ...head,
  })

describe('readRequestHead', () => {
  it.each([
    ['demo.test', 'demo.test'],
    ['Demo.TEST:8080', 'demo.test'],
    ['demo.test.', 'demo.test'],
    ['demo.test.:8080', 'demo.test'],
    ['a_b.test', 'a_b.test'],
    ['127.0.0.1:8080', '127.0.0.1'],
    ['[::1]:8080', '::1'],
  ])('reads the Host %s as the hostname %s', (host, hostname) => {
    expect(read({ rawHeaders: ['Host', host] })).toMatchObject({ host, hostname })
  })

  it.each([
    'a/../b',
    'a b',
    'demo.test/',
    'demo.test:80:80',
    'demo.test:port',
    'user@demo.test',
    'demo.test,other.test',
    'demo..test',
    '-demo.test',
    '[::1',
    '[127.0.0.1]',
    'demo.test?',
    'd\u00e9mo.test',
    '',
    'a'.repeat(300),
  ])('refuses Host %j', (host) => {
    expect(() => read({ rawHeaders: ['Host', host] })).toThrow('Host')
  })

  it.each<[string, string[]]>([
    ['no Host', []],
    ['more than one Host', ['Host', 'demo.test', 'Host', 'demo.test']],
    ['Content-Length', ['Host', 'demo.test', 'Content-Length', '+1']],
    ['Content-Length', ['Host', 'demo.test', 'Content-Length', '1', 'Content-Length', '1']],
    ['Content-Length', ['Host', 'demo.test', 'Content-Length', '1, 1']],
    ['ambiguous length', ['Host', 'demo.test', 'Content-Length', '1', 'Transfer-Encoding', 'chunked']],
    ['Transfer-Encoding', ['Host', 'demo.test', 'Transfer-Encoding', 'gzip']],
    ['Transfer-Encoding', ['Host', 'demo.test', 'Transfer-Encoding', 'gzip, chunked']],
    ['Transfer-Encoding', ['Host', 'demo.test', 'Transfer-Encoding', 'chunked', 'Transfer-Encoding', 'chunked']],
  ])('refuses invalid header fields: %s', (message, rawHeaders) => {
    expect(() => read({ rawHeaders })).toThrow(message)
  })

  it('refuses a chunked body in HTTP/1.0', () => {
    const rawHeaders = ['Host', 'demo.test', 'Transfer-Encoding', 'chunked']
    expect(() => read({ httpVersion: '1.0', rawHeaders })).toThrow('ambiguous length')
  })

  it.each([
    ['HTTP/2.0', { httpVersion: '2.0' }, 'CULVERT_HTTP_VERSION'],
    ['HTTP/0.9', { httpVersion: '0.9' }, 'CULVERT_HTTP_VERSION'],
    ['TRACE', { method: 'TRACE' }, 'CULVERT_METHOD_NOT_ALLOWED'],
    ['CONNECT', { method: 'CONNECT' }, 'CULVERT_METHOD_NOT_ALLOWED'],
    ['too many fields', { rawHeaders: Array.from({ length: 600 }, () => 'X') }, 'CULVERT_HEAD_TOO_LARGE'],
    ['a long target', { target: `/${'x'.repeat(20_000)}` }, 'CULVERT_URL_TOO_LONG'],
    ['an unknown expectation', { rawHeaders: ['Host', 'demo.test', 'Expect', 'cake'] }, 'CULVERT_EXPECTATION_FAILED'],
  ])('reports a specific error code for %s', (_, head, code) => {
    expect(() => read(head)).toThrow(expect.objectContaining({ code }))
  })

  it.each([
    ['/a/../b?c=d', '/a/../b?c=d'],
    ['//double', '//double'],
    ['http://demo.test/a?b', '/a?b'],
    ['HTTP://Demo.Test', '/'],
    ['http://demo.test?b', '/?b'],
  ])('reads the target %s as %s', (target, path) => {
    expect(read({ target }).target).toBe(path)
  })

  it.each([
    'http://other.test/',
    'http://demo.test:81/',
    'http://demo.test@other.test/',
    'ftp://demo.test/',
    'a',
    '*',
    '/a#b',
    '',
  ])('refuses the target %j', (target) => {
    expect(() => read({ target })).toThrow('target')
  })

  it('accepts the target * with OPTIONS', () => {
    expect(read({ method: 'OPTIONS', target: '*' }).target).toBe('*')
  })

  it('keeps the order and case of header fields, with Host first', () => {
    const rawHeaders = ['X-One', '1', 'host', 'demo.test', 'x-TWO', '2', 'X-One', '3', 'Cookie', 'a=b']
    expect(read({ rawHeaders }).fields).toEqual([
      ['Host', 'demo.test'],
      ['X-One', '1'],
      ['x-TWO', '2'],
      ['X-One', '3'],
      ['Cookie', 'a=b'],
      ...visitorFields,
    ])
  })

  it.each([
    'Keep-Alive',
    'Proxy-Connection',
    'Proxy-Authorization',
    'TE',
    'Upgrade',
    'X-Forwarded-For',
    'x-forwarded-anything',
    'Forwarded',
    'X-Real-IP',
    'X_Forwarded_For',
    'Content_Length',
    'X-Culvert-Error',
  ])('drops %s, which is hop-by-hop or reserved for the edge', (name) => {
    expect(read({ rawHeaders: ['Host', 'demo.test', name, 'forged'] }).fields).toEqual([
      ['Host', 'demo.test'],
      ...visitorFields,
    ])
  })

  it('drops fields that Connection names, except those that frame or route the message', () => {
    const rawHeaders = [
      'Connection',
      'close, X-Hop, Host, Content-Length',
      'Host',
      'demo.test',
      'X-Hop',
      '1',
      'Content-Length',
      '3',
    ]
    expect(read({ rawHeaders })).toMatchObject({
      hasBody: true,
      fields: [['Host', 'demo.test'], ['Content-Length', '3'], ...visitorFields],
    })
  })

  it('keeps Upgrade in an upgrade request', () => {
    const rawHeaders = ['Host', 'demo.test', 'Connection', 'Upgrade', 'Upgrade', 'websocket']
    expect(read({ rawHeaders, kind: 'upgrade' }).fields).toContainEqual(['Upgrade', 'websocket'])
  })

  it.each([
    [['Content-Length', '0'], false],
    [['Content-Length', '1'], true],
    [['Transfer-Encoding', 'Chunked'], true],
    [[], false],
  ])('determines from %j whether a body follows', (rawHeaders, hasBody) => {
    expect(read({ rawHeaders: ['Host', 'demo.test', ...rawHeaders] }).hasBody).toBe(hasBody)
  })
})
