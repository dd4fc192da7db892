import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startAuthority } from '@culvert/acme/authority'
import { startDnsServer } from '@culvert/api/dns-server'
import { beforeAll, describe, expect, it } from 'vitest'
import { runCulvert } from '../src/agent.ts'
import { startApp } from '../src/apps.ts'
import { createCleanup } from '../src/cleanup.ts'
import { CreateGatewayDocument } from '../src/control/control.generated.ts'
import { createTempFolder, untilHealthy } from '../src/culvert.ts'
import { type Person, signUp } from '../src/people.ts'
import { findSparePorts } from '../src/ports.ts'
import { projectFolder, type RunningProcess, startNode } from '../src/processes.ts'
import { until } from '../src/until.ts'
import { visit } from '../src/visit.ts'

const cleanup = createCleanup()
const dashboard = 'culvert.example.test'
const domain = 'tunnels.test'

/** Every name is this machine, for a program that asks the system. */
const everythingIsHere = `data:text/javascript,${encodeURIComponent(`
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
dns.lookup = (_name, options, callback = options) =>
  options.all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4)
syncBuiltinESMExports()
`)}`

let env: Record<string, string>
let culvert: RunningProcess
let issuerFile: string
let publicUrl: string
let plainPort: number
/** curl's options for a visitor who trusts the authority, and for whom every name is this machine. */
let trusting: string[]
let ada: Person

beforeAll(async () => {
  const [port = 0, httpPort = 0, httpsPort = 0, outboxPort = 0] = await findSparePorts(4)
  plainPort = httpPort
  const place = { address: '127.0.0.1', httpPort, tlsPort: httpsPort }
  const authority = await startAuthority({ resolve: () => place })
  cleanup.defer(() => authority.close())
  const names = await startDnsServer()
  cleanup.defer(() => names.close())
  for (const name of [dashboard, `tunnel.${domain}`, `safe-ada.${domain}`]) names.zone[`A ${name}`] = ['192.0.2.1']
  const folder = await createTempFolder(cleanup)
  const rootFile = join(folder, 'root.pem')
  issuerFile = join(folder, 'issuer.pem')
  await writeFile(rootFile, authority.rootCertificate)
  await writeFile(issuerFile, authority.issuerCertificate)
  trusting = ['--cacert', issuerFile, '--connect-to', '::127.0.0.1:']
  publicUrl = `https://${dashboard}:${httpsPort}`
  env = {
    CULVERT_PUBLIC_URL: publicUrl,
    CULVERT_DOMAIN: domain,
    ACME_EMAIL: 'operator@example.test',
    ACME_CA: authority.directoryUrl,
    ACME_CA_ROOT: rootFile,
    DNS_RESOLVERS: names.address,
    CULVERT_DATA: join(folder, 'data'),
    PORT: String(port),
    EDGE_HTTP_PORT: String(httpPort),
    MAIL_OUTBOX_PORT: String(outboxPort),
  }
  culvert = await start()
}, 60_000)

async function start(): Promise<RunningProcess> {
  const program = startNode(join(projectFolder, 'standalone.ts'), [], { env })
  cleanup.defer(() => program.stop())
  await Promise.all([
    untilHealthy(program, `http://localhost:${env.PORT}`),
    untilHealthy(program, `http://localhost:${env.EDGE_HTTP_PORT}`),
  ])
  return program
}

const ask = (url: string, more: string[] = []) => visit(url, { curl: [...trusting, ...more] })

// The tests of this file tell one story.
describe('an installation with a public name, started by one command', () => {
  it('says where it is', async () => {
    await culvert.waitForOutput(/Ctrl-C/)
    expect(culvert.stdout).toContain(`Dashboard and API   ${publicUrl}\n`)
    expect(culvert.stdout).toContain(`https://NAME.${domain} (agents dial https://tunnel.${domain}:`)
    expect(culvert.stdout).toContain('Certificates        ordered for operator@example.test\n')
  })

  it('serves dashboard and API by HTTPS with a certificate that it ordered, by HTTP/2 too', async () => {
    await until('the dashboard has its certificate', async () => (await ask(`${publicUrl}/healthz`)).status === 200)
    const page = await ask(publicUrl, ['--http2', '--write-out', ' by %{http_version}'])
    expect(page.status).toBe(200)
    expect(page.text).toMatch(/<html.* by 2$/s)
  })

  it('sends visitors of plain HTTP there', async () => {
    const answer = await ask(`http://${dashboard}:${plainPort}/login`)
    expect([answer.status, answer.headers.get('location')]).toEqual([308, `${publicUrl}/login`])
  })

  it('connects an agent, whose gateway has a certificate of its own', async () => {
    ada = await signUp({ apiUrl: `http://localhost:${env.PORT}` }, 'Ada')
    const { secret } = await ada.createAuthToken()
    const input = { accountId: ada.accountId, name: 'safe', domain }
    await ada.control.request(CreateGatewayDocument, { input })
    const app = await startApp(cleanup, (request, response) => {
      response.end(`${String(request.headers['x-forwarded-proto'])} ${request.url}`)
    })
    const args = ['http', String(app.port), '--gateway', 'safe']
    const command = runCulvert(cleanup, { apiUrl: publicUrl }, args, {
      CULVERT_AUTHTOKEN: secret,
      NODE_EXTRA_CA_CERTS: issuerFile,
      NODE_OPTIONS: `--import ${everythingIsHere}`,
    })
    const [tunnelUrl] = await command.waitForOutput(/https:\/\/safe-ada\.tunnels\.test:\d+/)
    await until('the gateway has its certificate', async () => (await ask(`${tunnelUrl}/hello`)).status === 200)
    expect((await ask(`${tunnelUrl}/hello`)).text).toBe('https /hello')
    const plain = await ask(`http://safe-ada.${domain}:${plainPort}/hello`)
    expect([plain.status, plain.headers.get('location')]).toEqual([308, `${tunnelUrl}/hello`])
  })

  it('refuses names that are nobody’s in the handshake', async () => {
    await expect(ask(publicUrl.replace(dashboard, 'stranger.test'))).rejects.toThrow(/unrecognized name|alert/i)
  })

  it('serves the same certificates from the first handshake after a restart', async () => {
    expect(await culvert.stop()).toEqual({ code: 0, signal: null })
    culvert = await start()
    expect((await ask(`${publicUrl}/healthz`)).status).toBe(200)
    // The agent may be back already.
    expect([200, 503]).toContain((await ask(publicUrl.replace(dashboard, `safe-ada.${domain}`))).status)
  })
})
