import { startAuthority } from '@culvert/acme/authority'
import { beforeAll, describe, expect, it } from 'vitest'
import { runCulvert } from '../src/agent.ts'
import { startApp } from '../src/apps.ts'
import { openBrowser } from '../src/browser.ts'
import { createCleanup } from '../src/cleanup.ts'
import { createTempFolder } from '../src/culvert.ts'
import { type Person, signUp } from '../src/people.ts'
import type { RunningProcess } from '../src/processes.ts'
import { publicAddress, PublicInstallation } from '../src/public-installation.ts'
import { until } from '../src/until.ts'

const cleanup = createCleanup()

/**
 * A browser for which the dashboard is on the Internet, and all other ports are on its own machine: so it may apply its restrictions on
 * pages that reach from one to the other (Private Network Access).
 */
const browser = openBrowser(cleanup, {
  args: () => [
    `--host-resolver-rules=MAP *.test ${publicAddress}`,
    `--ip-address-space-overrides=${publicAddress}:${new URL(site.publicUrl).port}=public`,
  ],
  // It does not know the authority of the tests.
  context: { ignoreHTTPSErrors: true },
})
let site: PublicInstallation
let culvert: RunningProcess
let ada: Person

beforeAll(async () => {
  site = await PublicInstallation.plan(cleanup, (place) => startAuthority({ resolve: () => place }))
  site.names.zone[`A safe-ada.${site.domain}`] = [publicAddress]
  culvert = await site.start()
}, 60_000)

// The tests of this file build on each other.
describe('an installation with a public name, started by one command', () => {
  it('prints its URLs, and for whom its certificates are ordered', async () => {
    await culvert.waitForOutput(/Ctrl-C/)
    expect(culvert.stdout).toContain(`Dashboard and API   ${site.publicUrl}\n`)
    expect(culvert.stdout).toContain(`https://NAME.${site.domain} (agents dial https://${site.tunnelHost}:`)
    expect(culvert.stdout).toContain('Certificates        ordered for operator@example.test\n')
  })

  it('serves dashboard and API over HTTPS with a certificate that it ordered, and over HTTP/2', async () => {
    await until(
      'the dashboard has its certificate',
      async () => (await site.visit(`${site.publicUrl}/healthz`)).status === 200,
    )
    const page = await site.visit(site.publicUrl, ['--http2', '--write-out', ' by %{http_version}'])
    expect(page.status).toBe(200)
    expect(page.text).toMatch(/<html.* by 2$/s)
  })

  it('redirects plain HTTP requests to HTTPS with 308', async () => {
    const answer = await site.visit(`http://${site.dashboard}:${site.env.EDGE_HTTP_PORT}/login`)
    expect([answer.status, answer.headers.get('location')]).toEqual([308, `${site.publicUrl}/login`])
  })

  it('connects an agent, whose gateway gets its own certificate', async () => {
    ada = await signUp(site, 'Ada')
    const { secret } = await ada.createAuthToken()
    await ada.createGateway('safe', site.domain)
    const app = await startApp(cleanup, (request, response) => {
      response.end(`${String(request.headers['x-forwarded-proto'])} ${request.url}`)
    })
    const args = ['http', String(app.port), '--gateway', 'safe']
    const command = runCulvert(cleanup, { apiUrl: site.publicUrl }, args, site.agentEnvironment(secret))
    const [tunnelUrl] = await command.waitForOutput(/https:\/\/safe-ada\.tunnels\.test:\d+/)
    await until('the gateway has its certificate', async () => (await site.visit(`${tunnelUrl}/hello`)).status === 200)
    expect((await site.visit(`${tunnelUrl}/hello`)).text).toBe('https /hello')
    const plain = await site.visit(`http://safe-ada.${site.domain}:${site.env.EDGE_HTTP_PORT}/hello`)
    expect([plain.status, plain.headers.get('location')]).toEqual([308, `${tunnelUrl}/hello`])
  })

  it('signs a machine in: the browser may go from the public dashboard to a port of its own machine', () =>
    browser(async (page) => {
      const blocked: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') blocked.push(message.text())
      })
      const login = runCulvert(cleanup, { apiUrl: site.publicUrl }, ['login', '--name', 'adas-laptop'], {
        ...site.agentEnvironment(''),
        CULVERT_AUTHTOKEN: '',
        CULVERT_CONFIG_DIR: await createTempFolder(cleanup),
        BROWSER: 'true',
      })
      const [, address = ''] = await login.waitForOutput(/^ {2}(https:\S+)$/m)
      expect(address.startsWith(`${site.publicUrl}/`)).toBe(true)
      await page.goto(address)
      await page.getByLabel('Email').fill(ada.email)
      await page.getByLabel('Password', { exact: true }).fill(ada.password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('button', { name: 'Approve' }).click()
      await page.getByText('You are signed in. You can close this page').waitFor()
      expect(new URL(page.url())).toMatchObject({ protocol: 'http:', hostname: '127.0.0.1', pathname: '/callback' })
      expect(await login.waitForExit()).toEqual({ code: 0, signal: null })
      expect(blocked).toEqual([])
    }))

  it('refuses unknown names in the TLS handshake', async () => {
    await expect(site.visit(site.secure('stranger.test'))).rejects.toThrow(/unrecognized name|alert/i)
  })

  it('serves the same certificates from the first handshake after a restart', async () => {
    expect(await culvert.stop()).toEqual({ code: 0, signal: null })
    culvert = await site.start()
    expect((await site.visit(`${site.publicUrl}/healthz`)).status).toBe(200)
    // The agent may be back already.
    expect([200, 503]).toContain((await site.visit(site.secure(`safe-ada.${site.domain}`))).status)
  })
})
