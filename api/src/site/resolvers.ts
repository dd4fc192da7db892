import { partial } from '../resolver-types.ts'
import { getSite } from './service.ts'

export const siteResolvers = partial({
  Query: {
    site: (_root, _args, context) => getSite(context),
  },
})
