import type { RequestDetail } from '@culvert/agent/inspection'
import { describe, expect, it } from 'vitest'
import { makeRequest } from '../testing/test-agent.ts'
import { toCurl, toHar } from './copy-as.ts'

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
