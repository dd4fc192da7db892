import { sdl } from '@culvert/schema'
import { makeExecutableSchema } from '@graphql-tools/schema'
import { accountResolvers } from './accounts/resolvers.ts'
import { agentResolvers } from './agents/resolvers.ts'
import { apiKeyResolvers } from './api-keys/resolvers.ts'
import { guardAccountFields } from './auth/account-fields.ts'
import { auditResolvers } from './audit/resolvers.ts'
import { authTokenResolvers } from './auth-tokens/resolvers.ts'
import { billingResolvers } from './billing/resolvers.ts'
import { diagnosticResolvers } from './diagnostics/resolvers.ts'
import { domainResolvers } from './domains/resolvers.ts'
import { edgeResolvers } from './edges/resolvers.ts'
import { gatewayResolvers } from './gateways/resolvers.ts'
import type { RequestContext } from './http/context.ts'
import { ipRestrictionResolvers } from './ip-restrictions/resolvers.ts'
import { rateLimitResolvers } from './rate-limits/resolvers.ts'
import { joinResolvers } from './resolver-types.ts'
import { scalars } from './scalars.ts'
import { sessionResolvers } from './sessions/resolvers.ts'
import { siteResolvers } from './site/resolvers.ts'
import { supportResolvers } from './support/resolvers.ts'
import { teamResolvers } from './team/resolvers.ts'
import { usageResolvers } from './usage/resolvers.ts'

const executable = makeExecutableSchema<RequestContext>({
  typeDefs: sdl,
  resolvers: [
    scalars,
    joinResolvers(
      sessionResolvers,
      accountResolvers,
      teamResolvers,
      auditResolvers,
      billingResolvers,
      authTokenResolvers,
      domainResolvers,
      gatewayResolvers,
      agentResolvers,
      usageResolvers,
      rateLimitResolvers,
      siteResolvers,
      supportResolvers,
      ipRestrictionResolvers,
      apiKeyResolvers,
      edgeResolvers,
      diagnosticResolvers,
    ),
  ],
})

/** The contract of `schema/` with everything that answers it. */
export const schema = guardAccountFields(executable)
