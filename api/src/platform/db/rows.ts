import { type AliasableExpression, type SelectQueryBuilder, type Simplify, sql } from 'kysely'
import type { Page, PageQuery } from '../../ground/pages.ts'
import type { Db, Trx } from './db.ts'
import type { Tables } from './tables.ts'

/** Returns how many rows a query selects. */
export async function countRows(db: Db, query: AliasableExpression<object>): Promise<number> {
  const { count } = await db
    .selectFrom(query.as('rows'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** A statement has at most 65,535 parameters. */
const rowsPerStatement = 1_000

/** Cuts rows into parts that a statement can insert, or name by their ids. */
export function cutRows<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / rowsPerStatement)
  return Array.from({ length: count }, (_, part) => rows.slice(part * rowsPerStatement, (part + 1) * rowsPerStatement))
}

/** Returns how many rows of each account a query selects; an account without any is left out. */
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

/** Reads one page of what an ordered query selects. */
export async function readPage<Table extends keyof Tables, Row extends object>(
  db: Db,
  query: SelectQueryBuilder<Tables, Table, Row>,
  { page, pageSize }: PageQuery,
): Promise<Page<Simplify<Row>>> {
  const nodes = await query
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  // A page that is not full is the last one, and shows on its own how many rows there are.
  const isLast = nodes.length < pageSize && (nodes.length > 0 || page === 1)
  const totalCount = isLast ? (page - 1) * pageSize + nodes.length : await countRows(db, query.clearOrderBy())
  return { nodes, totalCount, page, pageSize, pageCount: Math.max(1, Math.ceil(totalCount / pageSize)) }
}

/** Returns rows by their ids. */
export function byId<Row extends { id: string }>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns what was read of each account, by the account's id. */
export function byAccount<Row extends { accountId: string }>(
  rows: readonly Row[],
): Map<string, Omit<Row, 'accountId'>> {
  return new Map(rows.map(({ accountId, ...row }) => [accountId, row]))
}

/** The tables whose rows have such a column. */
export type TablesWith<Column extends string> = {
  [Table in keyof Tables]: Column extends keyof Tables[Table] ? Table : never
}[keyof Tables]

/** Deletes the rows of a table that have this id in a column. */
export async function deleteRows<Column extends string>(
  trx: Trx,
  table: TablesWith<Column>,
  { column, id }: { column: Column; id: string },
): Promise<void> {
  await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(trx)
}
