import { describe, expect, it } from 'vitest'
import { toPublicUrl } from '../../ground/hostnames.ts'
import { buildSubdomain, checkOffered, parseAddress } from './rules.ts'

describe('buildSubdomain', () => {
  it.each([
    ['demo', 'ada', 'demo-ada.culvert.localhost'],
    ['a', 'ada', 'a-ada.culvert.localhost'],
    ['my-app-2', 'ada', 'my-app-2-ada.culvert.localhost'],
    ['demo', 'ada_l', 'demo-ada-l.culvert.localhost'],
    ['demo', 'ada_', 'demo-ada.culvert.localhost'],
    ['a'.repeat(59), 'ada', `${'a'.repeat(59)}-ada.culvert.localhost`],
  ])('combines %s and @%s into the hostname %s', (name, namespace, subdomain) => {
    expect(buildSubdomain(name, namespace, 'culvert.localhost')).toBe(subdomain)
  })

  it.each([
    ['', 'Please fill in all required fields for the subpoint gateway'],
    ['Demo', 'Gateway name must contain only lowercase letters, digits and hyphens'],
    ['de mo', 'Gateway name must contain only lowercase letters, digits and hyphens'],
    ['de_mo', 'Gateway name must contain only lowercase letters, digits and hyphens'],
    ['de.mo', 'Gateway name must contain only lowercase letters, digits and hyphens'],
    ['bücher', 'Gateway name must contain only lowercase letters, digits and hyphens'],
    ['-demo', 'Gateway name must not start with a hyphen'],
    ['xn--demo', 'Gateway name must not have hyphens in the third and fourth place'],
    ['www', '"www" is reserved. Choose another name.'],
    ['admin', '"admin" is reserved. Choose another name.'],
    [
      'a'.repeat(60),
      'Gateway name must be at most 59 characters long: with -ada it makes one part of a hostname, which holds 63.',
    ],
  ])('refuses the name "%s"', (name, message) => {
    expect(() => buildSubdomain(name, 'ada', 'culvert.localhost')).toThrow(
      expect.objectContaining({ code: 'BAD_USER_INPUT', field: 'name', message }),
    )
  })
})

describe('checkOffered', () => {
  it('accepts a domain that the operator offers', () => {
    expect(() => checkOffered('b.example', ['a.example', 'b.example'])).not.toThrow()
  })

  it.each([
    ['', 'Please fill in all required fields for the subpoint gateway'],
    ['evil.example', 'Domain "evil.example" is not offered here. Choose one of: a.example, b.example'],
  ])('refuses "%s"', (domain, message) => {
    expect(() => checkOffered(domain, ['a.example', 'b.example'])).toThrow(
      expect.objectContaining({ code: 'BAD_USER_INPUT', field: 'domain', message }),
    )
  })
})

describe('parseAddress', () => {
  const offered = ['culvert.localhost']
  const custom = (customDomain: string, more: object = {}) =>
    parseAddress({ accountId: 'a', name: 'demo', customDomain, ...more }, offered, 'tunnels.example')

  it('returns an offered domain, or a custom hostname in lowercase and punycode', () => {
    expect(
      parseAddress({ accountId: 'a', name: 'demo', domain: 'culvert.localhost' }, offered, 'tunnels.example'),
    ).toEqual({
      kind: 'subpoint',
      domain: 'culvert.localhost',
    })
    expect(custom(' Shop.Bücher.Example. ')).toEqual({ kind: 'custom', hostname: 'shop.xn--bcher-kva.example' })
  })

  it.each([
    ['customDomain', '  ', {}, 'Please enter a custom domain'],
    [
      'customDomain',
      'not a name',
      {},
      'Domain "not a name" is not verified. Please verify it in the Domains section first.',
    ],
    [
      'customDomain',
      'x.culvert.localhost',
      {},
      'Domain "x.culvert.localhost" is not verified. Please verify it in the Domains section first.',
    ],
    [
      'customDomain',
      'a.example',
      { domain: 'culvert.localhost' },
      'A gateway is on an offered domain or on a custom one: give domain or customDomain, not both.',
    ],
    ['name', 'a.example', { name: '' }, 'Gateway name is required'],
    ['name', 'a.example', { name: 'Demo' }, 'Gateway name must contain only lowercase letters, digits and hyphens'],
    ['name', 'a.example', { name: 'a'.repeat(64) }, 'Gateway name must be at most 63 characters long'],
  ])('reports the field %s for "%s" with %j', (field, customDomain, more, message) => {
    expect(() => custom(customDomain, more)).toThrow(
      expect.objectContaining({ code: 'BAD_USER_INPUT', field, message }),
    )
  })

  it('refuses input with neither domain nor customDomain', () => {
    expect(() => parseAddress({ accountId: 'a', name: 'demo' }, offered, 'tunnels.example')).toThrow(
      'Please fill in all required fields for the subpoint gateway',
    )
  })
})

describe('toPublicUrl', () => {
  it.each([
    ['http://localhost:8080', 'http://demo-ada.culvert.localhost:8080'],
    ['https://tunnels.example.com', 'https://demo-ada.culvert.localhost'],
  ])('uses the scheme and port of %s', (tunnelUrl, publicUrl) => {
    expect(toPublicUrl(tunnelUrl, 'demo-ada.culvert.localhost')).toBe(publicUrl)
  })
})
