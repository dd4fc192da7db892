import { unlimited } from '@culvert/schema/units'
import { addMs, dayMs, toDay } from '../../ground/clock.ts'
import type { App } from '../../platform/app.ts'
import { keptSince } from '../plans/rules.ts'
import { findPlans, listAllPlans } from '../plans/service.ts'
import { dropPartitionsBefore, makePartitions } from './partition-repository.ts'
import * as repository from './report-repository.ts'
import { computeKeptUntil } from './rules.ts'

/** How many days ahead partitions are made: for so long, no node has to run. */
const daysAhead = 7

/** Drops what no plan keeps any longer, and makes partitions for the requests of the next days. */
export async function maintainRecordedRequests({ change, clock, db }: App, signal: AbortSignal): Promise<void> {
  const now = clock.now()
  const plans = await listAllPlans(db)
  const kept = new Set(plans.map(({ maxRequestHours }) => maxRequestHours).filter((hours) => hours !== unlimited))
  const days = [...kept].flatMap((hours) =>
    Array.from({ length: daysAhead }, (_, ahead) => computeKeptUntil(addMs(now, ahead * dayMs), hours)),
  )
  await change((trx) => makePartitions(trx, days))
  await change((trx) => dropPartitionsBefore(trx, toDay(now)))
  await repository.deleteReportsBefore(db, addMs(now, -dayMs))
  await repository.deleteUnrecordedBefore(db, addMs(now, -8 * dayMs))
  await trimUnlimited({ clock, db }, signal)
}

const trimmedPerStatement = 5_000

/** Deletes what was recorded without an end for accounts that were deleted since, or whose plan now has an end. */
async function trimUnlimited({ clock, db }: Pick<App, 'clock' | 'db'>, signal: AbortSignal): Promise<void> {
  const accountIds = await repository.listUnlimitedAccounts(db)
  if (accountIds.length === 0) return
  const plans = await findPlans(db, accountIds)
  for (const accountId of accountIds) {
    const keptHours = plans.get(accountId)?.maxRequestHours
    if (keptHours === unlimited) continue
    const before = keptHours === undefined ? undefined : keptSince(keptHours, clock.now())
    for (let deleted = trimmedPerStatement; deleted === trimmedPerStatement && !signal.aborted;) {
      deleted = await repository.deleteSomeUnlimited(db, { accountId, before, limit: trimmedPerStatement })
    }
  }
}
