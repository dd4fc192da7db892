import { execFileSync, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { startAgent } from '../src/agent.ts'
import { startApp } from '../src/apps.ts'
import { createCleanup } from '../src/cleanup.ts'
import { createTempFolder, domain, planSite, startStandalone } from '../src/culvert.ts'
import { readProject } from '../src/image.ts'
import { signUp } from '../src/people.ts'
import { findSparePorts } from '../src/ports.ts'
import { startProcess } from '../src/processes.ts'
import { until } from '../src/until.ts'
import { visit } from '../src/visit.ts'

const cleanup = createCleanup()
const isMissing = process.getuid?.() !== 0 || spawnSync('nginx', ['-v']).error !== undefined

/** More than nginx accepts by default, and less than an edge and a Node app do. */
const large = 'x'.repeat(12_000)

describe.skipIf(isMissing)('deploy/nginx.conf', () => {
  let url: string
  let received: IncomingHttpHeaders

  beforeAll(async () => {
    const site = await planSite(cleanup)
    Object.assign(site.env, { EDGE_HTTPS_PORT: 'off', EDGE_TRUSTED_PROXIES: '127.0.0.1' })
    await startStandalone(cleanup, site)
    const folder = await createTempFolder(cleanup)
    const [plain = 0, secure = 0] = await findSparePorts(2)
    const [certificate, key] = [join(folder, 'all.crt'), join(folder, 'all.key')]
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
    execFileSync('openssl', ['req', ...kind, '-subj', '/CN=test', '-keyout', key, '-out', certificate], {
      stdio: 'ignore',
    })
    const config = readProject('deploy/nginx.conf')
      .replaceAll('listen 80 ', `listen 127.0.0.1:${plain} `)
      .replaceAll('listen 443 ', `listen 127.0.0.1:${secure} `)
      .replaceAll('tunnels.example.net', domain)
      .replaceAll(/\/etc\/culvert\/tls\/\S+\.crt/g, certificate)
      .replaceAll(/\/etc\/culvert\/tls\/\S+\.key/g, key)
      .replaceAll('127.0.0.1:4000', new URL(site.apiUrl).host)
      .replaceAll('127.0.0.1:8080', `127.0.0.1:${site.edgePort}`)
    const file = join(folder, 'nginx.conf')
    await writeFile(file, config)
    const own = `daemon off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')};`
    const nginx = startProcess('nginx', ['-c', file, '-g', own])
    cleanup.defer(() => nginx.stop())

    const { secret } = await (await signUp(site, 'Ada')).createAuthToken()
    const app = await startApp(cleanup, (request, response) => {
      received = request.headers
      if (request.url === '/large') response.setHeader('x-large', large)
      response.end('from the app')
    })
    const { publicUrl } = await startAgent(cleanup, site, { port: app.port, secret })
    url = `https://${new URL(publicUrl).hostname}:${secure}/`
    await until('nginx', async () => (await visit(url, { curl: ['--insecure'] })).status === 200)
  })

  it('passes on the header fields of a request that an edge accepts, whatever their names and size', async () => {
    const headers = { 'x-large': large, x_underscore: 'kept', 'x.dot': 'kept' }
    expect((await visit(url, { headers, curl: ['--insecure'] })).status).toBe(200)
    expect(received).toMatchObject(headers)
  })

  it('passes on large header fields of an answer', async () => {
    const { status, headers } = await visit(`${url}large`, { curl: ['--insecure'] })
    expect([status, headers.get('x-large')]).toEqual([200, large])
  })

  it.each(['--http1.1', '--http2'])('passes on a path of that length, with %s', async (version) => {
    expect((await visit(`${url}${large}`, { curl: ['--insecure', version] })).status).toBe(200)
  })
})
