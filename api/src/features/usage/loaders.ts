import type { Finders } from '../../platform/context.ts'
import { sumUsage } from './repository.ts'
import { monthOf } from './rules.ts'

export const usageLoaders = {
  /** What the edges counted this calendar month (UTC); undefined when nothing. Key: the account's id. */
  monthlyUsage: (db, accountIds, clock) => sumUsage(db, accountIds, monthOf(clock.now())),
} satisfies Finders
