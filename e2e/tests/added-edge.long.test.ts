import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { startAgent } from '../src/agent.ts'
import { startApp } from '../src/apps.ts'
import { createCleanup } from '../src/cleanup.ts'
import { type Site, planSite, startApi } from '../src/culvert.ts'
import { startLoad } from '../src/edge-load.ts'
import { type RunningEdge, startNamedEdge, visitEdge } from '../src/edges.ts'
import { operate } from '../src/operator.ts'
import { signUp } from '../src/people.ts'
import { until } from '../src/until.ts'

/** So many agents at two edges of this capacity are more than a tenth above the mean of three. */
const [agents, capacity] = [4, 3]

const cleanup = createCleanup()
let site: Site
let edges: RunningEdge[]
const hostnames: string[] = []
/** How many answers have begun and wait. */
let waiting = 0
/** Ends the answers that wait. */
let finish: () => void

beforeAll(async () => {
  site = await planSite(cleanup)
  Object.assign(site.env, { TUNNEL_REQUEST_BURST: '1000000', EDGE_CAPACITY: String(capacity) })
  await startApi(cleanup, site)
  await operate(site, 'plans', 'update', 'Early Access', '--agents', String(agents), '--gateways', String(agents))
  edges = [await startNamedEdge(cleanup, site, 'one'), await startNamedEdge(cleanup, site, 'two')]
  const finished = Promise.withResolvers<void>()
  finish = finished.resolve
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    if (request.url === '/slow') {
      response.write('begun,')
      waiting += 1
      await finished.promise
    }
    response.end(`${request.method} ${request.url} ${body}`)
  }
  const { port } = await startApp(cleanup, (request, response) => void answer(request, response))
  const ada = await signUp(site, 'Ada')
  const { secret } = await ada.createAuthToken()
  for (let number = 1; number <= agents; number += 1) {
    const name = `home-${number}`
    hostnames.push((await ada.createGateway(name)).subdomain)
    await startAgent(cleanup, site, { port, secret, args: ['--gateway', name] })
  }
}, 120_000)

describe('an edge that is added', () => {
  it('gets agents of those that are fuller: no request is lost, and what is open finishes', async () => {
    const [one, two] = edges
    if (one === undefined || two === undefined) throw new Error('two edges were to be there')
    await until('all agents are at both edges', async () => {
      const served = await Promise.all(hostnames.flatMap((name) => [isServedBy(one, name), isServedBy(two, name)]))
      return served.every(Boolean)
    })
    const slow = hostnames.flatMap((name) => edges.map((edge) => visitEdge(edge, name, { path: '/slow' })))
    await until('the slow requests are at the app', async () => waiting === slow.length)
    const load = startLoad([one, two], hostnames, { asksOthers: true })
    await load.untilMore(100)

    const three = await startNamedEdge(cleanup, site, 'three')
    // The edges are compared once a minute.
    await until('the new edge has an agent', async () => (await findAgents(three)).length > 0, 150_000)
    const moved = await findAgents(three)
    await until('a fuller one has let go of each', async () => {
      const left = await Promise.all([findAgents(one), findAgents(two)])
      return moved.every((name) => left.some((names) => !names.includes(name)))
    })
    await load.untilMore(100)
    expect(await load.stop()).toEqual([])
    finish()
    expect(new Set((await Promise.all(slow)).map(({ body }) => body))).toEqual(new Set(['begun,GET /slow ']))
  }, 300_000)
})

async function isServedBy(edge: RunningEdge, hostname: string): Promise<boolean> {
  return (await visitEdge(edge, hostname, { path: '/probe' })).status === 200
}

async function findAgents(edge: RunningEdge): Promise<string[]> {
  const served = await Promise.all(hostnames.map((name) => isServedBy(edge, name)))
  return hostnames.filter((_, index) => served[index])
}
