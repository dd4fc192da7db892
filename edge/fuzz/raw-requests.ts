import { array, constant, constantFrom, nat, oneof, record, shuffledSubarray, tuple, uint8Array } from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { corpus } from './corpus.ts'

/** The bytes of a connection, as latin1, and the offsets at which they are cut. */
export interface RawInput {
  bytes: string
  cuts: readonly number[]
}

/** A sequence of requests, each valid, nearly valid, or from the corpus, with some bytes changed. */
export function rawInputs(): Arbitrary<RawInput> {
  const request = oneof({ weight: 4, arbitrary: generatedRequest() }, { weight: 1, arbitrary: constantFrom(...corpus) })
  const mutated = tuple(request, array(mutation(), { maxLength: 2 })).map(([text, changes]) =>
    changes.reduce((changed, { at, removed, inserted }) => {
      const start = at % (changed.length + 1)
      return changed.slice(0, start) + inserted + changed.slice(start + removed)
    }, text),
  )
  return record({
    bytes: array(mutated, { minLength: 1, maxLength: 3 }).map((requests) => requests.join('')),
    cuts: array(nat(300), { maxLength: 3 }),
  })
}

const oddText = [
  ...'\r\n\0 \t:;,"\\=\x0b\x0c\x7f\x80\xa001a#?/'.split(''),
  '\r\n',
  '\r\n\r\n',
  'chunked',
  'close',
  'HTTP/1.1',
  'Content-Length: 3\r\n',
]

const mutation = () =>
  record({
    at: nat(),
    removed: constantFrom(0, 0, 1, 2, 5),
    inserted: oneof(constant(''), constantFrom(...oddText)),
  })

function generatedRequest(): Arbitrary<string> {
  const line = tuple(
    constantFrom('GET', 'GET', 'POST', 'PUT', 'HEAD', 'OPTIONS', 'DELETE', 'PATCH', 'TRACE', 'FOO'),
    constantFrom('/', '/', '/a?b=c', '/%2e%2e/', '//a', '*', 'http://demo.test/x', 'http://other.test/', 'a', '/\xe4'),
    constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/1.2'),
  )
  return tuple(line, shuffledSubarray(fieldLines, { maxLength: 5 }), body()).map(
    ([[method, target, version], fields, { framing, text }]) => {
      const lines = ['Host: demo.test', ...framing, ...fields].map((field) => `${field}\r\n`).join('')
      return `${method} ${target} ${version}\r\n${lines}\r\n${text}`
    },
  )
}

const fieldLines = [
  'Accept: text/html',
  'accept:a',
  'Cookie: a=b; c="d"',
  'X-Empty:',
  'X-Blank:  \t ',
  'X-Inner: a \t b',
  'X-High: \xe4\xff',
  'Connection: keep-alive',
  'Connection: close',
  'Connection: Upgrade',
  'Connection: X-Named, upgrade',
  'X-Named: 1',
  'Upgrade: websocket',
  'Upgrade: h2c',
  'Expect: 100-continue',
  'Expect: x',
  'TE: trailers',
  'Trailer: X-Sum',
  'Keep-Alive: timeout=5',
  'X-Forwarded-For: 6.6.6.6',
  'X_Forwarded_For: 6.6.6.6',
  'Content-Length: 3',
  'Content-Length: 0',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip',
  'Host: demo.test',
  'Host: other.test',
]

/** A body and the fields that frame it, which may be wrong. */
interface FramedBody {
  framing: string[]
  text: string
}

function body(): Arbitrary<FramedBody> {
  const bytes = uint8Array({ maxLength: 20 }).map((values) => Buffer.from(values).toString('latin1'))
  const chunk = tuple(bytes, constantFrom('', '', ';a', ';a=b', ';a="b c"', ' ', ';')).map(([text, extension]) => {
    const size = text.length === 0 ? '' : `${text.length.toString(16)}${extension}\r\n`
    return text.length === 0 ? '' : `${size}${text}\r\n`
  })
  const trailers = constantFrom('', '', 'X-Sum: 1\r\n', 'X-Sum: 1\r\nAuthorization: a\r\n', 'Content-Length: 1\r\n')
  return oneof(
    constant<FramedBody>({ framing: [], text: '' }),
    bytes.map((text) => ({ framing: [`Content-Length: ${text.length}`], text })),
    tuple(array(chunk, { maxLength: 4 }), trailers).map(([chunks, end]) => ({
      framing: ['Transfer-Encoding: chunked'],
      text: `${chunks.join('')}0\r\n${end}\r\n`,
    })),
    bytes.map((text) => ({ framing: ['Content-Length: 5'], text })),
  )
}
