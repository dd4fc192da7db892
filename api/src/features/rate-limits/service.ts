import type { RateLimit, ReportRatesInput } from '../../generated/schema.ts'
import { toDay } from '../../ground/clock.ts'
import { checkEdge } from '../../platform/access/authorize.ts'
import type { App } from '../../platform/app.ts'
import type { RequestContext } from '../../platform/context.ts'
import { defineRecurringJob, handleJob, type JobHandler } from '../../platform/jobs/rules.ts'
import * as repository from './repository.ts'
import { addOthers, checkRatesReport, describeRateLimits, forgottenBefore, reportedSince } from './rules.ts'

/** Stores what accounts use of their limits on one edge. Returns the number of accounts. */
export async function reportRates(context: RequestContext, report: ReportRatesInput): Promise<number> {
  checkEdge(context)
  checkRatesReport(report)
  const reportedAt = context.clock.now()
  const { edgeId, sharesLimits } = report
  const byAccount = new Map(report.accounts.map((account) => [account.accountId, account]))
  const ofOthers = { edgeId, accountIds: [...byAccount.keys()], since: reportedSince(reportedAt) }
  const others = sharesLimits ? await repository.sumRatesOfOthers(context.db, ofOthers) : undefined
  const ofEdge = { edgeId, sharesLimits, reportedAt, peakDate: toDay(reportedAt) }
  await repository.upsertRates(
    context.db,
    Array.from(byAccount.values(), (row) => ({ ...addOthers(row, others?.get(row.accountId)), ...ofEdge })),
  )
  return byAccount.size
}

/** Returns the limits of an account's tunnels. The account was authorized when it was loaded, an API key's scope by the field. */
export async function listRateLimits({ config, loaders }: RequestContext, accountId: string): Promise<RateLimit[]> {
  return describeRateLimits(config.tunnelLimits, await loaders.rates.load(accountId))
}

/** Deletes old figures of edges. */
export async function deleteOldRates({ db, clock }: App): Promise<void> {
  await repository.deleteRatesBefore(db, forgottenBefore(clock.now()))
}

const prune = defineRecurringJob({ name: 'rate-limits.prune', cron: '37 * * * *' })

/** Creates the job that deletes old figures. */
export function createRateJobs(app: App): JobHandler[] {
  return [handleJob(prune, () => deleteOldRates(app))]
}
