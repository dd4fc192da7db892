import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { byAccount } from '../../platform/db/rows.ts'
import type { AccountRates, AccountUse } from './rules.ts'
import type { AccountRateTable } from './table.ts'

/** Replaces an edge's figures; peaks of the same day only grow. */
export async function upsertRates(db: Db, rows: readonly AccountRateTable[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('accountRates')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'edgeId']).doUpdateSet((eb) => ({
        sharesLimits: eb.ref('excluded.sharesLimits'),
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
      const current = (column: keyof AccountUse) => {
        const all = sql`sum(${sql.ref(column)}) filter (where shares_limits and ${isNow})`
        return sql<number>`coalesce(greatest(${all}, max(${sql.ref(column)}) filter (where ${isNow})), 0)::integer`
      }
      const highest = (column: `${keyof AccountUse}Peak`) =>
        eb.fn.coalesce(eb.fn.max<number>(column).filterWhere(isToday), sql<number>`0`)
      return [
        'accountId',
        current('requestsPerMinute').as('requestsPerMinute'),
        current('openRequests').as('openRequests'),
        highest('requestsPerMinutePeak').as('requestsPerMinutePeak'),
        highest('openRequestsPeak').as('openRequestsPeak'),
      ]
    })
    .where('accountId', 'in', accountIds)
    .groupBy('accountId')
    .execute()
  return byAccount(rows)
}

/** Returns the accounts' current use on the edges that share their limits with the given one. Accounts without any are left out. */
export async function sumRatesOfOthers(
  db: Db,
  { edgeId, accountIds, since }: { edgeId: string; accountIds: readonly string[]; since: Date },
): Promise<Map<string, AccountUse>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('accountRates')
    .select([
      'accountId',
      sql<number>`sum(requests_per_minute)::integer`.as('requestsPerMinute'),
      sql<number>`sum(open_requests)::integer`.as('openRequests'),
    ])
    .where('accountId', 'in', accountIds)
    .where('edgeId', '<>', edgeId)
    .where('sharesLimits', '=', true)
    .where('reportedAt', '>=', since)
    .groupBy('accountId')
    .execute()
  return byAccount(rows)
}

export async function deleteRatesBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('accountRates').where('reportedAt', '<', instant).execute()
}
