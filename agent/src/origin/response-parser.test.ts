import { describe, expect, it } from 'vitest'
import { ResponseParser } from './response-parser.ts'
import type { ResponseReceiver } from './response-parser.ts'

/** Feeds `text` in pieces of the given size and returns what the receiver got, with the data of a body joined. */
function read(text: string, pieceBytes: number, request: { method: string; kind: 'http' | 'upgrade' }) {
  const received: unknown[] = []
  let body = ''
  const flush = () => {
    if (body !== '') received.push(body)
    body = ''
  }
  const receiver: ResponseReceiver = {
    onResponseHead: (head) => received.push(head.status),
    onResponseData: (chunk) => (body += chunk.toString('latin1')),
    onResponseEnd: (trailers) => {
      flush()
      received.push(['end', ...trailers])
    },
  }
  const parser = new ResponseParser()
  parser.begin(request)
  const bytes = Buffer.from(text, 'latin1')
  for (let at = 0; at < bytes.length; at += pieceBytes) parser.push(bytes.subarray(at, at + pieceBytes), receiver)
  flush()
  return { told: received, parser, receiver }
}

const get = { method: 'GET', kind: 'http' } as const

describe.each([1, 2, 3, 7, 100_000])('a response in pieces of %i bytes', (pieceBytes) => {
  it.each([
    ['with a length', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello', [200, 'hello', ['end']]],
    ['with length 0', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', [200, ['end']]],
    ['without a body', 'HTTP/1.1 204 No Content\r\n\r\n', [204, ['end']]],
    [
      'after interim heads',
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nLink: x\r\n\r\nHTTP/1.1 304 NM\r\n\r\n',
      [100, 103, 304, ['end']],
    ],
    [
      'in chunks',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n1\r\n!\r\n0\r\n\r\n',
      [200, 'hello!', ['end']],
    ],
    [
      'in chunks with extensions',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n00A;a=1 ; b="x"\r\n0123456789\r\n0;last\r\n\r\n',
      [200, '0123456789', ['end']],
    ],
    [
      'with trailers',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nX-Sum: 1\r\nX-More:2\r\n\r\n',
      [200, 'a', ['end', ['X-Sum', '1'], ['X-More', '2']]],
    ],
  ])('%s is read, and its connection is reusable', (_, text, expected) => {
    const { told, parser } = read(text, pieceBytes, get)
    expect(told).toEqual(expected)
    expect(parser.isReusable).toBe(true)
  })

  it.each([
    ['surplus bytes', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhello', [200, 'he', ['end']]],
    ['a second response', 'HTTP/1.1 204 NC\r\n\r\nHTTP/1.1 204 NC\r\n\r\n', [204, ['end']]],
    ['Connection: close', 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nhe', [200, 'he', ['end']]],
  ])('with %s is read, but its connection is not reusable', (_, text, expected) => {
    const { told, parser } = read(text, pieceBytes, get)
    expect(told).toEqual(expected)
    expect(parser.isReusable).toBe(false)
  })

  it('to HEAD has no body, even if the app announces and sends one', () => {
    const { told, parser } = read('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello', pieceBytes, {
      method: 'HEAD',
      kind: 'http',
    })
    expect(told).toEqual([200, ['end']])
    expect(parser.isReusable).toBe(false)
  })

  it('without a length ends with the connection', () => {
    const { told, parser, receiver } = read('HTTP/1.0 200 OK\r\n\r\nhello', pieceBytes, get)
    expect(told).toEqual([200, 'hello'])
    expect(parser.finish(receiver)).toBe(true)
    expect(told).toEqual([200, 'hello', ['end']])
    expect(parser.isReusable).toBe(false)
  })

  it('after 101 is passed on as raw bytes', () => {
    const { told, parser } = read('HTTP/1.1 101 S\r\nUpgrade: x\r\n\r\n\r\n\r\n0\r\n', pieceBytes, {
      method: 'GET',
      kind: 'upgrade',
    })
    expect(told).toEqual([101, '\r\n\r\n0\r\n'])
    expect(parser.isRaw).toBe(true)
  })

  it.each([
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n',
    'HTTP/1.1 200 OK\r\n',
    '',
  ])('that breaks off is incomplete: %j', (text) => {
    const { parser, receiver } = read(text, pieceBytes, get)
    expect(parser.finish(receiver)).toBe(false)
    expect(parser.isUntouched).toBe(text === '')
  })

  it.each([
    ['LF for CR LF in a head', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nhi', 'expected lines that end in CR LF'],
    [
      'LF for CR LF after a chunk size',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\nhi\r\n0\r\n\r\n',
      'expected a chunk line that ends in CR LF, got LF alone',
    ],
    [
      'LF for CR LF after a chunk',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\n',
      'expected a chunk that ends in CR LF, got LF alone',
    ],
    [
      'LF for CR LF after the last chunk',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\n',
      'expected trailers that end in CR LF, got LF alone',
    ],
    ['a line of a head that ends in LF', 'HTTP/1.1 200 OK\n', 'expected lines that end in CR LF, got LF alone'],
    ['another protocol', 'just text', 'expected an HTTP/1.1 status line, got "j'],
    ['another version', 'HTTP/2', 'expected an HTTP/1.1 status line, got "HTTP/2"'],
    [
      'a chunk size that is not a number',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n',
      'expected a chunk size, got "xyz"',
    ],
    [
      'a negative chunk size',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n',
      'expected a chunk size, got "-1"',
    ],
    [
      'an excessive chunk size',
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${'f'.repeat(16)}\r\n`,
      'expected a chunk size',
    ],
    [
      'a chunk longer than its size',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhello\r\n0\r\n\r\n',
      'more bytes than it announced',
    ],
  ])('is refused with %s', (_, text, message) => {
    expect(() => read(text, pieceBytes, get)).toThrow(message)
  })
})

it('the parser refuses a head above 65,536 bytes', () => {
  expect(() => read(`HTTP/1.1 200 OK\r\n${'A: b\r\n'.repeat(20_000)}`, 1000, get)).toThrow(
    'expected a head of at most 65536 bytes',
  )
})

it('the parser refuses a chunk line above 4,096 bytes', () => {
  const text = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(10_000)}`
  expect(() => read(text, 1000, get)).toThrow('expected a chunk-size of at most 4096 bytes')
})
