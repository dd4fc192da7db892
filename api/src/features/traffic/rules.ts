import type { Selectable } from 'kysely'
import type { AccountTrafficArgs, Traffic as TrafficAnswer, TrafficRange, TrafficStep } from '../../generated/schema.ts'
import { addMs, dayMs, hourMs, minuteMs, toDay } from '../../ground/clock.ts'
import { badInput } from '../../ground/errors.ts'
import type { TrafficSumTable } from './table.ts'

/** Sums as they are stored. */
export type TrafficSum = Selectable<TrafficSumTable>

/** A recorded request, as far as sums need it. */
export interface CountedRequest {
  accountId: string
  gatewayId: string | null
  agentId: string | null
  startedAt: Date
  /** The last day (UTC) on which the request is kept, as YYYY-MM-DD, or `infinity`. */
  keptUntil: string
  status: number
  durationMs: number
  bytesIn: number
  bytesOut: number
}

/** Traffic as it is shown. The requests that were not recorded are counted elsewhere. */
export type Traffic = Omit<TrafficAnswer, 'notRecorded'> & { accountId: string; since: Date }

/** The time that a sum covers. */
const sumMs = 5 * minuteMs

/** Whatever a plan keeps, no range goes further back than this. */
const retentionMsMax = 7 * dayMs

/** How many buckets there are for each doubling of a duration. An estimate is in the middle of its bucket: at most 9 % from the truth. */
const bucketsPerDoubling = 4

/** The last bucket has all durations from 2^19.5 ms, which is twelve minutes. */
const lastBucket = 79

/** Returns the bucket of a duration in a histogram: the first for less than a millisecond, the others four to a doubling. */
export function bucketOf(durationMs: number): number {
  if (durationMs < 1) return 0
  return Math.min(lastBucket, 1 + Math.floor(bucketsPerDoubling * Math.log2(durationMs)))
}

/** Returns the duration that stands for those of a bucket. */
function durationAt(bucket: number): number {
  if (bucket === 0) return 0.5
  const middle = bucket === lastBucket ? 0 : 0.5
  return 2 ** ((bucket - 1 + middle) / bucketsPerDoubling)
}

/** The number of requests by the bucket of their duration; a bucket without any may be missing. */
export type Histogram = ReadonlyMap<number, number>

/** Estimates the duration that this share of the requests did not exceed; null when there are none. */
export function estimatePercentile(histogram: Histogram, share: number): number | null {
  const total = [...histogram.values()].reduce((sum, count) => sum + count, 0)
  let rank = Math.ceil(share * total)
  for (const [bucket, count] of [...histogram].toSorted(([a], [b]) => a - b)) {
    rank -= count
    if (count > 0 && rank <= 0) return durationAt(bucket)
  }
  return null
}

/** Adds up histograms. */
export function addHistograms(histograms: Iterable<Histogram>): Histogram {
  const sum = new Map<number, number>()
  for (const histogram of histograms) {
    for (const [bucket, count] of histogram) sum.set(bucket, (sum.get(bucket) ?? 0) + count)
  }
  return sum
}

const classes = ['informational', 'success', 'redirection', 'clientErrors', 'serverErrors'] as const

/** Adds up requests by account, gateway, agent and five minutes. */
export function sumRequests(requests: readonly CountedRequest[], now: Date): TrafficSum[] {
  const sums = new Map<string, TrafficSum>()
  for (const request of requests) {
    const { accountId, gatewayId, agentId, startedAt, status, durationMs, bytesIn, bytesOut } = request
    // An edge's clock may be ahead of ours.
    const startsAt = floorTime(startedAt < now ? startedAt : now, sumMs)
    const key = JSON.stringify([accountId, gatewayId, agentId, startsAt.getTime()])
    let sum = sums.get(key)
    if (!sum) sums.set(key, (sum = beginSum(request, startsAt)))
    const statusClass = classes[Math.min(Math.floor(status / 100), classes.length) - 1] ?? 'serverErrors'
    sum[statusClass] += 1
    sum.bytesIn += bytesIn
    sum.bytesOut += bytesOut
    if (statusClass === 'informational') continue
    const bucket = bucketOf(durationMs)
    sum.durations[bucket] = (sum.durations[bucket] ?? 0) + 1
  }
  return [...sums.values()]
}

