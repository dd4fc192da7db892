import type { ResultOf } from '@graphql-typed-document-node/core'
import { webPaths } from '@culvert/schema/web-paths'
import { graphql } from '../../graphql/generated/gql.ts'
import type { TrafficRange } from '../../graphql/generated/graphql.ts'
import { formatShortDateTime, formatTimeOfDay } from '../../ui/format.ts'
import type { Point, Series, TimeFormat } from '../../ui/time-series.ts'

const trafficFragment = graphql(`
  fragment Traffic_Traffic on Traffic {
    steps {
      startsAt
      informational
      success
      redirection
      clientErrors
      serverErrors
      bytesOut
      p50Ms
      p95Ms
    }
    stepSeconds
    p50Ms
    p95Ms
    notRecorded
  }
`)

export type Traffic = ResultOf<typeof trafficFragment>

/** The subject of the traffic, by its name in addresses. */
export interface TrafficOf {
  kind: 'gateway' | 'agent'
  id: string
}

/** A range by its name in the address. */
export interface Range {
  name: string
  range: TrafficRange
  label: string
  hours: number
  /** The least time between two reads, in milliseconds: the API takes longer to read a long range. */
  pauseMs: number
}

/** The range that is shown if the address names none. */
export const defaultRange: Range = { name: 'day', range: 'DAY', label: '24 hours', hours: 24, pauseMs: 5_000 }

/** The ranges that traffic is shown over. */
export const ranges: Range[] = [
  { name: 'hour', range: 'HOUR', label: '1 hour', hours: 1, pauseMs: 5_000 },
  defaultRange,
  { name: 'week', range: 'WEEK', label: '7 days', hours: 168, pauseMs: 60_000 },
]

type StatusKey = 'informational' | 'success' | 'redirection' | 'clientErrors' | 'serverErrors'

/** The classes of statuses, from the bottom of a bar. */
export const statusSeries: Series<StatusKey>[] = [
  { key: 'success', label: '2xx', color: 'positive' },
  { key: 'redirection', label: '3xx', color: 'neutral' },
  { key: 'informational', label: 'WebSocket', color: 'accent' },
  { key: 'clientErrors', label: '4xx', color: 'warning' },
  { key: 'serverErrors', label: '5xx', color: 'danger' },
]

export const durationSeries: Series<'p50Ms' | 'p95Ms'>[] = [
  { key: 'p50Ms', label: 'p50', color: 'accent' },
  { key: 'p95Ms', label: 'p95', color: 'warning' },
]

/** Returns the steps in the form that charts draw. */
export function toPoints(traffic: Traffic): Point<StatusKey | 'p50Ms' | 'p95Ms'>[] {
  return traffic.steps.map(({ startsAt, bytesOut: _bytesOut, ...figures }) => ({
    date: startsAt,
    ...figures,
  }))
}

/** Sums all steps. */
export function sumSteps({ steps }: Traffic) {
  const sum = { requests: 0, failed: 0, bytesOut: 0 }
  for (const step of steps) {
    for (const { key } of statusSeries) sum.requests += step[key]
    sum.failed += step.serverErrors
    sum.bytesOut += step.bytesOut
  }
  return sum
}

/** Returns the format for the times of a range's steps. */
export function getTimes({ stepSeconds, steps }: Pick<Traffic, 'stepSeconds' | 'steps'>): TimeFormat {
  const isLong = stepSeconds * steps.length > 24 * 60 * 60
  return {
    noun: 'Time',
    format: (date) => `${formatShortDateTime(date)} – ${formatTimeOfDay(endOf(date, stepSeconds))}`,
    formatShort: isLong ? formatShortDateTime : formatTimeOfDay,
  }
}

/** Returns the page of a gateway's or an agent's requests, narrowed by further parameters. */
export function getRequestsPath({ kind, id }: TrafficOf, more: Record<string, string> = {}): string {
  return `${webPaths.requests}?${new URLSearchParams({ [kind]: id, ...more }).toString()}`
}

/** The page of the requests of one step. */
export function getStepPath(of: TrafficOf, startsAt: string, stepSeconds: number): string {
  return getRequestsPath(of, { from: startsAt, to: endOf(startsAt, stepSeconds) })
}

function endOf(startsAt: string, stepSeconds: number): string {
  return new Date(Date.parse(startsAt) + stepSeconds * 1000).toISOString()
}
