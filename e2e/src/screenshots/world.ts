import { type Zone, startDnsServer } from '@culvert/api/dns-server'
import { startAgent } from '../agent.ts'
import { startApp } from '../apps.ts'
import type { Cleanup } from '../cleanup.ts'
import {
  AcceptInviteDocument,
  AddIpRestrictionDocument,
  CreateAgentTokenDocument,
  CreateTrustDocument,
  InviteMemberDocument,
  AskToSignInDocument,
} from '../control/control.generated.ts'
import { type Site, domain, planSite, startStandalone } from '../culvert.ts'
import { addIdentityProvider } from '../identity-provider.ts'
import { operate } from '../operator.ts'
import { type Person, findVerificationLink, signUp, verifyEmail } from '../people.ts'
import { until } from '../until.ts'
import { findOwnerLink, visit } from '../visit.ts'
import { createTraffic } from './busy.ts'
import { reportPast } from './past.ts'
import { createStory, type Story } from './story.ts'
import {
  AddDomainDocument,
  ChangePlanDocument,
  CreateApiKeyDocument,
  CreateMachineTokenDocument,
  CreateWebhookDocument,
  DomainStatesDocument,
  MarkInvoicePaidDocument,
  PlansDocument,
  SetSingleSignOnDocument,
  TestWebhookDocument,
  VerifyDomainDocument,
  WebhookStatesDocument,
} from './world.generated.ts'

/** An installation in use, as the screens should show it. */
export interface World {
  site: Site
  /** Owner of an account where everything happens: domains, traffic, a team, invoices. */
  ada: Person
  /** Viewer in Ada's account, and owner of one where something happened. */
  grace: Person
  /** Owner of an account where nothing happened yet. */
  newcomer: Person
  /** The token of an invitation for a person who has not signed up. */
  inviteToken: string
  /** Where Ada finds why one of her visitors saw an error page. */
  errorPath: string
  /** Where the newcomer verifies the address after signing up. */
  verifyPath: string
  /** Makes the provider Example present another person from now on: a new one, one with Ada's address, or Grace. */
  comeAs(who: 'new' | 'ada' | 'grace'): void
  /** Requests the sign-in of a machine, and returns its code. It waits for 10 minutes. */
  askToConnect(): Promise<string>
  /** The film of the landing page. */
  story: Story
  /** Starts one of Grace's agents on a gateway and kills it: for 45 seconds it counts as reconnecting. */
  loseAgent(): Promise<void>
  /** The operator's command line. */
  operate(...args: string[]): Promise<void>
  /** Addresses of Grace's gateways that have not been visited, so that no edge remembers whose they are. */
  unvisited: [string, string]
}

/** Starts an installation and makes people use it, only through interfaces that people have. */
export async function createWorld(cleanup: Cleanup): Promise<World> {
  const names = await startDnsServer()
  cleanup.defer(() => names.close())
  const site = await planSite(cleanup)
  site.env['DNS_RESOLVERS'] = names.address
  site.env['WEBHOOK_ALLOWED_NETWORKS'] = '127.0.0.1/32'
  await startStandalone(cleanup, site)
  const provider = await addIdentityProvider(cleanup, site)
  const [ada, grace, newcomer] = await Promise.all([
    signUp(site, 'Ada', 'Lovelace'),
    signUp(site, 'Grace', 'Hopper'),
    signUp(site, 'Linus', 'Newcomer'),
  ])
  for (const { control } of [ada, grace, newcomer]) cleanup.defer(() => control.close())
  for (const person of [ada, grace]) await verifyEmail(site, person)
  await operate(site, 'site', 'contact', 'set', '--email', 'help@example.com', '--phone', '+44 20 7946 0000')
  await operate(site, 'site', 'switch', 'plan-changes', 'manual')
  await buyPlan(ada)
  const inviteToken = await formTeam(ada, grace)
  await addDomains(ada, names.zone)
  await addRestrictions(ada)
  await addWebhooks(cleanup, ada)
  await useApiKey(site, ada)
  await trustWorkloads(ada)
  const { secret } = await ada.createAuthToken()
  const errorPath = await carryTraffic(cleanup, site, ada, secret)
  await createTraffic(cleanup, site, ada, secret)
  const story = await createStory(cleanup, site, ada, secret)
  const link = new URL(await findVerificationLink(site, newcomer))
  await connectMachines(ada)
  const { publicUrl: first } = await grace.createGateway('preview')
  const { publicUrl: second } = await grace.createGateway('demo')
  const loseAgent = await prepareLoss(cleanup, site, grace)
  const verifyPath = link.pathname + link.search
  return {
    site,
    ada,
    grace,
    newcomer,
    inviteToken,
    errorPath,
    verifyPath,
    comeAs: (who) => {
      const email = { new: 'katherine.johnson@example.com', ada: ada.email, grace: 'grace.hopper@navy.example' }[who]
      provider.user = { sub: who, email, given_name: 'Katherine', family_name: 'Johnson' }
    },
    story,
    askToConnect: () => askToConnect(ada),
    loseAgent,
    operate: (...args) => operate(site, ...args),
    unvisited: [first, second],
  }
}

