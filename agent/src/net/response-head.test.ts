import { describe, expect, it } from 'vitest'
import { parseResponseHead, parseTrailers } from './response-head.ts'

const get = { method: 'GET', kind: 'http' } as const
const parse = (lines: string[], request: Parameters<typeof parseResponseHead>[1] = get) =>
  parseResponseHead(lines.join('\r\n'), request)

describe('a response head', () => {
  it('keeps its status, its reason, and the order, case and repeats of its fields', () => {
    expect(parse(['HTTP/1.1 404 Not Here', 'X-A: 1', 'Set-Cookie: a=1', 'set-cookie: b=2', 'x-empty:'])).toMatchObject({
      status: 404,
      reason: 'Not Here',
      fields: [
        ['X-A', '1'],
        ['Set-Cookie', 'a=1'],
        ['set-cookie', 'b=2'],
        ['x-empty', ''],
      ],
      framing: 'until-close',
    })
  })

  it.each([
    ['HTTP/1.1 200 OK', 200, 'OK'],
    ['HTTP/1.1 200 ', 200, ''],
    ['HTTP/1.1 200', 200, ''],
    ['HTTP/1.0 999 Gr\u00fc\u00dfe', 999, 'Gr\u00fc\u00dfe'],
  ])('may begin with %j', (line, status, reason) => {
    expect(parse([line])).toMatchObject({ status, reason })
  })

  it.each([
    '',
    'HTTP/2 200 OK',
    'HTTP/1.1 20 OK',
    'HTTP/1.1  200 OK',
    'http/1.1 200 OK',
    'ICY 200 OK',
    '\u0015\u0003\u0001',
  ])('is refused when it begins with %j', (line) => {
    expect(() => parse([line])).toThrow('expected an HTTP/1.1 status line, got')
  })

  it('drops the whitespace around values and nothing else', () => {
    expect(parse(['HTTP/1.1 200', 'A: \t x y \t ', 'B: caf\u00c3\u00a0']).fields).toEqual([
      ['A', 'x y'],
      ['B', 'caf\u00c3\u00a0'],
    ])
  })

  it.each(['no colon', 'Name : value', ' folded: value', ': value', 'na(me): v'])(
    'is refused with the line %j',
    (line) => {
      expect(() => parse(['HTTP/1.1 200 OK', line, 'A: b'])).toThrow(
        `expected "name: value", got ${JSON.stringify(line)}`,
      )
    },
  )

  it.each(['a\rb', 'a\nb', 'a\0b', 'a\u007fb'])('is refused with the value %j', (value) => {
    expect(() => parse(['HTTP/1.1 200 OK', `A: ${value}`])).toThrow('expected no control characters in A, got')
  })

  it('drops hop-by-hop fields, and those that Connection lists', () => {
    const head = parse([
      'HTTP/1.1 200 OK',
      'Connection: keep-alive, X-Hop',
      'Keep-Alive: timeout=5, max=100',
      'Proxy-Connection: keep-alive',
      'Upgrade: h2c',
      'x-hop: 1',
      'X-End: 2',
    ])
    expect(head.fields).toEqual([['X-End', '2']])
    expect(head.keepAliveMs).toBe(5000)
  })

  it.each([
    [['HTTP/1.1 200'], true],
    [['HTTP/1.1 200', 'Connection: close'], false],
    [['HTTP/1.1 200', 'Connection: Keep-Alive, Close'], false],
    [['HTTP/1.0 200'], false],
    [['HTTP/1.0 200', 'Connection: keep-alive'], true],
  ])('%j makes isPersistent %j', (lines, isPersistent) => {
    expect(parse(lines).isPersistent).toBe(isPersistent)
  })
})

describe('the framing of a body', () => {
  it.each([
    ['a length', ['Content-Length: 12'], 'length'],
    ['the same length twice', ['Content-Length: 12', 'content-length: 12'], 'length'],
    ['chunks', ['Transfer-Encoding: Chunked'], 'chunked'],
    ['the end of the connection', [], 'until-close'],
  ])('is given by %s', (_, lines, framing) => {
    expect(parse(['HTTP/1.1 200 OK', ...lines]).framing).toBe(framing)
  })

  it('merges equal Content-Length fields into one', () => {
    expect(parse(['HTTP/1.1 200 OK', 'Content-Length: 12', 'content-length: 12']).fields).toEqual([
      ['Content-Length', '12'],
    ])
  })

  it.each([
    ['204', 'GET', []],
    ['304', 'GET', [['Content-Length', '12']]],
    ['103', 'GET', []],
    ['200', 'HEAD', [['Content-Length', '12']]],
  ])('is none for %s to %s, and Content-Length is kept for 304 and HEAD only', (status, method, fields) => {
    const head = parse([`HTTP/1.1 ${status} X`, 'Content-Length: 12', 'Transfer-Encoding: chunked'], {
      method,
      kind: 'http',
    })
    expect(head).toMatchObject({ framing: 'none', fields })
  })

  it('is raw after 101, which keeps Upgrade', () => {
    const head = parse(['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'], {
      method: 'GET',
      kind: 'upgrade',
    })
    expect(head).toMatchObject({ framing: 'raw', fields: [['Upgrade', 'websocket']] })
  })

  it.each([
    [['Content-Length: 1', 'Content-Length: 2'], 'expected one Content-Length, got "1" and "2"'],
    [['Content-Length: 1, 1'], 'expected a Content-Length in digits, got "1, 1"'],
    [['Content-Length: -1'], 'expected a Content-Length in digits, got "-1"'],
    [['Content-Length: 0x10'], 'expected a Content-Length in digits, got "0x10"'],
    [['Content-Length: 9999999999999999'], 'expected a Content-Length in digits, got "9999999999999999"'],
    [['Content-Length: 1', 'Transfer-Encoding: chunked'], 'expected Content-Length or Transfer-Encoding, got both'],
    [['Transfer-Encoding: gzip, chunked'], 'expected Transfer-Encoding: chunked, got "gzip, chunked"'],
    [
      ['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'],
      'expected Transfer-Encoding: chunked, got "chunked, chunked"',
    ],
  ])('is refused with %j', (lines, message) => {
    expect(() => parse(['HTTP/1.1 200 OK', ...lines])).toThrow(message)
  })

  it('is refused if it is chunked in HTTP/1.0, or raw without a request to upgrade', () => {
    expect(() => parse(['HTTP/1.0 200 OK', 'Transfer-Encoding: chunked'])).toThrow('HTTP/1.0')
    expect(() => parse(['HTTP/1.1 101 Switching Protocols'])).toThrow('did not ask for an upgrade')
  })
})

describe('trailers', () => {
  it('lose the fields that would frame the message', () => {
    expect(parseTrailers('X-Sum: 1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked')).toEqual([['X-Sum', '1']])
  })
})
