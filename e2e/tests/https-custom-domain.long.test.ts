import { startAuthority } from '@culvert/acme/authority'
import { hasPebble, startPebble } from '@culvert/acme/pebble'
import { beforeAll, describe, expect, it } from 'vitest'
import { runCulvert } from '../src/agent.ts'
import { startApp } from '../src/apps.ts'
import { createCleanup } from '../src/cleanup.ts'
import {
  AddCustomDomainDocument,
  CreateCustomGatewayDocument,
  DomainCertificateDocument,
  VerifyCustomDomainDocument,
} from '../src/control/control.generated.ts'
import { operate } from '../src/operator.ts'
import { type Person, signUp } from '../src/people.ts'
import { publicAddress, PublicInstallation, type StartAuthority } from '../src/public-installation.ts'
import { until } from '../src/until.ts'

const cleanup = createCleanup()

const ownAuthority: StartAuthority = (place) => startAuthority({ resolve: () => place })
/** `acme/src/pebble.test.ts` reports if it is missing. */
const pebble: StartAuthority = (target, dnsServer) => startPebble({ target, dnsServer, badNonces: 20 })

const authorities: [string, StartAuthority][] = [
  ['a strict authority', ownAuthority],
  ...(hasPebble() ? ([['Pebble', pebble]] satisfies [string, StartAuthority][]) : []),
]

// The tests of each authority build on each other.
describe.each(authorities)('a custom domain, with %s', (_, authority) => {
  const domain = 'shop.acme-example.test'
  let site: PublicInstallation
  let ada: Person
  let id: string

  const certificate = async () => {
    const { account } = await ada.control.request(DomainCertificateDocument, { accountId: ada.accountId })
    return account.domains[0]?.certificate
  }

  beforeAll(async () => {
    site = await PublicInstallation.plan(cleanup, authority)
    await site.start()
    ada = await signUp(site, 'Ada')
    await operate(site, 'accounts', 'set-plan', ada.namespace, 'Pro')
  }, 60_000)

  it('gets its certificate automatically once it is verified, and serves it within 5 seconds', async () => {
    const { addDomain } = await ada.control.request(AddCustomDomainDocument, {
      input: { accountId: ada.accountId, domain },
    })
    id = addDomain.domain.id
    const target = addDomain.domain.dnsRecords.find(({ type }) => type === 'CNAME')?.value ?? ''
    Object.assign(site.names.zone, { [`CNAME ${domain}`]: [target], [`A ${domain}`]: [publicAddress] })
    await expect(site.visit(site.secure(domain))).rejects.toThrow(/unrecognized name|alert/i)
    await ada.control.request(VerifyCustomDomainDocument, { input: { id } })
    await until('the domain has its certificate', async () => (await certificate())?.stage === 'READY')
    // Every edge has it within 5 seconds. Without a tunnel, an error page follows a successful handshake.
    await until('visitors see it', async () => (await site.visit(site.secure(domain))).status === 404, 5_000)
  })

  it('serves its gateway over HTTPS, with a trusted certificate', async () => {
    const app = await startApp(cleanup, (request, response) => {
      response.end(`${String(request.headers['x-forwarded-proto'])} to ${String(request.headers.host)}`)
    })
    await ada.control.request(CreateCustomGatewayDocument, {
      input: { accountId: ada.accountId, name: 'shop', customDomain: domain },
    })
    const { secret } = await ada.createAuthToken()
    const args = ['http', String(app.port), '--gateway', domain]
    const agent = runCulvert(cleanup, { apiUrl: site.publicUrl }, args, site.agentEnvironment(secret))
    await agent.waitForOutput(new RegExp(`https://${domain}:`))
    await until('the tunnel answers', async () => (await site.visit(site.secure(domain))).status === 200)
    expect((await site.visit(site.secure(domain, '/cart'))).text).toMatch(`https to ${domain}`)
  })

  it('shows when its certificate expires and is renewed', async () => {
    const found = await certificate()
    expect(found).toMatchObject({ stage: 'READY', lastError: null, advice: null })
    expect(Date.parse(found?.renewsAt ?? '')).toBeLessThan(Date.parse(found?.expiresAt ?? ''))
  })
})
