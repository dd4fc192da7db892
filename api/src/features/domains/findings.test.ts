import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DomainAspect } from '../../generated/schema.ts'
import { createDnsClient } from '../../platform/dns/look-up.ts'
import { describeApiOnce } from '../../testing/api.ts'
import { startDnsServer, type DnsServer, type Zone } from '../../testing/dns-server.ts'
import {
  AddDomainDocument,
  DomainFindingsDocument,
  type DomainFindingsQuery,
  VerifyDomainDocument,
} from '../../testing/generated/documents.ts'
import type { Member } from '../../testing/seed.ts'

const tunnelHost = 'tunnel.culvert.test'

type Domain = DomainFindingsQuery['account']['domains'][number]

describeApiOnce(
  'the findings of a domain check',
  (api) => {
    /** Two resolvers, and the name servers of the zone that a test chooses. */
    let first: DnsServer
    let second: DnsServer
    let ns1: DnsServer
    let ns2: DnsServer
    let ada: Member
    /** Where the account's domains must lead. */
    let target: string

    beforeAll(async () => {
      ;[first, second, ns1] = await Promise.all([startDnsServer(), startDnsServer(), startDnsServer()])
      ns2 = await startDnsServer('::1', ns1.port)
      api.app.dns = createDnsClient({
        resolvers: [first.address, second.address],
        timeoutMs: 100,
        zoneServerPort: ns1.port,
      })
      ada = await (await api.seed.owner('Ada')).withLimits({ maxDomains: 1_000 })
      target = `${ada.accountKey}.${tunnelHost}`
    })
    afterAll(async () => await Promise.all([first, second, ns1, ns2].map((server) => server.close())))

    /** What every name server answers about the installation. */
    const ground: Zone = { [`A ${tunnelHost}`]: ['192.0.2.1'], [`AAAA ${tunnelHost}`]: ['2001:db8::1'] }
    /** What resolvers answer about the zone's own name servers. */
    const delegation: Zone = {
      'NS example.com': ['ns1.example.net', 'ns2.example.net'],
      'A ns1.example.net': ['127.0.0.1'],
      'AAAA ns2.example.net': ['::1'],
    }
    beforeEach(() => {
      for (const server of [first, second]) server.zone = { ...ground }
      for (const server of [ns1, ns2]) server.zone = {}
    })

    let count = 0
    /** A domain that no other test uses. */
    const add = async (name?: string) => {
      count += 1
      const domain = name ?? `dev${count}.example.com`
      const input = { accountId: ada.accountId, domain }
      return (await ada.client.run(AddDomainDocument, { input })).addDomain.domain
    }
    /** Makes every name server give this answer. */
    const say = (zone: Zone, servers = [first, second, ns1, ns2]) => {
      for (const server of servers) Object.assign(server.zone, zone)
    }
    const check = async (id: string): Promise<Domain> => {
      await ada.client.run(VerifyDomainDocument, { input: { id } })
      await api.runJobs()
      const { account } = await ada.client.run(DomainFindingsDocument, { accountId: ada.accountId })
      const found = account.domains.find((domain) => domain.id === id)
      if (!found) throw new Error('The domain is gone.')
      return found
    }
    const find = async (aspect: DomainAspect, id: string) => {
      const { findings, status } = await check(id)
      return { status, ...findings.find((finding) => finding.aspect === aspect) }
    }

    it('have one entry per aspect, all OK if every record is right', async () => {
      const { id, domain } = await add()
      say({ [`CNAME ${domain}`]: [target], [`A ${domain}`]: ['192.0.2.1'], [`AAAA ${domain}`]: ['2001:db8::1'] })
      say(delegation, [first, second])
      const { status, findings, lastCheckedAt } = await check(id)
      expect({ status, lastCheckedAt }).toEqual({ status: 'verified', lastCheckedAt: expect.any(String) })
      const servers = `${first.address}, ${second.address}, ns1.example.net (a name server of the domain) and ns2.example.net (a name server of the domain)`
      expect(findings).toEqual([
        {
          aspect: 'CNAME',
          outcome: 'OK',
          expected: `a CNAME to ${target}`,
          found: `a CNAME to ${target}`,
          advice: null,
        },
        {
          aspect: 'TXT',
          outcome: 'OK',
          expected: null,
          found: 'no such name (NXDOMAIN); the CNAME record proves the domain',
          advice: null,
        },
        {
          aspect: 'ADDRESSES',
          outcome: 'OK',
          expected: '192.0.2.1 or 2001:db8::1',
          found: '192.0.2.1 and 2001:db8::1',
          advice: null,
        },
        { aspect: 'PROXY', outcome: 'OK', expected: null, found: 'none of the well-known ones', advice: null },
        {
          aspect: 'RESOLVERS',
          outcome: 'OK',
          expected: 'the same answer from every name server',
          found: `the same answer from ${servers}`,
          advice: null,
        },
      ])
    })

    it('are empty before the first check, and then those of the latest one', async () => {
      const { id, domain } = await add()
      const before = await ada.client.run(DomainFindingsDocument, { accountId: ada.accountId })
      expect(before.account.domains.find((other) => other.id === id)?.findings).toEqual([])
      expect(await find('CNAME', id)).toMatchObject({ outcome: 'PROBLEM' })
      say({ [`CNAME ${domain}`]: [target] })
      expect(await find('CNAME', id)).toMatchObject({ outcome: 'OK' })
      api.clock.advance(24 * 60 * 60_000)
      say({ [`A ${domain}`]: ['192.0.2.1'] })
      await api.runJobs()
      const row = await api.app.db.selectFrom('domains').select('findings').where('id', '=', id).executeTakeFirst()
      expect(row?.findings.find(({ aspect }) => aspect === 'ADDRESSES')).toMatchObject({ outcome: 'OK' })
      // Sessions expire sooner than that.
      ada = await (await api.seed.owner('Ada')).withLimits({ maxDomains: 1_000 })
      target = `${ada.accountKey}.${tunnelHost}`
    })

    describe('about the CNAME record', () => {
      it.each<[string, (domain: string) => Zone, string, (domain: string) => string]>([
        ['no record', () => ({}), 'no such name (NXDOMAIN)', (domain) => `Set a CNAME record at ${domain} to TARGET.`],
        [
          'one that leads elsewhere',
          (domain) => ({ [`CNAME ${domain}`]: ['shop.example.net'] }),
          'a CNAME to shop.example.net',
          (domain) => `Change the CNAME record at ${domain} to TARGET.`,
        ],
        [
          'one to the tunnel host, which proves nothing',
          (domain) => ({ [`CNAME ${domain}`]: [tunnelHost] }),
          `a CNAME to ${tunnelHost}, which brings visitors here but proves nothing: it is the same for every account`,
          (domain) => `Change the CNAME record at ${domain} to TARGET.`,
        ],
      ])('report %s', async (_, zone, found, advice) => {
        const { id, domain } = await add()
        say(zone(domain))
        expect(await find('CNAME', id)).toMatchObject({
          status: 'failed',
          outcome: 'PROBLEM',
          expected: `a CNAME to ${target}`,
          found,
          advice: advice(domain).replace('TARGET', target),
        })
      })

      it('detect one at the name with its zone appended twice', async () => {
        const { id, domain } = await add()
        say({ [`CNAME ${domain}.example.com`]: [`${target}.`] })
        expect(await find('CNAME', id)).toMatchObject({
          outcome: 'PROBLEM',
          found: expect.stringContaining(`but one at ${domain}.example.com`),
          advice: `Enter ${domain.replace('.example.com', '')} as the record's name: your provider's form appends example.com by itself.`,
        })
      })

      it('are OK without one if the TXT record proves the domain and its addresses lead here', async () => {
        const added = await add()
        say({ ...proveByTxt(added), [`A ${added.domain}`]: ['192.0.2.1'] })
        expect(await find('CNAME', added.id)).toMatchObject({ status: 'verified', outcome: 'OK', advice: null })
      })

      it('are a PROBLEM without one if the addresses lead elsewhere, even if the TXT record is right', async () => {
        const added = await add()
        say({ ...proveByTxt(added), [`A ${added.domain}`]: ['198.51.100.7'] })
        expect(await find('CNAME', added.id)).toMatchObject({ status: 'verified', outcome: 'PROBLEM' })
      })

      it('are UNKNOWN if no name server answers', async () => {
        const added = await add()
        say({ ...proveByTxt(added), [`CNAME ${added.domain}`]: 'silence', [`A ${added.domain}`]: ['198.51.100.7'] })
        expect(await find('CNAME', added.id)).toMatchObject({
          status: 'verified',
          outcome: 'UNKNOWN',
          found: 'no answer, because no name server answered in time',
          advice: 'Recheck in a few minutes; if it persists, look at the name servers of example.com.',
        })
      })

      it('warn of one to the tunnel host that counts only for a limited time', async () => {
        const { id, domain } = await add()
        say({ [`CNAME ${domain}`]: [target] })
        await check(id)
        say({ [`CNAME ${domain}`]: [tunnelHost] })
        const bareCnameUntil = new Date(api.clock.now().getTime() + 86_400_000)
        await api.app.db.updateTable('domains').set({ bareCnameUntil }).where('id', '=', id).execute()
        expect(await find('CNAME', id)).toMatchObject({
          status: 'verified',
          outcome: 'WARNING',
          advice: `Change the CNAME record at ${domain} to ${target}: the one to ${tunnelHost} will no longer count.`,
        })
      })
    })

    describe('about the TXT record', () => {
      it('say whether it is right, missing, different or misplaced', async () => {
        const added = await add()
        const { id, domain, verificationToken: token } = added
        const name = `_culvert-challenge.${domain}`
        const expected = `a TXT record with ${token}`
        const advice = `Set a TXT record at ${name} with the value ${token}; it or the CNAME record is enough.`
        expect(await find('TXT', id)).toMatchObject({ outcome: 'PROBLEM', expected, advice })
        say({ [`TXT ${name}`]: ['other'] })
        expect(await find('TXT', id)).toMatchObject({ outcome: 'PROBLEM', found: 'one with “other”', advice })
        say({ [`TXT ${name}`]: [], [`TXT ${name}.example.com`]: [token] })
        expect(await find('TXT', id)).toMatchObject({
          outcome: 'PROBLEM',
          found: `no TXT record, but one at ${name}.example.com`,
          advice: expect.stringContaining('Enter _culvert-challenge.dev'),
        })
        say(proveByTxt(added))
        expect(await find('TXT', id)).toMatchObject({ status: 'verified', outcome: 'OK', expected, advice: null })
      })
    })

    describe('about a registered name', () => {
      it('ask for an ALIAS record or the exact addresses, and for the TXT record', async () => {
        const added = await add('apex-one.com')
        const { findings } = await check(added.id)
        expect(findings.map(({ aspect }) => aspect)).toEqual(['APEX', 'TXT', 'ADDRESSES', 'PROXY', 'RESOLVERS'])
        expect(findings[1]).toMatchObject({
          outcome: 'PROBLEM',
          advice: `Set a TXT record at _culvert-challenge.apex-one.com with the value ${added.verificationToken}.`,
        })
        expect(findings[2]).toMatchObject({
          outcome: 'PROBLEM',
          expected: '192.0.2.1 or 2001:db8::1',
          found: 'no address',
          advice: `Set an ALIAS or ANAME record at apex-one.com to ${target}, or the A record 192.0.2.1 and AAAA record 2001:db8::1: a registered name can have no CNAME record.`,
        })
      })

      it('are OK with the right addresses and TXT record', async () => {
        const added = await add('apex-two.com')
        say({ ...proveByTxt(added), 'A apex-two.com': ['192.0.2.1'] })
        const { findings } = await check(added.id)
        expect(findings.map(({ outcome }) => outcome)).toEqual(['OK', 'OK', 'OK', 'OK', 'OK'])
      })

      it('warn that a CNAME record hides other records', async () => {
        const { id } = await add('apex-three.com')
        say({ 'CNAME apex-three.com': [target], 'A apex-three.com': ['192.0.2.1'] })
        expect(await find('APEX', id)).toMatchObject({
          outcome: 'WARNING',
          found: `a CNAME to ${target}`,
          advice: `Replace the CNAME record at apex-three.com by an ALIAS or ANAME record to ${target}: it hides the other records there, such as MX.`,
        })
      })
    })

    describe('about the addresses', () => {
      it.each<[string, string[], string[], string]>([
        [
          'a stray AAAA record',
          ['192.0.2.1'],
          ['2001:db8::bad'],
          'Remove the AAAA record 2001:db8::bad at DOMAIN: visitors who take it do not come here.',
        ],
        [
          'more than one stray record',
          ['192.0.2.1', '198.51.100.7'],
          ['2001:db8::bad'],
          'Remove the A record 198.51.100.7 and AAAA record 2001:db8::bad at DOMAIN: visitors who take one of them do not come here.',
        ],
        ['the lack of any', [], [], 'They come with the CNAME record at DOMAIN.'],
        [
          'only ones that lead elsewhere',
          ['198.51.100.7'],
          [],
          'Set a CNAME record at DOMAIN to TARGET, and remove its A and AAAA records.',
        ],
      ])('report %s', async (_, ipv4, ipv6, advice) => {
        const added = await add()
        const { id, domain } = added
        say({ ...proveByTxt(added), [`A ${domain}`]: ipv4, [`AAAA ${domain}`]: ipv6 })
        expect(await find('ADDRESSES', id)).toMatchObject({
          status: 'verified',
          outcome: 'PROBLEM',
          advice: advice.replace('DOMAIN', domain).replace('TARGET', target),
        })
      })

      it('are OK if they match the account’s own name instead of the tunnel host', async () => {
        const added = await add()
        say({ ...proveByTxt(added), [`A ${target}`]: ['192.0.2.9'], [`A ${added.domain}`]: ['192.0.2.9'] })
        expect(await find('ADDRESSES', added.id)).toMatchObject({
          outcome: 'OK',
          expected: '192.0.2.1, 2001:db8::1 or 192.0.2.9',
        })
      })

      it('refer to the owner if the CNAME record is missing, and to the operator if its target has no address', async () => {
        const { id, domain } = await add()
        expect(await find('ADDRESSES', id)).toMatchObject({
          outcome: 'PROBLEM',
          found: 'no address',
          advice: `They come with the CNAME record at ${domain}.`,
        })
        say({ [`CNAME ${domain}`]: [target] })
        expect(await find('ADDRESSES', id)).toMatchObject({
          outcome: 'PROBLEM',
          found: 'no address',
          advice: `Tell whoever runs this installation that ${target} has no A or AAAA record.`,
        })
      })

      it('are UNKNOWN if no name server answers or the tunnel host has no address', async () => {
        const added = await add()
        const { id, domain } = added
        say({ ...proveByTxt(added), [`A ${domain}`]: 'silence', [`AAAA ${domain}`]: 'silence' })
        expect(await find('ADDRESSES', id)).toMatchObject({ outcome: 'UNKNOWN', advice: 'Recheck in a few minutes.' })
        say({ [`A ${domain}`]: ['192.0.2.1'], [`A ${tunnelHost}`]: [], [`AAAA ${tunnelHost}`]: [] })
        expect(await find('ADDRESSES', id)).toMatchObject({
          outcome: 'UNKNOWN',
          expected: `the addresses of ${tunnelHost}`,
          advice: `Tell whoever runs this installation that ${tunnelHost} has no A or AAAA record.`,
        })
      })
    })

    describe('about a proxy', () => {
      const ipv4 = ['104.16.132.229']
      it('say how to turn it off, as a WARNING if the TXT record proves the domain, else as a PROBLEM', async () => {
        const added = await add()
        const { id, domain } = added
        say({ [`CNAME ${domain}`]: [], [`A ${domain}`]: ipv4, [`AAAA ${domain}`]: ['2606:4700::6810:84e5'] })
        const advice = `In Cloudflare's DNS settings, switch the record of ${domain} from “Proxied” to “DNS only”.`
        const found = '104.16.132.229 and 2606:4700::6810:84e5, which belong to Cloudflare'
        expect(await find('PROXY', id)).toMatchObject({ status: 'failed', outcome: 'PROBLEM', found, advice })
        expect(await find('CNAME', id)).toMatchObject({
          outcome: 'PROBLEM',
          advice: `Switch the proxy in front off, which hides a CNAME record; if there is none, set one at ${domain} to ${target}.`,
        })
        say(proveByTxt(added))
        const { status, findings } = await check(id)
        expect(status).toBe('verified')
        expect(findings).toMatchObject([
          { aspect: 'CNAME', outcome: 'OK' },
          { aspect: 'TXT', outcome: 'OK' },
          { aspect: 'ADDRESSES', outcome: 'UNKNOWN' },
          { aspect: 'PROXY', outcome: 'WARNING', found, advice },
          { aspect: 'RESOLVERS', outcome: 'OK' },
        ])
      })

      it('recognize one by the target of a CNAME record', async () => {
        const { id, domain } = await add()
        say({ [`CNAME ${domain}`]: ['d111111abcdef8.cloudfront.net'] })
        expect(await find('PROXY', id)).toMatchObject({
          outcome: 'PROBLEM',
          found: 'a CNAME to d111111abcdef8.cloudfront.net, which is Amazon CloudFront',
          advice: `Take ${domain} out of Amazon CloudFront. Set a CNAME record at ${domain} to ${target}, and remove its A and AAAA records.`,
        })
      })

      it('are OK with the proxy of the installation itself', async () => {
        const { id, domain } = await add()
        say({ [`A ${tunnelHost}`]: ipv4, [`CNAME ${domain}`]: [target], [`A ${domain}`]: ['104.16.132.230'] })
        expect(await find('PROXY', id)).toMatchObject({ outcome: 'OK' })
      })
    })

    it('leave out CAA records if no certificates are ordered', async () => {
      const { id, domain } = await add()
      say({ [`CNAME ${domain}`]: [target], [`CAA ${domain}`]: ['0 issue ";"'] })
      expect((await check(id)).findings.map(({ aspect }) => aspect)).not.toContain('CAA')
    })

    describe('about name servers', () => {
      it('name a resolver that still has the old answer, and advise waiting', async () => {
        const { id, domain } = await add()
        say(delegation, [first, second])
        say({ [`CNAME ${domain}`]: [target] }, [first, ns1, ns2])
        say({ [`CNAME ${domain}`]: ['old.example.net'] }, [second])
        expect(await find('RESOLVERS', id)).toMatchObject({
          outcome: 'WARNING',
          found: `CNAME of ${domain}: ${first.address} says ${target}; ${second.address} says old.example.net; ns1.example.net (a name server of the domain) says ${target}; ns2.example.net (a name server of the domain) says ${target}`,
          advice:
            "Wait until the record's time to live (TTL) has passed, often an hour, and recheck: resolvers keep old answers for that long.",
        })
      })

      it('are OK if the zone’s own name servers lack records that resolvers have', async () => {
        const added = await add()
        say({ ...delegation, ...proveByTxt(added), [`A ${added.domain}`]: ['192.0.2.1'] }, [first, second])
        say({ [`TXT _culvert-challenge.${added.domain}`]: [], [`A ${added.domain}`]: [] }, [ns1, ns2])
        expect(await find('RESOLVERS', added.id)).toMatchObject({ status: 'verified', outcome: 'OK' })
      })

      it('report that the zone’s own name servers disagree', async () => {
        const { id, domain } = await add()
        say(delegation, [first, second])
        say({ [`CNAME ${domain}`]: [target] }, [first, second, ns1])
        expect(await find('RESOLVERS', id)).toMatchObject({
          outcome: 'WARNING',
          advice: 'Make every name server of example.com publish the same records: they disagree among themselves.',
        })
      })

      it('report a silent one of the zone’s own, unless all of them are silent', async () => {
        const { id, domain } = await add()
        say(delegation, [first, second])
        say({ [`CNAME ${domain}`]: [target] })
        say({ [`CNAME ${domain}`]: 'silence' }, [ns2])
        expect(await find('RESOLVERS', id)).toMatchObject({
          outcome: 'WARNING',
          found: 'no answer from ns2.example.net (a name server of the domain)',
          advice: 'Fix that name server, or remove it from the NS records of example.com.',
        })
        say({ [`CNAME ${domain}`]: 'silence' }, [ns1])
        expect(await find('RESOLVERS', id)).toMatchObject({ outcome: 'OK' })
      })

      it('suspect DNSSEC if a resolver answers SERVFAIL', async () => {
        const { id, domain } = await add()
        say({ [`CNAME ${domain}`]: [target] })
        say({ [`CNAME ${domain}`]: 'servfail' }, [second])
        expect(await find('RESOLVERS', id)).toMatchObject({
          outcome: 'WARNING',
          advice: expect.stringContaining('DNSSEC'),
        })
      })

      it('cost at most 40 queries', async () => {
        const { id, domain } = await add()
        say(delegation, [first, second])
        for (let step = 0; step < 8; step += 1)
          say({ [`CNAME ${step === 0 ? domain : `a${step}.example.net`}`]: [`a${step + 1}.example.net`] })
        for (const server of [first, second, ns1, ns2]) server.asked = []
        await check(id)
        expect([first, second, ns1, ns2].flatMap(({ asked }) => asked).length).toBeLessThanOrEqual(40)
      })
    })
  },
  () => ({ tunnelUrl: `http://${tunnelHost}:8080` }),
)

/** The TXT record that proves a domain. */
function proveByTxt({ domain, verificationToken }: { domain: string; verificationToken: string }): Zone {
  return { [`TXT _culvert-challenge.${domain}`]: [verificationToken] }
}
