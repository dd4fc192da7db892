import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startAuthority, type TestAuthority } from '@culvert/acme/authority'
import { afterEach, expect, it } from 'vitest'
import { ApiProcess } from '../../testing/api-process.ts'
import { describePostgres } from '../../testing/databases.ts'
import { startDnsServer } from '../../testing/dns-server.ts'
import { ServedCertificatesDocument } from '../../testing/generated/documents.ts'
import { ChallengeEdge } from '../../testing/challenge-edge.ts'

type Route = Parameters<TestAuthority['faults']['instead']['get']>[0]

/** In the sequence in which an order uses them. */
const routes: Route[] = ['newAccount', 'newOrder', 'authorization', 'challenge', 'finalize', 'certificate']

const tunnelHost = 'tunnel.culvert.test'

const closers: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
}, 30_000)

/** Calls back when the authority receives a request for one of its resources, before it handles the request. */
class Trap extends Map<Route, never> {
  readonly #spring: (route: Route) => void

  constructor(spring: (route: Route) => void) {
    super()
    this.#spring = spring
  }

  override get(route: Route): undefined {
    this.#spring(route)
  }
}

describePostgres('an order', (postgres) => {
  const prepare = async () => {
    const { url = '', db, close } = await postgres.open()
    closers.push(close)
    const names = await startDnsServer()
    closers.push(() => names.close())
    names.zone[`A ${tunnelHost}`] = ['192.0.2.1']
    const nodes: ApiProcess[] = []
    const getLast = () => {
      const node = nodes.at(-1)
      if (node === undefined) throw new Error('No API runs.')
      return node
    }
    const edge = new ChallengeEdge('edge-1', getLast)
    await edge.listen()
    closers.push(() => edge.close())
    const authority = await startAuthority({ resolve: () => edge.endpoint, reusesAuthorizations: false })
    closers.push(() => authority.close())
    const rootFile = join(tmpdir(), `culvert-root-${process.pid}.pem`)
    await writeFile(rootFile, authority.rootCertificate)
    closers.push(() => rm(rootFile))
    const start = async () => {
      const api = new ApiProcess({
        DATABASE_URL: url,
        CULVERT_TUNNEL_URL: `https://${tunnelHost}`,
        ACME_EMAIL: 'operator@culvert.test',
        ACME_CA: authority.directoryUrl,
        ACME_CA_ROOT: rootFile,
        SEALING_SECRET: 'the sealing secret of these tests, long enough',
        DNS_RESOLVERS: names.address,
      })
      closers.push(() => api.kill())
      nodes.push(api)
      await api.waitUntilListening()
      return api
    }
    const isServed = async () => {
      const { certificates } = await getLast()
        .edge()
        .run(ServedCertificatesDocument, { hostnames: [tunnelHost] })
      return certificates.length === 1
    }
    /** Acts as edges do until a condition holds. */
    const followUntil = async (holds: () => boolean | Promise<boolean>) => {
      while (!(await holds())) {
        await edge.follow().catch(() => undefined)
        await pause(50)
      }
    }
    /** Lets the leases of a dead node expire. */
    const endLeases = async () => {
      await db.updateTable('certificates').set({ leaseId: null, leaseEndsAt: null }).execute()
      await db.updateTable('jobs').set({ runAt: new Date() }).where('kind', '=', 'certificates.advance').execute()
    }
    return { authority, start, followUntil, isServed, endLeases }
  }

  it('yields one certificate although its node is killed during each request to the authority', async () => {
    const { authority, start, followUntil, isServed, endLeases } = await prepare()
    for (const route of routes) {
      const api = await start()
      const killed = Promise.withResolvers<void>()
      authority.faults.instead = new Trap((asked) => {
        // The authority does what was asked, but its answer reaches no client.
        if (asked === route && !api.isKilled) void api.kill().then(killed.resolve)
      })
      await followUntil(() => api.isKilled)
      await killed.promise
      authority.faults.instead = new Map()
      await endLeases()
    }
    await start()
    await followUntil(isServed)
    const { orders, finalizations, certificates } = authority.counts
    expect({ orders, finalizations, certificates: certificates.get(tunnelHost) }).toEqual({
      orders: 1,
      finalizations: 1,
      certificates: 1,
    })
  }, 180_000)

  it('is placed once by three nodes that start together', async () => {
    const { authority, start, followUntil, isServed } = await prepare()
    await Promise.all([start(), start(), start()])
    await followUntil(isServed)
    const { orders, finalizations } = authority.counts
    expect({ orders, finalizations }).toEqual({ orders: 1, finalizations: 1 })
  }, 120_000)
})
