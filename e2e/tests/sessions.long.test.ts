import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { type RunningAgent, startAgent } from '../src/agent.ts'
import { startApp } from '../src/apps.ts'
import { createCleanup } from '../src/cleanup.ts'
import { EndSessionDocument } from '../src/control/control.generated.ts'
import { type Site, planSite, startApi, startEdge } from '../src/culvert.ts'
import { type RunningEdge, startNamedEdge, visitEdge } from '../src/edges.ts'
import { startLoad } from '../src/edge-load.ts'
import { operate } from '../src/operator.ts'
import { type Person, signUp } from '../src/people.ts'
import { until } from '../src/until.ts'
import { readUsage } from '../src/usage.ts'

const cleanup = createCleanup()
let site: Site
let ada: Person
let edges: [RunningEdge, RunningEdge]
let agent: RunningAgent
let subdomain: string
/** When the agent was started; milliseconds of the monotonic clock. */
let startedMs: number

beforeAll(async () => {
  site = await planSite(cleanup)
  site.env.TUNNEL_REQUEST_BURST = '1000000'
  await startApi(cleanup, site)
  edges = [await startNamedEdge(cleanup, site, 'one'), await startNamedEdge(cleanup, site, 'two')]
  const app = await startApp(cleanup, (request, response) => {
    void text(request).then((body) => response.end(`${request.method} ${request.url} ${body}`))
  })
  ada = await signUp(site, 'Ada')
  const { secret } = await ada.createAuthToken()
  subdomain = (await ada.createGateway('home')).subdomain
  startedMs = performance.now()
  agent = await startAgent(cleanup, site, { port: app.port, secret, args: ['--gateway', 'home'] })
})

describe('an agent with two edges', () => {
  it('has its connected time counted once, not once at each', async () => {
    for (const edge of edges) await until(`it is at ${edge.name}`, () => isServedBy(edge))
    let seconds = 0
    await until('ten seconds are counted', async () => {
      seconds = (await readUsage(ada)).agentMinutes * 60
      return seconds >= 10
    })
    expect((performance.now() - startedMs) / 1_000).toBeGreaterThan(seconds - 0.5)
  })

  it('loses no request at one when the other is killed, and is at both again within 5 s of its return', async () => {
    for (const edge of edges) await until(`it is at ${edge.name}`, () => isServedBy(edge))
    for (const [lost, left] of [edges, edges.toReversed()] as [RunningEdge, RunningEdge][]) {
      const [atLeft, atLost] = [startLoad([left], [subdomain]), startLoad([lost], [subdomain])]
      await Promise.all([atLeft.untilMore(50), atLost.untilMore(50)])
      await lost.program.kill()
      await atLeft.untilMore(200)
      lost.program = await startEdge(cleanup, lost.site)
      const returnedMs = performance.now()
      await until('it is at both again', () => isServedBy(lost))
      expect(performance.now() - returnedMs).toBeLessThan(5_000)
      await atLeft.untilMore(50)
      expect(await atLeft.stop()).toEqual([])
      // Requests there are lost until it is back, so there was something to lose.
      expect(await atLost.stop()).not.toEqual([])
    }
    expect(agent.exit).toBeUndefined()
    expect(agent.stdout).not.toContain('Reconnecting')
  })

  it('loses no request at one while the other is drained, and is at both again afterwards', async () => {
    const [drained, left] = edges
    const load = startLoad([left], [subdomain])
    await operate(site, 'edges', 'drain', drained.name)
    await until('it has left the drained edge', async () => !(await isServedBy(drained)))
    await load.untilMore(50)
    await operate(site, 'edges', 'undrain', drained.name)
    await until('it is at both again', () => isServedBy(drained))
    expect(await load.stop()).toEqual([])
    expect(agent.stdout).not.toContain('Reconnecting')
  })

  it('ends at both when it is stopped', async () => {
    const { agents } = await ada.readAgents()
    const id = agents.nodes[0]?.id ?? ''
    await ada.control.request(EndSessionDocument, { input: { id } })
    expect((await agent.waitForExit()).code).not.toBe(0)
    for (const edge of edges) {
      expect(await visitEdge(edge, subdomain, { path: '/' })).toMatchObject({ status: 503, isOffline: true })
    }
  })
})

async function isServedBy(edge: RunningEdge): Promise<boolean> {
  return (await visitEdge(edge, subdomain, { path: '/probe' }).catch(() => undefined))?.status === 200
}
