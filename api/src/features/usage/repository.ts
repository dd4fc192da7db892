import { sql, type ExpressionBuilder } from 'kysely'
import type { Db, Trx } from '../../platform/db/db.ts'
import { byAccount } from '../../platform/db/rows.ts'
import type { Tables } from '../../platform/db/tables.ts'
import {
  listedRowsMax,
  type Usage,
  type UsageMetric,
  type UsageRange,
  type UsageRow,
  type UsageTotal,
} from './rules.ts'

/** Notes a report as counted. False when it was counted before. */
export async function insertUsageReport(trx: Trx, id: string, now: Date): Promise<boolean> {
  const inserted = await trx
    .insertInto('usageReports')
    .values({ id, countedAt: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Adds to what is counted already. */
export async function addUsage(trx: Trx, rows: readonly UsageRow[]): Promise<void> {
  if (rows.length === 0) return
  await trx
    .insertInto('usageMetrics')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'date', 'gatewayId']).doUpdateSet((eb) => ({
        apiRequests: eb('usageMetrics.apiRequests', '+', eb.ref('excluded.apiRequests')),
        failedRequests: eb('usageMetrics.failedRequests', '+', eb.ref('excluded.failedRequests')),
        dataInBytes: eb('usageMetrics.dataInBytes', '+', eb.ref('excluded.dataInBytes')),
        dataOutBytes: eb('usageMetrics.dataOutBytes', '+', eb.ref('excluded.dataOutBytes')),
        agentRunSeconds: eb('usageMetrics.agentRunSeconds', '+', eb.ref('excluded.agentRunSeconds')),
      })),
    )
    .execute()
}

/** What was counted from one day to before another, by account; an account without any is left out. */
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

/** What was counted, of all gateways or of one. */
interface UsageFilter extends UsageRange {
  accountId: string
  gatewayId: string | undefined
}

/** What each gateway carried, by period; at most one row more than an answer holds. */
export async function listUsageMetrics(db: Db, filter: UsageFilter): Promise<UsageMetric[]> {
  return await selectUsage(db, filter)
    .select('gatewayId')
    .groupBy('gatewayId')
    .orderBy('apiRequests', 'desc')
    .orderBy('gatewayId')
    .limit(listedRowsMax + 1)
    .execute()
}

/** What all gateways together carried, by period; a period without anything is left out. */
export async function listUsageTotals(db: Db, filter: UsageFilter): Promise<UsageTotal[]> {
  return await selectUsage(db, filter).execute()
}

/** Whether time of a connected agent was ever counted. */
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
  // As a timestamp without a zone: with one, a day would shift with the session's.
  const period = step === 'DAY' ? sql<string>`"date"` : sql<string>`date_trunc('month', "date"::timestamp)::date`
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

function sums({ fn }: ExpressionBuilder<Tables, 'usageMetrics'>) {
  return [
    fn.sum<number>('apiRequests').as('apiRequests'),
    fn.sum<number>('failedRequests').as('failedRequests'),
    fn.sum<number>('dataInBytes').as('dataInBytes'),
    fn.sum<number>('dataOutBytes').as('dataOutBytes'),
    fn.sum<number>('agentRunSeconds').as('agentRunSeconds'),
  ] as const
}

/** Notes that notices are due; returns the accounts of those that were not noted before. */
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

/** Notes that a notice was sent. False when it was before. */
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
