import { describe, expect, it } from 'vitest'
import { array, assert, constantFrom, nat, oneof, property, uint8Array } from 'fast-check'
import { describeVisitor } from '../http/forwarding-fields.ts'
import { RequestParser } from './request-parser.ts'
import type { VisitorRequest } from '../visitor.ts'

const peer = { address: '203.0.113.7', scheme: 'http' } as const
/** How many fields are added after a request's own to state where it came from. */
const visitorFields = describeVisitor(peer, '').length

/** Returns everything that a parser reports for bytes in these pieces; bodies are joined, because the cuts decide how they arrive. */
function parse(pieces: readonly (string | Buffer)[]): unknown[] {
  const events: unknown[] = []
  const parser: RequestParser = new RequestParser(peer, {
    onRequest({ method, target, httpVersion, fields, kind }) {
      events.push({ line: `${method} ${target} HTTP/${httpVersion}`, fields: fields.slice(0, -visitorFields), kind })
      if (kind === 'http') parser.resume()
    },
    onBody(chunk) {
      const last = events.at(-1)
      const text = chunk.toString('latin1')
      if (typeof last === 'string') events[events.length - 1] = last + text
      else events.push(text)
    },
    onBodyEnd: (trailers) => events.push({ trailers }),
    onRefused: ({ code }) => events.push({ code }),
  })
  for (const piece of pieces) parser.push(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)
  const rest = parser.takeRest().toString('latin1')
  if (rest !== '') events.push({ rest })
  return events
}

const host = 'Host: demo.test\r\n'
const get = `GET / HTTP/1.1\r\n${host}\r\n`
const request = (line: string) => ({ line, fields: [['Host', 'demo.test']], kind: 'http' })
const got = request('GET / HTTP/1.1')
const post = (framing: string, body: string) => `POST / HTTP/1.1\r\n${host}${framing}\r\n\r\n${body}`
const chunked = (body: string) => post('Transfer-Encoding: chunked', body)
const posted = request('POST / HTTP/1.1')

const leaving = `${host}Connection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n\r\n`

/** Streams of valid requests, and what is parsed from them. */
const wellFormed: [name: string, bytes: string, events: unknown[]][] = [
  ['one request', get, [got]],
  ['pipelined requests', get + get, [got, got]],
  [
    'the same fields after other request lines',
    get + get.replace('/', '/b?c') + get.replace('/', '/b').replace('1.1', '1.0'),
    [got, request('GET /b?c HTTP/1.1'), request('GET /b HTTP/1.0')],
  ],
  ['the same request many times', get.repeat(5), [got, got, got, got, got]],
  [
    'a request between the same ones, and one that begins as they do',
    get.repeat(3) + get.replace('/', '/b') + get.repeat(2) + get.replace('\r\n\r\n', '\r\nA: b\r\n\r\n'),
    [got, got, got, request('GET /b HTTP/1.1'), got, got, { ...got, fields: [...got.fields, ['A', 'b']] }],
  ],
  [
    'the same head before other bodies',
    ['one', 'two', 'six', 'ten'].map((body) => post('Content-Length: 3', body)).join(''),
    ['one', 'two', 'six', 'ten'].flatMap((body) => [
      { ...posted, fields: [...posted.fields, ['Content-Length', '3']] },
      body,
      { trailers: [] },
    ]),
  ],
  ['one empty line before a request', `\r\n${get}\r\n${get}`, [got, got]],
  ['HTTP/1.0', `GET / HTTP/1.0\r\n${host}\r\n`, [request('GET / HTTP/1.0')]],
  [
    'a value with blanks around it, and an empty one',
    `GET /a HTTP/1.1\r\nhost:demo.test\r\nA: \t b c\t \r\nB:\r\n\r\n`,
    [
      {
        line: 'GET /a HTTP/1.1',
        fields: [
          ['Host', 'demo.test'],
          ['A', 'b c'],
          ['B', ''],
        ],
        kind: 'http',
      },
    ],
  ],
  [
    'a body with a length',
    post('Content-Length: 4', `body${get}`),
    [
      {
        ...posted,
        fields: [
          ['Host', 'demo.test'],
          ['Content-Length', '4'],
        ],
      },
      'body',
      { trailers: [] },
      got,
    ],
  ],
  [
    'a body that looks like a request',
    chunked(`${get.length.toString(16)}\r\n${get}\r\n0\r\n\r\n`),
    [posted, get, { trailers: [] }],
  ],
  [
    'chunks in any case, with extensions and trailers',
    chunked('A;a=1;b="c\\"; d";e\r\n0123456789\r\n01\r\nx\r\n0;last\r\nX-Sum: 1\r\nY:2\r\n\r\n') + get,
    [posted, '0123456789x', { trailers: ['X-Sum', '1', 'Y', '2'] }, got],
  ],
  ['an empty chunked body', chunked('0\r\n\r\n') + get, [posted, { trailers: [] }, got]],
  [
    'an upgrade, the bytes after it, and a POST before it with the same fields, which is no upgrade',
    `POST / HTTP/1.1\r\n${leaving}GET / HTTP/1.1\r\n${leaving}\x81\x00${get}`,
    [
      posted,
      {
        ...got,
        fields: [
          ['Host', 'demo.test'],
          ['Upgrade', 'websocket'],
        ],
        kind: 'upgrade',
      },
      { rest: `\x81\x00${get}` },
    ],
  ],
]

