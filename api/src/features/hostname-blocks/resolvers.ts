import { partial } from '../../ground/resolver-types.ts'
import type { RequestContext } from '../../platform/context.ts'
import { getBlocksVersion, readBlocks, subscribeToBlocks } from './service.ts'

export const hostnameBlockResolvers = partial({
  Query: {
    hostnameBlocks: (_root, { knownVersion }, context) => readBlocks(context, knownVersion ?? null),
  },
  Subscription: {
    hostnameBlocksChanged: {
      subscribe: (_root, _args, context) => subscribeToBlocks(context),
      resolve: (_event: object, _args: object, context: RequestContext) => getBlocksVersion(context),
    },
  },
})
