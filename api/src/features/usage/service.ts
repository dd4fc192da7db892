import type { AccountUsageByLabelArgs, AccountUsageMetricsArgs, ReportUsageInput } from '../../generated/schema.ts'
import { notFound } from '../../ground/errors.ts'
import { waitForTurn } from '../../ground/event-loop.ts'
import { checkEdge } from '../../platform/access/authorize.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import { noteThresholds } from './notices.ts'
import * as repository from './repository.ts'
import {
  clampRange,
  fillPeriods,
  type LabelUsage,
  listedRowsMax,
  listPeriods,
  parseUsageReport,
  tooManyRows,
  type UsageMetric,
  type UsageTotal,
} from './rules.ts'

/** Counts an edge's batch, exactly once however often it is sent. Returns whether it was counted now. */
export async function reportUsage(context: RequestContext, { reportId, rows }: ReportUsageInput): Promise<boolean> {
  checkEdge(context)
  const report = parseUsageReport(reportId, rows)
  return await context.change(async (trx, tell) => {
    const isNew = await repository.insertUsageReport(trx, reportId, context.clock.now())
    if (!isNew) return false
    await repository.addUsage(trx, report)
    await noteThresholds(context, trx, tell, report.usage)
    for (const { accountId } of report.usage) tell('accountChanged', accountId, { accountId })
    return true
  })
}

/** Returns what each gateway carried, by period. The account was authorized when it was loaded, an API key's scope by the field. */
export async function listUsageMetrics(
  context: RequestContext,
  accountId: string,
  range: AccountUsageMetricsArgs,
): Promise<UsageMetric[]> {
  const pieces = clampRange(range, listPeriods(range))
  const gatewayId = await findWantedGateway(context, accountId, range)
  const rows: UsageMetric[] = []
  for (const piece of pieces) {
    await yieldTurn(context)
    rows.push(...(await repository.listUsageMetrics(context.db, { ...piece, accountId, gatewayId })))
    if (rows.length > listedRowsMax) throw tooManyRows(range.step, 'one gateway (gatewayId)')
  }
  return rows
}

/** Returns what the agents of each label carried, by period. Authorized as `listUsageMetrics` is. */
export async function listUsageByLabel(
  context: RequestContext,
  accountId: string,
  { label, ...range }: AccountUsageByLabelArgs,
): Promise<LabelUsage[]> {
  const rows: LabelUsage[] = []
  for (const piece of clampRange(range, listPeriods(range))) {
    await yieldTurn(context)
    rows.push(...(await repository.listUsageByLabel(context.db, { ...piece, accountId, label: label ?? undefined })))
    if (rows.length > listedRowsMax) throw tooManyRows(range.step, 'one label (label)')
  }
  return rows
}

/** Returns what the account, or one of its gateways, carried in each period. Authorized as `listUsageMetrics` is. */
export async function listUsageTotals(
  context: RequestContext,
  accountId: string,
  range: AccountUsageMetricsArgs,
): Promise<UsageTotal[]> {
  const periods = listPeriods(range)
  const gatewayId = await findWantedGateway(context, accountId, range)
  const totals: UsageTotal[] = []
  for (const piece of clampRange(range, periods)) {
    await yieldTurn(context)
    totals.push(...(await repository.listUsageTotals(context.db, { ...piece, accountId, gatewayId })))
  }
  return fillPeriods(periods, totals)
}

/** Lets other requests be answered between two pieces of a list. Throws when the operation has taken too long. */
async function yieldTurn({ budget }: RequestContext): Promise<void> {
  await waitForTurn()
  budget?.checkTime()
}

/** Returns the id of the requested gateway, if there is one. Throws NOT_FOUND when it is not the account's. */
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

/** Reports whether an agent of the account has ever been connected. Authorized as `listUsageMetrics` is. */
export async function hasConnected(db: Db, accountId: string): Promise<boolean> {
  return await repository.hasRunAgents(db, accountId)
}

/** Returns the bytes that left through an account's tunnels from one day to before another, as the edges counted them. */
export async function sumDataOut(db: Db, accountId: string, days: { start: string; end: string }): Promise<number> {
  return (await repository.sumUsage(db, [accountId], days)).get(accountId)?.dataOutBytes ?? 0
}
