import { ApolloLink } from '@apollo/client/link'
import { sdl } from '@culvert/schema'
import { buildSchema, execute, GraphQLError, OperationTypeNode, subscribe, type ExecutionResult } from 'graphql'
import { semanticToStrict } from 'graphql-sock'
import { from, mergeMap, Subject, type Observable } from 'rxjs'
import type { Agent } from '../features/agents/agent.ts'
import type { Domain } from '../features/domains/domain.ts'
import type { AuthToken } from '../features/auth-tokens/AuthTokenPanel.tsx'
import type { Permission } from '../features/plans/permission.ts'
import type { Plan } from '../features/plans/plan.ts'
import type { Gateway } from '../features/gateways/gateway.ts'
import type { Provider } from '../features/identities/providers.ts'
import type { AgentPackages } from '../features/install/useAgentPackages.ts'
import type { PlanChangeMode, RefusalReason } from '../graphql/generated/graphql.ts'
import type { Invitation } from '../features/sessions/useInvitation.ts'
import type { SitewideAlert } from '../features/site/alert-rules.ts'
import { ada } from './people.ts'
import type { TestRequests } from './test-requests.ts'

/** Anything that the objects below leave out is an error here as in the API, never a null without one. */
const schema = semanticToStrict(buildSchema(sdl))

type LiveEvent =
  | 'agentChanged'
  | 'gatewayChanged'
  | 'domainChanged'
  | 'accountChanged'
  | 'siteChanged'
  | 'viewerChanged'
  | 'requestsAdded'

/** The API as seen by screens: the real schema over a few objects in memory. */
export class TestApi {
  plan = { id: 'plan', name: 'Early Access', maxSubpoints: 3, maxConcurrentAgents: 2 }
  authToken: AuthToken | null = null
  gateways: Gateway[] = []
  agents: Agent[] = []
  viewerCanManageGateways = true
  sitewideAlert: SitewideAlert | null = null
  planChanges: PlanChangeMode = 'coming_soon'
  /** The agent for systems without Node. */
  agentPackages: Omit<AgentPackages, 'serverUrl'> | null = null
  /** The issuer of certificates for custom domains. */
  certificateAuthority: string | null = null
  /** The providers with which people can sign in. */
  signInProviders: Provider[] = []
  /** The address of the operator's chat. */
  chatUrl: string | null = null
  /** Further fields of the account, by name. */
  readonly account: Record<string, unknown> = {}
  /** The data of the viewer's other accounts, by id. */
  others: Record<string, object> = {}
  /** The plans on offer. */
  plans: Plan[] = []
  /** Further fields of the viewer, by name. */
  readonly viewer: Record<string, unknown> = {}
  /** Errors, by the report in their link. */
  readonly tunnelErrors: Record<string, unknown> = {}
  /** Pending command-line sign-ins, by code. */
  readonly commandLineSignIns: Record<string, unknown> = {}
  /** The invitation of the opened link; null if the link is invalid. */
  invite: Invitation | null = null
  /** Why the account and the viewer's own data cannot be read at the moment; undefined if they can. */
  failure: GraphQLError | undefined
  /** The operations that were run, in order. */
  readonly operations: string[] = []
  /** Answers to mutations by field name. A thrown error is the API's refusal. */
  readonly mutations: Record<string, (input: Record<string, unknown>) => unknown> = {}
  /** The recorded requests; undefined if the test has none. */
  requests: TestRequests | undefined
  readonly #events = new Subject<[LiveEvent, object]>()

  /** Executes operations against this API. */
  readonly link = new ApolloLink((operation) => {
    this.operations.push(operation.operationName ?? '')
    const options = {
      schema,
      document: operation.query,
      variableValues: operation.variables,
      operationName: operation.operationName,
      rootValue: this.#rootValue(),
    }
    if (operation.operationType !== OperationTypeNode.SUBSCRIPTION) return from(Promise.resolve(execute(options)))
    return from(Promise.resolve(subscribe(options))).pipe(mergeMap(toResults))
  })

  /** Sends subscribers an event. */
  emit(event: LiveEvent, value: object): void {
    this.#events.next([event, value])
  }

