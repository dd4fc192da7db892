import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { startAgent } from '../src/agent.ts'
import { startApp } from '../src/apps.ts'
import { createCleanup } from '../src/cleanup.ts'
import { planSite, startApi } from '../src/culvert.ts'
import { startLoad } from '../src/edge-load.ts'
import { type RunningEdge, startNamedEdge, visitEdge } from '../src/edges.ts'
import { signUp } from '../src/people.ts'
import { until } from '../src/until.ts'

const cleanup = createCleanup()

it('an agent whose region lost all edges returns once another edge serves there, without losing a request', async () => {
  const app = await startApp(cleanup, (request, response) => {
    void text(request).then((body) => response.end(`${request.method} ${request.url} ${body}`))
  })
  const site = await planSite(cleanup)
  Object.assign(site.env, { TUNNEL_REQUEST_BURST: '1000000' })
  await startApi(cleanup, site)
  const startIn = (region: string, name: string) =>
    startNamedEdge(cleanup, site, name, async () => ({ EDGE_REGION: region }))
  const home = await startIn('eu', 'home')
  const others = [await startIn('us', 'one'), await startIn('us', 'two')]
  const ada = await signUp(site, 'Ada')
  const { secret } = await ada.createAuthToken()
  const { subdomain } = await ada.createGateway('shop')
  const serves = async (edge: RunningEdge) => (await visitEdge(edge, subdomain, { path: '/' })).status === 200
  await startAgent(cleanup, site, { port: app.port, secret, args: ['--gateway', 'shop', '--region', 'eu'] })
  await until('the agent is at home', async () => await serves(home))

  await home.program.kill()
  await until('the agent is at both of the others', async () => (await Promise.all(others.map(serves))).every(Boolean))
  const load = startLoad(others, [subdomain], { asksOthers: true })
  await load.untilMore(100)
  const returned = await startIn('eu', 'returned')
  // Agents are sent back once a minute.
  await until('the agent is back', async () => await serves(returned), 150_000)
  await until('one of the others has released it', async () => !(await Promise.all(others.map(serves))).every(Boolean))
  await load.untilMore(100)
  expect(await load.stop()).toEqual([])
}, 300_000)
