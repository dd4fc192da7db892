import type { Db } from '../db/db.ts'
import type { PlanChangeMode } from '../generated/schema.ts'
import { createLoader } from '../loader.ts'
import { getPlanChangeMode } from '../site/service.ts'
import { findPlans, findPlansById } from './repository.ts'

export function createBillingLoaders(db: Db) {
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
