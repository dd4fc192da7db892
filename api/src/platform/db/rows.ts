import type { AliasableExpression } from 'kysely'
import type { Db } from './db.ts'

/** How many rows a query selects. */
export async function countRows(db: Db, query: AliasableExpression<object>): Promise<number> {
  const { count } = await db
    .selectFrom(query.as('rows'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** How many rows a query selects of each account; an account without any is left out. */
export async function countByAccount(
  db: Db,
  query: AliasableExpression<{ accountId: string }>,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom(query.as('rows'))
    .select(({ fn }) => ['accountId', fn.countAll<number>().as('count')])
    .groupBy('accountId')
    .execute()
  return new Map(rows.map(({ accountId, count }) => [accountId, count]))
}

/** Rows by their ids. */
export function byId<Row extends { id: string }>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]))
}

/** What was read of each account, by its id. */
export function byAccount<Row extends { accountId: string }>(
  rows: readonly Row[],
): Map<string, Omit<Row, 'accountId'>> {
  return new Map(rows.map(({ accountId, ...row }) => [accountId, row]))
}
