import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { startAgent } from '../src/agent.ts'
import { startApp, startEcho } from '../src/apps.ts'
import { createCleanup } from '../src/cleanup.ts'
import { type Site, planSite, startApi, startEdge } from '../src/culvert.ts'
import { startLoad } from '../src/edge-load.ts'
import { type RunningEdge, startNamedEdge, visitEdge } from '../src/edges.ts'
import { operate } from '../src/operator.ts'
import { signUp } from '../src/people.ts'
import { findSparePorts } from '../src/ports.ts'
import { type RunningProcess, startProcess } from '../src/processes.ts'
import { until } from '../src/until.ts'

const cleanup = createCleanup()
let site: Site
let edges: RunningEdge[]
let redis: RunningProcess
let redisPort: number

beforeAll(async () => {
  site = await planSite(cleanup)
  site.env.TUNNEL_REQUEST_BURST = '1000000'
  await startApi(cleanup, site)
  ;[redisPort = 0] = await findSparePorts(1)
  await startRedis()
  edges = []
  for (const name of ['one', 'two', 'three']) {
    const [operationsPort = 0] = await findSparePorts(1)
    const variables = {
      REDIS_URL: `redis://127.0.0.1:${redisPort}`,
      EDGE_OPERATIONS_PORT: String(operationsPort),
      EDGE_PROCESSES: '1',
    }
    edges.push(await startNamedEdge(cleanup, site, name, async () => variables))
  }
})

/** Starts an agent for a new user's gateway, at this many edges, until the end of the test. */
async function serve(firstName: string, port: number, count: number) {
  const owner = await signUp(site, firstName)
  const { secret } = await owner.createAuthToken()
  const { subdomain } = await owner.createGateway('home')
  const agent = await startAgent(cleanup, site, { port, secret, args: ['--gateway', 'home', '--edges', String(count)] })
  onTestFinished(async () => void (await agent.kill()))
  await until('every edge serves it', async () => {
    const answers = await Promise.all(edges.map(async (edge) => await visitEdge(edge, subdomain, { path: '/' })))
    return answers.every(({ isOffline, status }) => !isOffline && status !== 404 && status !== 503)
  })
  return subdomain
}

describe('three edges with Redis', () => {
  it('serve a WebSocket at each of them while the agent is at one', async () => {
    const echo = await startEcho(cleanup)
    const subdomain = await serve('Ada', echo.port, 1)
    for (const { site: own } of edges) {
      const socket = new WebSocket(`ws://127.0.0.1:${own.edgePort}/`, { headers: { host: subdomain } })
      await once(socket, 'open')
      socket.send('x'.repeat(300_000))
      const [said] = await once(socket, 'message')
      expect(String(said)).toHaveLength(300_000)
      socket.terminate()
    }
  })

  it('lose no request while the agent moves from one to another', async () => {
    const subdomain = await serve('Bob', await startCounter(), 1)
    const load = startLoad(edges, [subdomain])
    await load.untilMore(100)
    const holder = await findHolder()
    await operate(site, 'edges', 'drain', holder.name)
    await until('the agent is elsewhere', async () => (await countTunnels(holder)) === 0)
    await load.untilMore(100)
    await operate(site, 'edges', 'undrain', holder.name)
    expect(await load.stop()).toEqual([])
  })

  it('serve every new request after one is killed, and the restarted edge serves again', async () => {
    const subdomain = await serve('Cyd', await startCounter(), 2)
    const holder = await findHolder()
    await holder.program.kill()
    const left = edges.filter((edge) => edge !== holder)
    // The first requests detect that it is gone.
    for (const edge of left) expect((await visitEdge(edge, subdomain, { path: '/' })).status).toBe(200)
    for (let count = 0; count < 50; count += 1)
      for (const edge of left)
        expect(await visitEdge(edge, subdomain, { method: 'POST', path: '/', body: 'body' })).toMatchObject({
          status: 200,
        })
    holder.program = await startEdge(cleanup, holder.site)
    await until('it serves again', async () => (await visitEdge(holder, subdomain, { path: '/' })).status === 200)
  })

  it('keep serving known gateways while Redis is down, and look up others again once it is back', async () => {
    const subdomain = await serve('Dan', await startCounter(), 1)
    await redis.kill()
    for (const edge of edges) expect(await visitEdge(edge, subdomain, { path: '/' })).toMatchObject({ status: 200 })
    for (const edge of edges)
      expect(await visitEdge(edge, `never-${subdomain}`, { path: '/' })).toMatchObject({ status: 503 })
    await startRedis()
    await until('edges can look up gateways again', async () => {
      const answers = await Promise.all(
        edges.map(async (edge) => await visitEdge(edge, `never-${subdomain}`, { path: '/' })),
      )
      return answers.every(({ status }) => status === 404)
    })
    for (const edge of edges) expect(await visitEdge(edge, subdomain, { path: '/' })).toMatchObject({ status: 200 })
  })
})

async function startRedis(): Promise<void> {
  redis = startProcess('redis-server', ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', ''])
  cleanup.defer(() => redis.kill())
  await redis.waitForOutput(/Ready to accept connections/)
}

/** Starts an app that echoes its requests. */
async function startCounter(): Promise<number> {
  const { port } = await startApp(cleanup, (request, response) => {
    void text(request).then((body) => response.end(`${request.method} ${request.url} ${body}`))
  })
  return port
}

async function countTunnels({ site: { env } }: RunningEdge): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${env.EDGE_OPERATIONS_PORT}/metrics`)
  return Number(/^culvert_edge_tunnels (\d+)$/m.exec(await response.text())?.[1])
}

/** Finds the edge with the most tunnels. */
async function findHolder(): Promise<RunningEdge> {
  const counts = await Promise.all(edges.map(async (edge) => ({ edge, count: await countTunnels(edge) })))
  const [most] = counts.toSorted((a, b) => b.count - a.count)
  if (most === undefined || most.count === 0) throw new Error('no edge has a tunnel')
  return most.edge
}
