import { useMemo } from 'react'
import { once } from './once.ts'
import { slugify } from './slugify.ts'
import { useParameter } from './useParameter.ts'

/** The value of a column to sort by; rows without one come last. */
export type SortValue = string | number | null | undefined

/** The part of a column that sorting needs. */
interface SortColumn<Row> {
  title: string
  sortBy?: (row: Row) => SortValue
}

/** How a table is sorted, in the terms of `aria-sort`. */
type Direction = 'ascending' | 'descending'

interface Sorting<Row> {
  rows: Row[] | undefined
  /** Returns the direction in which a column sorts the rows; undefined if it does not. */
  directionOf: (column: SortColumn<Row>) => Direction | undefined
  /** Sorts by a column, then in reverse, then leaves the rows in their original order. */
  toggle: (column: SortColumn<Row>) => void
}

const collator = /* @__PURE__ */ once(() => new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' }))

/**
 * Sorts a table's rows as the address specifies: `?sort-members=created`, or `?sort-members=-created` in reverse. Other tables of the page have
 * parameters of their own.
 */
export function useSorting<Row>(
  table: string,
  rows: Row[] | undefined,
  columns: readonly SortColumn<Row>[],
): Sorting<Row> {
  const [wanted = '', setWanted] = useParameter(`sort-${slugify(table)}`)
  const isDescending = wanted.startsWith('-')
  const sortBy = columns.find((column) => column.sortBy && nameOf(column) === wanted.replace(/^-/, ''))?.sortBy
  const sorted = useMemo(
    () => (rows && sortBy ? sortRows(rows, sortBy, isDescending) : rows),
    [rows, sortBy, isDescending],
  )
  const directionOf = (column: SortColumn<Row>): Direction | undefined => {
    if (column.sortBy === undefined || column.sortBy !== sortBy) return undefined
    return isDescending ? 'descending' : 'ascending'
  }
  return {
    rows: sorted,
    directionOf,
    toggle: (column) => {
      const next = { ascending: `-${nameOf(column)}`, descending: undefined }
      const direction = directionOf(column)
      setWanted(direction ? next[direction] : nameOf(column), { replace: true })
    },
  }
}

/** Returns the name of a column in the address. */
const nameOf = ({ title }: { title: string }) => slugify(title)

function sortRows<Row>(rows: readonly Row[], sortBy: (row: Row) => SortValue, isDescending: boolean): Row[] {
  const keyed = rows.map((row) => ({ row, value: sortBy(row) ?? undefined }))
  const sign = isDescending ? -1 : 1
  return keyed.toSorted((a, b) => compare(a.value, b.value, sign)).map(({ row }) => row)
}

function compare(a: string | number | undefined, b: string | number | undefined, sign: number): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : collator().compare(String(a), String(b)))
}
