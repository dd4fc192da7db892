import { startAuthority } from '@culvert/acme/authority'
import { beforeAll, describe, expect, it } from 'vitest'
import { runCulvert } from '../src/agent.ts'
import { startApp } from '../src/apps.ts'
import { createCleanup } from '../src/cleanup.ts'
import { type Person, signUp } from '../src/people.ts'
import type { RunningProcess } from '../src/processes.ts'
import { publicAddress, PublicInstallation } from '../src/public-installation.ts'
import { until } from '../src/until.ts'

const cleanup = createCleanup()

let site: PublicInstallation
let culvert: RunningProcess
let ada: Person

beforeAll(async () => {
  site = await PublicInstallation.plan(cleanup, (place) => startAuthority({ resolve: () => place }))
  site.names.zone[`A safe-ada.${site.domain}`] = [publicAddress]
  culvert = await site.start()
}, 60_000)

// The tests of this file tell one story.
describe('an installation with a public name, started by one command', () => {
  it('says where it is', async () => {
    await culvert.waitForOutput(/Ctrl-C/)
    expect(culvert.stdout).toContain(`Dashboard and API   ${site.publicUrl}\n`)
    expect(culvert.stdout).toContain(`https://NAME.${site.domain} (agents dial https://${site.tunnelHost}:`)
    expect(culvert.stdout).toContain('Certificates        ordered for operator@example.test\n')
  })

  it('serves dashboard and API by HTTPS with a certificate that it ordered, by HTTP/2 too', async () => {
    await until(
      'the dashboard has its certificate',
      async () => (await site.visit(`${site.publicUrl}/healthz`)).status === 200,
    )
    const page = await site.visit(site.publicUrl, ['--http2', '--write-out', ' by %{http_version}'])
    expect(page.status).toBe(200)
    expect(page.text).toMatch(/<html.* by 2$/s)
  })

  it('sends visitors of plain HTTP there', async () => {
    const answer = await site.visit(`http://${site.dashboard}:${site.env.EDGE_HTTP_PORT}/login`)
    expect([answer.status, answer.headers.get('location')]).toEqual([308, `${site.publicUrl}/login`])
  })

  it('connects an agent, whose gateway has a certificate of its own', async () => {
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

  it('refuses names that are nobody’s in the handshake', async () => {
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
