import stringWidth from 'string-width'
import type { Answer } from './outcome.ts'

/** A column of a table: its heading, and what it shows of a row. */
export type Column<Row> = [heading: string, show: (row: Row) => string | number | null]

/** Formats rows under headings, each column as wide as its longest cell; returns the sentence when there are no rows. */
export function renderTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[], none: string): string {
  if (rows.length === 0) return none
  const lines = [
    columns.map(([heading]) => heading.toUpperCase()),
    ...rows.map((row) => columns.map(([, show]) => printable(String(show(row) ?? '–')))),
  ]
  return alignColumns(lines)
}

/** Formats labels and values, one a line; values of several lines are indented. */
export function renderFacts(facts: readonly (readonly [label: string, value: string | number | null])[]): string {
  const width = Math.max(...facts.map(([label]) => stringWidth(label))) + 2
  return facts
    .map(([label, value]) => {
      const lines = String(value ?? '–')
        .split('\n')
        .map(printable)
      return label.padEnd(width) + lines.join(`\n${' '.repeat(width)}`)
    })
    .join('\n')
}

/** Answers with a table of rows; with the sentence when there are none. */
export function answerTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[], none: string): Answer {
  return { data: rows, text: renderTable(rows, columns, none) }
}

/** Answers with facts about an object. */
export function answerFacts(data: unknown, facts: Parameters<typeof renderFacts>[0]): Answer {
  return { data, text: renderFacts(facts) }
}

function alignColumns(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, index) => Math.max(...lines.map((cells) => stringWidth(cells[index] ?? ''))))
  return lines
    .map((cells) => cells.map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - stringWidth(cell))).join('  '))
    .map((line) => line.trimEnd())
    .join('\n')
}

/** Returns text from outside without what could control a terminal. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, ' ')
}

/** Cuts off text that is too long for a cell. */
export function shorten(text: string, lengthMax = 60): string {
  return text.length <= lengthMax ? text : `${text.slice(0, lengthMax - 1)}…`
}

/** Formats an instant in UTC as "2026-11-21 09:30". */
export function formatInstant(instant: Date): string {
  return instant.toISOString().slice(0, 16).replace('T', ' ')
}
