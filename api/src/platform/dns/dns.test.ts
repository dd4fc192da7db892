import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isResolverAddress } from '../../ground/resolver-address.ts'
import { type DnsServer, startDnsServer, type Zone } from '../../testing/dns-server.ts'
import { boundLookUps } from './bounds.ts'
import { challengeName, checkDomain, type DomainCheck, type DomainProof } from './domain-check.ts'
import { createDnsClient, type DnsClient } from './look-up.ts'

const key = 'abcdefghijklmnop2345'

const proof: DomainProof = {
  domain: 'app.example.com',
  target: `${key}.tunnel.culvert.test`,
  tunnelHost: 'tunnel.culvert.test',
  token: '0193b6a2-4d1e',
  foreignParent: undefined,
  acceptsBareCname: false,
}

const challenge = '_culvert-challenge.app.example.com'

describe('domain look-ups', () => {
  let server: DnsServer
  let dns: DnsClient

  beforeAll(async () => {
    server = await startDnsServer()
    dns = createDnsClient({ resolvers: [server.address], timeoutMs: 250 })
  })

  afterAll(() => server.close())

  beforeEach(() => {
    server.zone = {}
    server.asked = []
  })

  const check = (): Promise<DomainCheck> => checkDomain(dns, proof)

  describe('a domain is verified', () => {
    it('by a CNAME to the name of the account', async () => {
      server.zone = { 'CNAME app.example.com': [`${key.toUpperCase()}.Tunnel.Culvert.TEST.`] }
      expect(await check()).toMatchObject({
        outcome: 'verified',
        sentence: 'At app.example.com we found a CNAME to abcdefghijklmnop2345.tunnel.culvert.test.',
        records: [
          { type: 'CNAME', result: 'right' },
          { type: 'TXT', result: 'wrong' },
        ],
      })
    })

    it('by a chain of CNAME records that leads to the name of the account', async () => {
      server.zone = {
        'CNAME app.example.com': ['a.example.net'],
        'CNAME a.example.net': ['b.example.net'],
        'CNAME b.example.net': [proof.target],
      }
      const { outcome, sentence } = await check()
      expect(outcome).toBe('verified')
      expect(sentence).toBe(
        'At app.example.com we found a CNAME to a.example.net, then b.example.net, then abcdefghijklmnop2345.tunnel.culvert.test.',
      )
    })

    it.each([
      ['alone', ['0193b6a2-4d1e']],
      ['among others', ['v=spf1 -all', '0193b6a2-4d1e']],
      ['with quotation marks and spaces around it', [' "0193b6a2-4d1e" ']],
    ])('by a TXT record with the token, %s', async (_, values) => {
      server.zone = { [`TXT ${challenge}`]: values }
      expect(await check()).toMatchObject({
        outcome: 'verified',
        sentence: 'At _culvert-challenge.app.example.com we found the TXT record with the token.',
      })
    })

    it('by one record while the query for the other gets no answer', async () => {
      server.zone = { 'CNAME app.example.com': 'silence', [`TXT ${challenge}`]: ['0193b6a2-4d1e'] }
      expect((await check()).outcome).toBe('verified')
    })

    it('immediately after its owner has fixed it: no answer is cached', async () => {
      server.zone = { 'CNAME app.example.com': ['other.example'], [`TXT ${challenge}`]: [] }
      expect((await check()).outcome).toBe('failed')
      server.zone = { 'CNAME app.example.com': [proof.target] }
      expect((await check()).outcome).toBe('verified')
    })
  })

  describe('a domain fails, with the expected and the found records,', () => {
    it.each<[string, Zone, string]>([
      [
        'NXDOMAIN',
        {},
        'At app.example.com we expected a CNAME to abcdefghijklmnop2345.tunnel.culvert.test and found no such name (NXDOMAIN); at _culvert-challenge.app.example.com we expected a TXT record with 0193b6a2-4d1e and found no such name (NXDOMAIN).',
      ],
      [
        'names without these records',
        { 'CNAME app.example.com': [], [`TXT ${challenge}`]: [] },
        'At app.example.com we expected a CNAME to abcdefghijklmnop2345.tunnel.culvert.test and found no CNAME record; at _culvert-challenge.app.example.com we expected a TXT record with 0193b6a2-4d1e and found no TXT record.',
      ],
      [
        'other values',
        { 'CNAME app.example.com': ['shop.example.net'], [`TXT ${challenge}`]: ['0193b6a2-ffff'] },
        'At app.example.com we expected a CNAME to abcdefghijklmnop2345.tunnel.culvert.test and found a CNAME to shop.example.net; at _culvert-challenge.app.example.com we expected a TXT record with 0193b6a2-4d1e and found one with “0193b6a2-ffff”.',
      ],
      [
        'SERVFAIL',
        { 'CNAME app.example.com': 'servfail', [`TXT ${challenge}`]: ['a', 'b'] },
        'At app.example.com we expected a CNAME to abcdefghijklmnop2345.tunnel.culvert.test and found a failure of its name servers (SERVFAIL); at _culvert-challenge.app.example.com we expected a TXT record with 0193b6a2-4d1e and found 2 others, such as “a”.',
      ],
      [
        'SERVFAIL behind a CNAME',
        { 'CNAME app.example.com': ['a.example.net'], 'CNAME a.example.net': 'servfail' },
        'At app.example.com we expected a CNAME to abcdefghijklmnop2345.tunnel.culvert.test and found a CNAME to a.example.net, and there a failure of its name servers (SERVFAIL); at _culvert-challenge.app.example.com we expected a TXT record with 0193b6a2-4d1e and found no such name (NXDOMAIN).',
      ],
    ])('with %s', async (_, records, sentence) => {
      server.zone = records
      expect(await check()).toMatchObject({ outcome: 'failed', sentence })
    })

    it('with a CNAME to the tunnel host itself, which brings visitors here but proves nothing', async () => {
      server.zone = { 'CNAME app.example.com': ['tunnel.culvert.test'] }
      expect(await check()).toMatchObject({
        outcome: 'failed',
        records: [
          {
            expected: proof.target,
            found:
              'a CNAME to tunnel.culvert.test, which brings visitors here but proves nothing: it is the same for every account',
          },
          { found: 'no such name (NXDOMAIN)' },
        ],
      })
    })

    it("with a CNAME to another account's name", async () => {
      server.zone = { 'CNAME app.example.com': ['ponmlkjihgfedcba5432.tunnel.culvert.test'] }
      expect(await check()).toMatchObject({ outcome: 'failed' })
    })

    it('with its own CNAME inside a domain that another account holds: only the TXT record counts there', async () => {
      const inside = { ...proof, foreignParent: 'example.com' }
      server.zone = { 'CNAME app.example.com': [proof.target] }
      const { outcome, records } = await checkDomain(dns, inside)
      expect([outcome, records[0].found]).toEqual([
        'failed',
        `a CNAME to ${proof.target}, which does not count inside example.com: another account has verified that`,
      ])
      server.zone[`TXT ${challenge}`] = [proof.token]
      expect((await checkDomain(dns, inside)).outcome).toBe('verified')
    })

    it('when its CNAME records form a loop, after eight queries', async () => {
      server.zone = { 'CNAME app.example.com': ['a.example.net'], 'CNAME a.example.net': ['app.example.com'] }
      const { outcome, records } = await check()
      expect(outcome).toBe('failed')
      expect(records[0].found).toBe('more than 8 CNAME records in a chain')
      expect(server.asked.filter((question) => question.startsWith('CNAME'))).toHaveLength(8)
    })

    it('when a record only contains the expected token or host', async () => {
      server.zone = { 'CNAME app.example.com': [`evil-${proof.target}`], [`TXT ${challenge}`]: ['0193b6a2-4d1e0'] }
      expect((await check()).outcome).toBe('failed')
    })

    it('with foreign values shortened and made printable', async () => {
      server.zone = { [`TXT ${challenge}`]: [`\u0007${'x'.repeat(200)}`] }
      const { records } = await check()
      expect(records[1].found).toBe(`one with “?${'x'.repeat(79)}…”`)
    })
  })

  describe('an unanswered query is not a failure of the domain', () => {
    it.each<[string, Zone[string], string]>([
      ['silence', 'silence', 'no answer, because no name server answered in time'],
      ['a refusal', 'refused', 'no answer, because the name server refused to answer'],
      ['garbage', 'garbage', 'no answer, because the look-up failed with EBADRESP'],
    ])('with %s', async (_, record, found) => {
      server.zone = { 'CNAME app.example.com': record }
      expect(await check()).toMatchObject({ outcome: 'unknown', records: [{ found, result: 'unknown' }, {}] })
    })

    it('with silence behind a CNAME', async () => {
      server.zone = { 'CNAME app.example.com': ['a.example.net'], 'CNAME a.example.net': 'silence' }
      expect(await check()).toMatchObject({
        outcome: 'unknown',
        records: [
          { found: 'a CNAME to a.example.net, and there no answer, because no name server answered in time' },
          {},
        ],
      })
    })

    it('with a resolver that is not running', async () => {
      const spare = createSocket('udp4')
      spare.bind(0, '127.0.0.1')
      await once(spare, 'listening')
      const { port } = spare.address()
      const closed = once(spare, 'close')
      spare.close()
      await closed
      const lost = createDnsClient({ resolvers: [`127.0.0.1:${port}`], timeoutMs: 250 })
      expect((await checkDomain(lost, proof)).outcome).toBe('unknown')
    })
  })

  it('ask the second resolver when the first one is silent', async () => {
    const deaf = createSocket('udp4')
    deaf.bind(0, '127.0.0.1')
    await once(deaf, 'listening')
    server.zone = { 'CNAME app.example.com': [proof.target] }
    const both = createDnsClient({ resolvers: [`127.0.0.1:${deaf.address().port}`, server.address], timeoutMs: 250 })
    expect((await checkDomain(both, proof)).outcome).toBe('verified')
    const closed = once(deaf, 'close')
    deaf.close()
    await closed
  })

  it('ask a zone’s own name server at public addresses only', () => {
    const client = createDnsClient({ resolvers: [server.address] })
    for (const address of ['127.0.0.1', '::1', '10.0.0.5', '169.254.169.254', 'fd00::1', '::ffff:10.0.0.5']) {
      expect(client.askZoneServer(address)).toBeUndefined()
    }
    expect(client.askZoneServer('198.51.100.1')).toBeUndefined()
    expect(client.askZoneServer('9.9.9.9')?.listServers()).toEqual(['9.9.9.9'])
    expect(client.askZoneServer('2620:fe::fe')?.listServers()).toEqual(['2620:fe::fe'])
  })

  describe('of one check', () => {
    it('are limited in number, and each is sent once to each server', async () => {
      const bounded = boundLookUps(dns, { lookUpsMax: 3, timeMs: 5_000 })
      await Promise.all([bounded.lookUpTxt('a.example'), bounded.lookUpTxt('a.example')])
      await bounded.askServer(server.address).lookUpTxt('a.example')
      expect(await bounded.lookUpCname('b.example')).toEqual({ outcome: 'no-name' })
      const beyond = { outcome: 'unanswered', reason: 'the check needed too many look-ups' }
      expect(await bounded.lookUpCname('c.example')).toEqual(beyond)
      expect(await bounded.askServer(server.address).lookUpCname('c.example')).toEqual(beyond)
      expect(server.asked).toEqual(['TXT a.example', 'TXT a.example', 'CNAME b.example'])
    })

    it('are limited in total time', async () => {
      server.zone = { 'TXT a.example': 'silence' }
      const patient = createDnsClient({ resolvers: [server.address], timeoutMs: 60_000 })
      const bounded = boundLookUps(patient, { lookUpsMax: 3, timeMs: 50 })
      const late = { outcome: 'unanswered', reason: 'the check took too long' }
      expect(await bounded.lookUpTxt('a.example')).toEqual(late)
      expect(await bounded.lookUpTxt('b.example')).toEqual(late)
    })
  })

  it('expect the TXT record at _culvert-challenge below the domain', () => {
    expect(challengeName('example.com')).toBe('_culvert-challenge.example.com')
  })
})

describe('resolver addresses', () => {
  it.each(['9.9.9.9', '127.0.0.1:5353', '2620:fe::fe', '[2620:fe::fe]:53'])(
    'include "%s", which Node accepts too',
    (value) => {
      expect(isResolverAddress(value)).toBe(true)
      expect(() => createDnsClient({ resolvers: [value] })).not.toThrow()
    },
  )

  it.each([
    '',
    'dns.example.com',
    '9.9.9.9:',
    '9.9.9.9:0',
    '9.9.9.9:65536',
    '9.9.9',
    '[9.9.9.9]:53',
    '2620:fe::fe:x',
    '1.1.1.1,9.9.9.9',
  ])('do not include "%s"', (value) => {
    expect(isResolverAddress(value)).toBe(false)
  })
})
