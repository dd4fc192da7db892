import { describe, expect, it } from 'vitest'
import {
  changeContact,
  getDefault,
  isShown,
  listAnnouncements,
  makeDefault,
  offerDomain,
  parseAlert,
  parseBrandName,
  seededSiteConfig,
  withdrawDomain,
  type AlertInput,
  type SitewideAlert,
} from './rules.ts'

const now = new Date('2026-03-01T12:00:00.000Z')
const earlier = new Date('2026-03-01T11:00:00.000Z')
const later = new Date('2026-03-01T13:00:00.000Z')

describe('getDefault', () => {
  const a = { domain: 'a.example', isDefault: false }
  const b = { domain: 'b.example', isDefault: true }

  it('returns the domain marked as the default, or else the first one', () => {
    expect(getDefault([a, b])).toBe(b)
    expect(getDefault([a])).toBe(a)
  })

  it('throws if no domain is offered', () => {
    expect(() => getDefault([])).toThrow('The operator offers no subpoint domain.')
  })
})

describe('offered domains', () => {
  const two = [
    { domain: 'a.example', isDefault: true },
    { domain: 'b.example', isDefault: false },
  ]

  it.each([
    ['C.Example.', 'c.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['localhost', 'localhost'],
  ])('accept "%s" as %s, but not as the default', (text, domain) => {
    expect(offerDomain(two, text)).toEqual([...two, { domain, isDefault: false }])
  })

  it.each([
    ['', 'is not a domain'],
    ['https://c.example', 'is not a domain'],
    ['*.c.example', 'is not a domain'],
    ['c_d.example', 'is not a domain'],
    [`${'a.'.repeat(90)}example`, 'is not a domain'],
    ['A.example', 'a.example is offered already.'],
    ['192.168.1.5', 'is an IP address: no name can be below it'],
    ['９', 'is an IP address'],
  ])('refuse "%s"', (text, message) => {
    expect(() => offerDomain(two, text)).toThrow(message)
  })

  it('lose a domain that is withdrawn, but never the default one', () => {
    expect(withdrawDomain(two, 'B.example')).toEqual([two[0]])
    expect(() => withdrawDomain(two, 'a.example')).toThrow('Make another one the default first.')
    expect(() => withdrawDomain([two[0]!], 'a.example')).toThrow('Add another domain and make it the default first.')
    expect(() => withdrawDomain(two, 'c.example')).toThrow(
      '"c.example" is not offered. The offered domains are: a.example, b.example',
    )
  })

  it('have exactly one default', () => {
    expect(makeDefault(two, 'b.example')).toEqual([
      { domain: 'a.example', isDefault: false },
      { domain: 'b.example', isDefault: true },
    ])
    expect(() => makeDefault(two, 'c.example')).toThrow('is not offered')
  })
})

describe('an alert', () => {
  const input: AlertInput = {
    message: ' Maintenance at noon ',
    title: null,
    type: 'warning',
    startDate: null,
    endDate: null,
    showOnPages: ['all'],
    dismissible: true,
  }
  const alertWith = (change: Partial<SitewideAlert>): SitewideAlert => ({ ...parseAlert(input, 'id', now), ...change })

  it('is stored with its message trimmed and each page once, or with "all" alone', () => {
    expect(parseAlert(input, 'id', now)).toEqual({ ...input, id: 'id', isActive: true, message: 'Maintenance at noon' })
    expect(parseAlert({ ...input, showOnPages: ['/', '/pricing', '/'] }, 'id', now).showOnPages).toEqual([
      '/',
      '/pricing',
    ])
    expect(parseAlert({ ...input, showOnPages: ['/', 'all'] }, 'id', now).showOnPages).toEqual(['all'])
  })

  it.each<[Partial<AlertInput>, string]>([
    [{ message: '  ' }, 'message must not be empty'],
    [{ message: 'a'.repeat(1_001) }, 'message must be at most 1000 characters long'],
    [{ title: '' }, 'title must not be empty'],
    [{ title: 'a'.repeat(101) }, 'title must be at most 100 characters long'],
    [{ showOnPages: [] }, 'showOnPages must be "all", or 1 to 50 paths'],
    [{ showOnPages: ['pricing'] }, '"pricing" is not a page. Give "all", or paths such as /pricing.'],
    [{ showOnPages: ['/a?b'] }, '"/a?b" is not a page.'],
    [{ endDate: now }, 'The end is past: 2026-03-01T12:00:00.000Z'],
    [{ startDate: later, endDate: later }, 'The end must be later than the start: 2026-03-01T13:00:00.000Z is not.'],
  ])('is refused with %j', (change, message) => {
    expect(() => parseAlert({ ...input, ...change }, 'id', now)).toThrow(message)
  })

  it.each<[string, Partial<SitewideAlert>, boolean]>([
    ['without dates', {}, true],
    ['that was taken down', { isActive: false }, false],
    ['from its first instant on', { startDate: now }, true],
    ['before its start', { startDate: later }, false],
    ['before its end', { endDate: later }, true],
    ['at its end', { endDate: now }, false],
    ['between both', { startDate: earlier, endDate: later }, true],
  ])('%s: shown is %s', (_case, change, shown) => {
    expect(isShown(alertWith(change), now)).toBe(shown)
  })

  it('is announced immediately, and again when it ends unless it has been taken down', () => {
    const site = seededSiteConfig('a.example')
    const announce = (sitewideAlert: SitewideAlert | null) => listAnnouncements({ ...site, sitewideAlert }, now)
    expect(announce(null)).toEqual([now])
    expect(announce(alertWith({ startDate: earlier, endDate: later }))).toEqual([now, later])
    expect(announce(alertWith({ isActive: false, endDate: later }))).toEqual([now])
  })
})

describe('the brand', () => {
  it('is trimmed, must not be empty, and has at most 50 characters', () => {
    expect(parseBrandName(' Aqueduct ')).toBe('Aqueduct')
    expect(() => parseBrandName(' ')).toThrow('brandName must not be empty')
    expect(() => parseBrandName('a'.repeat(51))).toThrow('brandName must be at most 50 characters long')
  })
})

describe('contact details', () => {
  const { contact } = seededSiteConfig('a.example')

  it('change individually, and an empty text removes one', () => {
    const named = changeContact(contact, {
      email: ' Help@Example.com ',
      phone: '+33 1 23',
      chatUrl: 'https://chat.example',
    })
    expect(named).toEqual({
      email: 'help@example.com',
      phone: '+33 1 23',
      address: null,
      chatUrl: 'https://chat.example/',
    })
    expect(changeContact(named, { phone: ' ', address: '1 Main St\nParis' })).toEqual({
      ...named,
      phone: null,
      address: '1 Main St\nParis',
    })
  })

  it.each([
    [{ email: 'help' }, 'Invalid email format'],
    [{ phone: '1'.repeat(51) }, 'phone must be at most 50 characters long'],
    [{ address: 'a'.repeat(501) }, 'address must be at most 500 characters long'],
    [{ chatUrl: 'chat.example' }, 'The chat link must be an address that starts with https://'],
    [{ chatUrl: 'javascript:alert(1)' }, 'The chat link must be an address that starts with https://'],
  ])('refuse %j', (changes, message) => {
    expect(() => changeContact(contact, changes)).toThrow(message)
  })
})
