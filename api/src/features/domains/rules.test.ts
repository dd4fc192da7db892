import { describe, expect, it } from 'vitest'
import { isWithin } from '../../ground/hostnames.ts'
import {
  type Domain,
  failedChecksMax,
  isVerifying,
  listDomainsAbove,
  listRecords,
  parseDomain,
  settleCheck,
} from './rules.ts'

const now = new Date('2026-03-01T12:00:00.000Z')

const domainWith = (change: Partial<Domain>): Domain => ({
  id: 'd',
  accountId: 'a',
  domain: 'dev.example.com',
  verificationToken: 'token',
  status: 'pending',
  verifyingSince: null,
  lastCheckMessage: null,
  lastCheckedAt: null,
  failedChecks: 0,
  lastCheckDueAt: null,
  cnameFound: null,
  txtFound: null,
  findings: [],
  bareCnameUntil: null,
  bareCnameNotices: 0,
  createdAt: now,
  updatedAt: now,
  deletedAt: null,
  ...change,
})

describe('parseDomain', () => {
  const own = ['tunnel.culvert.test', 'culvert.localhost']

  it.each([
    ['example.com', 'example.com'],
    [' Dev.Example.COM ', 'dev.example.com'],
    ['example.com.', 'example.com'],
    ['Bücher.example', 'xn--bcher-kva.example'],
    ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
    ['example.co.uk', 'example.co.uk'],
    ['ada.github.io', 'ada.github.io'],
    ['intranet.corp', 'intranet.corp'],
    ['culvert.test', 'culvert.test'],
  ])('parses "%s" as %s', (text, domain) => {
    expect(parseDomain(text, own)).toBe(domain)
  })

  it.each([
    ['  ', 'Please enter a domain'],
    ['*.example.com', 'Enter the domain without "*.": a verified domain serves all of its subdomains.'],
    ...['example', 'com', 'co.uk', 'github.io', 'localhost'].map((text) => [
      text,
      `"${text}" is not a domain that one can own: others register theirs below it. Enter the full domain, for example example.${text}.`,
    ]),
    ...[
      'http://example.com',
      'example.com/path',
      'example.com?query',
      'ex%61mple.com',
      'exam\tple.com',
      'example.com:443',
      'ex ample.com',
      'a_b.example.com',
      '-a.example.com',
      'a-.example.com',
      'a..example.com',
      '203.0.113.7',
      `${'a'.repeat(64)}.example.com`,
    ].map((text) => [
      text,
      `"${text}" is not a domain. Enter the full domain or subdomain, for example dev.example.com.`,
    ]),
    ...['culvert.localhost', 'x.culvert.localhost', 'tunnel.culvert.test'].map((text) => [
      text,
      `"${text}" belongs to this service. Reserve a gateway on one of the offered domains instead.`,
    ]),
  ])('refuses "%s"', (text, message) => {
    expect(() => parseDomain(text ?? '', own)).toThrow(
      expect.objectContaining({ code: 'BAD_USER_INPUT', field: 'domain', message }),
    )
  })

  it('refuses more than 253 characters, and repeats only the first 100', () => {
    const text = `${'a.'.repeat(125)}example.com`
    expect(() => parseDomain(text, own)).toThrow(`"${text.slice(0, 100)}…" is not a domain.`)
  })
})

describe('listRecords', () => {
  const cname = { type: 'CNAME', name: 'dev.example.com', value: 'tunnel.culvert.test', found: null }

  it('puts the CNAME record first for a subdomain', () => {
    expect(listRecords(domainWith({}), 'tunnel.culvert.test')).toEqual([
      cname,
      { type: 'TXT', name: '_culvert-challenge.dev.example.com', value: 'token', found: null },
    ])
  })

  it('puts the TXT record first for a registered name, which cannot have a CNAME record', () => {
    const [first, second] = listRecords(domainWith({ domain: 'example.co.uk' }), 'tunnel.culvert.test')
    expect([first.type, second.type]).toEqual(['TXT', 'CNAME'])
  })
})

it('isWithin accepts a domain and its subdomains, but no parent or name that only ends the same', () => {
  expect(isWithin('example.com', 'example.com')).toBe(true)
  expect(isWithin('a.b.example.com', 'example.com')).toBe(true)
  expect(isWithin('badexample.com', 'example.com')).toBe(false)
  expect(isWithin('com', 'example.com')).toBe(false)
})

it('listDomainsAbove returns the hostname itself and then its parents', () => {
  expect(listDomainsAbove('a.example.com')).toEqual(['a.example.com', 'example.com', 'com'])
})

it('isVerifying is true from the start of a check until five minutes later', () => {
  expect(isVerifying(domainWith({}), now)).toBe(false)
  expect(isVerifying(domainWith({ verifyingSince: now }), now)).toBe(true)
  expect(isVerifying(domainWith({ verifyingSince: now }), new Date(now.getTime() + 5 * 60_000))).toBe(false)
})

describe('settleCheck', () => {
  it.each(['pending', 'verified', 'failed'] as const)(
    'makes a %s domain verified when its record is found',
    (status) => {
      expect(settleCheck(domainWith({ status, failedChecks: 2 }), 'verified', false)).toEqual({
        status: 'verified',
        failedChecks: 0,
        warns: false,
      })
    },
  )

  it.each(['pending', 'failed'] as const)('makes a %s domain failed when its record is not found', (status) => {
    expect(settleCheck(domainWith({ status }), 'failed', false)).toMatchObject({ status: 'failed', warns: false })
  })

  it('counts daily failures of a verified domain, warns at the second and gives up at the third', () => {
    const results = [0, 1, 2].map((failedChecks) =>
      settleCheck(domainWith({ status: 'verified', failedChecks }), 'failed', true),
    )
    expect(results).toEqual([
      { status: 'verified', failedChecks: 1, warns: false },
      { status: 'verified', failedChecks: 2, warns: true },
      { status: 'failed', failedChecks: failedChecksMax, warns: false },
    ])
  })

  it('does not count the failure of a check that was requested', () => {
    expect(settleCheck(domainWith({ status: 'verified', failedChecks: 2 }), 'failed', false)).toEqual({
      status: 'verified',
      failedChecks: 2,
      warns: false,
    })
  })
})