/** Adds a laptop that Ada approved, and a token for CI. */
async function connectMachines({ control, accountId }: Person): Promise<void> {
  for (const name of ['adas-macbook-pro.local', 'github-actions']) {
    await control.request(CreateMachineTokenDocument, { input: { accountId, name } })
  }
}

async function askToConnect({ control }: Person): Promise<string> {
  const asked = await control.request(AskToSignInDocument, { input: { machineName: 'build-server-7' } })
  return asked.requestCommandLineSignIn.userCode
}

async function prepareLoss(cleanup: Cleanup, site: Site, grace: Person): Promise<World['loseAgent']> {
  await grace.createGateway('staging')
  const { secret } = await grace.createAuthToken()
  return async () => {
    const lost = await startAgent(cleanup, site, { port: 3000, secret, args: ['--gateway', 'staging'] })
    await lost.kill()
  }
}

/** Adds two months on a plan, of which the first is paid. */
async function buyPlan({ control, accountId }: Person): Promise<void> {
  const { plans } = await control.request(PlansDocument, {})
  const change = async (name: string) => {
    const planId = plans.find((plan) => plan.name === name)?.id ?? ''
    return (await control.request(ChangePlanDocument, { input: { accountId, planId } })).changePlan.invoice
  }
  const paid = await change('Pro')
  await control.request(MarkInvoicePaidDocument, { input: { id: paid?.id ?? '' } })
  await change('Early Access')
  await change('Pro')
}

/** Adds a member, pending invitations, and one to another person's account; returns the token of the first pending one. */
async function formTeam(ada: Person, grace: Person): Promise<string> {
  const token = await invite(ada, grace.email, 'viewer')
  await grace.control.request(AcceptInviteDocument, { input: { token } })
  await invite(grace, ada.email, 'admin')
  await invite(ada, 'margaret.hamilton@apollo-guidance.example', 'admin')
  return await invite(ada, 'barbara@example.com', 'viewer')
}

/** Returns the invitation's token. */
async function invite({ control, accountId }: Person, email: string, role: 'admin' | 'viewer'): Promise<string> {
  const { inviteMember } = await control.request(InviteMemberDocument, { input: { accountId, email, role } })
  return new URL(inviteMember.invite.url ?? '').searchParams.get('invite_token') ?? ''
}

/** Adds a domain in each state; the verified one has single sign-on. */
async function addDomains({ control, accountId }: Person, zone: Zone): Promise<void> {
  const add = async (name: string) =>
    (await control.request(AddDomainDocument, { input: { accountId, domain: name } })).addDomain.domain
  const verified = await add('dev.ada-example.com')
  const failed = await add('demo.analytical-engine.example')
  await add('tunnels.a-rather-long-company-name.example')
  zone[`TXT _culvert-challenge.${verified.domain}`] = [verified.verificationToken]
  zone[`A ${verified.domain}`] = ['127.0.0.1']
  zone[`AAAA ${verified.domain}`] = ['2001:db8::7']
  // This is what a content delivery network answers, which hides the CNAME record.
  zone[`CNAME ${failed.domain}`] = []
  zone[`A ${failed.domain}`] = ['104.16.132.229']
  for (const { id } of [verified, failed]) await control.request(VerifyDomainDocument, { input: { id } })
  await until('the domains to be checked', async () => {
    const { account } = await control.request(DomainStatesDocument, { accountId })
    return account.domains.filter(({ status }) => status !== 'pending').length === 2
  })
  await control.request(SetSingleSignOnDocument, { input: { domainId: verified.id, providerId: 'example' } })
}

async function addRestrictions({ control, accountId }: Person): Promise<void> {
  const refused = [
    { ipAddress: '203.0.113.0/24', description: 'A crawler that asks for every page twice' },
    { ipAddress: '2001:db8:85a3:8d3:1319:8a2e:370:7348' },
  ]
  for (const restriction of refused)
    await control.request(AddIpRestrictionDocument, { input: { accountId, ...restriction } })
}

