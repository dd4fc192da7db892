import { type AccountFieldScope, getAccountFieldScope } from '@culvert/schema/credentials'
import { defaultFieldResolver, isObjectType, type GraphQLSchema } from 'graphql'
import type { RequestContext } from '../context.ts'
import type { KnownReach, Reach } from './api-keys.ts'
import { checkAssurance, checkScope } from './authorize.ts'
import type { ScopedAction } from './permissions.ts'

/** The action that reading a field takes, by the scope that a key needs for it. */
const actions = {
  READ_ACCOUNT: 'viewAccount',
  READ_USAGE: 'viewUsage',
  READ_REQUESTS: 'viewRequests',
  REPLAY_REQUESTS: 'replayRequests',
  CREATE_AGENT_TOKENS: 'viewAgentTokens',
} as const satisfies Record<AccountFieldScope, ScopedAction>

interface GatewayArgs {
  gatewayId?: string | null
  filter?: { gatewayId?: string | null } | null
}

const byGateway = ({ gatewayId }: GatewayArgs): Reach => (typeof gatewayId === 'string' ? { gatewayId } : 'account')
const later = () => 'later' as const

/**
 * What part of the account a field reads, if not all: API keys that are limited to gateways are refused what is not of one. `later` if the service
 * determines it.
 */
const reaches: Partial<Record<string, (args: GatewayArgs) => KnownReach>> = {
  usageMetrics: byGateway,
  usageTotals: byGateway,
  traffic: later,
  request: later,
  requests: ({ filter }) => byGateway(filter ?? {}),
  requestContent: later,
  agentTokensConnection: later,
}

/** What members see of an account that requires a second factor, before they have proven one: enough to lead them there. */
const openFields: readonly string[] = ['id', 'name', 'namespace', 'requiresSecondFactor']

/** Makes every field of an account check its scope and the viewer's factors, whichever feature adds it. */
export function guardAccountFields(schema: GraphQLSchema): GraphQLSchema {
  const account = schema.getType('Account')
  if (!isObjectType(account)) throw new Error('The schema has no type "Account".')
  for (const field of Object.values(account.getFields())) {
    const { resolve = defaultFieldResolver } = field
    const action = field.name === 'id' ? 'openAccount' : actions[getAccountFieldScope(field.name)]
    const reach = reaches[field.name] ?? (() => 'account')
    const isOpen = openFields.includes(field.name)
    field.resolve = (source: { requiresSecondFactor: boolean }, args: GatewayArgs, context: RequestContext, info) => {
      checkScope(context, action, reach(args), 'gateway')
      if (!isOpen) checkAssurance(context, source)
      return resolve(source, args, context, info)
    }
  }
  return schema
}
