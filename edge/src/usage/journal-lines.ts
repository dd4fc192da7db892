import type { UsageRowInput } from '@culvert/schema/client-types'
import { addTo, keyOf } from './rows.ts'

/** Rows with the id by which the API counts them only once. */
export interface Report {
  reportId: string
  rows: UsageRowInput[]
}

/** A change of the usage that waits for the API; each is a line of JSON, and takes effect completely or not at all. */
export type JournalLine =
  /** These rows were counted, and wait. */
  | { rows: UsageRowInput[] }
  /** These rows now have this id: they are everything that waited for their accounts, gateways, labels and days. */
  | Report
  /** This report is over: the API has counted it, or never will. */
  | { over: string }
  /** This report is over, and its rows wait again. */
  | { over: string; rows: UsageRowInput[] }

/** The net content of a journal's lines. */
export interface JournalContent {
  reports: Report[]
  /** One row for each key. */
  waiting: UsageRowInput[]
}

/** Encodes a line. */
export function encodeLine(line: JournalLine): string {
  return `${JSON.stringify(line)}\n`
}

/** Reads a journal. Anything after the last line end was never written completely, and is ignored. */
export function replayLines(text: string): JournalContent {
  const reports = new Map<string, UsageRowInput[]>()
  const waiting = new Map<string, UsageRowInput>()
  for (const written of text.split('\n').slice(0, -1)) {
    const line = decodeLine(written)
    if (line === undefined) continue
    if ('reportId' in line) {
      for (const row of line.rows) waiting.delete(keyOf(row))
      reports.set(line.reportId, line.rows)
      continue
    }
    if ('over' in line) reports.delete(line.over)
    if (!('rows' in line)) continue
    for (const row of line.rows) {
      const sum = waiting.get(keyOf(row))
      if (sum === undefined) waiting.set(keyOf(row), row)
      else addTo(sum, row)
    }
  }
  return {
    reports: [...reports].map(([reportId, rows]) => ({ reportId, rows })),
    waiting: [...waiting.values()],
  }
}

/** Returns undefined for a line that a failing disk has damaged: the others still count. */
function decodeLine(written: string): JournalLine | undefined {
  try {
    const line: unknown = JSON.parse(written)
    return isLine(line) ? line : undefined
  } catch {
    return undefined
  }
}

function isLine(value: unknown): value is JournalLine {
  if (typeof value !== 'object' || value === null) return false
  return 'rows' in value ? Array.isArray(value.rows) : 'over' in value
}
