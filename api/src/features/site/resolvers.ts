import { partial } from '../../ground/resolver-types.ts'
import type { RequestContext } from '../../platform/context.ts'
import { findAgentPackages } from './packages.ts'
import { getSite, subscribeToSite } from './service.ts'

export const siteResolvers = partial({
  Query: {
    site: (_root, _args, context) => getSite(context),
  },
  Site: {
    agentPackages: ({ version }, _args, { config }) => findAgentPackages(config, version),
  },
  Subscription: {
    siteChanged: {
      subscribe: (_root, _args, context) => subscribeToSite(context),
      resolve: (_event: object, _args: object, context: RequestContext) => getSite(context),
    },
  },
})
