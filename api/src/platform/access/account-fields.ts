import { defaultFieldResolver, isObjectType, type GraphQLSchema } from 'graphql'
import type { RequestContext } from '../context.ts'
import { checkAssurance, checkScope } from './authorize.ts'
import type { ScopedAction } from './permissions.ts'

/** The action that reading a field of an account is, if not `viewAccount`. A new field needs READ_ACCOUNT. */
const actions: Partial<Record<string, ScopedAction>> = {
  id: 'openAccount',
  usage: 'viewUsage',
  planUsage: 'viewUsage',
  usageMetrics: 'viewUsage',
  usageTotals: 'viewUsage',
  usageByLabel: 'viewUsage',
  agentTokens: 'viewAgentTokens',
  gatewaySessions: 'viewUsage',
  traffic: 'viewUsage',
  rateLimits: 'viewUsage',
  request: 'viewRequests',
  requests: 'viewRequests',
  requestRecording: 'viewRequests',
  requestContent: 'viewRequests',
  requestSets: 'replayRequests',
}

/** What members see of an account that requires a second factor, before they have proven one: enough to lead them there. */
const openFields: readonly string[] = ['id', 'name', 'namespace', 'requiresSecondFactor']

/** Makes every field of an account check its scope and the viewer's factors, whichever feature adds it. */
export function guardAccountFields(schema: GraphQLSchema): GraphQLSchema {
  const account = schema.getType('Account')
  if (!isObjectType(account)) throw new Error('The schema has no type "Account".')
  for (const field of Object.values(account.getFields())) {
    const { resolve = defaultFieldResolver } = field
    const action = actions[field.name] ?? 'viewAccount'
    const isOpen = openFields.includes(field.name)
    field.resolve = (source: { requiresSecondFactor: boolean }, args, context: RequestContext, info) => {
      checkScope(context, action)
      if (!isOpen) checkAssurance(context, source)
      return resolve(source, args, context, info)
    }
  }
  return schema
}
