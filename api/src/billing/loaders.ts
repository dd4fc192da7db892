import type { Db } from '../db/db.ts'
import { createLoader } from '../loader.ts'
import { findPlans, findPlansById } from './repository.ts'

export function createBillingLoaders(db: Db) {
  return {
    /** The plan in force. Key: the account's id. */
    plan: createLoader((accountIds) => findPlans(db, accountIds)),
    /** Any plan, on offer or not. Key: the plan's id. */
    planById: createLoader((ids) => findPlansById(db, ids)),
  }
}
