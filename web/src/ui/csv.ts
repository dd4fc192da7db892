/** What a cell may hold. A number is written as it is, an absent value as an empty cell. */
type CsvValue = string | number | boolean | null | undefined

/** A column of a file: its heading and its value for a row. */
export interface CsvColumn<Row> {
  title: string
  value: (row: Row) => CsvValue
}

/** A file, and whether there were more rows than it has. */
export interface CsvFile {
  text: string
  isCut: boolean
}

/** The largest number of rows in a file. */
export const csvRowsMax = 10_000

/** The largest number of pages that are read for a file: a search may find little on each. */
const pagesMax = 200

/** Some rows, and where the next ones start; undefined after the last. */
interface CsvPage<Row, Place> {
  rows: readonly Row[]
  next: Place | undefined
}

/** Options for creating a file. */
export interface CsvProgress {
  /** Aborted when the file is no longer wanted. */
  signal: AbortSignal
  /** Called with the number of rows read so far. */
  onCount: (count: number) => void
}

/** Reads rows page by page, up to the bound of a file, and writes them. */
export async function writePages<Row, Place>(
  columns: readonly CsvColumn<Row>[],
  { signal, onCount }: CsvProgress,
  readPage: (place: Place | undefined) => Promise<CsvPage<Row, Place>>,
): Promise<CsvFile> {
  const rows: Row[] = []
  let place: Place | undefined
  for (let pages = 0; pages < pagesMax && rows.length < csvRowsMax; pages++) {
    signal.throwIfAborted()
    const page = await readPage(place)
    rows.push(...page.rows)
    onCount(Math.min(rows.length, csvRowsMax))
    place = page.next
    if (place === undefined) break
  }
  const isCut = place !== undefined || rows.length > csvRowsMax
  return { text: writeCsv(columns, rows.slice(0, csvRowsMax)), isCut }
}

/** Writes rows as CSV (RFC 4180), with the headings as the first line. */
export function writeCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ value }) => value(row)))]
  return lines.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('')
}

/** Prefixes text that a spreadsheet would run as a formula with an apostrophe, because visitors write paths and user agents. */
function writeCell(value: CsvValue): string {
  if (typeof value !== 'string') return String(value ?? '')
  const harmless = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
