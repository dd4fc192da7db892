import type { PlanChangeMode } from '../../generated/schema.ts'
import type { Finders } from '../../platform/context.ts'
import { getPlanChangeMode } from '../site/service.ts'
import type { UsedLimit } from './limits.ts'
import { findPlans, findPlansById } from './repository.ts'

export const planLoaders = {
  /** The plan in force. Key: the account's id. */
  plan: findPlans,
  /** Any plan, on offer or not. Key: the plan's id. */
  planById: findPlansById,
  /** How accounts change their plan: one answer for all plans of an operation. Key: the plan's id. */
  planChangeMode: async (db, ids): Promise<Map<string, PlanChangeMode>> => {
    const mode = await getPlanChangeMode(db)
    return new Map(ids.map((id) => [id, mode]))
  },
} satisfies Finders

/** How much an account uses of what plans limit, in the limit's unit. Key: the account's id. */
export type PlanUsageLoaders = Record<UsedLimit, { load: (accountId: string) => Promise<number> }>
