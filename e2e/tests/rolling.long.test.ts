import { beforeAll, describe, expect, it } from 'vitest'
import { type Balancer, startBalancer } from '../src/balancer.ts'
import { createCleanup } from '../src/cleanup.ts'
import { AccountChangedDocument } from '../src/control/control.generated.ts'
import { startApi, startEdge } from '../src/culvert.ts'
import { createDatabase } from '../src/database.ts'
import { ExactLoad, findInexact, say } from '../src/exact-load.ts'
import { type Installation, startInstallation } from '../src/installation.ts'
import { type Tunnel, orderByHolder, expectCounted, isLost, openTunnel } from '../src/losses.ts'
import { findSparePorts } from '../src/ports.ts'
import type { RunningProcess } from '../src/processes.ts'
import { startRedis } from '../src/redis.ts'
import { readStillUsage } from '../src/usage.ts'

const cleanup = createCleanup()
const [databaseUrl, redis] = [await createDatabase(cleanup), await startRedis(cleanup)]
/** Requests per second; 2,000 are promised, for a machine that does nothing else. */
const perSecond = Number(process.env.CULVERT_TEST_RATE ?? 400)
const connections = 64

describe.skipIf(databaseUrl === undefined || redis === undefined)(
  'three edges and two APIs that are restarted in turn',
  () => {
    let installation: Installation
    let tunnel: Tunnel
    let balancer: Balancer
    let publicPort: number

    beforeAll(async () => {
      if (databaseUrl === undefined || redis === undefined) return
      ;[publicPort = 0] = await findSparePorts(1)
      installation = await startInstallation(cleanup, databaseUrl, redis, {
        CULVERT_TUNNEL_URL: `http://localhost:${publicPort}`,
        EDGE_DRAIN_SECONDS: '12',
        API_NOTICE_SECONDS: '2',
      })
      const backends = installation.edges.map(({ site: { edgePort } }) => ({
        port: edgePort,
        readyUrl: `http://localhost:${edgePort}/readyz`,
      }))
      balancer = await startBalancer(cleanup, publicPort, backends)
      tunnel = await openTunnel(cleanup, installation)
      await orderByHolder(installation.edges)
    }, 180_000)

    it('lose no request, deliver none twice, count each once, and close subscriptions with 1012', async () => {
      const before = await readStillUsage(tunnel.owner)
      const reasons: string[] = []
      const unfollow = tunnel.owner.control.subscribe(
        AccountChangedDocument,
        { accountId: tunnel.owner.accountId },
        { onNext: () => {}, onDisconnected: ({ message }) => reasons.push(message) },
      )
      const load = new ExactLoad(publicPort, tunnel.hostname, perSecond, connections)
      await load.untilMore(perSecond)
      for (const edge of installation.edges) {
        await restart(edge.program, async () => (edge.program = await startEdge(cleanup, edge.site)))
        await orderByHolder(installation.edges)
        await load.untilMore(perSecond)
      }
      for (const node of installation.apis) {
        await restart(node.api, async () => (node.api = await startApi(cleanup, node.site)))
        await load.untilMore(perSecond)
      }
      const seconds = (performance.now() - load.startedMs) / 1_000
      const sent = await load.stop()
      unfollow()
      console.log(
        `${sent.length} requests in ${seconds.toFixed(0)} s: ${(sent.length / seconds).toFixed(0)}/s of ${perSecond}/s`,
      )
      expect(sent.filter(isLost).map(say)).toEqual([])
      expect(findInexact(sent, tunnel.app)).toEqual([])
      expect(balancer.refused).toBe(0)
      expect(balancer.led.every((count) => count > 0)).toBe(true)
      expect(reasons.length).toBeGreaterThan(0)
      expect(reasons.filter((reason) => !reason.includes('1012'))).toEqual([])
      await expectCounted(tunnel.owner, before, sent)
    }, 600_000)
  },
)

/** Stops a program as a deployment does, and starts it again. */
async function restart(program: RunningProcess, start: () => Promise<unknown>): Promise<void> {
  program.signal('SIGTERM')
  expect((await program.waitForExit(60_000)).code).toBe(0)
  await start()
}
