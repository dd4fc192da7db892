import { createAccountLoaders } from './accounts/loaders.ts'
import { createAgentLoaders } from './agents/loaders.ts'
import type { App } from './app.ts'
import type { Actor } from './auth/actor.ts'
import { createAuthTokenLoaders } from './auth-tokens/loaders.ts'
import { createBillingLoaders } from './billing/loaders.ts'
import { createDomainLoaders } from './domains/loaders.ts'
import { createGatewayLoaders } from './gateways/loaders.ts'
import { createIpRestrictionLoaders } from './ip-restrictions/loaders.ts'
import { createRateLimitLoaders } from './rate-limits/loaders.ts'
import { createSessionLoaders } from './sessions/loaders.ts'
import { createTeamLoaders } from './team/loaders.ts'
import { createUsageLoaders } from './usage/loaders.ts'

/** Every batching reader, made anew for each operation. */
export type Loaders = ReturnType<typeof createLoaders>

export function createLoaders({ db, clock }: App, actor: Actor) {
  const userId = 'userId' in actor ? actor.userId : undefined
  return {
    ...createSessionLoaders(db),
    ...createAccountLoaders(db, userId),
    ...createTeamLoaders(db, clock),
    ...createBillingLoaders(db),
    ...createAuthTokenLoaders(db, userId),
    ...createDomainLoaders(db),
    ...createGatewayLoaders(db),
    ...createIpRestrictionLoaders(db),
    ...createAgentLoaders(db),
    ...createUsageLoaders(db, clock),
    ...createRateLimitLoaders(db, clock),
  }
}
