import { beforeAll, describe, expect, it } from 'vitest'
import { createCleanup } from '../src/cleanup.ts'
import { startApi, startEdge } from '../src/culvert.ts'
import { createDatabase } from '../src/database.ts'
import { type Sent, findInexact, say } from '../src/exact-load.ts'
import { type Installation, hasAgent, startInstallation } from '../src/installation.ts'
import { Loads, type Tunnel, orderByHolder, expectCounted, isLost, openTunnel, untilNoticed } from '../src/losses.ts'
import { startRedis } from '../src/redis.ts'
import { until } from '../src/until.ts'
import { readStillUsage } from '../src/usage.ts'

const cleanup = createCleanup()
const [databaseUrl, redis] = [await createDatabase(cleanup), await startRedis(cleanup)]
/** Usage that a killed edge counted within this time before may be lost, in milliseconds. */
const unbilledMs = 2_000
/** A session between edges is probed after 2 s of silence, and lost after 2 s more; the rest is for a loaded machine. */
const noticedMs = 4_000 + 3_000

describe.skipIf(databaseUrl === undefined || redis === undefined)('three edges and two APIs', () => {
  let installation: Installation
  let tunnel: Tunnel

  beforeAll(async () => {
    if (databaseUrl === undefined || redis === undefined) return
    installation = await startInstallation(cleanup, databaseUrl, redis)
    tunnel = await openTunnel(cleanup, installation)
  }, 120_000)

  it('serve every new request at the other edges after one is killed, and the agent is at two within 5 s', async () => {
    const [killed, second, third] = await orderByHolder(installation.edges)
    const before = await readStillUsage(tunnel.owner)
    const loads = new Loads([killed, second, third], tunnel.hostname)
    await loads.untilMore(100)
    const killedMs = performance.now()
    const overMs = await untilNoticed(third, () => killed.program.kill())
    await until('the agent is at two edges again', () => hasAgent(third))
    expect(performance.now() - killedMs).toBeLessThan(5_000)
    await Promise.all([loads.untilMoreAtEdge(1, 100), loads.untilMoreAtEdge(2, 100)])
    killed.program = await startEdge(cleanup, killed.site)
    await loads.untilMoreAtEdge(0, 50)

    const [atKilled = [], atSecond = [], atThird = []] = await loads.stop()
    expect(atKilled.filter(isLost).length).toBeGreaterThan(0)
    expect(atSecond.filter(isLost).map(say)).toEqual([])
    // Only requests on their way through the killed edge that may not be sent again are lost.
    expect(atThird.filter((one) => isLost(one) && (one.method === 'GET' || one.startedMs > overMs)).map(say)).toEqual(
      [],
    )
    const sent = [...atKilled, ...atSecond, ...atThird]
    expect(findInexact(sent, tunnel.app, true)).toEqual([])
    const isUnbilled = ({ endedMs }: Sent) => endedMs > killedMs - unbilledMs && endedMs < overMs
    await expectCounted(tunnel.owner, before, sent, (one) => atKilled.includes(one) && isUnbilled(one))
  })

  it('lose no request while each API is killed in turn, and count each once', async () => {
    const edges = await orderByHolder(installation.edges)
    const before = await readStillUsage(tunnel.owner)
    const loads = new Loads(edges, tunnel.hostname)
    for (const node of installation.apis) {
      await loads.untilMore(50)
      await node.api.kill()
      await loads.untilMore(100)
      await until('the other API answers', async () => (await tunnel.owner.readAgents()).agents.nodes.length === 1)
      node.api = await startApi(cleanup, node.site)
    }
    const sent = (await loads.stop()).flat()
    expect(sent.filter(isLost).map(say)).toEqual([])
    expect(findInexact(sent, tunnel.app)).toEqual([])
    await expectCounted(tunnel.owner, before, sent)
  })

  it('notice that one edge is cut off from another, and serve through the third', async () => {
    const [lost, second, third] = await orderByHolder(installation.edges)
    const before = await readStillUsage(tunnel.owner)
    const loads = new Loads([lost, second, third], tunnel.hostname)
    await loads.untilMore(100)
    const splitMs = performance.now()
    const overMs = await untilNoticed(third, () => lost.cable.split())
    expect(overMs - splitMs).toBeLessThan(noticedMs)
    await loads.untilMore(200)
    lost.cable.restore()
    await loads.untilMore(100)

    const [atLost = [], atSecond = [], atThird = []] = await loads.stop()
    expect([...atLost, ...atSecond].filter(isLost).map(say)).toEqual([])
    expect(atThird.filter((one) => isLost(one) && (one.method === 'GET' || one.startedMs > overMs)).map(say)).toEqual(
      [],
    )
    const sent = [...atLost, ...atSecond, ...atThird]
    expect(findInexact(sent, tunnel.app, true)).toEqual([])
    await expectCounted(tunnel.owner, before, sent)
  })

  it('notice that one edge hangs and serve without it; its own visitors are served once it continues', async () => {
    const [hanging, second, third] = await orderByHolder(installation.edges)
    const before = await readStillUsage(tunnel.owner)
    const loads = new Loads([hanging, second, third], tunnel.hostname)
    await loads.untilMore(100)
    const stoppedMs = performance.now()
    const overMs = await untilNoticed(third, () => hanging.program.signal('SIGSTOP'))
    expect(overMs - stoppedMs).toBeLessThan(noticedMs)
    await Promise.all([loads.untilMoreAtEdge(1, 200), loads.untilMoreAtEdge(2, 200)])
    hanging.program.signal('SIGCONT')
    await loads.untilMore(100)

    const [atHanging = [], atSecond = [], atThird = []] = await loads.stop()
    expect([...atHanging, ...atSecond].filter(isLost).map(say)).toEqual([])
    expect(atThird.filter((one) => isLost(one) && (one.method === 'GET' || one.startedMs > overMs)).map(say)).toEqual(
      [],
    )
    const sent = [...atHanging, ...atSecond, ...atThird]
    expect(findInexact(sent, tunnel.app, true)).toEqual([])
    await expectCounted(tunnel.owner, before, sent)
  })
})
