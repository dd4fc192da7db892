import { partial } from '../../ground/resolver-types.ts'
import type { RequestContext } from '../../platform/context.ts'
import { nameFully } from './rules.ts'
import { getViewer, subscribeToViewer } from './service.ts'

export const userResolvers = partial({
  Query: {
    viewer: (_root, _args, context) => getViewer(context),
  },
  Subscription: {
    viewerChanged: {
      subscribe: (_root, _args, context) => subscribeToViewer(context),
      resolve: (_event: object, _args: object, context: RequestContext) => getViewer(context),
    },
  },
  User: {
    fullName: nameFully,
  },
})
