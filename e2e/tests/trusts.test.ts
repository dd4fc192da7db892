import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { issue, makeRoot } from '../../api/src/testing/test-authority.ts'
import { startTokenIssuer, type TokenIssuer } from '../../api/src/testing/token-issuer.ts'
import { runCulvert } from '../src/agent.ts'
import { publicUrlPattern } from '../src/agent.ts'
import { type App, startApp } from '../src/apps.ts'
import { createCleanup } from '../src/cleanup.ts'
import { CreateTrustDocument } from '../src/control/control.generated.ts'
import { createTempFolder, type Site, planSite, startStandalone } from '../src/culvert.ts'
import { type Person, signUp } from '../src/people.ts'
import { visit } from '../src/visit.ts'

const cleanup = createCleanup()
let site: Site
let app: App
let ada: Person
let issuer: TokenIssuer
/** The variables that the runner sets for a job. */
let job: Record<string, string>
/** The repository of the job. */
let repository: string

beforeAll(async () => {
  const authority = await makeRoot('Issuers')
  issuer = await startTokenIssuer(await issue(authority, ['127.0.0.1'], 30))
  cleanup.defer(() => issuer.close())
  const file = join(await createTempFolder(cleanup), 'authority.pem')
  await writeFile(file, authority.certificate.toString('pem'))
  site = await planSite(cleanup)
  Object.assign(site.env, { NODE_EXTRA_CA_CERTS: file, ISSUER_ALLOWED_NETWORKS: '127.0.0.1/32' })
  await startStandalone(cleanup, site)
  app = await startApp(cleanup, (_request, response) => response.end('Hello'))
  ada = await signUp(site, 'Ada')
  job = await startRunner()
})

/** Issues tokens for a job as the runner of GitHub Actions does. */
async function startRunner(): Promise<Record<string, string>> {
  const runner = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://runner')
    const now = Math.floor(Date.now() / 1_000)
    const claims = { iss: issuer.issuer, aud: searchParams.get('audience') ?? '', repository, iat: now, exp: now + 300 }
    void issuer.sign(claims).then((value) => response.end(JSON.stringify({ value })))
  })
  await new Promise<void>((resolve) => runner.listen(0, '127.0.0.1', resolve))
  cleanup.defer(() => {
    runner.closeAllConnections()
    runner.close()
  })
  return {
    GITHUB_ACTIONS: 'true',
    ACTIONS_ID_TOKEN_REQUEST_URL: `http://127.0.0.1:${(runner.address() as AddressInfo).port}/token?api-version=2.0`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of-the-runner',
  }
}

describe('a job in CI', () => {
  it('opens a tunnel with a trust and without a secret, and is refused for another repository', async () => {
    const input = {
      accountId: ada.accountId,
      name: 'Previews',
      issuer: issuer.issuer,
      conditions: [{ claim: 'repository', value: 'acme/shop' }],
      hostnamePrefix: 'preview-',
      label: 'ci',
      ttlSeconds: 600,
    }
    const { id } = (await ada.control.request(CreateTrustDocument, { input })).createTrust.trust
    repository = 'acme/shop'
    const command = runCulvert(cleanup, site, ['http', String(app.port), '--trust', id], job)
    const [publicUrl] = await command.waitForOutput(publicUrlPattern)
    expect(new URL(publicUrl).hostname).toMatch(/^preview-[0-9a-z]{9}-/)
    expect((await visit(publicUrl)).text).toBe('Hello')
    await command.stop()

    repository = 'acme/other'
    const stranger = runCulvert(cleanup, site, ['http', String(app.port), '--trust', id], job)
    expect(await stranger.waitForExit()).toEqual({ code: 3, signal: null })
    expect(stranger.stderr).toContain('its claim repository must be "acme/shop", and it has "acme/other".')
  })
})
