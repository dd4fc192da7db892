import { createPrivateKey, X509Certificate } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DnsPublisher } from '@culvert/acme'
import { startAuthority, type TestAuthority } from '@culvert/acme/authority'
import { openCertificateKey } from '@culvert/schema/sealed-keys'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { runAdmin } from '../../admin/program.ts'
import { createDnsClient } from '../../platform/dns/look-up.ts'
import { createSealing } from '../../platform/sealing/sealing.ts'
import { describeApi, type TestApi } from '../../testing/api.ts'
import { startDnsServer, type DnsServer } from '../../testing/dns-server.ts'
import {
  AccountNoticesDocument,
  AddDomainDocument,
  CertificatesChangedDocument,
  DeleteDomainDocument,
  DomainCertificatesDocument,
  FollowCertificatesDocument,
  ReportTunnelsDocument,
  ServedCertificatesDocument,
  SiteAuthorityDocument,
  VerifyDomainDocument,
} from '../../testing/generated/documents.ts'
import type { Member } from '../../testing/seed.ts'
import { ChallengeEdge } from '../../testing/challenge-edge.ts'
import { reconcile } from './wanted.ts'
import { warnOfExpiry } from './warnings.ts'

const tunnelHost = 'tunnel.culvert.test'
const secondMs = 1_000
const hourMs = 60 * 60 * secondMs
const dayMs = 24 * hourMs

let authority: TestAuthority
let fallback: TestAuthority
let rootFile: string
let names: DnsServer
let edge: ChallengeEdge
/** The authority serves the tests of both databases, so no name is used twice. */
let domainCount = 0
let current: TestApi | undefined

function nextDomain(): string {
  domainCount += 1
  return `shop${domainCount}.example.com`
}

/** The API of the tests that are running. */
function getCurrent(): TestApi {
  if (current === undefined) throw new Error('No API runs yet.')
  return current
}

beforeAll(async () => {
  edge = new ChallengeEdge('edge-1', getCurrent)
  await edge.listen()
  names = await startDnsServer()
  const options = {
    resolve: () => edge.endpoint,
    clock: { now: () => current?.clock.now() ?? new Date() },
    reusesAuthorizations: false,
    dnsServer: names.address,
  }
  ;[authority, fallback] = await Promise.all([startAuthority(options), startAuthority(options)])
  rootFile = join(tmpdir(), `culvert-roots-${process.pid}.pem`)
  await writeFile(rootFile, `${authority.rootCertificate}\n${fallback.rootCertificate}`)
})

afterAll(async () => {
  edge.close()
  await Promise.all([authority.close(), fallback.close(), names.close(), rm(rootFile)])
})

const overrides = () => ({
  tunnelUrl: `https://${tunnelHost}`,
  sealing: { secret: 'the sealing secret of these tests, long enough', file: '/nowhere', previous: undefined },
  certificates: {
    email: 'operator@culvert.test',
    acceptsTerms: true,
    authorities: [
      { directoryUrl: authority.directoryUrl, externalAccount: undefined },
      { directoryUrl: fallback.directoryUrl, externalAccount: undefined },
    ] as const,
    rootFile,
    profile: undefined,
    challenges: ['http-01', 'tls-alpn-01'] as const,
    dns: undefined,
    dnsResolvers: [],
  },
})

