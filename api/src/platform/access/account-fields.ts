import { defaultFieldResolver, isObjectType, type GraphQLSchema } from 'graphql'
import type { RequestContext } from '../context.ts'
import { checkScope } from './authorize.ts'
import type { ScopedAction } from './permissions.ts'

/** The action that reading a field of an account is, if not `viewAccount`. A new field needs READ_ACCOUNT. */
const actions: Partial<Record<string, ScopedAction>> = {
  id: 'openAccount',
  usage: 'viewUsage',
  planUsage: 'viewUsage',
  usageMetrics: 'viewUsage',
  usageTotals: 'viewUsage',
  gatewaySessions: 'viewUsage',
  rateLimits: 'viewUsage',
}

/** Makes every field of an account check its scope, whichever feature adds it. */
export function guardAccountFields(schema: GraphQLSchema): GraphQLSchema {
  const account = schema.getType('Account')
  if (!isObjectType(account)) throw new Error('The schema has no type "Account".')
  for (const field of Object.values(account.getFields())) {
    const { resolve = defaultFieldResolver } = field
    const action = actions[field.name] ?? 'viewAccount'
    field.resolve = (source, args, context: RequestContext, info) => {
      checkScope(context, action)
      return resolve(source, args, context, info)
    }
  }
  return schema
}
