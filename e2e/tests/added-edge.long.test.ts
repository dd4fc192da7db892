import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { startAgent } from '../src/agent.ts'
import { type TestApp, startApp } from '../src/apps.ts'
import { createCleanup } from '../src/cleanup.ts'
import { planSite, startApi } from '../src/culvert.ts'
import { startLoad } from '../src/edge-load.ts'
import { type RunningEdge, startNamedEdge, visitEdge } from '../src/edges.ts'
import { operate } from '../src/operator.ts'
import { signUp } from '../src/people.ts'
import { until } from '../src/until.ts'

/** This many agents at two edges of this capacity are more than a tenth above the mean of three. */
const [agents, capacity] = [4, 3]

const cleanup = createCleanup()

describe('an edge that is added', () => {
  it.each([1, 2])(
    'gets agents from fuller edges, each of %i processes: no request is lost, and open ones finish',
    async (processes) => {
      const app = await startSlowApp()
      const { site, hostnames, edges } = await arrange(processes, app.port)
      const slow = hostnames.flatMap((name) => edges.map((edge) => visitEdge(edge, name, { path: '/slow' })))
      await until('the slow requests are at the app', async () => app.countWaiting() === slow.length)
      const load = startLoad(edges, hostnames, { asksOthers: true })
      await load.untilMore(100)

      const added = await startNamedEdge(cleanup, site, 'three')
      // The edges are compared once a minute.
      await until('the new edge has an agent', async () => (await findAgents(added, hostnames)).length > 0, 150_000)
      const moved = await findAgents(added, hostnames)
      await until('a fuller edge has released each of them', async () => {
        const left = await Promise.all(edges.map((edge) => findAgents(edge, hostnames)))
        return moved.every((name) => left.some((names) => !names.includes(name)))
      })
      await load.untilMore(100)
      expect(await load.stop()).toEqual([])
      app.finish()
      expect(new Set((await Promise.all(slow)).map(({ body }) => body))).toEqual(new Set(['begun,GET /slow ']))
    },
    300_000,
  )
})

/** An app that returns the request that it received; at `/slow` it begins its answer, and waits until it may finish. */
async function startSlowApp(): Promise<TestApp & { countWaiting: () => number; finish: () => void }> {
  let waiting = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    if (request.url === '/slow') {
      response.write('begun,')
      waiting += 1
      await promise
    }
    response.end(`${request.method} ${request.url} ${body}`)
  }
  const app = await startApp(cleanup, (request, response) => void answer(request, response))
  return { ...app, countWaiting: () => waiting, finish: resolve }
}

/** Starts two edges, and agents that are at both. */
async function arrange(processes: number, port: number) {
  const site = await planSite(cleanup)
  Object.assign(site.env, {
    TUNNEL_REQUEST_BURST: '1000000',
    EDGE_CAPACITY: String(capacity),
    EDGE_PROCESSES: String(processes),
  })
  await startApi(cleanup, site)
  await operate(site, 'plans', 'update', 'Early Access', '--agents', String(agents), '--gateways', String(agents))
  const edges = [await startNamedEdge(cleanup, site, 'one'), await startNamedEdge(cleanup, site, 'two')]
  const ada = await signUp(site, 'Ada')
  const { secret } = await ada.createAuthToken()
  const hostnames: string[] = []
  for (let number = 1; number <= agents; number += 1) {
    const name = `home-${number}`
    hostnames.push((await ada.createGateway(name)).subdomain)
    await startAgent(cleanup, site, { port, secret, args: ['--gateway', name] })
  }
  await until('all agents are at both edges', async () => {
    const served = await Promise.all(edges.map((edge) => findAgents(edge, hostnames)))
    return served.every((names) => names.length === agents)
  })
  return { site, hostnames, edges }
}

/** The hostnames of the agents that an edge has. */
async function findAgents(edge: RunningEdge, hostnames: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(hostnames.map((name) => visitEdge(edge, name, { path: '/probe' })))
  return hostnames.filter((_, index) => answers[index]?.status === 200)
}
