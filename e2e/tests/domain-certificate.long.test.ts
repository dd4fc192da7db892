import { startAuthority } from '@culvert/acme/authority'
import { beforeAll, describe, expect, it } from 'vitest'
import { runCulvert } from '../src/agent.ts'
import { startApp } from '../src/apps.ts'
import { openBrowser } from '../src/browser.ts'
import { createCleanup } from '../src/cleanup.ts'
import {
  AddCustomDomainDocument,
  CheckGatewayDocument,
  CreateGatewayDocument,
  CustomDomainsDocument,
  VerifyCustomDomainDocument,
} from '../src/control/control.generated.ts'
import { openAs } from '../src/dashboard.ts'
import { operate } from '../src/operator.ts'
import { type Person, signUp } from '../src/people.ts'
import { PublicInstallation } from '../src/public-installation.ts'
import { until } from '../src/until.ts'

const cleanup = createCleanup()
const browser = openBrowser(cleanup)
const here = '127.0.0.1'
const domain = 'shop.ada-example.com'

/** Resolves every name that the API looks up through the system to this machine, as its own name servers do. */
const systemNames = `data:text/javascript,${encodeURIComponent(`
import dns from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'
dns.lookup = async () => [{ address: '${here}', family: 4 }]
syncBuiltinESMExports()
`)}`

let site: PublicInstallation
let ada: Person

beforeAll(async () => {
  site = await PublicInstallation.plan(cleanup, (place) => startAuthority({ resolve: () => place }))
  for (const name of [site.dashboard, site.tunnelHost]) site.names.zone[`A ${name}`] = [here]
  // The authority is not one that the world trusts.
  Object.assign(site.env, { NODE_EXTRA_CA_CERTS: site.issuerFile, NODE_OPTIONS: `--import ${systemNames}` })
  await site.start()
  ada = await signUp(site, 'Ada')
  await operate(site, 'accounts', 'set-plan', ada.namespace, 'Pro')
}, 60_000)

const findDomain = async () => {
  const { account } = await ada.control.request(CustomDomainsDocument, { accountId: ada.accountId })
  return account.domains[0]
}

// The tests of this file build on each other.
describe('a custom domain on an installation that orders certificates', () => {
  let id: string

  it('reports a CAA record that forbids a certificate, and its order is held back', async () => {
    const input = { accountId: ada.accountId, domain }
    const { addDomain } = await ada.control.request(AddCustomDomainDocument, { input })
    id = addDomain.domain.id
    const target = addDomain.domain.dnsRecords.find(({ type }) => type === 'CNAME')?.value ?? ''
    Object.assign(site.names.zone, {
      [`CNAME ${domain}`]: [target],
      [`A ${domain}`]: [here],
      'CAA ada-example.com': ['0 issue "other-authority.example"'],
    })
    await until('the installation has its account at the authority', async () => {
      await ada.control.request(VerifyCustomDomainDocument, { input: { id } })
      await until('the check is done', async () => (await findDomain())?.verifying === false)
      return (await findDomain())?.findings.some(({ aspect }) => aspect === 'CAA') === true
    })
    const found = await findDomain()
    expect(found?.status).toBe('verified')
    expect(found?.findings.filter(({ outcome }) => outcome !== 'OK')).toEqual([
      {
        aspect: 'CAA',
        outcome: 'PROBLEM',
        advice: 'Add the CAA record 0 issue "authority.example" at ada-example.com.',
      },
    ])
    await until('the order is held back', async () => (await findDomain())?.certificate?.lastError !== null)
  })

  it('gets its certificate once the CAA record allows it, and the screen shows it', async () => {
    site.names.zone['CAA ada-example.com'] = ['0 issue "other-authority.example"', '0 issue "authority.example"']
    await operate(site, 'certificates', 'retry', domain)
    await until('the certificate is there', async () => (await findDomain())?.certificate?.stage === 'READY')
    expect((await findDomain())?.certificate).toEqual({
      stage: 'READY',
      issuedAt: expect.any(String),
      expiresAt: expect.any(String),
      renewsAt: expect.any(String),
      lastError: null,
    })

    await browser(async (page) => {
      await openAs(page, site, ada, '/admin/domains')
      await page.getByText(/^SSL certificates come from a free certificate authority, /).waitFor()
      const list = page.getByRole('list', { name: 'Your domains' })
      await list.getByText(/^HTTPS works\. Visitors see a certificate from /).waitFor()
      for (const fact of ['Issued', 'Renewal', 'Expires']) await list.getByText(fact, { exact: true }).waitFor()
    })
  })

  it('passes a connection check of a gateway on it', async () => {
    const gateway = { accountId: ada.accountId, name: 'shop', customDomain: domain }
    const { createGateway } = await ada.control.request(CreateGatewayDocument, { input: gateway })
    const app = await startApp(cleanup, (_, response) => response.end('hello'))
    const { secret } = await ada.createAuthToken()
    const args = ['http', String(app.port), '--gateway', 'shop']
    const command = runCulvert(cleanup, { apiUrl: site.publicUrl }, args, site.agentEnvironment(secret))
    await command.waitForOutput(/https:\/\/shop\.ada-example\.com:\d+/)
    const { checkGateway } = await ada.control.request(CheckGatewayDocument, {
      input: { id: createGateway.gateway.id },
    })
    expect(checkGateway.check.steps.map(({ hop, state }) => [hop, state])).toEqual(
      ['NAME', 'SERVER', 'TLS', 'EDGE', 'AGENT', 'APP'].map((hop) => [hop, 'OK']),
    )
    const tls = checkGateway.check.steps.find(({ hop }) => hop === 'TLS')
    expect(tls?.message).toMatch(/^The certificate is for shop\.ada-example\.com, issued by .+, and valid until /)
  })
})
