import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { beforeAll, describe, expect, it } from 'vitest'
import { runCulvert } from '../src/agent.ts'
import { type TestApp, startApp } from '../src/apps.ts'
import { createCleanup } from '../src/cleanup.ts'
import { type Site, createTempFolder, planSite, startStandalone } from '../src/culvert.ts'
import { signUp } from '../src/people.ts'

const cleanup = createCleanup()
let site: Site
let app: TestApp
let secret: string

beforeAll(async () => {
  site = await planSite(cleanup)
  await startStandalone(cleanup, site)
  app = await startApp(cleanup, (_request, response) => response.end('Hello'))
  const ada = await signUp(site, 'Ada')
  secret = (await ada.createAuthToken()).secret
})

async function run(args: string[], env: Record<string, string> = {}, apiUrl = site.apiUrl) {
  const command = runCulvert(cleanup, { apiUrl }, ['doctor', ...args], env)
  const { code } = await command.waitForExit()
  return { code, said: command.stdout, stderr: command.stderr }
}

describe('culvert doctor', () => {
  it('runs every check in order, including the public URL and the app, without printing the token', async () => {
    const { code, said } = await run([String(app.port)], { CULVERT_AUTHTOKEN: secret })
    const checks = said
      .split('\n')
      .filter((line) => /^\S/.test(line))
      .map((line) => line.slice(0, 15).trim())
    expect({ code, checks }).toEqual({
      code: 0,
      checks: [
        '✓ Runtime',
        '✓ Configuration',
        '✓ Sign-in',
        '✓ Proxy',
        '✓ DNS',
        '✓ Server',
        '· TLS',
        '✓ Clock',
        '✓ Token',
        '✓ Edge',
        '✓ Public URL',
        '✓ App',
        '✓ Addresses',
        '✓ Host',
        '✓ Trust',
      ],
    })
    expect(said).not.toContain(secret)
  })

  it('passes every check of a server with a trusted certificate, and says until when that is valid', async () => {
    const { apiUrl, certificate } = await startTlsProxy(30)
    const trusting = { CULVERT_AUTHTOKEN: secret, NODE_EXTRA_CA_CERTS: certificate }
    const { code, said } = await run([String(app.port)], trusting, apiUrl)
    expect({ code, said }).toEqual({
      code: 0,
      said: expect.stringMatching(/^✓ TLS +The certificate is trusted, until \d{4}-\d\d-\d\d\.$/m),
    })
    expect(said).not.toMatch(/^[·▲✕]/m)
  })

  it('warns of a certificate of the server that ends within 3 days', async () => {
    const { apiUrl, certificate } = await startTlsProxy(2)
    const trusting = { CULVERT_AUTHTOKEN: secret, NODE_EXTRA_CA_CERTS: certificate }
    expect(await run([String(app.port)], trusting, apiUrl)).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^▲ TLS +The certificate expires on \d{4}-\d\d-\d\d\.$/m),
    })
  })

  it('fails if the certificate of the server is not trusted', async () => {
    const { apiUrl } = await startTlsProxy(30)
    expect(await run([], { CULVERT_AUTHTOKEN: secret }, apiUrl)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^✕ Server .*certificate/m),
    })
  })

  it('says what is wrong and what to do about it, and ends with 1', async () => {
    const { code, said } = await run(['1'], { CULVERT_AUTHTOKEN: `pk_${'0'.repeat(64)}` })
    expect(code).toBe(1)
    expect(said).toContain('✕ Token')
    expect(said).toContain(`Sign in again with \`culvert login --server ${site.apiUrl}\`.`)
    expect(said).toContain('✕ App           Nothing listens on http://localhost:1.')
    expect(said).not.toContain('Public URL')
  })

  it('writes a report that contains no secret', async () => {
    const report = join(await createTempFolder(cleanup), 'report.json')
    const config = join(await createTempFolder(cleanup), 'culvert.yml')
    writeFileSync(config, 'defaults:\n  request-header-add: Authorization Bearer my-secret\n')
    const { said } = await run(
      ['http://ada:my-secret@localhost:3000', '--json', '--report', report, '--config', config],
      { CULVERT_AUTHTOKEN: secret },
    )
    expect(JSON.parse(readFileSync(report, 'utf8'))).toEqual(JSON.parse(said))
    expect(readFileSync(report, 'utf8')).toContain('`request-header-add`: expected a field')
    for (const each of [secret.slice(3), 'my-secret']) expect(readFileSync(report, 'utf8')).not.toContain(each)
  })

  it('runs automatically, in short form, if `culvert http` does not reach the server', async () => {
    const command = runCulvert(cleanup, { apiUrl: 'http://no-such-server.invalid:4000' }, ['http', '3000'], {
      CULVERT_AUTHTOKEN: secret,
    })
    expect((await command.waitForExit()).code).toBe(5)
    expect(command.stderr).toContain('✕ DNS           no-such-server.invalid cannot be resolved')
    expect(command.stderr).not.toContain('✓')
  })
})

/** Serves the installation over TLS too, with a certificate that is valid for so many days and signs itself. */
async function startTlsProxy(days: number): Promise<{ apiUrl: string; certificate: string }> {
  const folder = await createTempFolder(cleanup)
  const [certificate, key] = [join(folder, 'tls.crt'), join(folder, 'tls.key')]
  const names = ['-subj', '/CN=test', '-addext', 'subjectAltName=DNS:localhost']
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', String(days)]
  execFileSync('openssl', ['req', ...kind, ...names, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const { hostname, port } = new URL(site.apiUrl)
  const server = createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, (visitor) => {
    const api = connect(Number(port), hostname)
    for (const end of [visitor, api]) end.on('error', () => [visitor, api].forEach((other) => other.destroy()))
    visitor.pipe(api).pipe(visitor)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanup.defer(() => void server.close())
  return { apiUrl: `https://localhost:${(server.address() as AddressInfo).port}`, certificate }
}
