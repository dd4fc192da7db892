/** Every scope of API keys, and whether it fits a key that is limited to gateways: what it reaches belongs to one gateway, or is refused to such a key. */
export const fitsGateways = {
  READ_ACCOUNT: false,
  READ_USAGE: true,
  READ_REQUESTS: true,
  MANAGE_GATEWAYS: true,
  MANAGE_DOMAINS: false,
  MANAGE_AGENTS: true,
  MANAGE_MEMBERS: false,
  REPLAY_REQUESTS: true,
  CREATE_AGENT_TOKENS: true,
} as const

type Scope = keyof typeof fitsGateways

const scopes = Object.keys(fitsGateways) as readonly Scope[]

/** The scopes by which keys read fields of `Account`. */
export type AccountFieldScope =
  | 'READ_ACCOUNT'
  | 'READ_USAGE'
  | 'READ_REQUESTS'
  | 'REPLAY_REQUESTS'
  | 'CREATE_AGENT_TOKENS'

/** Fields of `Account` that a key reads by another scope than READ_ACCOUNT. The API guards them by this. */
const accountFieldScopes: Readonly<Partial<Record<string, AccountFieldScope>>> = {
  usage: 'READ_USAGE',
  planUsage: 'READ_USAGE',
  usageMetrics: 'READ_USAGE',
  usageTotals: 'READ_USAGE',
  usageByLabel: 'READ_USAGE',
  gatewaySessions: 'READ_USAGE',
  traffic: 'READ_USAGE',
  rateLimits: 'READ_USAGE',
  request: 'READ_REQUESTS',
  requests: 'READ_REQUESTS',
  requestRecording: 'READ_REQUESTS',
  requestContent: 'READ_REQUESTS',
  requestSets: 'REPLAY_REQUESTS',
  agentTokensConnection: 'CREATE_AGENT_TOKENS',
}

/** Returns the scope with which a key reads a field of `Account`; those for people alone are refused to it further on. */
export function getAccountFieldScope(field: string): AccountFieldScope {
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
  'trusts',
  'webhooks',
  'webhook',
]

/** Operations that an API key may run, each with the scopes of which one is enough. */
const operationScopes: Readonly<Partial<Record<string, readonly Scope[]>>> = {
  'Query.account': scopes,
  'Query.gateway': ['READ_ACCOUNT'],
  'Query.agent': ['READ_ACCOUNT'],
  'Query.domain': ['READ_ACCOUNT'],
  'Mutation.createGateway': ['MANAGE_GATEWAYS'],
  'Mutation.updateGateway': ['MANAGE_GATEWAYS'],
  'Mutation.deleteGateway': ['MANAGE_GATEWAYS'],
  'Mutation.addDomain': ['MANAGE_DOMAINS'],
  'Mutation.verifyDomain': ['MANAGE_DOMAINS'],
  'Mutation.deleteDomain': ['MANAGE_DOMAINS'],
  'Mutation.stopAgent': ['MANAGE_AGENTS'],
  'Mutation.inviteMember': ['MANAGE_MEMBERS'],
  'Mutation.revokeInvite': ['MANAGE_MEMBERS'],
  'Mutation.changeMemberRole': ['MANAGE_MEMBERS'],
  'Mutation.removeMember': ['MANAGE_MEMBERS'],
  'Mutation.createAgentToken': ['CREATE_AGENT_TOKENS'],
  'Mutation.revokeAgentToken': ['CREATE_AGENT_TOKENS'],
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

/** Reports whether the contract marks an operation for edges. */
export function isForEdges(
  node: { readonly directives?: readonly { readonly name: { readonly value: string } }[] } | null | undefined,
): boolean {
  return node?.directives?.some(({ name }) => name.value === edgeDirective) ?? false
}

/** The directive of the SDL that marks operations for edges. */
export const edgeDirective = 'forEdges'