describeApi(
  'certificates',
  (api) => {
    beforeAll(() => {
      api.app.dns = createDnsClient({ resolvers: [names.address], timeoutMs: 100 })
    })

    beforeEach(async () => {
      current = api
      edge.version = null
      names.zone[`A ${tunnelHost}`] = ['192.0.2.1']
      await edge.follow()
    })

    afterEach(async () => {
      Object.assign(authority.faults, {
        badNonceRate: 0,
        orderLimit: undefined,
        processing: undefined,
        keepsFailedChallenges: false,
      })
      for (const each of [authority, fallback]) {
        each.faults.instead.clear()
        each.faults.refusedNames.clear()
      }
      await api.app.db.deleteFrom('jobs').where('kind', '=', 'certificates.advance').execute()
      // Otherwise they would be ordered again, all at once, in later tests.
      await api.app.db.deleteFrom('domains').execute()
      await api.app.db.deleteFrom('certificates').execute()
      await api.app.db.deleteFrom('certificateOrders').execute()
      await api.app.db.updateTable('acmeAccounts').set({ pausedUntil: null }).execute()
    })

    const owner = async () => await (await api.seed.owner('Ada')).withLimits({ maxDomains: 100 })

    /** Adds and verifies a domain, which then needs a certificate. */
    const verified = async (member: Member, domain = nextDomain(), address = '192.0.2.1'): Promise<string> => {
      names.zone[`CNAME ${domain}`] = [`${member.accountKey}.${tunnelHost}`]
      names.zone[`A ${domain}`] = [address]
      const input = { accountId: member.accountId, domain }
      const { addDomain } = await member.client.run(AddDomainDocument, { input })
      await member.client.run(VerifyDomainDocument, { input: { id: addDomain.domain.id } })
      await api.runJobs()
      return domain
    }

    /** Advances the clock, and runs what is due at the API and the edge. */
    const pass = async (ms: number = secondMs) => {
      api.clock.advance(ms)
      await edge.follow()
      await api.runJobs()
      await Promise.all([authority.validated(), fallback.validated()])
    }

    const certificateOf = async (member: Member, domain: string) => {
      const { account } = await (
        await api.seed.session(member.user)
      ).client.run(DomainCertificatesDocument, {
        accountId: member.accountId,
      })
      return account.domains.find((found) => found.domain === domain)?.certificate
    }

    const waitUntilReady = async (member: Member, domain: string, limit = 40) => {
      for (let turn = 0; turn < limit; turn += 1) {
        const certificate = await certificateOf(member, domain)
        if (certificate?.stage === 'READY') return certificate
        await pass()
      }
      throw new Error(`${domain} got no certificate: ${JSON.stringify(await certificateOf(member, domain))}`)
    }

    /** Verifies a domain, and lets its challenge be answered. */
    const answered = async (member: Member, domain = nextDomain()) => {
      await verified(member, domain)
      for (let turn = 0; turn < 5; turn += 1) await pass()
      return domain
    }

    const serve = async (...hostnames: string[]) =>
      (await api.edge().run(ServedCertificatesDocument, { hostnames })).certificates

    const admin = async (...args: string[]) => {
      const { stdout, stderr } = await runAdmin([...args, '--json'], (work) => work(api.app))
      expect(stderr).toBe('')
      return JSON.parse(stdout) as unknown
    }

    describe('a domain that becomes verified', () => {
      it('gets a certificate from the authority, which edges receive with its key', async () => {
        const ada = await owner()
        const changes = await api.edge().subscribe(CertificatesChangedDocument, {})
        const domain = await verified(ada)
        const certificate = await waitUntilReady(ada, domain)
        expect(certificate).toMatchObject({ lastError: null, advice: null, nextAttemptAt: null })
        expect((await changes.next()).certificatesChanged.version).toBeGreaterThan(0)
        await changes.close()

        const [served] = await serve(domain)
        expect(served).toMatchObject({ name: domain, expiresAt: certificate.expiresAt })
        const key = openCertificateKey(served?.sealedKey ?? '', domain, api.app.config.edgeSecret)
        const parsed = new X509Certificate(served?.chain ?? '')
        expect(parsed.checkPrivateKey(createPrivateKey(key))).toBe(true)
        expect(parsed.checkHost(domain)).toBe(domain)
        await edge.follow()
        expect(edge.announcedNames).toContain(domain)
      })

      it('has no private key in plain text in the database', async () => {
        const ada = await owner()
        const domain = await verified(ada)
        await waitUntilReady(ada, domain)
        const rows = JSON.stringify([
          await api.app.db.selectFrom('certificates').selectAll().execute(),
          await api.app.db.selectFrom('acmeAccounts').selectAll().execute(),
        ])
        expect(rows).not.toContain('PRIVATE KEY')
        expect(rows).not.toContain('"d"')
      })

      it('costs one order and one certificate, even if reconciled several times simultaneously', async () => {
        const ada = await owner()
        await waitUntilReady(ada, await verified(ada))
        await reconcile(api.app)
        await pass()
        for (let turn = 0; turn < 5; turn += 1) await pass()
        const before = authority.counts.orders
        const domain = await verified(ada)
        await Promise.all([reconcile(api.app), reconcile(api.app, { names: [domain] }), reconcile(api.app)])
        await waitUntilReady(ada, domain)
        expect(authority.counts.certificates.get(domain)).toBe(1)
        expect(authority.counts.orders - before).toBe(1)
      })

      it('gets one certificate, and shares one account, even if the very first orders are simultaneous', async () => {
        const ada = await owner()
        await api.app.db.deleteFrom('acmeAccounts').execute()
        const before = authority.counts.accounts
        // Both need the account before the authority has created it.
        const domains = await Promise.all([verified(ada), verified(ada), verified(ada)])
        for (const domain of domains) {
          expect(await waitUntilReady(ada, domain)).toMatchObject({ lastError: null })
          expect(authority.counts.certificates.get(domain)).toBe(1)
        }
        expect(authority.counts.accounts - before).toBe(1)
      })

      it('is proven by TLS-ALPN-01 if port 80 cannot be reached', async () => {
        const ada = await owner()
        const endpoint = edge.endpoint
        Object.defineProperty(edge, 'endpoint', { configurable: true, get: () => ({ ...endpoint, httpPort: 1 }) })
        try {
          const domain = await verified(ada)
          await pass()
          for (let turn = 0; turn < 10; turn += 1) await pass()
          expect((await certificateOf(ada, domain))?.lastError).toMatch('could not connect')
          await pass(2 * 60 * secondMs)
          await waitUntilReady(ada, domain)
        } finally {
          Reflect.deleteProperty(edge, 'endpoint')
        }
      })
    })

    describe('a check before an order', () => {
      it('finds a CAA record that forbids the authority, and places no order', async () => {
        const ada = await owner()
        const domain = nextDomain()
        names.zone[`CAA ${domain}`] = ['0 issue "other-authority.example"']
        const before = authority.counts.orders
        await verified(ada, domain)
        await pass()
        expect(authority.counts.orders).toBe(before)
        expect(await certificateOf(ada, domain)).toMatchObject({
          stage: 'WAITING',
          lastError: expect.stringContaining(`at ${domain} forbids 127.0.0.1 to issue`),
        })
      })

      it('reports a name that leads elsewhere, and is repeated until it leads here', async () => {
        const ada = await owner()
        const domain = nextDomain()
        await verified(ada, domain, '198.51.100.9')
        await pass()
        const first = await certificateOf(ada, domain)
        expect(first?.lastError).toBe(`${domain} leads to 198.51.100.9, and not to ${tunnelHost} (192.0.2.1).`)
        names.zone[`A ${domain}`] = ['192.0.2.1']
        await pass(2 * 60 * secondMs)
        await waitUntilReady(ada, domain)
      })
    })

    describe('an authority that fails', () => {
      it('gets no order until its Retry-After of two hours has passed', async () => {
        const ada = await owner()
        await waitUntilReady(ada, await verified(ada))
        // Runs what is due for other names.
        await pass()
        authority.faults.orderLimit = { retryAfter: '7200' }
        const third = await verified(ada)
        await pass()
        expect(await certificateOf(ada, third)).toMatchObject({ stage: 'WAITING', lastError: expect.any(String) })
        const requests = authority.counts.orders
        authority.faults.orderLimit = undefined
        await pass(hourMs)
        expect(authority.counts.orders).toBe(requests)
        await pass(hourMs + 60 * secondMs)
        await waitUntilReady(ada, third)
      })

      it('gets orders for other names while it limits one by name, whose owner alone reads that', async () => {
        const [ada, bea] = [await owner(), await owner()]
        const limited = nextDomain()
        authority.faults.instead.set('newOrder', {
          status: 429,
          headers: { 'retry-after': '7200' },
          body: {
            type: 'urn:ietf:params:acme:error:rateLimited',
            detail: `too many failed authorizations (5) for "${limited}" in the last 1h0m0s`,
          },
        })
        await verified(ada, limited)
        authority.faults.instead.clear()
        expect(await certificateOf(ada, limited)).toMatchObject({ lastError: expect.stringContaining('too many') })
        await waitUntilReady(bea, await verified(bea), 10)
        await pass(2 * hourMs)
        await waitUntilReady(ada, limited)
      })

      it('is asked about once a minute, and costs no budget of orders: the first is placed once it is back', async () => {
        const ada = await owner()
        const { acme } = api.app
        if (acme === undefined) throw new Error('The tests order certificates.')
        const [only] = acme.config.authorities
        api.app.acme = { ...acme, config: { ...acme.config, authorities: [only] } }
        onTestFinished(() => void (api.app.acme = acme))
        // Two are left of the week's.
        const orderedAt = api.clock.now()
        const spent = Array.from({ length: 43 }, (_, index) => ({
          id: `spent-${index}`,
          accountId: null,
          registeredDomain: 'example.org',
          isRenewal: false,
          orderedAt,
        }))
        await api.app.db.insertInto('certificateOrders').values(spent).execute()
        authority.faults.instead.set('newOrder', { status: 503, headers: { 'retry-after': '1' } })
        const before = authority.counts.requests
        const domain = await verified(ada, 'shop.example.org')
        for (let turn = 0; turn < 25; turn += 1) await pass(10 * secondMs)
        // Five attempts, each of which takes the directory and the order.
        expect(authority.counts.requests - before).toBeLessThan(15)
        expect(await certificateOf(ada, domain)).toMatchObject({ lastError: expect.stringContaining('503') })
        authority.faults.instead.clear()
        await pass(60 * secondMs)
        await waitUntilReady(ada, domain, 10)
      })

      it('is replaced by the next one after three failures', async () => {
        const ada = await owner()
        authority.faults.instead.set('newOrder', { status: 500, body: { type: 'about:blank', detail: 'broken' } })
        const before = fallback.counts.orders
        const seen: { failures: unknown; ordersElsewhere: number }[] = []
        const look = async () => {
          const [failing] = (await admin('certificates', 'list', '--failing')) as { failures: number }[]
          seen.push({ failures: failing?.failures, ordersElsewhere: fallback.counts.orders - before })
        }
        const domain = await verified(ada)
        await look()
        for (const _ of [2, 3]) {
          await pass(10 * 60 * secondMs)
          await look()
        }
        expect(seen).toEqual([
          { failures: 1, ordersElsewhere: 0 },
          { failures: 2, ordersElsewhere: 0 },
          { failures: 3, ordersElsewhere: 1 },
        ])
        await waitUntilReady(ada, domain)
        expect(fallback.counts.certificates.get(domain)).toBe(1)
      })
    })

    describe('a single authority', () => {
      beforeEach(() => {
        const { acme } = api.app
        if (acme === undefined) throw new Error('The tests order certificates.')
        const [only] = acme.config.authorities
        api.app.acme = { ...acme, config: { ...acme.config, authorities: [only] } }
        return () => (api.app.acme = acme)
      })

      it('that does not finish validating a name holds up no other, and is asked for this one again from the start', async () => {
        const ada = await owner()
        authority.faults.instead.set('challenge', { status: 200, body: {} })
        const domain = await answered(ada)
        authority.faults.instead.clear()
        await pass(11 * 60 * secondMs)
        const { hostname } = new URL(authority.directoryUrl)
        expect(await certificateOf(ada, domain)).toMatchObject({
          stage: 'WAITING',
          lastError: `${hostname} did not validate ${domain} within ten minutes.`,
        })
        await waitUntilReady(ada, await verified(ada), 10)
        await pass(60 * secondMs)
        await waitUntilReady(ada, domain)
      })

      it('that does not finish issuing a certificate is sent a new order after a day', async () => {
        const ada = await owner()
        authority.faults.processing = { polls: 1_000_000, retryAfter: '60' }
        const domain = await answered(ada)
        await pass(23 * hourMs)
        expect(await certificateOf(ada, domain)).toMatchObject({ lastError: null })
        authority.faults.processing = undefined
        await pass(2 * hourMs)
        const { hostname } = new URL(authority.directoryUrl)
        expect(await certificateOf(ada, domain)).toMatchObject({
          stage: 'WAITING',
          lastError: `${hostname} did not issue a certificate for ${domain} within a day.`,
        })
        await pass(60 * secondMs)
        await waitUntilReady(ada, domain)
      })

      it('that issues another certificate than was ordered is sent a new order', async () => {
        const ada = await owner()
        const earlier = await answered(ada)
        await waitUntilReady(ada, earlier)
        const [served] = await serve(earlier)
        const headers = { 'content-type': 'application/pem-certificate-chain' }
        authority.faults.instead.set('certificate', { status: 200, headers, body: served?.chain ?? '' })
        const domain = await answered(ada)
        expect(await certificateOf(ada, domain)).toMatchObject({
          lastError: expect.stringContaining('does not belong'),
        })
        // Other names are ordered there meanwhile.
        authority.faults.instead.clear()
        await waitUntilReady(ada, await verified(ada), 10)
        const before = authority.counts.orders
        await pass(60 * secondMs)
        await waitUntilReady(ada, domain)
        expect(authority.counts.orders - before).toBe(1)
      })

      it('that does not finish validating a name is quoted if it says what it found', async () => {
        const ada = await owner()
        const domain = nextDomain()
        authority.faults.keepsFailedChallenges = true
        authority.faults.refusedNames.set(domain, 'caa')
        await answered(ada, domain)
        await pass(11 * 60 * secondMs)
        expect(await certificateOf(ada, domain)).toMatchObject({
          stage: 'WAITING',
          lastError: expect.stringContaining(`CAA records of ${domain} forbid issuing`),
          advice: expect.stringContaining('CAA record'),
        })
        authority.faults.refusedNames.clear()
        await pass(60 * secondMs)
        await waitUntilReady(ada, domain)
      })
    })

    describe('a certificate', () => {
      it('is renewed before it expires, and stays in service while renewal fails', async () => {
        const ada = await owner()
        const domain = await verified(ada)
        const { expiresAt } = await waitUntilReady(ada, domain)
        authority.faults.instead.set('newOrder', { status: 500 })
        fallback.faults.instead.set('newOrder', { status: 500 })
        await pass(62 * dayMs)
        for (let turn = 0; turn < 8; turn += 1) await pass(8 * hourMs)
        expect(await serve(domain)).toHaveLength(1)
        expect((await certificateOf(ada, domain))?.lastError).toMatch('refused')
        authority.faults.instead.clear()
        fallback.faults.instead.clear()
        for (let turn = 0; turn < 12; turn += 1) await pass(turn < 4 ? 7 * hourMs : secondMs)
        const renewed = await waitUntilReady(ada, domain)
        expect(Date.parse(renewed.expiresAt ?? '')).toBeGreaterThan(Date.parse(expiresAt ?? ''))
        expect(renewed.lastError).toBeNull()
      })

      it('causes one mail and one notice with the reason, 14 days before it expires, if renewal fails', async () => {
        const ada = await owner()
        const domain = await verified(ada)
        await waitUntilReady(ada, domain)
        for (const each of [authority, fallback]) each.faults.instead.set('newOrder', { status: 500 })
        await pass(70 * dayMs)
        await pass()
        await warnOfExpiry(api.app)
        const mails = async () =>
          await api.app.db
            .selectFrom('mails')
            .select(['subject', 'text'])
            .where('recipient', '=', ada.user.email ?? '')
            .where('subject', 'like', `%${domain}%`)
            .execute()
        expect(await mails()).toHaveLength(0)
        await pass(7 * dayMs)
        await warnOfExpiry(api.app)
        await warnOfExpiry(api.app)
        const [mail, ...more] = await mails()
        expect(more).toEqual([])
        expect(mail?.text).toMatch('refused')
        const { client } = await api.seed.session(ada.user)
        const { account } = await client.run(AccountNoticesDocument, { accountId: ada.accountId })
        expect(account.notices.nodes).toMatchObject([
          {
            kind: 'CERTIFICATE_FAILING',
            title: expect.stringContaining(domain),
            text: expect.stringContaining('refused'),
          },
        ])
      })

      it('is withdrawn from edges when its domain is deleted', async () => {
        const ada = await owner()
        const domain = await verified(ada)
        await waitUntilReady(ada, domain)
        await edge.follow()
        edge.announcedNames.length = 0
        const rows = await api.app.db.selectFrom('domains').select('id').where('domain', '=', domain).execute()
        await ada.client.run(DeleteDomainDocument, { input: { id: rows[0]?.id ?? '' } })
        await api.runJobs()
        await edge.follow()
        expect(edge.announcedNames).toContain(domain)
        expect(await serve(domain)).toEqual([])
      })
    })

    describe('edges', () => {
      it('all show the challenge before the authority is asked to validate', async () => {
        const ada = await owner()
        const slow = { edgeId: 'edge-slow', version: 0 }
        const touch = async () => await api.edge().run(FollowCertificatesDocument, { input: slow })
        await touch()
        const before = authority.counts.validations
        const domain = await verified(ada)
        for (let turn = 0; turn < 5; turn += 1) {
          await touch()
          await pass()
        }
        expect(authority.counts.validations).toBe(before)
        slow.version = edge.version ?? 0
        await touch()
        await waitUntilReady(ada, domain)
      })

      it('are awaited if none is there: the authority is not asked to validate', async () => {
        const ada = await owner()
        await api.app.db.deleteFrom('certificateFollowers').execute()
        const before = authority.counts.validations
        const domain = await verified(ada)
        for (let turn = 0; turn < 40; turn += 1) {
          api.clock.advance(secondMs)
          await api.runJobs()
        }
        expect(authority.counts.validations).toBe(before)
        expect(await certificateOf(ada, domain)).toMatchObject({
          stage: 'ORDERING',
          lastError: expect.stringContaining('No edge'),
        })
        await waitUntilReady(ada, domain)
      })

      it('get no certificate for an unknown hostname, and ask for at most 100 hostnames', async () => {
        expect(await serve('nobody.example.com')).toEqual([])
        await expect(
          serve(...Array.from({ length: 101 }, (_, index) => `n${index}.example.com`)),
        ).rejects.toMatchObject({
          code: 'BAD_USER_INPUT',
        })
      })

      it('are told the current version if theirs is of another database', async () => {
        const input = { edgeId: 'edge-1', version: 1_000_000 }
        const { followCertificates } = await api.edge().run(FollowCertificatesDocument, { input })
        expect(followCertificates).toMatchObject({ version: edge.version, names: [], hasMore: false })
      })
    })

    /** Replaces the sealing secret while a certificate is served, and the secret again at the end. */
    const replaceSecret = async (reseal: () => Promise<unknown>) => {
      const ada = await owner()
      const domain = await verified(ada)
      await waitUntilReady(ada, domain)
      const { acme, openSealing } = api.app
      if (acme === undefined) throw new Error('The tests order certificates.')
      const sealWith = (sealing: ReturnType<typeof createSealing>) => {
        api.app.acme = { ...acme, sealing }
        api.app.openSealing = () => Promise.resolve(sealing)
      }
      const [secret, next] = [overrides().sealing.secret, 'another sealing secret, which is long enough too']
      try {
        sealWith(createSealing(next))
        expect(await serve(domain)).toEqual([])
        sealWith(createSealing(next, secret))
        expect(await serve(domain)).toHaveLength(1)
        await reseal()
        sealWith(createSealing(next))
        expect(await serve(domain)).toHaveLength(1)
        expect(await reseal()).toEqual({ resealed: 0 })
      } finally {
        sealWith(createSealing(secret, next))
        await admin('secrets', 'reseal')
        Object.assign(api.app, { acme, openSealing })
      }
    }

    describe('the operator', () => {
      it('sees which certificates fail and why, and can have one retried immediately', async () => {
        const ada = await owner()
        const domain = nextDomain()
        await verified(ada, domain, '198.51.100.9')
        await pass()
        expect(await admin('certificates', 'list', '--failing')).toMatchObject([
          { name: domain, stage: 'waiting', failures: 1, lastError: expect.stringContaining('leads to 198.51.100.9') },
        ])
        names.zone[`A ${domain}`] = ['192.0.2.1']
        await admin('certificates', 'retry', domain)
        await api.runJobs()
        await waitUntilReady(ada, domain)
        expect(await admin('certificates', 'list', '--failing')).toEqual([])
      })

      it('can replace the sealing secret without losing a key', async () => {
        await replaceSecret(() => admin('secrets', 'reseal'))
      })

      it('loses no key when the secret is replaced by a command line without ACME_EMAIL', async () => {
        await replaceSecret(async () => {
          const { acme } = api.app
          api.app.acme = undefined
          const resealed = await admin('secrets', 'reseal')
          api.app.acme = acme
          return resealed
        })
      })

      it('can have all certificates ordered again if the secret of their keys is lost', async () => {
        const ada = await owner()
        const domain = await verified(ada)
        await waitUntilReady(ada, domain)
        const { acme } = api.app
        if (acme === undefined) throw new Error('The tests order certificates.')
        try {
          api.app.acme = { ...acme, sealing: createSealing('a secret that sealed none of these keys, and is new') }
          await admin('certificates', 'forget', '--all')
          await waitUntilReady(ada, domain)
          expect(await serve(domain)).toHaveLength(1)
          await admin('certificates', 'forget', '--all')
        } finally {
          api.app.acme = acme
        }
      })

      it('can rotate the keys of accounts at authorities, and orders still succeed', async () => {
        const ada = await owner()
        await waitUntilReady(ada, await verified(ada))
        await admin('certificates', 'rotate-account-keys')
        await waitUntilReady(ada, await verified(ada))
      })
    })

    it('wait once 45 were ordered for a registered domain in a week, except for renewals', async () => {
      const ada = await owner()
      const renewed = await verified(ada)
      await waitUntilReady(ada, renewed)
      const orderedAt = api.clock.now()
      const earlier = Array.from({ length: 44 }, (_, index) => ({
        id: `earlier-${index}`,
        accountId: null,
        registeredDomain: 'example.com',
        isRenewal: false,
        orderedAt,
      }))
      await api.app.db.insertInto('certificateOrders').values(earlier).execute()
      const next = await verified(ada)
      await pass()
      expect(await certificateOf(ada, next)).toMatchObject({
        stage: 'WAITING',
        lastError: 'So many certificates were ordered for example.com that the next must wait.',
      })
      const { id } = await api.app.db
        .selectFrom('certificates')
        .select('id')
        .where('name', '=', renewed)
        .executeTakeFirstOrThrow()
      await api.app.db.updateTable('certificates').set({ renewsAt: orderedAt }).where('id', '=', id).execute()
      await admin('certificates', 'retry', renewed)
      for (let turn = 0; turn < 12; turn += 1) await pass()
      expect(authority.counts.certificates.get(renewed)).toBe(2)
      await pass(7 * dayMs)
      await waitUntilReady(ada, next)
    })

    it('are ordered for gateways, but not for random hostnames, which are served over HTTP', async () => {
      const ada = await owner()
      const gateway = await ada.gateway('demo')
      names.zone[`A ${gateway.subdomain}`] = ['192.0.2.1']
      await api.runJobs()
      while ((await serve(gateway.subdomain)).length === 0) await pass()
      const random = await ada.agent()
      expect(random.publicUrl).toBe(`http://${random.assignedDomain}`)
      expect(gateway.publicUrl).toBe(`https://${gateway.subdomain}`)
      await reconcile(api.app)
      expect(await admin('certificates', 'list')).not.toContainEqual(
        expect.objectContaining({ name: random.assignedDomain }),
      )
    })

    it('are ordered for the addresses of single edges if those are hostnames, not IP addresses', async () => {
      const agentUrls = ['https://edge-7.culvert.test', 'https://192.0.2.7', 'https://[2001:db8::7]']
      for (const [index, agentUrl] of agentUrls.entries()) {
        const described = {
          name: `edge-${index}`,
          agentUrl,
          capacity: 10,
          tunnelCount: 0,
          version: '1.0.2',
          state: 'SERVING' as const,
        }
        const input = { edgeId: `edge-${index}-7`, edge: described, complete: true, connected: [], disconnected: [] }
        await api.edge().run(ReportTunnelsDocument, { input })
      }
      names.zone['A edge-7.culvert.test'] = ['192.0.2.1']
      await reconcile(api.app)
      await api.runJobs()
      while ((await serve('edge-7.culvert.test')).length === 0) await pass()
      const ordered = JSON.stringify(await admin('certificates', 'list'))
      expect(ordered).not.toContain('192.0.2.7')
      expect(ordered).not.toContain('2001:db8')
    })

    it('come from the authority that the site reports', async () => {
      const { site } = await api.client().run(SiteAuthorityDocument, {})
      expect(site.certificateAuthority).toBe('127.0.0.1')
    })
  },
  overrides,
)

