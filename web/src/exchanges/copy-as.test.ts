import { execFileSync } from 'node:child_process'
import type { BodyDetail, RequestDetail } from '@culvert/agent/inspection'
import { describe, expect, it } from 'vitest'
import { makeRequest } from '../testing/test-agent.ts'
import { toCurl, toFetch, toHar } from './copy-as.ts'

const curlOf = (more: Partial<RequestDetail>) =>
  toCurl(makeRequest(1, { requestFields: [], ...more }), 'https://demo.test')

describe('a request as a curl command', () => {
  it.each([
    ['/items?filter[name]=x', `curl --globoff 'https://demo.test/items?filter[name]=x'`],
    ['/items?token=[redacted]', `curl --globoff 'https://demo.test/items?token=[redacted]'`],
    ['/{a,b}', `curl --globoff 'https://demo.test/{a,b}'`],
    ['/a/../b', `curl --path-as-is 'https://demo.test/a/../b'`],
    ['/a/..', `curl --path-as-is 'https://demo.test/a/..'`],
    ['/a/.?b={}', `curl --globoff --path-as-is 'https://demo.test/a/.?b={}'`],
    ['/a..b/.well-known', `curl 'https://demo.test/a..b/.well-known'`],
  ])('requests exactly %s', (target, command) => {
    expect(curlOf({ target })).toBe(command)
  })

  it('is one command, whatever the method of the request', () => {
    expect(curlOf({ method: 'M-SEARCH' })).toBe(`curl 'https://demo.test/1' \\\n  -X M-SEARCH`)
    expect(curlOf({ method: "GET|id'" })).toBe(`curl 'https://demo.test/1' \\\n  -X 'GET|id'\\'''`)
  })
})

/** A request with this body and Content-Type. */
function typed(type: string, body: Pick<BodyDetail, 'encoding' | 'content'>): RequestDetail {
  const request = makeRequest(1, { method: 'POST', requestFields: [['Content-Type', type]] })
  return { ...request, requestBody: { ...request.requestBody, ...body } }
}

describe('a request with a text in another charset than UTF-8', () => {
  it.each([
    ['text/plain; charset=iso-8859-1', 'text/plain; charset=utf-8'],
    ['text/plain;charset="ISO-8859-1"; format=flowed', 'text/plain;charset=utf-8; format=flowed'],
    ['text/plain; charset=UTF-8', 'text/plain; charset=utf-8'],
    ['text/plain', 'text/plain'],
  ])('is copied with the charset in which its text is written: %s', (given, copied) => {
    const request = typed(given, { encoding: 'utf8', content: 'Größe' })
    expect(toCurl(request, 'https://demo.test')).toContain(`-H 'Content-Type: ${copied}'`)
    expect(toFetch(request, 'https://demo.test')).toContain(JSON.stringify(copied))
  })

  it('keeps its charset if its bytes are copied', () => {
    const given = 'text/plain; charset=iso-8859-1'
    const request = typed(given, { encoding: 'base64', content: 'R3L2' })
    expect(toCurl(request, 'https://demo.test')).toContain(`-H 'Content-Type: ${given}'`)
  })
})

/** Every character that terminals and line editors take as a key, even in the middle of a quoted text that is pasted, and how to use some. */
const keys = String.fromCharCode(...Array.from({ length: 32 }, (_, code) => code), 0x7f)
const texts = [
  keys,
  'a\u0003\ntouch /tmp/owned\n',
  'a\u001b[201~\u0003\ntouch /tmp/owned\n',
  '/etc/hostnam\t; touch /tmp/owned #',
]

/** Returns the body that bash has curl send. */
function bodyOf(command: string): string {
  // A program, whose arguments the system limits as curl's.
  const printf = '/usr/bin/env printf'
  const curl = `curl() { for last; do :; done; if [ "$last" = @- ]; then cat; else ${printf} %s "$last"; fi; }`
  return execFileSync('bash', ['-s'], { input: `${curl}; ${command}` }).toString()
}

describe('a request with characters that a terminal takes as keys', () => {
  it.each(texts)('is copied as cURL without them, and with its whole body: text %#', (content) => {
    const request = typed('text/plain', { encoding: 'utf8', content })
    const { requestFields } = request
    const command = toCurl({ ...request, requestFields: [...requestFields, ['X-Note', 'a\tb']] }, 'https://demo.test')
    expect(command).not.toMatch(/[\0-\t\v-\x1f\x7f]/)
    expect(command).toContain(`-H 'X-Note: a b'`)
    expect(bodyOf(command)).toBe(content)
  })

  it.each(texts)('is copied as fetch without them, and with its whole body: text %#', (content) => {
    const code = toFetch(typed('text/plain', { encoding: 'utf8', content }), 'https://demo.test')
    expect(code).not.toMatch(/[\0-\t\v-\x1f\x7f]/)
    expect(code).toContain(`body: ${JSON.stringify(content).replaceAll('\x7f', String.raw`\x7f`)}`)
  })
})

it.each(['a', '€'])('a request is copied as cURL whatever the length of its body, of %s', (character) => {
  for (const length of [40_000, 40_001, 200_000]) {
    const content = character.repeat(length)
    expect(bodyOf(toCurl(typed('text/plain', { encoding: 'utf8', content }), 'https://demo.test'))).toBe(content)
  }
})

describe('a request as an HTTP archive', () => {
  it('lists the parameters of its query', () => {
    const har = toHar(makeRequest(1, { target: '/a?b=c%20d&b=e' }), 'https://demo.test')
    expect(JSON.parse(har)).toMatchObject({
      log: {
        entries: [
          {
            request: {
              queryString: [
                { name: 'b', value: 'c d' },
                { name: 'b', value: 'e' },
              ],
            },
          },
        ],
      },
    })
  })

  it('can be made of a request for the whole server', () => {
    const har = toHar(makeRequest(1, { method: 'OPTIONS', target: '*' }), 'http://demo.test:8080')
    expect(JSON.parse(har)).toMatchObject({ log: { entries: [{ request: { method: 'OPTIONS', queryString: [] } }] } })
  })
})
