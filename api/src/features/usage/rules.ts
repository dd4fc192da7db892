import { bytesPerGb } from '@culvert/schema/units'
import type { UsageRowInput, UsageStep } from '../../generated/schema.ts'
import { addMs, dayMs, toDay } from '../../ground/clock.ts'
import { checkDays } from '../../ground/days.ts'
import { badInput, type AppError } from '../../ground/errors.ts'

/** The usage of an account; figures are read on demand. */
export interface UsageStats {
  accountId: string
}

/** Figures that edges counted. */
export interface Usage {
  apiRequests: number
  /** Those that were answered with a status of 500 or above. */
  failedRequests: number
  dataInBytes: number
  dataOutBytes: number
  agentRunSeconds: number
}

/** The traffic of an account, or of one of its gateways, in a period. */
export interface UsageTotal extends Usage {
  /** The period's first day: YYYY-MM-DD, UTC. */
  date: string
}

/** The traffic of a gateway (or of the random hostnames, null) in a period. */
export interface UsageMetric extends UsageTotal {
  gatewayId: string | null
}

/** The traffic of a gateway (or of the random hostnames, null) of an account on a day. */
export interface UsageRow extends UsageMetric {
  accountId: string
}

/** The traffic of the agents of a label (or of those without one, null) in a period. */
export interface LabelUsage extends UsageTotal {
  label: string | null
}

/** The traffic of the agents of a label of an account on a day. */
export interface LabelRow extends UsageTotal {
  accountId: string
  label: string
}

/** A batch of an edge, added up. */
export interface ParsedReport {
  /** By account, gateway and day: everything. */
  usage: UsageRow[]
  /** The same by account, label and day: only what has a label. */
  byLabel: LabelRow[]
}

/** How late edges report usage at most: docs/operations.md tells operators to delete older journals. */
export const usageDelayMaxMs = 30 * dayMs

/** What fits the body of a request and the parameters of a statement; edges send a tenth of it. */
const reportedRowsMax = 5_000

/** Validates a batch of an edge, and adds up its rows. */
export function parseUsageReport(reportId: string, rows: readonly UsageRowInput[]): ParsedReport {
  if (!/^[\w-]{1,100}$/.test(reportId)) throw badInput('reportId', 'reportId must be a UUID')
  if (rows.length > reportedRowsMax)
    throw badInput('rows', `A report has at most ${reportedRowsMax} rows, not ${rows.length}`)
  if (rows.some(({ connectedSeconds }) => !(connectedSeconds >= 0)))
    throw badInput('rows', 'connectedSeconds must be a number from 0')
  if (rows.some(({ label }) => typeof label === 'string' && (label === '' || label.length > labelLengthMax)))
    throw badInput('rows', `A label has 1 to ${labelLengthMax} characters`)
  const byGateway = rows.map(({ accountId, date, gatewayId = null, ...row }) => ({
    key: { accountId, date, gatewayId },
    ...row,
  }))
  const labelled = rows.flatMap(({ accountId, date, label, ...row }) =>
    typeof label === 'string' ? [{ key: { accountId, date, label }, ...row }] : [],
  )
  return { usage: addUp(byGateway), byLabel: addUp(labelled) }
}

const labelLengthMax = 64

type Figures = Pick<UsageRowInput, 'requests' | 'failedRequests' | 'dataIn' | 'dataOut' | 'connectedSeconds'>

/** Adds up the rows of one key; in the same order everywhere, so that two reports at once never wait for each other's rows. */
function addUp<Key extends object>(rows: readonly (Figures & { key: Key })[]): (Key & Usage)[] {
  const sums = new Map<string, Key & Usage>()
  for (const { key, requests, failedRequests, dataIn, dataOut, connectedSeconds } of rows) {
    const name = Object.values(key).map(String).join('|')
    const sum = sums.get(name)
    sums.set(name, {
      ...key,
      apiRequests: (sum?.apiRequests ?? 0) + requests,
      failedRequests: (sum?.failedRequests ?? 0) + failedRequests,
      dataInBytes: (sum?.dataInBytes ?? 0) + dataIn,
      dataOutBytes: (sum?.dataOutBytes ?? 0) + dataOut,
      agentRunSeconds: (sum?.agentRunSeconds ?? 0) + connectedSeconds,
    })
  }
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)
}

