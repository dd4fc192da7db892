import { sql, type RawBuilder, type SelectQueryBuilder, type Simplify } from 'kysely'
import { encodeCursor, type Connection, type ListPosition, type Slice } from '../../ground/connections.ts'
import type { Tables } from './tables.ts'

/** The order of a list, by an index that has these columns in this order. */
export interface ListOrder<Row> {
  /** The columns of an instant and of an id, each with its table. */
  columns: readonly [at: string, id: string]
  /** The position of a row, from the same columns. */
  positionOf: (row: Row) => ListPosition
  direction: 'newestFirst' | 'oldestFirst'
}

/** Orders rows by an instant. */
export function byInstant<At extends string>(
  table: keyof Tables,
  at: At,
  direction: ListOrder<unknown>['direction'] = 'newestFirst',
): ListOrder<Record<At, Date> & { id: string }> {
  return { columns: [`${table}.${at}`, `${table}.id`], positionOf: (row) => ({ at: row[at], id: row.id }), direction }
}

/**
 * Reads a part of what a query selects, which brings no order of its own. The page is one statement, as are `findNext` and
 * `findPrevious` when they look at the other side of a cursor.
 */
export async function readConnection<Table extends keyof Tables, Row extends object>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  { columns, positionOf, direction }: ListOrder<Simplify<Row>>,
  { list, count, isFromEnd, after, before }: Slice,
): Promise<Connection<Simplify<Row>>> {
  const [at, id] = columns.map((column) => sql.ref(column))
  const isNewestFirst = direction === 'newestFirst'

  /** Reports whether there is a row behind a position in the list, or ahead of it. */
  const stands = (side: 'behind' | 'ahead', position: ListPosition, orThere = false): RawBuilder<boolean> => {
    const sign = sql.raw(`${(side === 'behind') === isNewestFirst ? '<' : '>'}${orThere ? '=' : ''}`)
    return sql`(${at}, ${id}) ${sign} (${position.at}, ${position.id})`
  }
  const inOrder = (fromEnd: boolean) => {
    const order = fromEnd === isNewestFirst ? 'asc' : 'desc'
    return query.orderBy(sql`${at}`, order).orderBy(sql`${id}`, order)
  }
  const isAnyRow = async (position: ListPosition | undefined, side: 'behind' | 'ahead') =>
    position !== undefined &&
    (
      await inOrder(side === 'ahead')
        .where(stands(side, position, true))
        .limit(1)
        .execute()
    ).length > 0

  let part = inOrder(isFromEnd)
  if (after) part = part.where(stands('behind', after))
  if (before) part = part.where(stands('ahead', before))
  const rows = await part.limit(count + 1).execute()
  const hasMore = rows.length > count
  const nodes = rows.slice(0, count)
  if (isFromEnd) nodes.reverse()

  const edges = nodes.map((node) => ({ cursor: encodeCursor(list, positionOf(node)), node }))
  const pageInfo = {
    startCursor: edges[0]?.cursor ?? null,
    endCursor: edges.at(-1)?.cursor ?? null,
    findPrevious: async () => (isFromEnd && hasMore) || (await isAnyRow(after, 'ahead')),
    findNext: async () => (!isFromEnd && hasMore) || (await isAnyRow(before, 'behind')),
  }
  return { nodes, edges, pageInfo }
}
