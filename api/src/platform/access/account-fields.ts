import { defaultFieldResolver, isObjectType, type GraphQLSchema } from 'graphql'
import type { RequestContext } from '../context.ts'
import type { KnownReach, Reach } from './api-keys.ts'
import { checkAssurance, checkScope } from './authorize.ts'
import type { ScopedAction } from './permissions.ts'

interface GatewayArgs {
  gatewayId?: string | null
  filter?: { gatewayId?: string | null } | null
}

/** What reading a field of an account takes. */
interface Reading {
  action: ScopedAction
  /**
   * What of the account is read; left out where it is not of one gateway, so that API keys which are limited to gateways are refused. `later` where
   * the service finds out.
   */
  reach?: (args: GatewayArgs) => KnownReach
}

const byGateway = ({ gatewayId }: GatewayArgs): Reach => (typeof gatewayId === 'string' ? { gatewayId } : 'account')
const later = () => 'later' as const

/** How a field of an account is read, if not by `viewAccount`. A new field needs READ_ACCOUNT. */
const readings: Partial<Record<string, Reading>> = {
  id: { action: 'openAccount' },
  usage: { action: 'viewUsage' },
  planUsage: { action: 'viewUsage' },
  usageMetrics: { action: 'viewUsage', reach: byGateway },
  usageTotals: { action: 'viewUsage', reach: byGateway },
  usageByLabel: { action: 'viewUsage' },
  agentTokens: { action: 'viewAgentTokens', reach: later },
  gatewaySessions: { action: 'viewUsage' },
  traffic: { action: 'viewUsage', reach: later },
  rateLimits: { action: 'viewUsage' },
  request: { action: 'viewRequests', reach: later },
  requests: { action: 'viewRequests', reach: ({ filter }) => byGateway(filter ?? {}) },
  requestRecording: { action: 'viewRequests' },
  requestContent: { action: 'viewRequests', reach: later },
  requestSets: { action: 'replayRequests' },
}

/** What members see of an account that requires a second factor, before they have proven one: enough to lead them there. */
const openFields: readonly string[] = ['id', 'name', 'namespace', 'requiresSecondFactor']

/** Makes every field of an account check its scope and the viewer's factors, whichever feature adds it. */
export function guardAccountFields(schema: GraphQLSchema): GraphQLSchema {
  const account = schema.getType('Account')
  if (!isObjectType(account)) throw new Error('The schema has no type "Account".')
  for (const field of Object.values(account.getFields())) {
    const { resolve = defaultFieldResolver } = field
    const { action, reach = () => 'account' }: Reading = readings[field.name] ?? { action: 'viewAccount' }
    const isOpen = openFields.includes(field.name)
    field.resolve = (source: { requiresSecondFactor: boolean }, args: GatewayArgs, context: RequestContext, info) => {
      checkScope(context, action, reach(args), 'gateway')
      if (!isOpen) checkAssurance(context, source)
      return resolve(source, args, context, info)
    }
  }
  return schema
}