  /** The installation's settings. */
  site() {
    return {
      brandName: 'Culvert',
      version: '1.0.2',
      serverUrl: 'http://localhost:4000',
      exampleUrl: 'http://demo-ada.culvert.localhost:8080',
      planChanges: this.planChanges,
      certificateAuthority: this.certificateAuthority,
      sitewideAlert: this.sitewideAlert,
      agentPackages: this.agentPackages,
      signInProviders: this.signInProviders,
      contact: { email: 'help@example.com', phone: null, address: null, chatUrl: this.chatUrl },
      availableSubpointDomains: [
        { domain: 'other.example', isDefault: false },
        { domain: 'culvert.localhost', isDefault: true },
      ],
    }
  }

  #rootValue() {
    return {
      site: () => this.site(),
      viewer: () => ({
        user: { ...ada, firstName: 'Ada', lastName: 'Lovelace', phone: null, locale: null },
        memberships: [{ id: 'membership', role: 'super_admin', account: this.#account() }],
        closedMemberships: [],
        invites: [],
        unreadNotices: 0,
        noticeMails: [],
        factors: [],
        recoveryCodesLeft: 0,
        hasPassword: true,
        pendingEmail: null,
        deletion: { deletedAccounts: [], accountsInTheWay: [], leftAccounts: [] },
        identities: [],
        ...this.viewer,
      }),
      invite: () => this.invite,
      plans: () => this.plans,
      tunnelError: ({ report }: { report: string }) =>
        this.tunnelErrors[report] ?? refuse('NOT_FOUND', 'No such error.'),
      commandLineSignIn: ({ userCode }: { userCode: string }) =>
        this.commandLineSignIns[userCode] ?? refuse('NOT_FOUND', 'No sign-in is waiting with this code.', 'userCode'),
      account: ({ id }: { id: string }) => {
        if (this.failure) throw this.failure
        return this.others[id] ?? this.#account()
      },
      ...Object.fromEntries(
        Object.entries(this.mutations).map(([name, answer]) => [
          name,
          ({ input }: { input: Record<string, unknown> }) => answer(input),
        ]),
      ),
      agentChanged: () => this.#listen('agentChanged'),
      gatewayChanged: () => this.#listen('gatewayChanged'),
      domainChanged: () => this.#listen('domainChanged'),
      accountChanged: () => this.#listen('accountChanged'),
      siteChanged: () => this.#listen('siteChanged'),
      viewerChanged: () => this.#listen('viewerChanged'),
      requestsAdded: () => this.#listen('requestsAdded', this.requests?.first),
    }
  }

  #account() {
    const { plan, authToken, gateways, viewerCanManageGateways } = this
    return {
      id: 'account',
      name: "Ada's account",
      namespace: 'ada_l',
      hasConnected: false,
      plan,
      authToken,
      gateways,
      viewerCanManageGateways,
      requiresSecondFactor: false,
      suspension: null,
      viewerCanCreateGateway: viewerCanManageGateways ? allowed : refused('ROLE'),
      viewerCanAddDomain: allowed,
      viewerCanAddIpRestriction: allowed,
      viewerCanInvite: true,
      viewerCanInviteMember: allowed,
      viewerCanManageAgentTokens: true,
      viewerCanManageApiKeys: true,
      apiKeys: [],
      agentTokensConnection: { nodes: [], pageInfo: { hasNextPage: false } },
      trusts: [],
      viewerCanManageWebhooks: true,
      webhooks: [],
      webhookKinds: [],
      webhookEvents: [],
      viewerCanSeeAuditLog: true,
      viewerCanSeeInvoices: true,
      viewerCanSetRequestRecording: true,
      viewerCanReplayRequests: true,
      subscription: null,
      invoices: [],
      domains: [],
      machineTokens: [],
      ...this.requests?.account,
      ...this.account,
      agents: ({ status, page, pageSize }: { status?: string[]; page: number; pageSize: number }) => {
        const all = this.agents.filter((agent) => !status || status.includes(agent.status))
        const nodes = all.slice((page - 1) * pageSize, page * pageSize)
        return {
          nodes,
          totalCount: all.length,
          page,
          pageSize,
          pageCount: Math.max(1, Math.ceil(all.length / pageSize)),
        }
      },
    }
  }

