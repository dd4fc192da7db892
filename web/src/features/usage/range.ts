import { useSearchParams } from 'react-router-dom'
import { useNow } from '../../ui/useNow.ts'

/** The ranges that usage is shown over, in days. */
export const rangeLengths = [7, 30, 90] as const

const defaultLength = 30
const renewMs = 60_000
const dayMs = 24 * 60 * 60 * 1000

/** Whole days in UTC up to today. */
interface Range {
  days: number
  /** YYYY-MM-DD */
  from: string
  /** YYYY-MM-DD */
  to: string
}

/** The range that the address asks for; it moves on at midnight (UTC). */
export function useRange(): Range {
  const [search] = useSearchParams()
  return getRange(search.get('days'), useNow(renewMs))
}

/** The range that the address names by `days`, or 30 days when it names none of the choices. */
export function getRange(daysParameter: string | null, nowMs: number): Range {
  const days = rangeLengths.find((length) => String(length) === daysParameter) ?? defaultLength
  return { days, from: toDay(nowMs - (days - 1) * dayMs), to: toDay(nowMs) }
}

/** A day in UTC, as YYYY-MM-DD. */
export function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
