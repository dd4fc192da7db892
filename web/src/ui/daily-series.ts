/** One kind of bar. */
export interface Series<Key extends string> {
  key: Key
  label: string
  color: 'accent' | 'neutral' | 'danger'
}

/** A day as YYYY-MM-DD with a figure for each series. */
export type Day<Key extends string> = Record<Key, number> & { date: string }

export interface DailyChartProps<Key extends string> {
  /** What the chart shows. */
  label: string
  series: Series<Key>[]
  /** Undefined while they load. */
  days: Day<Key>[] | undefined
  format: (value: number) => string
  /** The figures are bytes, which are round at powers of two. */
  bytes?: boolean
  /** What to say when every figure is zero. */
  emptyText: string
}
