import { sdl } from '@culvert/schema'
import { makeExecutableSchema } from '@graphql-tools/schema'
import { joinResolvers } from '../ground/resolver-types.ts'
import { guardAccountFields } from '../platform/access/account-fields.ts'
import type { RequestContext } from '../platform/context.ts'
import { makeRepeatable } from '../platform/idempotency/repeatable.ts'
import { features } from './index.ts'
import { pageInfoResolvers } from './page-info.ts'
import { scalars } from './scalars.ts'

/** The contract of `schema/` with its resolvers. */
export const schema = makeRepeatable(
  guardAccountFields(
    makeExecutableSchema<RequestContext>({
      typeDefs: sdl,
      resolvers: [scalars, joinResolvers(pageInfoResolvers, ...features.map(({ resolvers }) => resolvers))],
    }),
  ),
)
