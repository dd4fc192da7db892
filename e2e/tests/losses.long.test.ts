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

  it('lose no request while PostgreSQL crashes and restarts, and count each once', async () => {
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

  it('lose no request while Redis is down for 30 s, and count each once', async () => {
    const edges = await orderByHolder(installation.edges)
    const before = await readStillUsage(tunnel.owner)
    const loads = new Loads(edges, tunnel.hostname)
    await loads.untilMore(100)
    await redis?.kill()
    // The promise is for an outage of this length.
    await delay(30_000)
    await redis?.start()
    await loads.untilMore(200)
    const sent = (await loads.stop()).flat()
    expect(sent.filter(isLost).map(say)).toEqual([])
    expect(findInexact(sent, tunnel.app)).toEqual([])
    await expectCounted(tunnel.owner, before, sent)
  })

  it('count the time of an agent across kills of the edge that counts it, losing at most 2 s for each', async () => {
    const [one, other] = await orderByHolder(installation.edges)
    // One of the two counts. Both are killed in turn, so that the counting one is among them, and the other must take over.
    for (const edge of [one, other]) {
      await edge.program.kill()
      edge.program = await startEdge(cleanup, edge.site)
      // It is considered missing after 25 s, and others learn that with their next full report, 25 s later.
      await delay(55_000)
    }
    const id = (await tunnel.owner.readAgents()).agents.nodes[0]?.id ?? ''
    const secondsConnected = () => (performance.now() - tunnel.connectedMs) / 1_000
    const leastSeconds = secondsConnected()
    await tunnel.owner.control.request(EndSessionDocument, { input: { id } })
    const mostSeconds = secondsConnected()
    await readStillUsage(tunnel.owner)
    const counted = (await readUsage(tunnel.owner)).agentMinutes * 60
    console.log(`${counted.toFixed(1)} s are counted of ${leastSeconds.toFixed(1)} to ${mostSeconds.toFixed(1)} s`)
    // It was connected a little before that was seen.
    expect(counted).toBeLessThan(mostSeconds + 1)
    // 2 s for each of the two.
    expect(counted).toBeGreaterThan(leastSeconds - 2 * 2)
  }, 300_000)
})