/** The operator's zone on a real name server. */
const zone: DnsPublisher = {
  publish: async (name, value) => {
    names.zone[`TXT ${name}`] = [value]
  },
  withdraw: async (name) => {
    delete names.zone[`TXT ${name}`]
  },
}

describeApi(
  'certificates of an operator whose zone can be changed',
  (api) => {
    beforeEach(() => {
      current = api
      edge.version = null
      api.app.dns = createDnsClient({ resolvers: [names.address], timeoutMs: 100 })
      names.zone[`A ${tunnelHost}`] = ['192.0.2.1']
    })

    const serve = async (...hostnames: string[]) =>
      (await api.edge().run(ServedCertificatesDocument, { hostnames })).certificates
    /** Runs what is due until edges get the certificate of this name for a hostname. */
    const waitUntilServed = async (hostname: string, name: string) => {
      while ((await serve(hostname))[0]?.name !== name) {
        await edge.follow()
        api.clock.advance(secondMs)
        await api.runJobs()
        await authority.validated()
      }
    }

    it('consist of a wildcard per offered domain, proven by DNS, and none for gateways there', async () => {
      const ada = await api.seed.owner('Ada')
      const { subdomain } = await ada.gateway('demo')
      const working = { ...zone }
      zone.publish = () => Promise.reject(new Error('the name server refuses the key'))
      await reconcile(api.app)
      await api.runJobs()
      await api.runJobs()
      const { stdout } = await runAdmin(['certificates', 'list', '--failing', '--json'], (work) => work(api.app))
      expect(JSON.parse(stdout)).toMatchObject([
        {
          name: '*.culvert.localhost',
          failures: 1,
          lastError: expect.stringContaining('the name server refuses the key'),
        },
      ])
      Object.assign(zone, working)
      api.clock.advance(2 * 60 * secondMs)
      await waitUntilServed(subdomain, '*.culvert.localhost')
      expect(await serve(subdomain, 'other.culvert.localhost')).toMatchObject([{ name: '*.culvert.localhost' }])
      expect(authority.counts.certificates.has(subdomain)).toBe(false)
      expect(names.asked).toContain('TXT _acme-challenge.culvert.localhost')
      expect(names.zone['TXT _acme-challenge.culvert.localhost']).toBeUndefined()
    })

    it('are served to edges by hostname: the exact one before a wildcard', async () => {
      const [exact, other] = ['edge-7.culvert.localhost', 'other.culvert.localhost']
      await reconcile(api.app)
      await waitUntilServed(exact, '*.culvert.localhost')
      const described = {
        name: 'edge-7',
        agentUrl: `https://${exact}`,
        capacity: 10,
        tunnelCount: 0,
        version: '1.0.2',
        state: 'SERVING' as const,
      }
      const input = { edgeId: 'edge-7', edge: described, complete: true, connected: [], disconnected: [] }
      await api.edge().run(ReportTunnelsDocument, { input })
      names.zone[`A ${exact}`] = ['192.0.2.1']
      await reconcile(api.app)
      await waitUntilServed(exact, exact)
      expect(await serve(exact)).toMatchObject([{ name: exact }])
      const both = await serve(exact, other)
      expect(both.map(({ name }) => name)).toEqual([exact, '*.culvert.localhost'])
    })
  },
  () => {
    const given = overrides()
    return { ...given, certificates: { ...given.certificates, dns: zone, dnsResolvers: [names.address] } }
  },
)