/** Adds a webhook that works, one that fails, and one whose receiver no longer wants anything. */
async function addWebhooks(cleanup: Cleanup, { control, accountId }: Person): Promise<void> {
  const receiver = await startApp(cleanup, ({ url }, response) => {
    response.statusCode = url === '/deploys' ? 500 : url === '/old' ? 410 : 200
    response.end(response.statusCode === 200 ? 'ok' : '{"error":"no such channel"}')
  })
  for (const [path, format] of [
    ['/old', 'STANDARD'],
    ['/deploys', 'STANDARD'],
    ['/services/T024BE7LD/B024BE7LH/nGxT3jPqX0vR5wZ8', 'SLACK'],
  ] as const) {
    const url = `http://127.0.0.1:${receiver.port}${path}`
    const { createWebhook } = await control.request(CreateWebhookDocument, {
      input: {
        accountId,
        url,
        format,
        kinds: ['AGENT_LOST', 'DOMAIN_FAILED', 'CERTIFICATE_FAILING', 'LIMIT_REACHED'],
        events: ['GATEWAY_CREATED'],
      },
    })
    await control.request(TestWebhookDocument, { input: { id: createWebhook.webhook.id } })
  }
  await until('the tests of webhooks to be sent', async () => {
    const { account } = await control.request(WebhookStatesDocument, { accountId })
    return account.webhooks.every(({ lastDelivery }) => lastDelivery?.attempts === 1)
  })
}

async function useApiKey({ apiUrl }: Site, { control, accountId }: Person): Promise<void> {
  const input = { accountId, name: 'Status page', scopes: ['READ_ACCOUNT' as const, 'READ_USAGE' as const] }
  const { secret } = (await control.request(CreateApiKeyDocument, { input })).createApiKey
  await fetch(`${apiUrl}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({ query: `{ account(id: "${accountId}") { usage { apiRequests } } }` }),
  })
}

/** Adds a customer's token, and a repository whose jobs get theirs automatically. */
async function trustWorkloads({ control, accountId }: Person): Promise<void> {
  const customer = { accountId, label: 'customer-42', hostnamePrefix: 'c42-', ttlSeconds: 86_400, name: 'Bakery' }
  await control.request(CreateAgentTokenDocument, { input: customer })
  const issuer = 'https://token.actions.githubusercontent.com'
  const conditions = [
    { claim: 'repository', value: 'analytical-engines/shop' },
    { claim: 'ref', value: 'refs/pull/*' },
  ]
  const binding = { hostnamePrefix: 'preview-', label: 'ci', ttlSeconds: 3_600 }
  await control.request(CreateTrustDocument, {
    input: { accountId, name: 'Previews of pull requests', issuer, conditions, ...binding },
  })
}

/**
 * Adds a month of traffic, then two agents that keep serving and one that has ended. Returns where the owner finds why a visitor of a
 * gateway without an agent saw an error page.
 */
async function carryTraffic(cleanup: Cleanup, site: Site, ada: Person, secret: string): Promise<string> {
  const gateways = await Promise.all(['demo', 'shop', 'webhooks'].map((name) => ada.createGateway(name)))
  await reportPast(site, ada.accountId, gateways)
  const { port } = await startApp(cleanup, (request, response) => {
    response.statusCode = request.url === '/broken' ? 500 : 200
    if (request.url === '/cookie') response.setHeader('set-cookie', `theme=dark; Domain=${domain}`)
    response.end(Buffer.alloc(64 * 1024))
  })
  const start = (...args: string[]) => startAgent(cleanup, site, { port, secret, args })
  const ended = await start('--name', 'Design review')
  await visit(ended.publicUrl)
  await ended.stop()
  const demo = await start('--gateway', 'demo', '--name', 'Laptop of Ada')
  const webhooks = await start('--gateway', 'webhooks')
  await visit(`${webhooks.publicUrl}/cookie`)
  for (const path of ['/', '/products', '/products?page=2', '/broken']) await visit(`${demo.publicUrl}${path}`)
  await visit(demo.publicUrl, { method: 'POST', body: Buffer.alloc(256 * 1024) })
  await until('the visits to be counted', async () => {
    const { agents } = await ada.readAgents()
    return agents.nodes.some(({ requestCount }) => requestCount === 5)
  })
  const failed = await visit(`${gateways[1]?.publicUrl}/cart?coupon=1`, { headers: { accept: 'text/html' } })
  const { pathname, search } = new URL(findOwnerLink(failed.text))
  return pathname + search
}
