import { randomUUID } from 'node:crypto'
import { dashboardDocuments, readOperations } from '@culvert/schema/documents'
import { beforeAll, describe, expect, it } from 'vitest'
import { OperationTypeNode } from 'graphql'
import { getFreePlan } from './features/plans/service.ts'
import { createKey } from './testing/api-keys.ts'
import { describeApi, type TestApi } from './testing/api.ts'
import { requestSignIn } from './testing/command-line-sign-in.ts'
import { sealErrorReport } from './testing/error-report.ts'
import {
  AddDomainDocument,
  AddIpRestrictionDocument,
  CreateWebhookDocument,
  InviteMemberDocument,
  ReportUsageDocument,
  StopAgentDocument,
  UpdateGatewayDocument,
} from './testing/generated/documents.ts'
import type { Member } from './testing/seed.ts'

/**
 * The maximum number of SQL statements of each query of the dashboard, including the one for the session. PostgreSQL answers
 * several at a time, so that lists that end at different moments look up roles and users separately: PGlite takes fewer.
 */
const screens: Record<string, number> = {
  ActiveAccount_Viewer: 5,
  AgentPackages_Query: 2,
  AgentPage_Query: 9,
  AgentTokenSections_Query: 8,
  AgentsPage_Query: 12,
  AuditLogPage_Query: 8,
  AuditCsv_Query: 8,
  AuthIdPage_Query: 5,
  BillingPage_Query: 11,
  ChangePlanDialog_Query: 11,
  ClosedAccounts_Query: 5,
  ConnectPage_Query: 2,
  DomainsPage_Query: 9,
  FailedRequests_Query: 7,
  GatewayMetricsPage_Query: 11,
  GatewayPage_Query: 12,
  GatewaysPage_Query: 9,
  GettingStartedPage_Query: 17,
  IdentityDialog_Query: 4,
  IdentityPage_Query: 9,
  Invitation_Query: 2,
  IpRestrictionsPage_Query: 6,
  LastRequest_Query: 7,
  LiveSite_Plans: 7,
  LabelTransferTable_Query: 4,
  NetworkTransferPage_Query: 9,
  NoticeBell_Query: 5,
  NoticePopover_Query: 7,
  NoticesPage_Query: 10,
  OfferedPlans_Query: 3,
  Overview_Query: 18,
  Palette_Query: 15,
  Payments_Query: 8,
  PlanFacts_Query: 3,
  ProfilePage_Query: 15,
  RateLimitsPage_Query: 4,
  ReceivedInvites_Query: 3,
  RequestContent_Query: 9,
  RequestList_Query: 9,
  RequestOwner_Query: 9,
  RequestPanel_Query: 9,
  RequestsCsv_Query: 8,
  RequestsPage_Query: 15,
  SecurityFeatures_Query: 6,
  ServingEdges_Query: 6,
  SetsDialog_Query: 9,
  SettingsPage_Query: 9,
  SignInProviders_Query: 3,
  Site_Query: 2,
  SubscriptionIndicator_Query: 5,
  SuccessPage_Query: 4,
  TeamPage_Query: 13,
  Traffic_Query: 13,
  TunnelErrorPage_Query: 8,
  UsageLogs_Query: 7,
  UsageCsv_Query: 8,
  VerifyEmailPage_Query: 2,
  WebhookLog_Query: 7,
  WebhookPanel_Query: 6,
}

/** The same for queries that partners may send and no screen uses; they are in the tests of their features. */
const lists: Record<string, number> = {
  Account: 6,
  AgentTokens: 6,
  Trusts: 6,
  UsageByLabel: 5,
  ApiKeys: 7,
  AuditLog: 8,
  Domains: 7,
  HasConnected: 4,
  GatewaySessions: 5,
  IpRestrictions: 5,
  ReceivedInvites: 4,
  ServingEdges: 6,
  Sessions: 3,
  Team: 13,
  TunnelError: 5,
  Usage: 7,
  UsageMetrics: 5,
  UsageTotals: 4,
}

const screenQueries = readOperations(dashboardDocuments, OperationTypeNode.QUERY)
const listQueries = readOperations('api/src/**/*.test.graphql', OperationTypeNode.QUERY)
const agentOperations = readOperations('agent/src/**/*.graphql', OperationTypeNode.MUTATION)
const bounds = Object.entries({ ...screens, ...lists })

