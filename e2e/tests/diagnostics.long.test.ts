import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openLocalAuthority } from '@culvert/edge/authority'
import { loadEdgeConfig, type RunningEdge } from '@culvert/edge'
import { startEdge } from '@culvert/edge/edge'
import { beforeAll, describe, expect, it } from 'vitest'
import { type RunningAgent, startAgent } from '../src/agent.ts'
import { startApp, type TestApp } from '../src/apps.ts'
import { openBrowser } from '../src/browser.ts'
import { createCleanup } from '../src/cleanup.ts'
import { AgentHealthDocument, CheckGatewayDocument, TunnelErrorDocument } from '../src/control/control.generated.ts'
import { createTempFolder, domain, planSite, type Site, startApi } from '../src/culvert.ts'
import { openAs } from '../src/dashboard.ts'
import { failUntilRetried } from '../src/failing-server.ts'
import { type Person, signUp } from '../src/people.ts'
import { findSparePorts } from '../src/ports.ts'
import { until } from '../src/until.ts'
import { findOwnerLink, visit } from '../src/visit.ts'

const cleanup = createCleanup()
const browser = openBrowser(cleanup)
let site: Site
let ada: Person
let gatewayId: string
let app: TestApp
let agent: RunningAgent
let edge: RunningEdge

beforeAll(async () => {
  const planned = await planSite(cleanup)
  const [securePort = 0] = await findSparePorts(1)
  const tunnelUrl = `https://localhost:${securePort}`
  const env = { ...planned.env, EDGE_HTTPS_PORT: String(securePort), CULVERT_TUNNEL_URL: tunnelUrl }
  site = { ...planned, tunnelUrl, env }
  await startApi(cleanup, site)
  edge = await runEdge(site.env)
  ada = await signUp(site, 'Ada')
  const { secret } = await ada.createAuthToken()
  gatewayId = (await ada.createGateway('checked')).id
  app = await startApp(cleanup, (_, response) => response.end())
  agent = await startAgent(cleanup, site, { port: app.port, secret, args: ['--gateway', 'checked'] })
}, 60_000)

