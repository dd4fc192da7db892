import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startAuthority } from '@culvert/acme/authority'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDnsClient } from '../../platform/dns/look-up.ts'
import { TestApi } from '../../testing/api.ts'
import { testDatabases } from '../../testing/databases.ts'
import { startDnsServer } from '../../testing/dns-server.ts'
import { ChallengeEdge } from '../../testing/challenge-edge.ts'
import { reconcile } from './wanted.ts'

const tunnelHost = 'tunnel.culvert.test'
const accountsCount = 20
const domainsOfEach = 50

const database = testDatabases.findLast(() => true)

describe('a thousand domains verified simultaneously', () => {
  const api = new TestApi()
  const edge = new ChallengeEdge('edge-1', () => api)
  const closers: (() => Promise<unknown> | void)[] = []
  let authority: Awaited<ReturnType<typeof startAuthority>>

  beforeAll(async () => {
    if (database === undefined) throw new Error('There is no database.')
    await edge.listen()
    const names = await startDnsServer()
    authority = await startAuthority({ resolve: () => edge.endpoint, clock: api.clock })
    authority.faults.badNonceRate = 0.2
    const rootFile = join(tmpdir(), `culvert-root-${process.pid}.pem`)
    await writeFile(rootFile, authority.rootCertificate)
    closers.push(
      () => rm(rootFile),
      () => authority.close(),
      () => names.close(),
      () => edge.close(),
      () => api.close(),
    )
    await api.start(await database.open(), {
      tunnelUrl: `https://${tunnelHost}`,
      sealing: { secret: 'the sealing secret of these tests, long enough', file: '', previous: undefined },
      certificates: {
        email: 'operator@culvert.test',
        acceptsTerms: true,
        authorities: [{ directoryUrl: authority.directoryUrl, externalAccount: undefined }],
        rootFile,
        profile: undefined,
        challenges: ['http-01'],
        dns: undefined,
        dnsResolvers: [],
      },
    })
    api.app.dns = createDnsClient({ resolvers: [names.address], timeoutMs: 1_000 })
    names.zone[`A ${tunnelHost}`] = ['192.0.2.1']
    for (let account = 0; account < accountsCount; account += 1) {
      const { accountId } = await api.seed.owner('Ada')
      const now = api.clock.now()
      const domains = Array.from({ length: domainsOfEach }, (_, index) => ({
        id: randomUUIDv7(),
        accountId,
        domain: `shop.made-up-${account}-${index}.example`,
        verificationToken: randomUUID(),
        status: 'verified' as const,
        verifyingSince: null,
        lastCheckMessage: null,
        lastCheckedAt: null,
        lastCheckDueAt: null,
        cnameFound: null,
        txtFound: null,
        bareCnameUntil: null,
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
      }))
      for (const { domain } of domains) names.zone[`A ${domain}`] = ['192.0.2.1']
      await api.app.db.insertInto('domains').values(domains).execute()
    }
  }, 120_000)

  afterAll(async () => {
    for (const close of closers.toReversed()) await close()
  }, 30_000)

  it('get one certificate each with one order each, while a fifth of all nonces is rejected as bad', async () => {
    await reconcile(api.app)
    const wanted = accountsCount * domainsOfEach + 1
    const countIssued = async () => {
      const { count } = await api.app.db
        .selectFrom('certificates')
        .select(({ fn }) => fn.count<number>('chain').as('count'))
        .executeTakeFirstOrThrow()
      return count
    }
    while ((await countIssued()) < wanted) {
      await edge.follow()
      await pause(100)
    }
    expect(authority.counts.orders).toBe(wanted)
    expect([...authority.counts.certificates.values()].every((count) => count === 1)).toBe(true)
  }, 600_000)
})
