import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { type RunningAgent, startAgent } from '../src/agent.ts'
import { type TestApp, startApp } from '../src/apps.ts'
import { createCleanup } from '../src/cleanup.ts'
import { type Site, planSite, startApi, startEdge } from '../src/culvert.ts'
import { startWorkers } from '../src/edge-load.ts'
import { type RunningEdge, startNamedEdge, visitEdge } from '../src/edges.ts'
import { operate } from '../src/operator.ts'
import { type Person, signUp } from '../src/people.ts'
import { until } from '../src/until.ts'

const cleanup = createCleanup()
let site: Site
let edges: [RunningEdge, RunningEdge]
let agent: RunningAgent
let subdomain: string
/** How often each request reached the app. */
const arrivals = new Map<string, number>()
/** Ends the answers that wait. */
let finish: () => void

beforeAll(async () => {
  site = await planSite(cleanup)
  site.env.TUNNEL_REQUEST_BURST = '1000000'
  await startApi(cleanup, site)
  edges = [await startNamedEdge(cleanup, site, 'one'), await startNamedEdge(cleanup, site, 'two')]
  const finished = Promise.withResolvers<void>()
  finish = finished.resolve
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { url = '' } = request
    const body = await text(request)
    arrivals.set(url, (arrivals.get(url) ?? 0) + 1)
    if (url === '/slow') {
      response.write('begun,')
      await finished.promise
    }
    response.end(`${request.method} ${url} ${body}`)
  }
  const app: TestApp = await startApp(cleanup, (request, response) => void answer(request, response))
  const ada: Person = await signUp(site, 'Ada')
  const { secret } = await ada.createAuthToken()
  subdomain = (await ada.createGateway('home')).subdomain
  agent = await startAgent(cleanup, site, { port: app.port, secret, args: ['--gateway', 'home', '--edges', '1'] })
})

describe('two edges', () => {
  it('lose no request of a gateway while the edge of its agent is drained, or another is stopped', async () => {
    const [first, second] = await findHolder()
    const load = startLoad([first, second])
    await load.untilMore(100)
    const slow = visitEdge(first, subdomain, { path: '/slow' })
    await until('the slow request is at the app', async () => arrivals.has('/slow'))

    await operate(site, 'edges', 'drain', first.name)
    await until('the agent is at the other edge', async () => isServedBy(second))
    await until('the drained edge has released the agent', async () => !(await isServedBy(first)))
    await load.untilMore(100)
    finish()
    expect(await slow).toMatchObject({ status: 200, body: 'begun,GET /slow ' })
    await operate(site, 'edges', 'undrain', first.name)

    second.program.signal('SIGTERM')
    await until('the agent is back', async () => isServedBy(first))
    expect((await second.program.waitForExit()).code).toBe(0)
    await load.untilMore(100)
    const { lost, sent } = await load.stop()
    expect(lost).toEqual([])
    // None arrived twice: a request that one edge refuses and the other gets has not been at the app.
    expect(sent.filter((path) => arrivals.get(path) !== 1)).toEqual([])
    second.program = await startEdge(cleanup, second.site)
  })

  it('move the agent of a killed edge to the other one within 10 seconds', async () => {
    const [first, second] = await findHolder()
    await first.program.kill()
    await until('the agent is at the other edge', async () => isServedBy(second), 10_000)
    expect(agent.exit).toBeUndefined()
  })
})

/** Returns the edge that serves the agent, and the other one. */
async function findHolder(): Promise<[RunningEdge, RunningEdge]> {
  const [one, two] = edges
  let holder = one
  await until('the tunnel is open', async () => {
    for (const edge of edges) if (await isServedBy(edge)) holder = edge
    return await isServedBy(holder)
  })
  return holder === one ? [one, two] : [two, one]
}

async function isServedBy(edge: RunningEdge): Promise<boolean> {
  return (await visitEdge(edge, subdomain, { path: '/probe' })).status === 200
}

/**
 * Starts visitors that send GET and POST requests all the time, eight at once, as a balancer does: a request that one edge refuses because
 * the agent is not there goes to the other, and once more to the first; an edge that says it is not ready gets none. A request is lost if all
 * refuse it, or if its answer is not the app's.
 */
function startLoad(order: readonly RunningEdge[]) {
  const lost: string[] = []
  const sent: string[] = []
  const unready = new Set<RunningEdge>()
  const over = new AbortController()
  const { untilMore, stop } = startWorkers(8, async (number) => {
    const method = number % 2 === 0 ? 'GET' : 'POST'
    const path = `/load/${number}`
    const body = method === 'POST' ? `body ${number}` : ''
    const ready = order.filter((edge) => !unready.has(edge))
    const preferred = number % 3 === 0 ? ready : ready.toReversed()
    sent.push(path)
    let found = 'no edge accepted it'
    for (const edge of [...preferred, ...preferred]) {
      const answer = await visitEdge(edge, subdomain, { method, path, body }).catch((error: unknown) => String(error))
      if (typeof answer === 'string') found = answer
      else if (answer.isOffline) continue
      else if (answer.body !== `${method} ${path} ${body}`) found = `${answer.status} ${answer.body}`
      else return true
      break
    }
    lost.push(`${method} ${path}: ${found}`)
    return false
  })
  const checks = order.map(async (edge) => {
    while (!over.signal.aborted) {
      const isReady = (await fetch(`http://localhost:${edge.site.edgePort}/readyz`).catch(() => undefined))?.ok
      if (isReady === true) unready.delete(edge)
      else unready.add(edge)
      await delay(50)
    }
  })
  return {
    untilMore,
    stop: async () => {
      over.abort()
      await Promise.all([stop(), ...checks])
      return { lost, sent }
    },
  }
}
