import type { Db } from '../db/db.ts'
import { createLoader } from '../loader.ts'
import { findPlans } from './repository.ts'

export function createBillingLoaders(db: Db) {
  return {
    /** The plan in force. Key: the account's id. */
    plan: createLoader((accountIds) => findPlans(db, accountIds)),
  }
}
