/** A request that another program could read differently, and the status that it gets instead of being forwarded. */
type TwoReadings = [fault: string, status: number, bytes: string]

/** Replaced by the hostname of the tunnel. */
export const anyHost = '{host}'

const line = 'GET / HTTP/1.1\r\n'
const host = `Host: ${anyHost}\r\n`
const get = (fields: string) => `${line}${host}${fields}\r\n`
const post = (fields: string, body = '') => `POST / HTTP/1.1\r\n${host}${fields}\r\n${body}`

const chunked = (body: string) => post('Transfer-Encoding: chunked\r\n', body)

/** Faults of heads (RFC 9112, sections 2.2, 3, 5 and 6), and of chunks (section 7.1). */
export const twoReadings: TwoReadings[] = [
  ['no Host', 400, `${line}\r\n`],
  ['an empty Host', 400, `${line}Host:\r\n\r\n`],
  ['the same Host twice', 400, get(host)],
  ['two Hosts', 400, get('Host: other.test\r\n')],
  ['a list in Host', 400, `${line}Host: ${anyHost}, other.test\r\n\r\n`],
  ['a space in Host', 400, `${line}Host: ${anyHost} other.test\r\n\r\n`],
  ['a path in Host', 400, `${line}Host: ${anyHost}/other\r\n\r\n`],
  ['a user in Host', 400, `${line}Host: other.test@${anyHost}\r\n\r\n`],
  ['a port in Host that is none', 400, `${line}Host: ${anyHost}:80:80\r\n\r\n`],
  ['the absolute form for another host', 400, `GET http://other.test/ HTTP/1.1\r\n${host}\r\n`],
  ['the absolute form for another port', 400, `GET http://${anyHost}:1/ HTTP/1.1\r\n${host}\r\n`],
  ['two lengths', 400, post('Content-Length: 1\r\nContent-Length: 2\r\n', 'x')],
  ['the same length twice', 400, post('Content-Length: 1\r\nContent-Length: 1\r\n', 'x')],
  ['a list of lengths', 400, post('Content-Length: 1, 1\r\n', 'x')],
  ['a length with a sign', 400, post('Content-Length: +1\r\n', 'x')],
  ['a length in hexadecimal', 400, post('Content-Length: 0x1\r\n', 'x')],
  ['a length before chunks', 400, post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n')],
  ['a length behind chunks', 400, post('Transfer-Encoding: chunked\r\nContent-Length: 5\r\n', '0\r\n\r\n')],
  ['chunks in HTTP/1.0', 400, `POST / HTTP/1.0\r\n${host}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['chunked twice', 400, post('Transfer-Encoding: chunked, chunked\r\n', '0\r\n\r\n')],
  ['two codings', 501, post('Transfer-Encoding: gzip, chunked\r\n', '0\r\n\r\n')],
  ['an unknown coding', 501, post('Transfer-Encoding: xchunked\r\n', '0\r\n\r\n')],
  ['a coding with a control character', 400, post('Transfer-Encoding: \x0bchunked\r\n', '0\r\n\r\n')],
  ['a space before the colon of Host', 400, `${line}Host : ${anyHost}\r\n\r\n`],
  ['a space before the colon of a coding', 400, post('Transfer-Encoding : chunked\r\n', '0\r\n\r\n')],
  ['a tab before the colon of a length', 400, post('Content-Length\t: 1\r\n', 'x')],
  ['a folded line', 400, get('X: a\r\n b\r\n')],
  ['a line folded with a tab', 400, get('X: a\r\n\tb\r\n')],
  ['a blank before the first field', 400, `${line} ${host}\r\n`],
  ['bare LF behind the request line', 400, `GET / HTTP/1.1\n${host}\r\n`],
  ['bare LF behind a field', 400, get('X: a\nTransfer-Encoding: chunked\r\n')],
  ['bare LF at the end', 400, `GET / HTTP/1.1\nHost: ${anyHost}\n\n`],
  ['bare CR in a value', 400, get('X: a\rTransfer-Encoding: chunked\r\n')],
  ['NUL in a value', 400, get('X: a\0b\r\n')],
  ['NUL in a name', 400, get('X\0: a\r\n')],
  ['NUL in the target', 400, `GET /\0 HTTP/1.1\r\n${host}\r\n`],
  ['HTTP/0.9', 505, 'GET /\r\n\r\n'],
  ['HTTP/1.2', 505, `GET / HTTP/1.2\r\n${host}\r\n`],
  ['HTTP/2.0', 505, `GET / HTTP/2.0\r\n${host}\r\n`],
  ['a version in lowercase', 400, `GET / http/1.1\r\n${host}\r\n`],
  ['TRACE', 405, `TRACE / HTTP/1.1\r\n${host}\r\n`],
  ['CONNECT', 405, `CONNECT ${anyHost}:80 HTTP/1.1\r\n${host}\r\n`],
  ['a field of 70 KB', 431, get(`X: ${'x'.repeat(70_000)}\r\n`)],
  ['fields of 70 KB together', 431, get(`X: ${'x'.repeat(700)}\r\n`.repeat(100))],
  ['300 fields', 431, get('X: y\r\n'.repeat(300))],
  ['a URL of 20 KB', 414, `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`],
  ['a URL of 70 KB', 414, `GET /${'x'.repeat(70_000)} HTTP/1.1\r\n${host}\r\n`],
  ['a chunk extension without a name', 400, chunked('5;\r\n01234\r\n0\r\n\r\n')],
  ['bare LF in a chunk extension', 400, chunked('5;a\n01234\r\n0\r\n\r\n')],
  ['bare CR in a chunk extension', 400, chunked('5;a\rb\r\n01234\r\n0\r\n\r\n')],
  ['an open quote in a chunk extension', 400, chunked('5;a="b\r\n01234\r\n0\r\n\r\n')],
  ['a chunk extension of 2 KB', 400, chunked(`5;${'a'.repeat(2_000)}\r\n01234\r\n0\r\n\r\n`)],
  ['a space behind a chunk size', 400, chunked('5 \r\n01234\r\n0\r\n\r\n')],
  ['a chunk size with 0x', 400, chunked('0x5\r\n01234\r\n0\r\n\r\n')],
  ['a chunk that ends in LF', 400, chunked('5\r\n01234\n0\r\n\r\n')],
  ['a trailer that frames', 400, chunked('5\r\n01234\r\n0\r\nContent-Length: 5\r\n\r\n')],
]