/** Returns the first day of the calendar month in UTC, and that of the next one, as YYYY-MM-DD. */
export function monthOf(now: Date): { start: string; end: string } {
  const first = (monthsAhead: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead, 1))
  return { start: toDay(first(0)), end: toDay(first(1)) }
}

/** A range of whole days in UTC, both ends included, and the periods it is cut into. */
export interface UsageRange {
  /** YYYY-MM-DD */
  from: string
  /** YYYY-MM-DD */
  to: string
  step: UsageStep
}

/** The maximum number of rows of past usage in an answer: thirteen years by day, or a year by day for thirteen gateways. */
export const listedRowsMax = 5_000

/** Returns the first day of every period that a range touches. Throws when it is not a range, or touches too many. */
export function listPeriods({ from, to, step }: UsageRange): string[] {
  checkDays({ from, to })
  const periods: string[] = []
  const last = new Date(to)
  const first = new Date(step === 'MONTH' ? `${from.slice(0, 7)}-01` : from)
  // As text, the day after 9999-12-31 would come before it.
  for (let day = first; day <= last; day = addPeriod(day, step)) {
    if (periods.length === listedRowsMax) throw rangeTooLarge('periods', step, ['a shorter range'])
    periods.push(toDay(day))
  }
  return periods
}

/** How many periods are read at a time: while the embedded database answers a query, nothing else runs. */
const periodsPerPage = 500

/** Cuts a range into pieces of this many periods. */
export function clampRange({ from, to, step }: UsageRange, periods: readonly string[]): UsageRange[] {
  const starts = periods.filter((_, index) => index % periodsPerPage === 0).with(0, from)
  return starts.map((start, index) => {
    const next = starts[index + 1]
    return { from: start, to: next === undefined ? to : toDay(addMs(new Date(next), -1)), step }
  })
}

/** Returns how many periods a range touches; 0 if it is not a range. Does not list them. */
export function countPeriods({ from, to, step }: UsageRange): number {
  const [first, last] = [new Date(from), new Date(to)]
  const count =
    step === 'DAY'
      ? (last.getTime() - first.getTime()) / dayMs
      : (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth()
  return count >= 0 ? count + 1 : 0
}

/** Refuses a listing with more rows than an answer may have. `narrower` names an argument that selects fewer. */
export function tooManyRows(step: UsageStep, narrower: string): AppError {
  return rangeTooLarge('rows', step, ['a shorter range', narrower])
}

/** Returns a row for each period, with zeros where nothing was counted. */
export function fillPeriods(periods: readonly string[], totals: readonly UsageTotal[]): UsageTotal[] {
  const byDate = new Map(totals.map((total) => [total.date, total]))
  return periods.map((date) => byDate.get(date) ?? { date, ...nothing })
}

const nothing: Usage = {
  apiRequests: 0,
  failedRequests: 0,
  dataInBytes: 0,
  dataOutBytes: 0,
  agentRunSeconds: 0,
}

/** The thresholds of the month's transfer limit, in percent, at which a free account's owners get a mail; the highest first. */
const noticeThresholds = [100, 80] as const

export type NoticeThreshold = (typeof noticeThresholds)[number]

/** Returns the highest threshold that an account has reached; undefined below all of them, and on a plan without a limit. */
export function findThreshold(dataOutBytes: number, limitGb: number): NoticeThreshold | undefined {
  if (limitGb <= 0) return undefined
  return noticeThresholds.find((threshold) => dataOutBytes >= (limitGb * bytesPerGb * threshold) / 100)
}

function rangeTooLarge(what: 'periods' | 'rows', step: UsageStep, suggestions: string[]): AppError {
  const open = step === 'DAY' ? [...suggestions, 'months (step: MONTH)'] : suggestions
  return badInput(
    'to',
    `One answer holds at most ${listedRowsMax.toLocaleString('en-US')} ${what}, and these are more. Ask for ${alternatives.format(open)}.`,
  )
}

const alternatives = new Intl.ListFormat('en', { type: 'disjunction' })

function addPeriod(day: Date, step: UsageStep): Date {
  const next = new Date(day)
  if (step === 'DAY') next.setUTCDate(next.getUTCDate() + 1)
  else next.setUTCMonth(next.getUTCMonth() + 1)
  return next
}
