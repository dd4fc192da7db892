import { sql, type ExpressionBuilder } from 'kysely'
import type { Db, Trx } from '../../platform/db/db.ts'
import { byAccount } from '../../platform/db/rows.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { UsageStep } from '../../generated/schema.ts'
import {
  type LabelUsage,
  listedRowsMax,
  type ParsedReport,
  type Usage,
  type UsageMetric,
  type UsageRange,
  type UsageTotal,
} from './rules.ts'

/** Records a report as counted. Returns false if it was counted before. */
export async function insertUsageReport(trx: Trx, id: string, now: Date): Promise<boolean> {
  const inserted = await trx
    .insertInto('usageReports')
    .values({ id, countedAt: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Adds to what is already counted. */
export async function addUsage(trx: Trx, { usage, byLabel }: ParsedReport): Promise<void> {
  if (usage.length > 0) {
    await trx
      .insertInto('usageMetrics')
      .values(usage)
      .onConflict((conflict) =>
        conflict.columns(['accountId', 'date', 'gatewayId']).doUpdateSet(addedTo('usageMetrics')),
      )
      .execute()
  }
  if (byLabel.length > 0) {
    await trx
      .insertInto('usageByLabel')
      .values(byLabel)
      .onConflict((conflict) => conflict.columns(['accountId', 'date', 'label']).doUpdateSet(addedTo('usageByLabel')))
      .execute()
  }
}

/** Returns each figure of a row that is inserted, added to the one that the table has. */
function addedTo(table: string) {
  const sum = (column: string) => sql<number>`${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`
  return {
    apiRequests: sum('apiRequests'),
    failedRequests: sum('failedRequests'),
    dataInBytes: sum('dataInBytes'),
    dataOutBytes: sum('dataOutBytes'),
    agentRunSeconds: sum('agentRunSeconds'),
  }
}

/** Sums the usage from one day to before another, by account; an account without any is left out. */
export async function sumUsage(
  db: Db,
  accountIds: readonly string[],
  { start, end }: { start: string; end: string },
): Promise<Map<string, Usage>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('usageMetrics')
    .select((eb) => ['accountId', ...sums(eb)])
    .where('accountId', 'in', accountIds)
    .where('date', '>=', start)
    .where('date', '<', end)
    .groupBy('accountId')
    .execute()
  return byAccount(rows)
}

/** The counts of all gateways, or of one. */
interface UsageFilter extends UsageRange {
  accountId: string
  gatewayId: string | undefined
}

/** Returns the traffic of each gateway by period; at most one row more than an answer holds. */
export async function listUsageMetrics(db: Db, filter: UsageFilter): Promise<UsageMetric[]> {
  return await selectUsage(db, filter)
    .select('gatewayId')
    .groupBy('gatewayId')
    .orderBy('apiRequests', 'desc')
    .orderBy('gatewayId')
    .limit(listedRowsMax + 1)
    .execute()
}

/** Returns the traffic of all gateways together by period; a period without any is left out. */
export async function listUsageTotals(db: Db, filter: UsageFilter): Promise<UsageTotal[]> {
  return await selectUsage(db, filter).execute()
}

/**
 * Returns the traffic of the agents of each label by period; at most one row more than an answer holds. The row without a label is what totals have
 * beyond the labels.
 */
export async function listUsageByLabel(
  db: Db,
  { accountId, from, to, step, label }: UsageRange & { accountId: string; label: string | undefined },
): Promise<LabelUsage[]> {
  const ofDays = sql`account_id = ${accountId} and date >= ${from} and date <= ${to}`
  const labelled = sql`select date, label, api_requests, failed_requests, data_in_bytes, data_out_bytes, agent_run_seconds
    from usage_by_label where ${ofDays}`
  const rest = sql`
    union all select date, null, api_requests, failed_requests, data_in_bytes, data_out_bytes, agent_run_seconds
      from usage_metrics where ${ofDays}
    union all select date, null, -api_requests, -failed_requests, -data_in_bytes, -data_out_bytes, -agent_run_seconds
      from usage_by_label where ${ofDays}`
  const { rows } = await sql<LabelUsage>`
    select ${periodOf(step)} as date, label, sum(api_requests)::bigint as api_requests,
      sum(failed_requests)::bigint as failed_requests, sum(data_in_bytes)::bigint as data_in_bytes,
      sum(data_out_bytes)::bigint as data_out_bytes, greatest(0, sum(agent_run_seconds)) as agent_run_seconds
    from (${labelled} ${label === undefined ? rest : sql`and label = ${label}`}) as parts
    group by 1, 2
    -- Sums of fractions may differ by less than a millisecond.
    having label is not null or sum(api_requests) <> 0 or sum(data_in_bytes) <> 0 or sum(data_out_bytes) <> 0
      or sum(agent_run_seconds) > 0.001
    order by 1, 3 desc, 2 nulls last limit ${listedRowsMax + 1}`.execute(db)
  return rows
}

/** Reports whether time of a connected agent was ever counted. */
export async function hasRunAgents(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('usageMetrics')
    .select('accountId')
    .where('accountId', '=', accountId)
    .where('agentRunSeconds', '>', 0)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

function selectUsage(db: Db, { accountId, from, to, step, gatewayId }: UsageFilter) {
  const period = periodOf(step)
  const usage = db
    .selectFrom('usageMetrics')
    .select((eb) => [period.as('date'), ...sums(eb)])
    .where('accountId', '=', accountId)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .groupBy(period)
    .orderBy(period)
  return gatewayId === undefined ? usage : usage.where('gatewayId', '=', gatewayId)
}

/** Returns the first day of the period of a row. */
function periodOf(step: UsageStep) {
  // As a timestamp without a zone: with one, a day would shift with the session's.
  return step === 'DAY' ? sql<string>`"date"` : sql<string>`date_trunc('month', "date"::timestamp)::date`
}

function sums({ fn }: ExpressionBuilder<Tables, 'usageMetrics'>) {
  return [
    fn.sum<number>('apiRequests').as('apiRequests'),
    fn.sum<number>('failedRequests').as('failedRequests'),
    fn.sum<number>('dataInBytes').as('dataInBytes'),
    fn.sum<number>('dataOutBytes').as('dataOutBytes'),
    fn.sum<number>('agentRunSeconds').as('agentRunSeconds'),
  ] as const
}

/** Records that notices are due; returns the accounts of those that were not recorded before. */
export async function insertNotices(trx: Trx, notices: readonly NoticeKey[], now: Date): Promise<Set<string>> {
  if (notices.length === 0) return new Set()
  const rows = await trx
    .insertInto('usageNotices')
    .values(
      notices.map(({ accountId, month, threshold }) => ({ accountId, month, threshold, dueAt: now, sentAt: null })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('accountId')
    .execute()
  return new Set(rows.map(({ accountId }) => accountId))
}

/** Records that a notice was sent. Returns false if it had been before. */
export async function markNoticeSent(
  trx: Trx,
  { accountId, month, threshold }: NoticeKey,
  now: Date,
): Promise<boolean> {
  const marked = await trx
    .updateTable('usageNotices')
    .set({ sentAt: now })
    .where('accountId', '=', accountId)
    .where('month', '=', month)
    .where('threshold', '=', threshold)
    .where('sentAt', 'is', null)
    .returning('accountId')
    .executeTakeFirst()
  return marked !== undefined
}

interface NoticeKey {
  accountId: string
  month: string
  threshold: number
}

export async function deleteUsageReportsBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('usageReports').where('countedAt', '<', instant).execute()
}
