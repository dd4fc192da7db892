import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAuthority, type TestAuthority } from '@culvert/acme/authority'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDnsClient } from '../../platform/dns/look-up.ts'
import { describeApiOnce } from '../../testing/api.ts'
import { startDnsServer, type DnsServer } from '../../testing/dns-server.ts'
import { AddDomainDocument, DomainFindingsDocument, VerifyDomainDocument } from '../../testing/generated/documents.ts'
import type { Member } from '../../testing/seed.ts'

/** As listed in the authority's directory. */
const identity = 'authority.example'
const tunnelHost = 'tunnel.culvert.test'

let authority: TestAuthority
let rootFile: string
let names: DnsServer

beforeAll(async () => {
  names = await startDnsServer()
  authority = await startAuthority({ dnsServer: names.address })
  rootFile = join(tmpdir(), `culvert-caa-roots-${process.pid}.pem`)
  await writeFile(rootFile, authority.rootCertificate)
})
afterAll(async () => await Promise.all([authority.close(), names.close(), rm(rootFile)]))

describeApiOnce(
  'the CAA finding of a domain check',
  (api) => {
    let ada: Member
    /** The domain added last. */
    let domain: string
    let count = 0

    beforeAll(async () => {
      api.app.dns = createDnsClient({ resolvers: [names.address], timeoutMs: 100 })
      ada = await (await api.seed.owner('Ada')).withLimits({ maxDomains: 100 })
    })

    /** Returns the finding for CAA records at a new domain. */
    const find = async (records: string[] | 'servfail') => {
      count += 1
      domain = `shop${count}.example.com`
      names.zone[`CNAME ${domain}`] = [`${ada.accountKey}.${tunnelHost}`]
      names.zone[`CAA ${domain}`] = records
      const input = { accountId: ada.accountId, domain }
      const { id } = (await ada.client.run(AddDomainDocument, { input })).addDomain.domain
      await ada.client.run(VerifyDomainDocument, { input: { id } })
      await api.runJobs()
      const { account } = await ada.client.run(DomainFindingsDocument, { accountId: ada.accountId })
      const findings = account.domains.find((found) => found.id === id)?.findings
      return findings?.find(({ aspect }) => aspect === 'CAA')
    }

    it('compares the records with the authority, account and validation methods of the installation', async () => {
      // The first order creates the account.
      expect(await find([])).toBeUndefined()
      const { url: accountUri } = await api.app.db.selectFrom('acmeAccounts').select('url').executeTakeFirstOrThrow()
      expect(await find([])).toEqual({
        aspect: 'CAA',
        outcome: 'OK',
        expected: 'records that let 127.0.0.1 issue, or none',
        found: 'nothing that forbids it',
        advice: null,
      })
      const allowing = [`0 issue "${identity}; accounturi=${accountUri}; validationmethods=http-01"`]
      expect(await find(allowing)).toMatchObject({ outcome: 'OK' })
      expect(await find(['0 issue "other.example"'])).toMatchObject({
        outcome: 'PROBLEM',
        found: `0 issue "other.example" at ${domain}`,
        advice: `Add the CAA record 0 issue "${identity}" at ${domain}.`,
      })
      const excluding = `0 issue "${identity}; validationmethods=dns-01"`
      expect(await find([excluding])).toMatchObject({
        outcome: 'PROBLEM',
        advice: `Change the CAA record ${excluding} at ${domain} to 0 issue "${identity}": its conditions exclude this installation.`,
      })
      expect(await find(['128 future "x"'])).toMatchObject({
        outcome: 'PROBLEM',
        advice: `Remove the CAA record 128 future "x" at ${domain}: it is critical, and authorities do not know its tag.`,
      })
      expect(await find('servfail')).toMatchObject({
        outcome: 'UNKNOWN',
        found: `no certain answer: the name servers of ${domain} fail when asked for CAA records (SERVFAIL)`,
        advice: `Make sure that the CAA records of ${domain} can be read and name ${identity}.`,
      })
    })
  },
  () => ({
    tunnelUrl: `https://${tunnelHost}`,
    dnsResolvers: [names.address],
    sealing: { secret: 'the sealing secret of these tests, long enough', file: '/nowhere', previous: undefined },
    certificates: {
      email: 'operator@culvert.test',
      acceptsTerms: true,
      authorities: [{ directoryUrl: authority.directoryUrl, externalAccount: undefined }],
      rootFile,
      profile: undefined,
      challenges: ['http-01', 'tls-alpn-01'],
      dns: undefined,
      dnsResolvers: [],
    },
  }),
)
