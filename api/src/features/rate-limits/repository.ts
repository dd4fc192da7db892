import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { byAccount } from '../../platform/db/rows.ts'
import type { AccountRates } from './rules.ts'
import type { AccountRateTable } from './table.ts'

/** Replaces an edge's figures; peaks of the same day only grow. */
export async function upsertRates(db: Db, rows: readonly AccountRateTable[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('accountRates')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'edgeId']).doUpdateSet((eb) => ({
        requestsPerMinute: eb.ref('excluded.requestsPerMinute'),
        openRequests: eb.ref('excluded.openRequests'),
        requestsPerMinutePeak: peak('requestsPerMinutePeak'),
        openRequestsPeak: peak('openRequestsPeak'),
        peakDate: eb.ref('excluded.peakDate'),
        reportedAt: eb.ref('excluded.reportedAt'),
      })),
    )
    .execute()
}

/** Returns the higher peak of the same day. */
function peak(column: 'requestsPerMinutePeak' | 'openRequestsPeak') {
  return sql<number>`case
    when account_rates.peak_date = excluded.peak_date
    then greatest(${sql.ref(`accountRates.${column}`)}, ${sql.ref(`excluded.${column}`)})
    else ${sql.ref(`excluded.${column}`)} end`
}

/** Returns the accounts' current use, and their peaks of the day. Accounts without figures are left out. */
export async function findRates(
  db: Db,
  accountIds: readonly string[],
  { since, date }: { since: Date; date: string },
): Promise<Map<string, AccountRates>> {
  const rows = await db
    .selectFrom('accountRates')
    .select((eb) => {
      const isNow = sql<boolean>`reported_at >= ${since}`
      const isToday = sql<boolean>`peak_date = ${date}`
      const most = (column: 'requestsPerMinute' | 'openRequests' | 'requestsPerMinutePeak' | 'openRequestsPeak') =>
        eb.fn.max<number>(column)
      return [
        'accountId',
        eb.fn.coalesce(most('requestsPerMinute').filterWhere(isNow), sql<number>`0`).as('requestsPerMinute'),
        eb.fn.coalesce(most('openRequests').filterWhere(isNow), sql<number>`0`).as('openRequests'),
        eb.fn.coalesce(most('requestsPerMinutePeak').filterWhere(isToday), sql<number>`0`).as('requestsPerMinutePeak'),
        eb.fn.coalesce(most('openRequestsPeak').filterWhere(isToday), sql<number>`0`).as('openRequestsPeak'),
      ]
    })
    .where('accountId', 'in', accountIds)
    .groupBy('accountId')
    .execute()
  return byAccount(rows)
}

export async function deleteRatesBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('accountRates').where('reportedAt', '<', instant).execute()
}
