import { toDay, type Clock } from '../../ground/clock.ts'
import { createLoader } from '../../ground/loader.ts'
import type { Db } from '../../platform/db/db.ts'
import { findRates } from './repository.ts'
import { reportedSince } from './rules.ts'

export function createRateLimitLoaders(db: Db, clock: Clock) {
  return {
    /** What the account uses of its limits; undefined if no edge has reported any. Key: the account's id. */
    rates: createLoader((accountIds) => {
      const now = clock.now()
      return findRates(db, accountIds, { since: reportedSince(now), date: toDay(now) })
    }),
  }
}
