/** One cell; numbers are right-aligned by their column. */
export type Cell = string

/** Renders rows under headings: the first column left-aligned, the others right-aligned, separated by two spaces. */
export function renderTable(headings: readonly Cell[], rows: readonly (readonly Cell[])[]): string {
  const lines = [headings, ...rows]
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  const render = (line: readonly Cell[]) =>
    widths
      .map((width, column) => {
        const cell = line[column] ?? ''
        return column === 0 ? cell.padEnd(width) : cell.padStart(width)
      })
      .join('  ')
      .trimEnd()
  const rule = widths.map((width) => '─'.repeat(width)).join('  ')
  return [render(headings), rule, ...rows.map(render)].join('\n')
}

/** Formats a number with as many decimals as three significant digits need, thousands separated; a dash if there is none. */
export function formatNumber(value: number | undefined): Cell {
  if (value === undefined || !Number.isFinite(value)) return '–'
  if (value === 0) return '0'
  const decimals = Math.min(3, Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value)))))
  return value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}
