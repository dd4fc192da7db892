import type { Clock } from '../../ground/clock.ts'
import { createLoader } from '../../ground/loader.ts'
import type { Db } from '../../platform/db/db.ts'
import { sumUsage } from './repository.ts'
import { monthOf } from './rules.ts'

export function createUsageLoaders(db: Db, clock: Clock) {
  return {
    /** What the edges counted this calendar month (UTC); undefined when nothing. Key: the account's id. */
    monthlyUsage: createLoader((accountIds) => sumUsage(db, accountIds, monthOf(clock.now()))),
  }
}
