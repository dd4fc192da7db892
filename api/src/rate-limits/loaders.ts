import { toDay, type Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { createLoader } from '../loader.ts'
import { findRates } from './repository.ts'
import { reportedSince } from './rules.ts'

export function createRateLimitLoaders(db: Db, clock: Clock) {
  return {
    /** What the account uses of its limits; undefined when no edge has told. Key: the account's id. */
    rates: createLoader((accountIds) => {
      const now = clock.now()
      return findRates(db, accountIds, { since: reportedSince(now), date: toDay(now) })
    }),
  }
}
