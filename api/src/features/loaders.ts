import { bytesPerGb } from '@culvert/schema/units'
import { createLoader, type Loader, loadOnce } from '../ground/loader.ts'
import { typedEntries } from '../ground/typed-entries.ts'
import type { Actor } from '../platform/access/actor.ts'
import type { App } from '../platform/app.ts'
import type { Finders, Loaders } from '../platform/context.ts'
import { accountLoaders, createViewerRoleLoader } from './accounts/loaders.ts'
import { agentLoaders } from './agents/loaders.ts'
import { apiKeyLoaders } from './api-keys/loaders.ts'
import { createAuthTokenLoaders } from './auth-tokens/loaders.ts'
import { certificateLoaders } from './certificates/loaders.ts'
import { domainLoaders } from './domains/loaders.ts'
import { gatewayLoaders } from './gateways/loaders.ts'
import { hostnameBlockLoaders } from './hostname-blocks/loaders.ts'
import { ipRestrictionLoaders } from './ip-restrictions/loaders.ts'
import { planLoaders, type PlanUsageLoaders } from './plans/loaders.ts'
import { rateLimitLoaders } from './rate-limits/loaders.ts'
import { requestLoaders } from './requests/loaders.ts'
import { providerLoaders } from './sign-in-providers/loaders.ts'
import { teamLoaders } from './team/loaders.ts'
import { usageLoaders } from './usage/loaders.ts'
import type { Usage } from './usage/rules.ts'
import { userLoaders } from './users/loaders.ts'
import { webhookLoaders } from './webhooks/loaders.ts'

/** The loaders of what is the same for every viewer. */
export type SharedLoaders = RowLoaders & { planUsage: PlanUsageLoaders }

const finders = {
  ...providerLoaders,
  ...userLoaders,
  ...accountLoaders,
  ...teamLoaders,
  ...planLoaders,
  ...certificateLoaders,
  ...domainLoaders,
  ...hostnameBlockLoaders,
  ...gatewayLoaders,
  ...ipRestrictionLoaders,
  ...agentLoaders,
  ...usageLoaders,
  ...rateLimitLoaders,
  ...apiKeyLoaders,
  ...requestLoaders,
  ...webhookLoaders,
}

type RowLoaders = {
  [Name in keyof typeof finders]: Awaited<ReturnType<(typeof finders)[Name]>> extends Map<string, infer Row>
    ? Loader<Row>
    : never
}

type AuthTokenLoaders = ReturnType<typeof createAuthTokenLoaders>

declare module '../platform/context.ts' {
  interface Loaders extends SharedLoaders, AuthTokenLoaders {}
}

/**
 * Subscriptions share these: when something changes, its subscribers read the same data at the same moment, with one query
 * for all of them.
 */
export function createSharedLoaders(app: App): SharedLoaders {
  return withPlanUsage(createRowLoaders(app))
}

/** How long the subscribers of an event share what one of them has read, in milliseconds. */
const eventMs = 50

/**
 * Returns a function that finds the loaders of an event. They load each key once: the subscribers of an event take turns, and read the
 * same data. It may be older than their turn by `eventMs`, but not older than the event; a later change is another event.
 */
export function createEventLoaders(shared: SharedLoaders): (event: object) => SharedLoaders {
  const byEvent = new WeakMap<object, { loaders: SharedLoaders; until: number }>()
  return (event) => {
    const known = byEvent.get(event)
    if (known && performance.now() < known.until) return known.loaders
    const { planUsage: _planUsage, ...rows } = shared
    const loaders = withPlanUsage(loadEachOnce(rows))
    byEvent.set(event, { loaders, until: performance.now() + eventMs })
    return loaders
  }
}

function loadEachOnce(loaders: RowLoaders): RowLoaders {
  const once = typedEntries<string, Loader<unknown>>(loaders).map(([name, loader]) => [name, loadOnce(loader)])
  // Each name has a loader of what it had before.
  return Object.fromEntries(once) as RowLoaders
}

function withPlanUsage(loaders: RowLoaders): SharedLoaders {
  return { ...loaders, planUsage: createPlanUsageLoaders(loaders) }
}

function createRowLoaders({ db, clock }: App): RowLoaders {
  const loaders = Object.entries<Finders[string]>(finders).map(([name, find]) => [
    name,
    createLoader((keys) => find(db, keys, clock)),
  ])
  // Each name has a loader of what it finds.
  return Object.fromEntries(loaders) as RowLoaders
}

type Counters = Pick<
  RowLoaders,
  'gatewayCount' | 'domainCount' | 'seatCount' | 'activeAgentCount' | 'ipRestrictionCount' | 'monthlyUsage'
>

const count = (loader: Loader<number>) => ({ load: async (id: string) => (await loader.load(id)) ?? 0 })

/** Reads for each limit of a plan how much of it is used, whichever feature counts it. */
function createPlanUsageLoaders(counters: Counters): PlanUsageLoaders {
  const sum = (measure: (usage: Usage) => number) => ({
    load: async (id: string) => {
      const usage = await counters.monthlyUsage.load(id)
      return usage ? measure(usage) : 0
    },
  })
  return {
    maxSubpoints: count(counters.gatewayCount),
    maxDomains: count(counters.domainCount),
    maxTeamMembers: count(counters.seatCount),
    maxConcurrentAgents: count(counters.activeAgentCount),
    maxIpRestrictions: count(counters.ipRestrictionCount),
    maxApiRequests: sum(({ apiRequests }) => apiRequests),
    maxDataOutGb: sum(({ dataOutBytes }) => dataOutBytes / bytesPerGb),
    maxAgentHoursMonthly: sum(({ agentRunSeconds }) => agentRunSeconds / 3_600),
  }
}

/** Makes all loaders, for one operation. */
export function createLoaders(app: App, actor: Actor, shared: SharedLoaders = createSharedLoaders(app)): Loaders {
  const userId = 'userId' in actor ? actor.userId : undefined
  return { ...shared, ...createViewerRoleLoader(shared, actor), ...createAuthTokenLoaders(app.db, userId) }
}