function beginSum({ accountId, gatewayId, agentId, keptUntil }: CountedRequest, startsAt: Date): TrafficSum {
  const lastDay = toDay(addMs(startsAt, retentionMsMax))
  return {
    accountId,
    gatewayId: gatewayId ?? '',
    agentId: agentId ?? '',
    startsAt,
    // As text, `infinity` comes after every day.
    keptUntil: keptUntil < lastDay ? keptUntil : lastDay,
    ...nothing,
    durations: Array.from({ length: lastBucket + 1 }, () => 0),
  }
}

/** The steps of each range. All are whole sums. */
const ranges: Record<TrafficRange, { stepMs: number; count: number }> = {
  HOUR: { stepMs: 5 * minuteMs, count: 12 },
  DAY: { stepMs: 30 * minuteMs, count: 48 },
  WEEK: { stepMs: 2 * hourMs, count: 84 },
}

/** Returns how many sums a range has of a gateway with one agent at a time; 0 for anything that is not a range. */
export function countSums(range: unknown): number {
  if (!isRange(range)) return 0
  const { stepMs, count } = ranges[range]
  return (count * stepMs) / sumMs
}

function isRange(value: unknown): value is TrafficRange {
  return typeof value === 'string' && value in ranges
}

/** When the steps of a range begin, and how long each is. */
export interface Steps {
  starts: Date[]
  stepMs: number
}

/** Returns the steps of a range up to now that begin in the time for which requests are kept. */
export function listSteps(range: TrafficRange, now: Date, since: Date | undefined): Steps {
  const { stepMs, count } = ranges[range]
  const last = floorTime(now, stepMs)
  const starts = Array.from({ length: count }, (_, index) => addMs(last, (index + 1 - count) * stepMs))
  return { starts: starts.filter((start) => since === undefined || start >= since), stepMs }
}

/** The figures of a step, as they were added up. */
export type StepSum = Omit<TrafficStep, 'p50Ms' | 'p95Ms'>

/** Returns the figures of every step, with zeros where there was nothing. */
export function fillSteps(
  starts: readonly Date[],
  sums: readonly StepSum[],
  histograms: ReadonlyMap<number, Histogram>,
): TrafficStep[] {
  const byStart = new Map(sums.map((sum) => [sum.startsAt.getTime(), sum]))
  return starts.map((startsAt) => {
    const histogram = histograms.get(startsAt.getTime()) ?? new Map<number, number>()
    return { startsAt, ...nothing, ...byStart.get(startsAt.getTime()), ...estimate(histogram) }
  })
}

/** Estimates how long most requests took. */
export function estimate(histogram: Histogram): { p50Ms: number | null; p95Ms: number | null } {
  return { p50Ms: estimatePercentile(histogram, 0.5), p95Ms: estimatePercentile(histogram, 0.95) }
}

const nothing = {
  informational: 0,
  success: 0,
  redirection: 0,
  clientErrors: 0,
  serverErrors: 0,
  bytesIn: 0,
  bytesOut: 0,
}

/** The source of the traffic: a gateway, or an agent. */
export type TrafficOf = { gatewayId: string } | { agentId: string }

/** Parses whose traffic is wanted. Throws if neither or both are given. */
export function parseTrafficOf({ gatewayId, agentId }: Omit<AccountTrafficArgs, 'range'>): TrafficOf {
  if (typeof gatewayId === 'string' && typeof agentId === 'string') {
    throw badInput('agentId', 'Give gatewayId or agentId, not both: traffic is shown for one gateway or one agent.')
  }
  if (typeof gatewayId === 'string') return { gatewayId }
  if (typeof agentId === 'string') return { agentId }
  throw badInput('gatewayId', 'Give gatewayId or agentId: traffic is shown for one gateway or one agent.')
}

function floorTime(instant: Date, ms: number): Date {
  return new Date(Math.floor(instant.getTime() / ms) * ms)
}
