import type { Db, Trx } from '../db/db.ts'
import type { MonthlyUsage, UsageRow } from './rules.ts'

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
): Promise<Map<string, MonthlyUsage>> {
  const rows = await db
    .selectFrom('usageMetrics')
    .select(({ fn }) => [
      'accountId',
      fn.sum<number>('apiRequests').as('apiRequests'),
      fn.sum<number>('dataInBytes').as('dataInBytes'),
      fn.sum<number>('dataOutBytes').as('dataOutBytes'),
      fn.sum<number>('agentRunSeconds').as('agentRunSeconds'),
    ])
    .where('accountId', 'in', accountIds)
    .where('date', '>=', start)
    .where('date', '<', end)
    .groupBy('accountId')
    .execute()
  return new Map(rows.map(({ accountId, ...usage }) => [accountId, usage]))
}

export async function deleteUsageReportsBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('usageReports').where('countedAt', '<', instant).execute()
}
