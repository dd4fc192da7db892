import type { App } from '../app.ts'
import { checkEdge } from '../auth/authorize.ts'
import { addMs } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { notFound } from '../errors.ts'
import type { AccountUsageMetricsArgs, ReportUsageInput } from '../generated/schema.ts'
import type { RequestContext } from '../http/context.ts'
import { noteThresholds } from './notices.ts'
import * as repository from './repository.ts'
import {
  fillPeriods,
  listedRowsMax,
  listPeriods,
  parseUsageReport,
  tooManyRows,
  type UsageMetric,
  type UsageTotal,
} from './rules.ts'

/** Counts an edge's batch, exactly once however often it is sent. Answers whether it was counted now. */
export async function reportUsage(context: RequestContext, { reportId, rows }: ReportUsageInput): Promise<boolean> {
  checkEdge(context)
  const usage = parseUsageReport(reportId, rows)
  const counted = await context.db.transaction().execute(async (trx) => {
    const isNew = await repository.insertUsageReport(trx, reportId, context.clock.now())
    if (!isNew) return false
    await repository.addUsage(trx, usage)
    await noteThresholds(context, trx, usage)
    return true
  })
  if (counted) {
    for (const accountId of new Set(usage.map((row) => row.accountId))) {
      context.events.publish('accountChanged', accountId, { accountId })
    }
  }
  return counted
}

/** What each gateway carried, by period. The account was authorized when it was loaded, an API key's scope by the field. */
export async function listUsageMetrics(
  context: RequestContext,
  accountId: string,
  range: AccountUsageMetricsArgs,
): Promise<UsageMetric[]> {
  listPeriods(range)
  const gatewayId = await findWantedGateway(context, accountId, range)
  const rows = await repository.listUsageMetrics(context.db, { ...range, accountId, gatewayId })
  if (rows.length > listedRowsMax) throw tooManyRows(range.step)
  return rows
}

/** What the account, or one of its gateways, carried in each period. Authorized as `listUsageMetrics` is. */
export async function listUsageTotals(
  context: RequestContext,
  accountId: string,
  range: AccountUsageMetricsArgs,
): Promise<UsageTotal[]> {
  const periods = listPeriods(range)
  const gatewayId = await findWantedGateway(context, accountId, range)
  return fillPeriods(periods, await repository.listUsageTotals(context.db, { ...range, accountId, gatewayId }))
}

/** The id of the gateway that is asked for, when one is. Throws NOT_FOUND when it is not the account's. */
async function findWantedGateway(
  { loaders }: RequestContext,
  accountId: string,
  { gatewayId }: AccountUsageMetricsArgs,
): Promise<string | undefined> {
  if (typeof gatewayId !== 'string') return undefined
  const gateway = await loaders.gateway.load(gatewayId)
  if (gateway?.accountId !== accountId) throw notFound('gateway')
  return gatewayId
}

/** Bytes that left through an account's tunnels from one day to before another, as the edges counted them. */
export async function sumDataOut(db: Db, accountId: string, days: { start: string; end: string }): Promise<number> {
  return (await repository.sumUsage(db, [accountId], days)).get(accountId)?.dataOutBytes ?? 0
}

/** Forgets the ids of reports that no edge sends again: docs/operations.md has journals deleted that are older. */
export async function deleteOldUsageReports({ db, clock }: App): Promise<void> {
  await repository.deleteUsageReportsBefore(db, addMs(clock.now(), -30 * 24 * 60 * 60 * 1_000))
}
