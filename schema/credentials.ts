/** What an API key may do, as `ApiKeyScope` of the SDL has it. */
export const scopes = ['READ_ACCOUNT', 'READ_USAGE', 'READ_REQUESTS', 'REPLAY_REQUESTS'] as const

type Scope = (typeof scopes)[number]

/** Fields of `Account` that a key reads by another scope than READ_ACCOUNT. The API guards them by this. */
const accountFieldScopes: Readonly<Partial<Record<string, Scope>>> = {
  usage: 'READ_USAGE',
  planUsage: 'READ_USAGE',
  usageMetrics: 'READ_USAGE',
  usageTotals: 'READ_USAGE',
  gatewaySessions: 'READ_USAGE',
  traffic: 'READ_USAGE',
  rateLimits: 'READ_USAGE',
  request: 'READ_REQUESTS',
  requests: 'READ_REQUESTS',
  requestRecording: 'READ_REQUESTS',
  requestContent: 'READ_REQUESTS',
  requestSets: 'REPLAY_REQUESTS',
}

/** Returns the scope with which a key reads a field of `Account`; those for people alone are refused to it further on. */
export function getAccountFieldScope(field: string): Scope {
  return accountFieldScopes[field] ?? 'READ_ACCOUNT'
}

/** Fields of `Account` that no key reads: they are about a person, or for managers. */
const personalFields: readonly string[] = [
  'viewerRole',
  'apiKeys',
  'auditLog',
  'auditLogConnection',
  'invoices',
  'invoicesConnection',
  'subscription',
  'webhooks',
  'webhook',
]

/** Operations that an API key may run, each with the scopes of which one is enough. */
const operationScopes: Readonly<Partial<Record<string, readonly Scope[]>>> = {
  'Query.account': scopes,
  'Query.gateway': ['READ_ACCOUNT'],
  'Query.agent': ['READ_ACCOUNT'],
  'Query.domain': ['READ_ACCOUNT'],
  'Mutation.replayRequest': ['REPLAY_REQUESTS'],
  'Mutation.saveRequestSet': ['REPLAY_REQUESTS'],
  'Mutation.runRequestSet': ['REPLAY_REQUESTS'],
  'Subscription.accountChanged': ['READ_ACCOUNT'],
  'Subscription.agentChanged': ['READ_ACCOUNT'],
  'Subscription.domainChanged': ['READ_ACCOUNT'],
  'Subscription.gatewayChanged': ['READ_ACCOUNT'],
  'Subscription.siteChanged': scopes,
  'Subscription.requestsAdded': ['READ_REQUESTS'],
}

/**
 * Returns the scopes with which an API key runs an operation or reads a field of an account, given as `Type.field`: one of them is
 * enough, and empty means that no key may. `permissions.test.ts` of the API compares them with what happens.
 */
export function listKeyScopes(name: string): readonly Scope[] {
  const [type, field = ''] = name.split('.')
  if (type !== 'Account') return operationScopes[name] ?? []
  if (field === 'id') return scopes
  return personalFields.includes(field) ? [] : [getAccountFieldScope(field)]
}

/** Operations that edges alone may run, with a service token. */
export const edgeOperations: readonly string[] = [
  'Query.restrictions',
  'Query.hostnameBlocks',
  'Query.certificates',
  'Query.reservedHostnames',
  'Query.suspendedHostnames',
  'Mutation.reportTunnels',
  'Mutation.reportRequests',
  'Mutation.reportUsage',
  'Mutation.followCertificates',
  'Mutation.reportAgentHealth',
  'Mutation.reportRates',
  'Subscription.tunnelEnded',
  'Subscription.restrictionsChanged',
  'Subscription.hostnameBlocksChanged',
  'Subscription.certificatesChanged',
]
