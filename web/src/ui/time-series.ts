import { formatDay, formatShortCount, formatShortDay } from './format.ts'

/** One kind of bar or line. */
export interface Series<Key extends string> {
  key: Key
  label: string
  color: 'accent' | 'neutral' | 'positive' | 'warning' | 'danger'
}

/** A figure for each series at one time: a day as YYYY-MM-DD, or an instant. A line has a gap if the figure is null. */
export type Point<Key extends string> = Record<Key, number | null> & { date: string }

/** The format of a chart's times. */
export interface TimeFormat {
  /** What one of them represents, for a table's heading. */
  noun: string
  format: (date: string) => string
  /** A shorter format for the axis, where there is little room. */
  formatShort: (date: string) => string
}

/** Whole days. */
export const wholeDays: TimeFormat = { noun: 'Day', format: formatDay, formatShort: formatShortDay }

export interface TimeChartProps<Key extends string> {
  /** What the chart shows. */
  label: string
  series: Series<Key>[]
  /** Undefined while they load. */
  points: Point<Key>[] | undefined
  times: TimeFormat
  format: (value: number) => string
  /** Whether it draws lines instead of bars. */
  lines?: boolean
  /** Whether the figures are bytes, which are round at powers of two. */
  bytes?: boolean
  /** Whether it is lower than other charts. */
  low?: boolean
  /** What to show if there is no figure, or every one is zero. */
  emptyText: string
  /** Returns the address that a point links to. */
  hrefOf?: (date: string) => string
}

/** Returns a figure of an axis, `words`, in at most nine characters, for which there is room. */
export function shortenTick(value: number, words: string): string {
  return words.length > 9 ? formatShortCount(value) : words
}
