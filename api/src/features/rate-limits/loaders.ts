import { toDay } from '../../ground/clock.ts'
import type { Finders } from '../../platform/context.ts'
import { findRates } from './repository.ts'
import { reportedSince } from './rules.ts'

export const rateLimitLoaders = {
  /** What the account uses of its limits; undefined if no edge has reported any. Key: the account's id. */
  rates: (db, accountIds, clock) => {
    const now = clock.now()
    return findRates(db, accountIds, { since: reportedSince(now), date: toDay(now) })
  },
} satisfies Finders
