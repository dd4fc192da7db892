import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type DnsServer, startDnsServer } from '../../testing/dns-server.ts'
import { checkCaa, type Issuance } from './caa.ts'
import { createDnsClient, type DnsClient } from './look-up.ts'

const issuance: Issuance = { identities: ['authority.example', 'authority.test'], isWildcard: false }

describe('CAA records', () => {
  let server: DnsServer
  let dns: DnsClient

  beforeAll(async () => {
    server = await startDnsServer()
    dns = createDnsClient({ resolvers: [server.address], timeoutMs: 100 })
  })

  afterAll(() => server.close())

  beforeEach(() => {
    server.zone = {}
    server.asked = []
  })

  /** Returns the result for these records at the name itself. */
  const checkWith = async (records: string[], asked: Partial<Issuance> = {}) => {
    server.zone = { 'CAA app.example.com': records }
    return await checkCaa(dns, 'app.example.com', { ...issuance, ...asked })
  }

  it('that do not exist allow any authority', async () => {
    expect(await checkCaa(dns, 'app.example.com', issuance)).toEqual({ allowed: true })
    expect(server.asked.toSorted()).toEqual(['CAA app.example.com', 'CAA com', 'CAA example.com'])
  })

  it('at the nearest name apply, regardless of the names above it', async () => {
    server.zone = {
      'CAA app.example.com': [],
      'CAA example.com': ['0 issue "authority.example"'],
      'CAA com': ['0 issue ";"'],
    }
    expect(await checkCaa(dns, 'app.example.com', issuance)).toEqual({ allowed: true })
    server.zone['CAA com'] = 'silence'
    expect(await checkCaa(dns, 'app.example.com', issuance)).toEqual({ allowed: true })
    server.zone['CAA app.example.com'] = ['0 issue "other.example"']
    expect(await checkCaa(dns, 'app.example.com', issuance)).toEqual({
      allowed: false,
      record: '0 issue "other.example"',
      at: 'app.example.com',
      why: 'others',
    })
  })

  it.each<[string, string[], Partial<Issuance>?]>([
    ['name it', ['0 issue "authority.example"']],
    ['name it by another of its names, in capitals', ['0 ISSUE "Authority.TEST"']],
    ['name it among others', ['0 issue "other.example"', '0 issue "authority.example"']],
    ['restrict wildcards only', ['0 issuewild ";"']],
    ['say nothing about issuance', ['0 iodef "mailto:ca@example.com"']],
    ['have an unknown tag that is not critical', ['0 future "x"']],
    ['allow wildcards by the record for names', ['0 issue "authority.example"'], { isWildcard: true }],
    ['allow wildcards only', ['0 issue ";"', '0 issuewild "authority.example"'], { isWildcard: true }],
    [
      'name the account',
      ['0 issue "authority.example; accounturi=https://authority.example/1"'],
      { accountUri: 'https://authority.example/1' },
    ],
    [
      'name one of the methods',
      ['0 issue "authority.example; validationmethods=dns-01,http-01"'],
      { methods: ['http-01', 'tls-alpn-01'] },
    ],
  ])('allow an authority if they %s', async (_, records, asked) => {
    expect(await checkWith(records, asked)).toEqual({ allowed: true })
  })

  it.each<[string, string[], string, Partial<Issuance>?]>([
    ['name no authority', ['0 issue ";"'], '0 issue ";"'],
    ['name other authorities', ['0 issue "other.example"', '0 issue "b.example"'], '0 issue "other.example"'],
    ['name one with the same ending', ['0 issue "xauthority.example"'], '0 issue "xauthority.example"'],
    ['have an unknown critical tag', ['0 issue "authority.example"', '128 future "x"'], '128 future "x"'],
    [
      'allow it for names but not for wildcards',
      ['0 issue "authority.example"', '0 issuewild "other.example"'],
      '0 issuewild "other.example"',
      { isWildcard: true },
    ],
    [
      'name another account',
      ['0 issue "other.example"', '0 issue "authority.example;accounturi=https://authority.example/2"'],
      '0 issue "authority.example;accounturi=https://authority.example/2"',
      { accountUri: 'https://authority.example/1' },
    ],
    [
      'name other methods',
      ['0 issue "authority.example; validationmethods=dns-01"'],
      '0 issue "authority.example; validationmethods=dns-01"',
      { methods: ['http-01', 'tls-alpn-01'] },
    ],
    [
      'name an account twice',
      ['0 issue "authority.example; accounturi=a; accounturi=b"'],
      '0 issue "authority.example; accounturi=a; accounturi=b"',
      { accountUri: 'a' },
    ],
    ['violate the grammar', ['0 issue "authority.example; %%%"'], '0 issue "authority.example; %%%"'],
  ])('forbid an authority if they %s, and the result names the record', async (_, records, record, asked) => {
    const why = record.startsWith('128') ? 'unknown-tag' : record.includes('"authority') ? 'conditions' : 'others'
    expect(await checkWith(records, asked)).toEqual({ allowed: false, record, at: 'app.example.com', why })
  })

  it('are inconclusive if they name an account before one exists, or if the authority has no known name', async () => {
    expect(await checkWith(['0 issue "authority.example; accounturi=https://authority.example/1"'])).toEqual({
      allowed: undefined,
      unknown: 'a CAA record at app.example.com allows one account of the authority only',
    })
    expect(await checkWith(['0 issue "other.example"'], { identities: [] })).toEqual({
      allowed: undefined,
      unknown: 'the authority does not say by which name app.example.com would have to allow it',
    })
  })

  it.each([
    ['servfail', 'the name servers of example.com fail when asked for CAA records (SERVFAIL)'],
    ['silence', 'no name server answered in time when asked for the CAA records of example.com'],
    ['garbage', 'the look-up failed with EBADRESP when asked for the CAA records of example.com'],
  ] as const)('are inconclusive after %s', async (record, unknown) => {
    server.zone = { 'CAA example.com': record }
    expect(await checkCaa(dns, 'app.example.com', issuance)).toEqual({ allowed: undefined, unknown })
  })

  it('are not looked up for a name with 14 labels', async () => {
    const name = `${'a.'.repeat(12)}example.com`
    expect(await checkCaa(dns, name, issuance)).toMatchObject({ allowed: undefined })
    expect(server.asked).toEqual([])
  })
})
