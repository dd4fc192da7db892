import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { createCleanup } from '../src/cleanup.ts'
import { EndSessionDocument } from '../src/control/control.generated.ts'
import { startEdge } from '../src/culvert.ts'
import { findInexact, say } from '../src/exact-load.ts'
import { type Installation, startInstallation } from '../src/installation.ts'
import { Loads, type Tunnel, orderByHolder, expectCounted, isLost, openTunnel } from '../src/losses.ts'
import { startPostgres } from '../src/postgres.ts'
import { startRedis } from '../src/redis.ts'
import { until } from '../src/until.ts'
import { readStillUsage, readUsage } from '../src/usage.ts'

const cleanup = createCleanup()
const [postgres, redis] = [await startPostgres(cleanup), await startRedis(cleanup)]

describe.skipIf(postgres === undefined || redis === undefined)('three edges and two APIs', () => {
  let installation: Installation
  let tunnel: Tunnel

  beforeAll(async () => {
    if (postgres === undefined || redis === undefined) return
    installation = await startInstallation(cleanup, postgres.url, redis)
    tunnel = await openTunnel(cleanup, installation)
  }, 180_000)

  it('lose no request while PostgreSQL crashes and starts again, and count each once', async () => {
    const edges = await orderByHolder(installation.edges)
    const before = await readStillUsage(tunnel.owner)
    const loads = new Loads(edges, tunnel.hostname)
    await loads.untilMore(100)
    await postgres?.crash()
    await loads.untilMore(200)
    await postgres?.start()
    await until('the API answers', async () => (await tunnel.owner.readAgents()).agents.nodes.length === 1)
    await loads.untilMore(100)
    const sent = (await loads.stop()).flat()
    expect(sent.filter(isLost).map(say)).toEqual([])
    expect(findInexact(sent, tunnel.app)).toEqual([])
    await expectCounted(tunnel.owner, before, sent)
    expect(tunnel.agent.stdout).not.toContain('Reconnecting')
  })

  it('lose no request while Redis is away for 30 s, and count each once', async () => {
    const edges = await orderByHolder(installation.edges)
    const before = await readStillUsage(tunnel.owner)
    const loads = new Loads(edges, tunnel.hostname)
    await loads.untilMore(100)
    await redis?.kill()
    // The length of the outage is what is promised for.
    await delay(30_000)
    await redis?.start()
    await loads.untilMore(200)
    const sent = (await loads.stop()).flat()
    expect(sent.filter(isLost).map(say)).toEqual([])
    expect(findInexact(sent, tunnel.app)).toEqual([])
    await expectCounted(tunnel.owner, before, sent)
  })

  it('count the time of an agent by the clock over the kill of the edge that counts it, 2 s less at most', async () => {
    const [one, other] = await orderByHolder(installation.edges)
    // One of the two counts. Both are killed in turn, so that one of them was it, and the next must take over.
    for (const edge of [one, other]) {
      await edge.program.kill()
      edge.program = await startEdge(cleanup, edge.site)
      // It is missed after 25 s, and others learn it with their next report of everything, in 25 s more.
      await delay(55_000)
    }
    const id = (await tunnel.owner.readAgents()).agents.nodes[0]?.id ?? ''
    await tunnel.owner.control.request(EndSessionDocument, { input: { id } })
    const clockSeconds = (performance.now() - tunnel.connectedMs) / 1_000
    await readStillUsage(tunnel.owner)
    const counted = (await readUsage(tunnel.owner)).agentMinutes * 60
    console.log(`${counted.toFixed(1)} s are counted of ${clockSeconds.toFixed(1)} s`)
    expect(counted).toBeLessThan(clockSeconds + 1)
    // 2 s for each of the two, and the report of the end.
    expect(counted).toBeGreaterThan(clockSeconds - 2 * 2 - 1)
  }, 300_000)
})
