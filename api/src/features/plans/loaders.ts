import type { PlanChangeMode } from '../../generated/schema.ts'
import { createLoader } from '../../ground/loader.ts'
import type { Db } from '../../platform/db/db.ts'
import { getPlanChangeMode } from '../site/service.ts'
import type { UsedLimit } from './limits.ts'
import { findPlans, findPlansById } from './repository.ts'

export function createPlanLoaders(db: Db) {
  return {
    /** The plan in force. Key: the account's id. */
    plan: createLoader((accountIds) => findPlans(db, accountIds)),
    /** Any plan, on offer or not. Key: the plan's id. */
    planById: createLoader((ids) => findPlansById(db, ids)),
    /** How accounts change their plan: one answer for all plans of an operation. Key: the plan's id. */
    planChangeMode: createLoader<PlanChangeMode>(async (ids) => {
      const mode = await getPlanChangeMode(db)
      return new Map(ids.map((id) => [id, mode]))
    }),
  }
}

/** How much an account uses of what plans limit, in the limit's unit. Key: the account's id. */
export type PlanUsageLoaders = Record<UsedLimit, { load: (accountId: string) => Promise<number> }>
