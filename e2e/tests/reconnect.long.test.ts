import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningAgent, startAgent } from '../src/agent.ts'
import { type TestApp, startApp } from '../src/apps.ts'
import { type Cable, createCable } from '../src/cable.ts'
import { createCleanup } from '../src/cleanup.ts'
import { type Site, planSite, startApi, startEdge } from '../src/culvert.ts'
import { type Person, signUp } from '../src/people.ts'
import { findSparePorts } from '../src/ports.ts'
import type { RunningProcess } from '../src/processes.ts'
import { until } from '../src/until.ts'
import { visit } from '../src/visit.ts'

const cleanup = createCleanup()
let site: Site
let cable: Cable
let api: RunningProcess
let edge: RunningProcess
let ada: Person
let agent: RunningAgent
let localApp: TestApp
let secret: string
/** The gateway's URL at the edge itself, bypassing the cable of its agent. */
let url: string
/** The URL of the gateway, whichever agent the tests use. */
let homeUrl: string

beforeAll(async () => {
  const [edgePort = 0] = await findSparePorts(1)
  cable = await createCable(cleanup, edgePort)
  site = await planSite(cleanup, { tunnelPort: cable.port, edgePort })
  api = await startApi(cleanup, site)
  edge = await startEdge(cleanup, site)

  localApp = await startApp(cleanup, (request, response) => response.end(`You asked for ${request.url}`))
  ada = await signUp(site, 'Ada')
  secret = (await ada.createAuthToken()).secret
  const { subdomain } = await ada.createGateway('home')
  homeUrl = `http://${subdomain}:${edgePort}`
  url = homeUrl
  agent = await startAgent(cleanup, site, { port: localApp.port, secret, args: ['--gateway', 'home'] })
})

describe('an agent', () => {
  let agentId: string

  it('that is killed is known to be lost within 2 seconds, and its hostname is free for the next start', async () => {
    // Otherwise the loss would seem to be known before the connection is.
    await until('the connection is known', async () => (await newest()).connected)
    await agent.kill()
    await until('the loss is known', async () => !(await newest()).connected, 2000)
    agent = await startAgent(cleanup, site, { port: localApp.port, secret, args: ['--gateway', 'home'] })
    await untilBack()
    agentId = (await newest()).id
  })

  it('resumes after its connection is reset, and a request in between is answered', async () => {
    await untilBack()
    cable.cut()
    const between = visit(`${url}/between`)
    cable.restore()
    expect((await between).text).toBe('You asked for /between')
  })

  it('reconnects on its own after a network outage, during which visitors get 503', async () => {
    cable.cut()
    const meanwhile = await visit(url)
    expect([meanwhile.status, meanwhile.headers.get('retry-after')]).toEqual([503, expect.any(String)])
    cable.restore()
    await untilBack()
  })

  it('reconnects on its own to an edge that is killed and restarted', async () => {
    await edge.kill()
    await expect(visit(url)).rejects.toThrow('curl: (7)')
    edge = await startEdge(cleanup, site)
    await untilBack()
  })

  it('keeps serving while the API is down, and is known to the API again afterwards', async () => {
    const before = (await newest()).requestCount
    await api.kill()
    expect((await visit(`${url}/without-api`)).text).toBe('You asked for /without-api')
    api = await startApi(cleanup, site)
    await until('the API knows what it missed', async () => {
      const { status, connected, requestCount } = await newest()
      return status === 'active' && connected && requestCount > before
    })
    expect(await visit(`${url}/with-api`)).toMatchObject({ status: 200 })
  })

  it('is still the same process, agent and gateway after all of this', async () => {
    expect(agent.exit).toBeUndefined()
    expect(await newest()).toMatchObject({ id: agentId })
    expect((await ada.readAgents()).gateways).toEqual([expect.objectContaining({ tunnelBinding: agentId })])
  })
})

describe('a single transfer over a round trip of 50 ms', () => {
  const windowBytes = 256 * 1024
  const body = Buffer.alloc(32 * 1024 * 1024)

  beforeAll(async () => {
    const app = await startApp(cleanup, (request, response) => {
      if (request.method === 'GET') response.end(body)
      else request.on('end', () => response.end()).resume()
    })
    const transfers = await startAgent(cleanup, site, { port: app.port, secret })
    url = Object.assign(new URL(transfers.publicUrl), { port: site.edgePort }).href
    cable.delayMs = 25
  })

  afterAll(() => {
    cable.delayMs = 0
  })

  it.each([
    ['down', {}],
    ['up', { method: 'PUT', body }],
  ])('has more than 4 times its initial window in flight %s', async (_, options) => {
    cable.bufferedBytesMax = 0
    expect(await visit(url, options)).toMatchObject({ status: 200 })
    expect(cable.bufferedBytesMax).toBeGreaterThan(4 * windowBytes)
  })
})

describe('an edge that is terminated', () => {
  let next: RunningProcess
  let nextUrl: string

  it('finishes open requests while its agents move to another edge, refuses connections, and ends with 0', async () => {
    const [nextPort = 0] = await findSparePorts(1)
    const env = { ...site.env, EDGE_HTTP_PORT: String(nextPort), EDGE_DRAIN_SECONDS: '1' }
    next = await startEdge(cleanup, { ...site, edgePort: nextPort, env })
    nextUrl = homeUrl.replace(/\d+$/, String(nextPort))
    const release = Promise.withResolvers<void>()
    localApp.listener = (request, response) => {
      response.write('first, ')
      if (request.url === '/slow') void release.promise.then(() => response.end('last'))
      else response.end('served')
    }
    const asked = once(localApp.server, 'request')
    const download = visit(`${homeUrl}/slow`)
    await asked
    cable.forwardTo(nextPort)
    edge.signal('SIGTERM')
    await until('the agent has moved', async () => (await visit(nextUrl)).text === 'first, served')
    await expect(visit(homeUrl)).rejects.toThrow('curl: (7)')
    expect(edge.exit).toBeUndefined()
    release.resolve()
    expect((await download).text).toBe('first, last')
    expect(await edge.waitForExit()).toEqual({ code: 0, signal: null })
  })

  it('ends with 0 after its grace period, even if a request never ends', async () => {
    localApp.listener = (_, response) => void response.write('no end')
    const asked = once(localApp.server, 'request')
    const endless = visit(nextUrl).catch((error: unknown) => String(error))
    await asked
    next.signal('SIGTERM')
    expect(await next.waitForExit(10_000)).toEqual({ code: 0, signal: null })
    expect(await endless).toMatch(/curl: \(\d+\)/)
  })
})

/** Returns the API's view of the agent that was started last. */
async function newest() {
  const [latest] = (await ada.readAgents()).agents.nodes
  if (!latest) throw new Error('Ada has no agent')
  return latest
}

/** Resolves when a visitor gets the app's answer again. */
async function untilBack(): Promise<void> {
  await until('the app answers through the edge', async () => (await visit(url)).status === 200)
}
