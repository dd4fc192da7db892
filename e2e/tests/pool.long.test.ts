import { once } from 'node:events'
import { beforeAll, describe, expect, it } from 'vitest'
import { type RunningAgent, startAgent } from '../src/agent.ts'
import { type TestApp, startApp } from '../src/apps.ts'
import { createCleanup } from '../src/cleanup.ts'
import { type Site, planSite, startApi } from '../src/culvert.ts'
import { startWorkers } from '../src/edge-load.ts'
import { type RunningEdge, startNamedEdge, visitEdge } from '../src/edges.ts'
import { operate } from '../src/operator.ts'
import { type Person, signUp } from '../src/people.ts'
import { until } from '../src/until.ts'

const cleanup = createCleanup()
const names = ['one', 'two', 'three'] as const
let site: Site
let edge: RunningEdge
let ada: Person
let subdomain: string
let agents: RunningAgent[]
let apps: TestApp[]

beforeAll(async () => {
  site = await planSite(cleanup)
  site.env.TUNNEL_REQUEST_BURST = '1000000'
  await startApi(cleanup, site)
  edge = await startNamedEdge(cleanup, site, 'edge')
  await operate(site, 'plans', 'update', 'Early Access', '--agents', '3')
  ada = await signUp(site, 'Ada')
  const { secret } = await ada.createAuthToken()
  subdomain = (await ada.createGateway('shop')).subdomain
  apps = await Promise.all(names.map((name) => startApp(cleanup, (_request, response) => response.end(name))))
  const args = ['--gateway', 'shop', '--pool']
  agents = await Promise.all(apps.map(({ port }) => startAgent(cleanup, site, { port, secret, args })))
})

describe('three agents that serve a gateway as a pool', () => {
  it('say so, share its requests, and are all listed as active', async () => {
    for (const agent of agents) await agent.waitForOutput(/Pool: This agent shares its gateway with others/)
    expect(await seeAll()).toEqual(new Set(names))
    const { agents: page } = await ada.readAgents()
    expect(page.nodes.map(({ status, assignedDomain }) => [status, assignedDomain])).toEqual(
      names.map(() => ['active', subdomain]),
    )
  })

  it('lose no GET while one is killed and the app of another dies, and use that app again once it answers', async () => {
    const load = startLoad()
    await load.untilMore(100)
    await agents[0]?.kill()
    await load.untilMore(100)
    const dead = apps[1]
    dead?.server.close()
    dead?.server.closeAllConnections()
    await load.untilMore(200)
    load.answers.length = 0
    await load.untilMore(50)
    expect(new Set(load.answers)).toEqual(new Set(['three']))

    dead?.server.listen(dead.port, '127.0.0.1')
    if (dead) await once(dead.server, 'listening')
    await until('the app that came back is used', async () => load.answers.includes('two'))
    expect(await load.stop()).toEqual([])
  })
})

/** Returns the names of the apps that answer thirty visits. */
async function seeAll(): Promise<Set<string>> {
  const seen = new Set<string>()
  for (let count = 0; count < 30; count += 1) seen.add((await visitEdge(edge, subdomain, { path: '/' })).body)
  return seen
}

/** Starts visitors that continuously send GETs, eight at once. A request that no app answers is lost. */
function startLoad() {
  const lost: string[] = []
  const answers: string[] = []
  const { untilMore, stop } = startWorkers(8, async () => {
    const answer = await visitEdge(edge, subdomain, { path: '/' }).catch((error: unknown) => String(error))
    const isAnswered = typeof answer !== 'string' && answer.status === 200
    if (isAnswered) answers.push(answer.body)
    else lost.push(typeof answer === 'string' ? answer : `${answer.status} ${answer.body}`)
    return isAnswered
  })
  return {
    answers,
    untilMore,
    stop: async () => {
      await stop()
      return lost
    },
  }
}