  async *#listen(wanted: LiveEvent, first?: object) {
    const waiting: object[] = first ? [{ [wanted]: first }] : []
    let wake: (() => void) | undefined
    const subscription = this.#events.subscribe(([event, value]) => {
      if (event !== wanted) return
      waiting.push({ [wanted]: value })
      wake?.()
    })
    try {
      for (;;) {
        const next = waiting.shift()
        if (next) yield next
        else await new Promise<void>((resolve) => (wake = resolve))
      }
    } finally {
      subscription.unsubscribe()
    }
  }
}

/** What the viewer may do. */
export const allowed: Permission = { allowed: true, refusal: null }

/** What the viewer may not do, and why. */
export function refused(reason: RefusalReason, title = 'Not Allowed', text = 'Ask an admin.'): Permission {
  return { allowed: false, refusal: { reason, title, text } }
}

/** Creates a refusal with the API's code and the field to blame. */
export function refuse(code: string, message: string, field?: string): never {
  throw new GraphQLError(message, { extensions: { code, field } })
}

/** Creates a gateway as the API returns it. */
export function aGateway(more: Partial<Gateway> = {}): Gateway {
  const name = more.name ?? 'demo'
  const subdomain = `${name}-ada-l.culvert.localhost`
  return {
    id: `gateway-${name}`,
    name,
    subdomain,
    publicUrl: `http://${subdomain}:8080`,
    tunnelBinding: null,
    agentLostAt: null,
    block: null,
    description: null,
    isRenamable: false,
    certificate: null,
    createdAt: '2026-11-21T09:30:00.000Z',
    ...more,
  }
}

/** Creates a domain of Ada that waits for its records, as the API returns it. */
export function aDomain(more: Partial<Domain> = {}): Domain {
  const domain = more.domain ?? 'dev.example.com'
  return {
    id: `domain-${domain}`,
    domain,
    status: 'pending',
    verifying: false,
    dnsRecords: [
      { type: 'CNAME', name: domain, value: 'abcdefghijklmnop2345.culvert.localhost' },
      { type: 'TXT', name: `_culvert-challenge.${domain}`, value: 'a-token' },
    ],
    bareCnameUntil: null,
    lastCheckMessage: null,
    lastCheckedAt: null,
    findings: [],
    certificate: null,
    singleSignOn: null,
    viewerCanSetSingleSignOn: false,
    createdAt: '2026-11-21T09:30:00.000Z',
    ...more,
  }
}

/** Creates the free plan as the API returns it. */
export function aPlan(more: Partial<Plan> = {}): Plan {
  return {
    id: 'free',
    name: 'Early Access',
    type: 'free',
    isFree: true,
    priceMonthlyCents: 0,
    maxSubpoints: 3,
    maxDomains: 0,
    maxApiRequests: 10_000,
    maxDataOutGb: 5,
    maxAgentHoursMonthly: 100,
    features: [
      { text: '3 gateways', missing: false, isMain: true },
      { text: 'No custom domains', missing: true, isMain: true },
      { text: '5 GB data transfer', missing: false, isMain: false },
    ],
    isProviderBacked: false,
    availability: 'SELECTABLE',
    ...more,
  }
}

/** Creates a running agent of Ada as the API returns it. */
export function anAgent(more: Partial<Agent> = {}): Agent {
  return {
    id: '0123456789abcdef',
    name: null,
    status: 'active',
    connected: true,
    lostAt: null,
    health: 'healthy',
    roundTripMs: 12,
    lastFailure: null,
    assignedDomain: 'demo-ada-l.culvert.localhost',
    publicUrl: 'http://demo-ada-l.culvert.localhost:8080',
    forwardingTo: 'http://localhost:3000',
    startedBy: ada,
    label: null,
    pool: false,
    startedAt: new Date().toISOString(),
    stoppedAt: null,
    requestCount: 0,
    dataIn: 0,
    dataOut: 0,
    viewerCanStop: true,
    ...more,
  }
}

function toResults(answer: AsyncGenerator<ExecutionResult> | ExecutionResult): Observable<ExecutionResult> {
  return Symbol.asyncIterator in answer ? from(answer) : from([answer])
}