const bad = { code: 'CULVERT_BAD_REQUEST' }

/** Bytes that are refused, the reason, and what was parsed before. */
const malformed: [name: string, bytes: string, events: unknown[]][] = [
  ['a bare LF after the line', `GET / HTTP/1.1\n${host}\r\n`, [bad]],
  ['a bare LF after a field', 'GET / HTTP/1.1\r\nHost: demo.test\n\r\n', [bad]],
  ['bare LFs as the end of the head', 'GET / HTTP/1.1\r\nHost: demo.test\n\n', [bad]],
  ['a bare LF before the request', `\n${get}`, [bad]],
  ['a bare CR in a value', `GET / HTTP/1.1\r\n${host}A: b\rC: d\r\n\r\n`, [bad]],
  ['a bare CR at the end of the head', `GET / HTTP/1.1\r\nHost: demo.test\r\r\n\r\n`, [bad]],
  ['a bare CR in the line', `GET /\r HTTP/1.1\r\n${host}\r\n`, [bad]],
  ['CR without LF before the request', `\rGET / HTTP/1.1\r\n${host}\r\n`, [bad]],
  ['two empty lines before the request', `\r\n\r\n${get}`, [bad]],
  ['NUL in a value', `GET / HTTP/1.1\r\n${host}A: b\0\r\n\r\n`, [bad]],
  ['NUL in a name', `GET / HTTP/1.1\r\n${host}A\0: b\r\n\r\n`, [bad]],
  ['DEL in a value', `GET / HTTP/1.1\r\n${host}A: \x7f\r\n\r\n`, [bad]],
  ['a TLS ClientHello', '\x16\x03\x01\x02\x00\x01\x00', [bad]],
  ['a space before a colon', `GET / HTTP/1.1\r\n${host}A : b\r\n\r\n`, [bad]],
  ['a tab before a colon', `GET / HTTP/1.1\r\n${host}Content-Length\t: 5\r\n\r\n`, [bad]],
  ['a tab after a coding', `POST / HTTP/1.1\r\n${host}transfer-encoding: chunked\t\r\n\r\n`, [bad]],
  ['a folded line', `GET / HTTP/1.1\r\n${host}A: b\r\n c\r\n\r\n`, [bad]],
  ['a blank before the first field', `GET / HTTP/1.1\r\n ${host}\r\n`, [bad]],
  ['a field without a name', `GET / HTTP/1.1\r\n${host}: b\r\n\r\n`, [bad]],
  ['a field without a colon', `GET / HTTP/1.1\r\n${host}A\r\n\r\n`, [bad]],
  ['a name that is not a token', `GET / HTTP/1.1\r\n${host}A(b): c\r\n\r\n`, [bad]],
  ['a non-ASCII name', `GET / HTTP/1.1\r\n${host}\xc3\xa4: c\r\n\r\n`, [bad]],
  ['two spaces in the line', `GET  / HTTP/1.1\r\n${host}\r\n`, [bad]],
  ['a space after the line', `GET / HTTP/1.1 \r\n${host}\r\n`, [bad]],
  ['a non-ASCII target', `GET /\xc3\xa4 HTTP/1.1\r\n${host}\r\n`, [bad]],
  ['a tab in the line', `GET\t/ HTTP/1.1\r\n${host}\r\n`, [bad]],
  ['a space before the line', ` ${get}`, [bad]],
  ['a line without a target', `GET HTTP/1.1 HTTP/1.1\r\n${host}\r\n`, [bad]],
  ['a version in lowercase', `GET / http/1.1\r\n${host}\r\n`, [bad]],
  ['a version with more digits', `GET / HTTP/1.10\r\n${host}\r\n`, [bad]],
  ['HTTP/0.9', 'GET /\r\n\r\n', [{ code: 'CULVERT_HTTP_VERSION' }]],
  ['the HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [{ code: 'CULVERT_HTTP_VERSION' }]],
  ['an unknown method', `GOT / HTTP/1.1\r\n${host}\r\n`, [{ code: 'CULVERT_NOT_IMPLEMENTED' }]],
  ['a method in lowercase', `get / HTTP/1.1\r\n${host}\r\n`, [{ code: 'CULVERT_NOT_IMPLEMENTED' }]],
  ['TRACE', `TRACE / HTTP/1.1\r\n${host}\r\n`, [{ code: 'CULVERT_METHOD_NOT_ALLOWED' }]],
  ['a fault after a valid request', `${get}GET / HTTP/1.1\r\n\r\n${get}`, [got, bad]],
  ['a target without an end', `GET /${'x'.repeat(62_000)}`, [{ code: 'CULVERT_URL_TOO_LONG' }]],
  ['a head without an end', `GET / HTTP/1.1\r\nA: ${'x'.repeat(62_000)}`, [{ code: 'CULVERT_HEAD_TOO_LARGE' }]],
  ['too many fields', `GET / HTTP/1.1\r\n${'A: b\r\n'.repeat(257)}\r\n`, [{ code: 'CULVERT_HEAD_TOO_LARGE' }]],
  ['a chunk size with a sign', chunked('+1\r\nx\r\n0\r\n\r\n'), [posted, bad]],
  ['a chunk size with 0x', chunked('0x1\r\nx\r\n0\r\n\r\n'), [posted, bad]],
  ['a chunk size with a space', chunked('1 \r\nx\r\n0\r\n\r\n'), [posted, bad]],
  ['no chunk size', chunked('\r\nx\r\n0\r\n\r\n'), [posted, bad]],
  ['a chunk size that overflows', chunked('fffffffffffffffff\r\nx'), [posted, bad]],
  ['a chunk size with a bare LF', chunked('1\nx\r\n0\r\n\r\n'), [posted, bad]],
  ['a bare LF in a chunk extension', chunked('1;a\nx\r\n0\r\n\r\n'), [posted, bad]],
  ['a bare CR in a chunk extension', chunked('1;a\rb\r\nx\r\n0\r\n\r\n'), [posted, bad]],
  ['a chunk extension without a name', chunked('1;\r\nx\r\n0\r\n\r\n'), [posted, bad]],
  ['a chunk extension with an open quote', chunked('1;a="b\r\nx\r\n0\r\n\r\n'), [posted, bad]],
  ['a long chunk extension', chunked(`1;${'a'.repeat(2_000)}\r\nx\r\n0\r\n\r\n`), [posted, bad]],
  ['too many chunk extensions', chunked(`${`1;${'a'.repeat(1_000)}\r\nx\r\n`.repeat(17)}0\r\n\r\n`), [posted, bad]],
  ['a chunk that is longer than its size', chunked('1\r\nxy\r\n0\r\n\r\n'), [posted, bad]],
  ['a chunk that ends in LF', chunked('1\r\nx\n0\r\n\r\n'), [posted, bad]],
  ['a chunk that ends in CR without LF', chunked('1\r\nx\rX0\r\n\r\n'), [posted, bad]],
  ['a chunk that ends in CR CR', chunked('1\r\nx\r\r\n0\r\n\r\n'), [posted, bad]],
  ['a trailer that affects framing', chunked('0\r\nContent-Length: 5\r\n\r\n'), [posted, bad]],
  ['a folded trailer', chunked('0\r\nA: b\r\n c\r\n\r\n'), [posted, bad]],
  ['a trailer with a bare LF', chunked('0\r\nA: b\nC: d\r\n\r\n'), [posted, bad]],
  ['a bare CR before trailers', chunked('0\r\n\rA: b\r\n\r\n'), [posted, bad]],
]

const isShort = ([, bytes]: (typeof malformed)[number]) => bytes.length < 1_000

/** What is reported before a fault may depend on the cuts: a body may be reported or not. Its beginning is the same. */
const withoutBodies = (events: unknown[]) => events.filter((event) => typeof event !== 'string')

describe('the request parser', () => {
  it.each(wellFormed)('reads %s', (_, bytes, events) => {
    expect(parse([bytes])).toEqual(events)
  })

  it.each(malformed)('refuses %s, and reads nothing after it', (_, bytes, events) => {
    expect(withoutBodies(parse([bytes + get]))).toEqual(events)
  })

  it.each(wellFormed)('reads %s byte by byte', (_, bytes, events) => {
    expect(parse(bytes.split(''))).toEqual(events)
  })

  it.each(malformed.filter(isShort))('refuses %s byte by byte', (_, bytes, events) => {
    expect(withoutBodies(parse((bytes + get).split('')))).toEqual(events)
  })

  it('reads the same wherever the bytes are split', () => {
    const stream = array(constantFrom(...wellFormed.slice(0, -1)), { maxLength: 4 })
    const end = constantFrom(...wellFormed, ...malformed.filter(isShort))
    assert(
      property(stream, end, array(nat(400), { maxLength: 20 }), (before, last, lengths) => {
        const bytes = [...before, last].map(([, text]) => text).join('')
        const events = [...before, last].flatMap(([, , expected]) => expected)
        expect(withoutBodies(parse(cut(bytes, lengths)))).toEqual(withoutBodies(events))
      }),
      { numRuns: 500 },
    )
  })

  it('reports a body of any bytes unchanged, in chunks of any size', () => {
    assert(
      property(array(uint8Array({ minLength: 1, maxLength: 300 })), array(nat(100)), (chunks, lengths) => {
        const text = chunks.map((bytes) => Buffer.from(bytes).toString('latin1'))
        const body = text.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')
        const told = parse(cut(`${chunked(body)}0\r\n\r\n`, lengths))
        expect(told).toEqual([posted, ...(text.length === 0 ? [] : [text.join('')]), { trailers: [] }])
      }),
    )
  })

  it('never throws, whatever the input', () => {
    const word = constantFrom('GET', ' ', '/', 'HTTP/1.1', '\r\n', '\n', '\r', ':', host, 'Transfer-Encoding: chunked')
    const noise = oneof(
      word,
      uint8Array({ maxLength: 5 }).map((values) => Buffer.from(values).toString('latin1')),
    )
    assert(property(array(noise, { maxLength: 40 }), (pieces) => void parse(pieces)))
  })

  it('holds a body until it is resumed, and stops before the next request if it is paused', () => {
    const events: string[] = []
    const parser: RequestParser = new RequestParser(peer, {
      onRequest: ({ method }) => events.push(method),
      onBody: (chunk) => events.push(String(chunk)),
      onBodyEnd: () => {
        events.push('end')
        parser.pause()
      },
      onRefused: ({ detail }) => events.push(detail),
    })
    parser.push(Buffer.from(post('Content-Length: 4', `body${get}`)))
    expect(events).toEqual(['POST'])
    expect(parser.heldBytes).toBe(4 + get.length)
    parser.resume()
    expect(events).toEqual(['POST', 'body', 'end'])
    parser.resume()
    expect(events).toEqual(['POST', 'body', 'end', 'GET'])
  })

  it('makes a new request of each head, even of a repeated one', () => {
    const requests: VisitorRequest[] = []
    const parser = new RequestParser(peer, {
      onRequest: (newRequest) => requests.push(newRequest),
      onBody: () => {},
      onBodyEnd: () => {},
      onRefused: () => {},
    })
    parser.push(Buffer.from(get.repeat(5)))
    expect(requests).toHaveLength(5)
    expect(new Set(requests).size).toBe(5)
    expect(requests.map(({ areFieldsShared }) => areFieldsShared)).toEqual([false, true, true, true, true])
    for (const each of requests) expect(each).toEqual({ ...requests[0], areFieldsShared: each.areFieldsShared })
  })

  it('reports many small chunks of one read as one piece', () => {
    const pieces: number[] = []
    const parser: RequestParser = new RequestParser(peer, {
      onRequest: () => parser.resume(),
      onBody: (chunk) => pieces.push(chunk.length),
      onBodyEnd: () => {},
      onRefused: ({ detail }) => {
        throw new Error(detail)
      },
    })
    parser.push(Buffer.from(chunked('1\r\nx\r\n'.repeat(1_000))))
    expect(pieces).toEqual([1_000])
  })
})

function cut(bytes: string, lengths: readonly number[]): string[] {
  const pieces: string[] = []
  let at = 0
  for (const length of lengths) {
    pieces.push(bytes.slice(at, at + length))
    at += length
  }
  pieces.push(bytes.slice(at))
  return pieces
}
