import { getAccountFieldScope } from '@culvert/schema/credentials'
import { defaultFieldResolver, isObjectType, type GraphQLSchema } from 'graphql'
import type { ApiKeyScope } from '../../generated/schema.ts'
import type { RequestContext } from '../context.ts'
import { checkAssurance, checkScope } from './authorize.ts'
import type { ScopedAction } from './permissions.ts'

/** The action that reading a field is, by the scope that a key needs for it. */
const actions = {
  READ_ACCOUNT: 'viewAccount',
  READ_USAGE: 'viewUsage',
  READ_REQUESTS: 'viewRequests',
  REPLAY_REQUESTS: 'replayRequests',
} as const satisfies Record<ApiKeyScope, ScopedAction>

/** What members see of an account that requires a second factor, before they have proven one: enough to lead them there. */
const openFields: readonly string[] = ['id', 'name', 'namespace', 'requiresSecondFactor']

/** Makes every field of an account check its scope and the viewer's factors, whichever feature adds it. */
export function guardAccountFields(schema: GraphQLSchema): GraphQLSchema {
  const account = schema.getType('Account')
  if (!isObjectType(account)) throw new Error('The schema has no type "Account".')
  for (const field of Object.values(account.getFields())) {
    const { resolve = defaultFieldResolver } = field
    const action = field.name === 'id' ? 'openAccount' : actions[getAccountFieldScope(field.name)]
    const isOpen = openFields.includes(field.name)
    field.resolve = (source: { requiresSecondFactor: boolean }, args, context: RequestContext, info) => {
      checkScope(context, action)
      if (!isOpen) checkAssurance(context, source)
      return resolve(source, args, context, info)
    }
  }
  return schema
}
