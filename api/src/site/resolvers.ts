import type { RequestContext } from '../http/context.ts'
import { partial } from '../resolver-types.ts'
import { getSite, subscribeToSite } from './service.ts'

export const siteResolvers = partial({
  Query: {
    site: (_root, _args, context) => getSite(context),
  },
  Subscription: {
    siteChanged: {
      subscribe: (_root, _args, context) => subscribeToSite(context),
      resolve: (_event: object, _args: object, context: RequestContext) => getSite(context),
    },
  },
})