// In reverse order of the hops: each test breaks one more.
describe("the diagnosis of a tunnel, over HTTPS with the installation's own authority", () => {
  it('reports for each hop that it works, and how long it took', async () => {
    await until('the API knows the authority', async () => (await check()).passed)
    const { publicUrl, steps } = await check()
    expect(publicUrl).toBe(agent.publicUrl)
    expect(steps.map(({ hop, state, fix }) => [hop, state, fix])).toEqual(
      ['NAME', 'SERVER', 'TLS', 'EDGE', 'AGENT', 'APP'].map((hop) => [hop, 'OK', null]),
    )
    expect(steps.every(({ durationMs }) => durationMs !== null && durationMs >= 0)).toBe(true)
  })

  it('finds an app that hangs', async () => {
    app.listener = () => {}
    expect(await findBroken()).toMatchObject({ hop: 'APP', code: 'CULVERT_APP_TIMEOUT' })
  })

  it('finds an app that is not running, and says how to fix it', async () => {
    app.server.closeAllConnections()
    app.server.close()
    expect(await findBroken()).toMatchObject({
      hop: 'APP',
      code: 'CULVERT_APP_REFUSED',
      message: expect.stringContaining(`nothing listens on http://localhost:${app.port}`),
      fix: 'Start your app, or start the agent again with the right port.',
    })
  })

  it('shows members, and no others, the error that a visitor saw, with the same request id', async () => {
    const page = await visit(`${agent.publicUrl}/cart?coupon=1`, {
      headers: { accept: 'text/html' },
      curl: ['--insecure'],
    })
    const requestId = page.headers.get('x-culvert-request-id')
    expect(page.text).toContain(requestId)
    const link = new URL(findOwnerLink(page.text))
    const report = link.searchParams.get('report') ?? ''
    const { tunnelError } = await ada.control.request(TunnelErrorDocument, { report })
    expect(tunnelError).toEqual({
      failure: {
        requestId,
        code: 'CULVERT_APP_REFUSED',
        detail: `nothing listens on http://localhost:${app.port}`,
      },
      hop: 'APP',
      method: 'GET',
      path: '/cart',
      url: `${agent.publicUrl}/cart`,
    })
    await until('the agent is degraded', async () => (await findHealth()).health === 'degraded')
    expect((await findHealth()).lastFailure).toEqual({ requestId, code: 'CULVERT_APP_REFUSED' })
    const eve = await signUp(site, 'Eve')
    await expect(eve.control.request(TunnelErrorDocument, { report })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    eve.control.close()

    const path = link.pathname + link.search
    await browser(async (screen) => {
      await failUntilRetried(screen, { operation: 'TunnelErrorPage_Query' })
      await openAs(screen, site, ada, path)
      await screen.getByText('Could not load the error').waitFor()
      await screen.getByRole('button', { name: 'Try again' }).click()
      await screen.getByText('Start your app, or start the agent again with the right port.').waitFor()
      for (const fact of ['GET', '/cart', 'CULVERT_APP_REFUSED', requestId ?? '']) {
        await screen.getByRole('main').getByText(fact, { exact: true }).waitFor()
      }
      const again = screen.getByRole('link', { name: 'Try again' })
      expect(await again.getAttribute('href')).toBe(`${agent.publicUrl}/cart`)
    })
    await browser(async (screen) => {
      await openAs(screen, site, eve, path)
      await screen.getByRole('heading', { name: 'No such error' }).waitFor()
    })
  })

  it('finds an agent that has stopped', async () => {
    await agent.stop()
    expect(await findBroken()).toMatchObject({ hop: 'AGENT', code: 'CULVERT_TUNNEL_OFFLINE' })
  })

  it('finds an edge that is not running', async () => {
    await edge.close({ graceMs: 0 })
    expect(await findBroken()).toMatchObject({ hop: 'SERVER', code: 'SERVER_REFUSED' })
  })

  it('finds a server that does not know the hostname', async () => {
    edge = await runEdge({
      ...site.env,
      CULVERT_API_URL: 'http://localhost:1',
      CULVERT_DATA: join(await createTempFolder(cleanup), 'other'),
    })
    expect(await findBroken()).toMatchObject({ hop: 'TLS', code: 'CERTIFICATE_MISSING' })
    await edge.close({ graceMs: 0 })
  })

  it('finds a certificate of an unknown authority', async () => {
    const folder = await createTempFolder(cleanup)
    const authority = await openLocalAuthority(join(folder, 'unknown'), 'http://localhost/authority.crl')
    const { chain, key } = await authority.issue([`*.${domain}`])
    await writeFile(join(folder, 'tunnels.crt'), chain)
    await writeFile(join(folder, 'tunnels.key'), key)
    await runEdge({ ...site.env, EDGE_TLS_FOLDER: folder })
    expect(await findBroken()).toMatchObject({ hop: 'TLS', code: 'CERTIFICATE_UNTRUSTED' })
  })
})

async function runEdge(environment: Record<string, string>): Promise<RunningEdge> {
  const config = loadEdgeConfig({ ...environment, LOG_LEVEL: 'silent' })
  const running = await startEdge({ ...config, timing: { ...config.timing, probeMs: 500 } })
  cleanup.defer(() => running.close({ graceMs: 0 }))
  return running
}

async function findHealth() {
  const { account } = await ada.control.request(AgentHealthDocument, { accountId: ada.accountId })
  return account.agents.nodes[0] ?? { health: undefined, lastFailure: undefined }
}

async function check() {
  return (await ada.control.request(CheckGatewayDocument, { input: { id: gatewayId } })).checkGateway.check
}

/** Returns the hop that fails; those before it work, and those after it were not reached. */
async function findBroken() {
  const { passed, steps } = await check()
  const at = steps.findIndex(({ state }) => state === 'FAILED')
  expect(passed).toBe(false)
  expect(steps.map(({ state }) => state)).toEqual(
    steps.map((_, index) => (index < at ? 'OK' : index === at ? 'FAILED' : 'SKIPPED')),
  )
  return steps[at]
}
