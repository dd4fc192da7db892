import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { startAgent } from '../src/agent.ts'
import { startApp } from '../src/apps.ts'
import { createCleanup } from '../src/cleanup.ts'
import { createTempFolder, planSite, type Site, startApi, startEdge } from '../src/culvert.ts'
import { signUp } from '../src/people.ts'
import { findSparePorts } from '../src/ports.ts'
import { until } from '../src/until.ts'
import { visit } from '../src/visit.ts'

const cleanup = createCleanup()
let site: Site
/** curl's options for a visitor who trusts the installation's own authority. */
let trusting: string[]
let publicUrl: string

beforeAll(async () => {
  const planned = await planSite(cleanup)
  const [securePort = 0] = await findSparePorts(1)
  const tunnelUrl = `https://localhost:${securePort}`
  site = {
    ...planned,
    tunnelUrl,
    env: { ...planned.env, EDGE_HTTPS_PORT: String(securePort), CULVERT_TUNNEL_URL: tunnelUrl },
  }
  await startApi(cleanup, site)
  await startEdge(cleanup, site)

  const authority = join(await createTempFolder(cleanup), 'authority.crt')
  await writeFile(authority, (await visit(`http://localhost:${site.edgePort}/authority.crt`)).body)
  trusting = ['--cacert', authority]

  const app = await startApp(cleanup, (request, response) => {
    response.end(`${String(request.headers['x-forwarded-proto'])} ${request.url}`)
  })
  const ada = await signUp(site, 'Ada')
  const { secret } = await ada.createAuthToken()
  await ada.createGateway('safe')
  // The API learns of the authority from the edge's first report.
  const agent = await startAgent(cleanup, site, { port: app.port, secret, args: ['--gateway', 'safe'] })
  publicUrl = agent.publicUrl
}, 60_000)

describe('an installation with a public HTTPS URL', () => {
  it('connects its agents over TLS with its own certificate, without configuration', async () => {
    expect(publicUrl).toMatch(/^https:\/\/safe-ada\.culvert\.localhost:\d+$/)
    await until('the app answers by HTTPS', async () => (await visit(publicUrl, { curl: trusting })).status === 200)
    expect((await visit(`${publicUrl}/hello`, { curl: trusting })).text).toBe('https /hello')
  })

  it('serves visitors over HTTP/2', async () => {
    const curl = [...trusting, '--http2', '--write-out', ' by %{http_version}']
    expect((await visit(`${publicUrl}/hello`, { curl })).text).toBe('https /hello by 2')
  })

  it('serves visitors over TLS 1.3', async () => {
    const curl = [...trusting, '--tlsv1.3', '--tls-max', '1.3']
    expect((await visit(`${publicUrl}/hello`, { curl })).text).toBe('https /hello')
  })

  it('answers 404 with a valid certificate for a hostname without a tunnel', async () => {
    const [, host = ''] = publicUrl.split('//safe-ada')
    expect((await visit(`https://nobody-ada${host}`, { curl: trusting })).status).toBe(404)
  })

  it('is rejected by visitors who do not trust its authority', async () => {
    await expect(visit(publicUrl)).rejects.toThrow(/certificate/i)
  })
})