const today = () => dayBefore(0)
/** As far back as one statement reads: longer ranges take a statement for every 500 periods. */
const yearAgo = () => dayBefore(365)
const dayBefore = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10)
/** Queries whose dates are periods of usage; in all others, dates filter by time. */
const ranges = [
  'GatewayMetricsPage_Query',
  'GatewaySessions',
  'LabelTransferTable_Query',
  'NetworkTransferPage_Query',
  'UsageByLabel',
  'UsageCsv_Query',
  'UsageMetrics',
  'UsageTotals',
]

/**
 * Queries for more than 100 rows, which are completed in turns of the event loop: each turn loads what its rows refer to. The number of turns
 * depends on the machine; a statement for each row would be 200 more.
 */
const takesTurns = ['AuditCsv_Query']
const turnStatementsMax = 20

/** Queries that are answered by running agents. */
const asksAgents = ['SetsDialog_Query']

describe('the dashboard', () => {
  it('sends exactly the queries that are listed here', () => {
    expect([...screenQueries.keys()].filter((name) => screens[name] === undefined)).toEqual([])
    expect(Object.keys(screens).filter((name) => !screenQueries.has(name))).toEqual([])
  })
})

describeApi('SQL statements', (api) => {
  let ada: Member
  let report: string
  let planId: string
  let userCode: string
  /** Queries that have pages. */
  let shown: { gatewayId: string; agentId: string; webhookId: string }
  const ask = async (name: string) => {
    const query = screenQueries.get(name) ?? listQueries.get(name)
    // Each query uses those of these variables that it declares.
    const { accountId } = ada
    const range = ranges.includes(name) ? { from: yearAgo(), to: today() } : {}
    const own: Record<string, object> = {
      GatewayPage_Query: { id: shown.gatewayId },
      AgentPage_Query: { id: shown.agentId },
      WebhookLog_Query: { id: shown.webhookId },
      FailedRequests_Query: { filter: { statusClasses: ['SERVER_ERROR'] } },
      LastRequest_Query: { filter: { gatewayId: shown.gatewayId } },
      Overview_Query: { yesterday: dayBefore(1), today: today() },
      AuditCsv_Query: { to: new Date() },
      Traffic_Query: { gatewayId: shown.gatewayId, range: 'DAY', failed: { gatewayId: shown.gatewayId } },
    }
    const variables = {
      accountId,
      id: accountId,
      planId,
      page: 1,
      pageSize: 100,
      first: 100,
      token: 'inv_nothing',
      managesKeys: true,
      report,
      userCode,
      ...range,
      ...own[name],
    }
    const { body } = await ada.client.post({ query, variables })
    // No agent answers here.
    if (!asksAgents.includes(name)) expect({ name, errors: body.errors }).toEqual({ name })
  }
  const listExcesses = async () => {
    const excesses: string[] = []
    for (const [name, written] of bounds) {
      const bound = takesTurns.includes(name) ? written + turnStatementsMax : written
      let count = Number.POSITIVE_INFINITY
      // A job may have sent a statement meanwhile: the statements of a query itself recur each time.
      for (let tries = 0; tries < 4 && count > bound; tries += 1) {
        count = Math.min(count, await api.countStatements(() => ask(name)))
      }
      if (count > bound) excesses.push(`${name} takes ${count} statements, more than ${bound}`)
    }
    return excesses
  }

  const countReport = async (gateways: number) => {
    const client = api.edge()
    const rows = Array.from({ length: gateways }, (_, index) => usageOf(ada, `gateway-${index}`))
    return await api.countStatements(() => client.run(ReportUsageDocument, { input: { reportId: randomUUID(), rows } }))
  }

  beforeAll(async () => {
    planId = (await getFreePlan(api.app.db)).id
    userCode = (await requestSignIn(api)).userCode
    const limits = {
      type: 'pro' as const,
      maxSubpoints: -1,
      maxDomains: -1,
      maxTeamMembers: -1,
      maxConcurrentAgents: -1,
      maxIpRestrictions: -1,
    }
    ada = await (await api.seed.owner('Ada')).withLimits(limits)
    shown = {
      gatewayId: (await ada.gateway('shown')).id,
      agentId: (await ada.agent('shown')).id,
      webhookId: await addWebhook(ada),
    }
  })

  it('stay within the listed maximums with one row of everything', async () => {
    await addRows(api, ada, 0)
    await ada.gateway('failing')
    const { id: agentId, assignedDomain: hostname } = await ada.agent('failing')
    report = await sealErrorReport({ agentId, hostname }, api.clock.now())
    expect(await listExcesses()).toEqual([])
  })

  it('stay within the same maximums with twenty rows of everything', async () => {
    for (let index = 1; index < 20; index += 1) await addRows(api, ada, index)
    expect(await listExcesses()).toEqual([])
  })

  it('number 3 for the report of an agent', async () => {
    const { id: agentId } = await ada.agent()
    const variables = { input: { agentId, requestCount: 1, dataIn: 1, dataOut: 1 } }
    const query = agentOperations.get('ReportAgent')
    expect(await api.countStatements(() => ada.client.post({ query, variables }))).toBe(3)
  })

  it('do not grow with the number of edges to choose from when an agent starts', async () => {
    const query = agentOperations.get('StartAgent')
    const variables = { input: { accountId: ada.accountId, forwardingTo: 'http://localhost:3000', region: 'eu-west' } }
    const start = () => ada.client.post({ query, variables })
    const before = await api.countStatements(start)
    await api.app.db
      .insertInto('edges')
      .values(Array.from({ length: 1_000 }, (_, index) => edgeOf(index)))
      .execute()
    expect(await api.countStatements(start)).toBe(before)
    expect(before).toBeLessThanOrEqual(24)
  })

  it('number 4 for a usage report of 1 or 100 rows, including those for limit notices', async () => {
    // Limit notices are for free plans.
    const plan = `Plan of ${ada.accountId}`
    await api.app.db.updateTable('plans').set({ type: 'free' }).where('name', '=', plan).execute()
    expect(await countReport(1)).toBe(4)
    expect(await countReport(100)).toBe(4)
  })
})

