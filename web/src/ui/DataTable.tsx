import { Skeleton, VisuallyHidden } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import classes from './DataTable.module.css'
import { IconSortDown, IconSortUp, IconSelector } from './icons.ts'
import { useSorting, type SortValue } from './useSorting.ts'

/** A column: its heading and what it shows of a row. */
export interface Column<Row> {
  /** The heading; on narrow screens it is beside each value. */
  title: string
  cell: (row: Row) => ReactNode
  /** Aligns figures to the end of the cell. */
  numeric?: boolean
  /** Hides the heading from sight, for a column of buttons. */
  titleHidden?: boolean
  /** Gives the cell a separate line on narrow screens, without its heading. */
  wide?: boolean
  /** Places the cell beside the row's name on narrow screens, without its heading. */
  besideName?: boolean
  /** On phones, keeps the cell and its continuation on one line, or omits it if the row's own page has it. */
  onPhones?: 'clipped' | 'hidden'
  /**
   * Lets readers sort by this column; the address stores it. Only for tables that have all their rows, because sorting one page of many
   * misleads.
   */
  sortBy?: (row: Row) => SortValue
}

interface DataTableProps<Row> {
  /** What the table lists, for screen readers. It differs from that of any other table on the page. */
  caption: string
  /** The first column names the row. Unchanged rows render again only when this array changes. */
  columns: Column<Row>[]
  /** The rows; undefined while they load. */
  rows: Row[] | undefined
  rowKey: (row: Row) => string
}

const loadingRows = [0, 1, 2]

/** A table that becomes a list of compact entries if there is not enough room. */
export function DataTable<Row>({ caption, columns, rows, rowKey }: DataTableProps<Row>) {
  const sorting = useSorting(caption, rows, columns)
  const isSortable = (rows?.length ?? 0) > 1 && columns.some(({ sortBy }) => sortBy)
  return (
    <div className={classes.root} data-density={densityOf(columns.length)}>
      <table className={classes.table} aria-busy={rows === undefined} data-sortable={isSortable || undefined}>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {columns.map((column) => {
              const { title, titleHidden, numeric, sortBy } = column
              const direction = sorting.directionOf(column)
              return (
                <th key={title} scope="col" data-numeric={numeric} aria-sort={isSortable ? direction : undefined}>
                  {isSortable && sortBy ? (
                    <SortButton title={title} direction={direction} onPress={() => sorting.toggle(column)} />
                  ) : (
                    <Heading title={title} hidden={titleHidden} />
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {sorting.rows
            ? sorting.rows.map((row) => <DataRow key={rowKey(row)} columns={columns} row={row} />)
            : loadingRows.map((row) => (
                <tr key={row}>
                  {columns.map((column, index) => (
                    <Cell key={column.title} column={column} isRowName={index === 0}>
                      <Skeleton display="inline-block" height={14} width="70%" />
                    </Cell>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  )
}

/** A table of many columns needs more room. */
function densityOf(columnCount: number): 'dense' | 'denser' | 'densest' | undefined {
  if (columnCount > 7) return 'densest'
  if (columnCount > 6) return 'denser'
  return columnCount > 5 ? 'dense' : undefined
}

function Heading({ title, hidden }: { title: string; hidden: boolean | undefined }) {
  return hidden ? <VisuallyHidden>{title}</VisuallyHidden> : title
}

interface SortButtonProps {
  title: string
  direction: 'ascending' | 'descending' | undefined
  onPress: () => void
}

const sortIcons = { ascending: IconSortUp, descending: IconSortDown }

function SortButton({ title, direction, onPress }: SortButtonProps) {
  const SortIcon = direction ? sortIcons[direction] : IconSelector
  return (
    <button type="button" className={classes.sort} onClick={onPress}>
      {title}
      <SortIcon size={13} stroke={2} aria-hidden />
    </button>
  )
}

interface DataRowProps<Row> {
  columns: Column<Row>[]
  row: Row
}

function PlainRow<Row>({ columns, row }: DataRowProps<Row>) {
  return (
    <tr>
      {columns.map((column, index) => (
        <Cell key={column.title} column={column} isRowName={index === 0}>
          {column.cell(row)}
        </Cell>
      ))}
    </tr>
  )
}

/** Rerenders only when the row or the columns change. `memo` loses the type parameter, hence the assertion. */
const DataRow = memo(PlainRow) as typeof PlainRow

interface CellProps<Row> {
  column: Column<Row>
  isRowName: boolean
  children: ReactNode
}

function Cell<Row>({ column, isRowName, children }: CellProps<Row>) {
  if (isRowName) return <th scope="row">{children}</th>
  return (
    <td
      data-numeric={column.numeric}
      data-wide={column.wide}
      data-beside-name={column.besideName}
      data-on-phones={column.onPhones}
      data-label={column.titleHidden ? undefined : column.title}
    >
      {children}
    </td>
  )
}
