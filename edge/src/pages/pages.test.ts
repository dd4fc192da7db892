import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { errorAnswer } from './error-page.ts'
import { errorTexts } from './errors.ts'
import type { ErrorCode } from '../error-code.ts'
import { pickFormat } from './negotiate.ts'

const codes = Object.keys(errorTexts) as ErrorCode[]
const errorDocument = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8')
const context = {
  accept: '',
  hostname: 'demo-ada.culvert.localhost',
  requestId: 'request-1',
  serverUrl: 'http://dashboard.test',
}

function fieldsOf(fields: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: fields.length / 2 }, (_, index) => fields.slice(2 * index, 2 * index + 2)),
  )
}

const findOwnerUrl = () => 'http://dashboard.test/?a=1&b=2'

describe('the format of a page', () => {
  it.each([
    ['', 'text'],
    ['*/*', 'text'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'html'],
    ['application/json', 'json'],
    ['application/json, text/plain, */*', 'json'],
    ['text/html;q=0.5, application/json', 'json'],
    ['text/html;q=0, text/plain', 'text'],
    ['TEXT/HTML; Q=0.3', 'html'],
    ['image/avif,image/webp,*/*', 'text'],
    ['text/html;q=nonsense', 'text'],
  ])('for Accept %j is %s', (accept, format) => {
    expect(pickFormat(accept)).toBe(format)
  })
})

describe('an error page', () => {
  it.each(codes)('for %s has a row in docs/errors.md', (code) => {
    expect(errorDocument).toContain(`| \`${code}\` | ${errorTexts[code].status} |`)
  })

  it('in text says what happened, with its code and request id', () => {
    const { status, reason, fields, body } = errorAnswer('CULVERT_TUNNEL_OFFLINE', context)
    expect([status, reason]).toEqual([503, 'Service Unavailable'])
    expect(String(body))
      .toBe(`This tunnel is offline. The address is right, but no agent is connected to it now. Try again later.

CULVERT_TUNNEL_OFFLINE
Request id: request-1
`)
    expect(fieldsOf(fields)).toEqual({
      'X-Culvert-Error': 'CULVERT_TUNNEL_OFFLINE',
      'X-Culvert-Request-Id': 'request-1',
      'Retry-After': '10',
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': String(body.length),
      'Cache-Control': 'no-store',
      Vary: 'Accept',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    })
  })

  it('in JSON is one error object', () => {
    const { body } = errorAnswer('CULVERT_APP_TIMEOUT', { ...context, accept: 'application/json' })
    expect(JSON.parse(String(body))).toEqual({
      error: {
        code: 'CULVERT_APP_TIMEOUT',
        message: 'The tunnel works, but the app at its other end took too long. Try again later.',
        requestId: 'request-1',
      },
    })
  })

  it('in HTML links the owner to the dashboard, and offers the visitor a retry', () => {
    const page = { ...context, accept: 'text/html', method: 'GET', findOwnerUrl }
    const html = String(errorAnswer('CULVERT_TUNNEL_OFFLINE', page).body)
    expect(html).toMatch('<a class="details" href="http://dashboard.test/?a=1&#38;b=2">')
    expect(html).toMatch('<a class="button" href="">Try again</a>')
  })

  it.each([
    ['POST', 'CULVERT_TUNNEL_OFFLINE'],
    ['GET', 'CULVERT_FORBIDDEN'],
  ] as const)('offers no retry if that would not help: %s, %s', (method, code) => {
    expect(String(errorAnswer(code, { ...context, accept: 'text/html', method }).body)).not.toMatch('Try again</a>')
  })

  it('in HTML shows how to open a tunnel if the hostname is unknown', () => {
    const page = { ...context, accept: 'text/html' }
    expect(String(errorAnswer('CULVERT_HOST_UNKNOWN', page).body)).toMatch(
      '<code>culvert http 3000 --server http://dashboard.test</code>',
    )
  })

  it.each(codes)('for %s in HTML is self-contained: it loads and runs nothing', (code) => {
    const { body, fields } = errorAnswer(code, { ...context, accept: 'text/html' })
    const html = String(body)
    expect(html).not.toMatch(/<script|<img|<link(?! rel="icon" href="data:)|@import|url\(/)
    expect(html).toMatch(code)
    expect(html).toMatch('request-1')
    expect(fieldsOf(fields)['Content-Security-Policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
  })

  it('escapes what a visitor sent', () => {
    const { body } = errorAnswer('CULVERT_TUNNEL_OFFLINE', { ...context, hostname: '<b>"&', accept: 'text/html' })
    expect(String(body)).not.toMatch('<b>')
  })
})