function edgeOf(index: number) {
  const name = `edge-${index}`
  return {
    id: name,
    name,
    agentUrl: `http://${name}.test`,
    region: `region-${index % 7}`,
    capacity: 100,
    tunnelCount: index % 100,
    version: '1.0.0',
    lastSeenAt: new Date(),
  }
}

/** Creates a webhook. Returns its id. */
async function addWebhook({ client, accountId }: Member): Promise<string> {
  const { createWebhook } = await client.run(CreateWebhookDocument, {
    input: { accountId, url: 'https://example.com/', format: 'STANDARD', kinds: ['AGENT_LOST'], events: [] },
  })
  return createWebhook.webhook.id
}

/** Adds one row to everything that an account and its owner can have many of. */
async function addRows(api: TestApi, ada: Member, index: number): Promise<void> {
  const { client, accountId, user } = ada
  const gateway = await ada.gateway(`gateway-${index}`)
  await ada.agent(gateway.name)
  const { id } = await ada.agent()
  await client.run(StopAgentDocument, { input: { id } })
  await api.edge().run(ReportUsageDocument, { input: { reportId: randomUUID(), rows: [usageOf(ada, gateway.id)] } })
  const member = await ada.invite('Vera', 'viewer')
  await member.agent()
  await client.run(InviteMemberDocument, { input: { accountId, email: `guest-${index}@example.com`, role: 'viewer' } })
  await client.run(AddDomainDocument, { input: { accountId, domain: `dev-${index}.example.com` } })
  await client.run(AddIpRestrictionDocument, { input: { accountId, ipAddress: `192.0.2.${index}` } })
  const limits = { gatewayIds: [gateway.id], allowedNetworks: ['127.0.0.1'] }
  const key = await createKey(api, ada, { scopes: ['MANAGE_GATEWAYS'], ...limits })
  await key.client.run(UpdateGatewayDocument, { input: { id: gateway.id, description: 'Preview' } })
  // An account has few of them.
  if (index < 4) await addWebhook(ada)
  await api.seed.session(user)

  const host = await api.seed.owner('Holly')
  await host.client.run(InviteMemberDocument, {
    input: { accountId: host.accountId, email: user.email ?? '', role: 'viewer' },
  })
  const other = await api.seed.owner('Olga')
  await api.app.db
    .insertInto('accountUsers')
    .values({
      id: randomUUID(),
      accountId: other.accountId,
      userId: user.id,
      role: 'viewer',
      createdAt: api.clock.now(),
    })
    .execute()
}

function usageOf({ accountId }: Member, gatewayId: string) {
  return {
    accountId,
    gatewayId,
    date: today(),
    requests: 1,
    failedRequests: 0,
    dataIn: 1,
    dataOut: 1,
    connectedSeconds: 1,
  }
}
