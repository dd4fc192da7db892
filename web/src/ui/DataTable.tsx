import { Skeleton, VisuallyHidden } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import classes from './DataTable.module.css'

/** A column: its heading and what it shows of a row. */
export interface Column<Row> {
  /** The heading; it stands beside each value on narrow screens. */
  title: string
  cell: (row: Row) => ReactNode
  /** Puts figures at the end of the cell. */
  numeric?: boolean
  /** Hides the heading from sight, for a column of buttons. */
  titleHidden?: boolean
  /** Gives the cell a line of its own on narrow screens, without its heading. */
  wide?: boolean
}

interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  caption: string
  /** The first column names the row. Unchanged rows render again only when this array changes. */
  columns: Column<Row>[]
  /** The rows; undefined while they load. */
  rows: Row[] | undefined
  rowKey: (row: Row) => string
  /** Shown instead of a table without rows. */
  empty?: ReactNode
}

/** A table of more columns than this needs more room. */
const denseAbove = 5
const loadingRows = [0, 1, 2]

/** A table that becomes a list of cards where it has no room. */
export function DataTable<Row>({ caption, columns, rows, rowKey, empty }: DataTableProps<Row>) {
  if (rows?.length === 0 && empty) return empty
  return (
    <div className={classes.root} data-dense={columns.length > denseAbove}>
      <table className={classes.table} aria-busy={rows === undefined}>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {columns.map(({ title, titleHidden, numeric }) => (
              <th key={title} scope="col" data-numeric={numeric}>
                {titleHidden ? <VisuallyHidden>{title}</VisuallyHidden> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row) => <DataRow key={rowKey(row)} columns={columns} row={row} />)
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

/** Renders again only when the row or the columns change. `memo` loses the type parameter, hence the assertion. */
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
      data-label={column.titleHidden ? undefined : column.title}
    >
      {children}
    </td>
  )
}
