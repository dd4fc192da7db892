import { badInput } from '../errors.ts'
import type { UsageRowInput } from '../generated/schema.ts'

/** What an account uses; the figures are read only when they are asked for. */
export interface UsageStats {
  accountId: string
}

/** What the edges counted for an account in a month. */
export interface MonthlyUsage {
  apiRequests: number
  dataInBytes: number
  dataOutBytes: number
  agentRunSeconds: number
}

/** What a gateway (or the random hostnames, null) of an account carried on a day. */
export interface UsageRow extends MonthlyUsage {
  accountId: string
  gatewayId: string | null
  /** YYYY-MM-DD, UTC. */
  date: string
}

const rowsMax = 10_000

/** Validates a batch of an edge, and adds up rows for the same account, gateway and day. */
export function parseUsageReport(reportId: string, rows: readonly UsageRowInput[]): UsageRow[] {
  if (!/^[\w-]{1,100}$/.test(reportId)) throw badInput('reportId', 'reportId must be a UUID')
  if (rows.length > rowsMax) throw badInput('rows', `A report has at most ${rowsMax} rows, not ${rows.length}`)
  const byKey = new Map<string, UsageRow>()
  for (const row of rows) {
    if (!(row.connectedSeconds >= 0)) throw badInput('rows', 'connectedSeconds must be a number from 0')
    const gatewayId = row.gatewayId ?? null
    const key = `${row.accountId}|${row.date}|${gatewayId}`
    const sum = byKey.get(key)
    byKey.set(key, {
      accountId: row.accountId,
      gatewayId,
      date: row.date,
      apiRequests: (sum?.apiRequests ?? 0) + row.requests,
      dataInBytes: (sum?.dataInBytes ?? 0) + row.dataIn,
      dataOutBytes: (sum?.dataOutBytes ?? 0) + row.dataOut,
      agentRunSeconds: (sum?.agentRunSeconds ?? 0) + row.connectedSeconds,
    })
  }
  // In one order everywhere, so that two reports at once never wait for each other's rows.
  return [...byKey.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

/** The first day of the calendar month in UTC, and that of the next one, as YYYY-MM-DD. */
export function monthOf(now: Date): { start: string; end: string } {
  const first = (monthsAhead: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead, 1))
  return { start: toDay(first(0)), end: toDay(first(1)) }
}

function toDay(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}
