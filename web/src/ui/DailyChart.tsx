import { Skeleton, Text, VisuallyHidden } from '@mantine/core'
import { lazy, Suspense } from 'react'
import classes from './DailyChart.module.css'
import { formatDay } from './format.ts'

/** Charts are heavy: they come after the figures. */
const DailyBars = lazy(async () => ({ default: (await import('./DailyBars.tsx')).DailyBars }))

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

/** A bar for each day, with the same figures as a table for those who cannot see it. */
export function DailyChart<Key extends string>(props: DailyChartProps<Key>) {
  const { label, series, days, format, bytes, emptyText } = props
  const placeholder = <Skeleton height="100%" />
  const isEmpty = days?.every((day) => series.every(({ key }) => day[key] === 0))
  return (
    <div className={classes.root}>
      {!days && <div className={classes.bars}>{placeholder}</div>}
      {isEmpty && (
        <Text className={classes.empty} size="sm" c="dimmed">
          {emptyText}
        </Text>
      )}
      {days && !isEmpty && (
        <>
          <div className={classes.bars} aria-hidden="true">
            <Suspense fallback={placeholder}>
              <DailyBars days={days} series={series} format={format} bytes={bytes} />
            </Suspense>
          </div>
          <VisuallyHidden component="div">
            <table>
              <caption>{label}</caption>
              <thead>
                <tr>
                  <th scope="col">Day</th>
                  {series.map((one) => (
                    <th key={one.key} scope="col">
                      {one.label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {days.map((day) => (
                  <tr key={day.date}>
                    <th scope="row">{formatDay(day.date)}</th>
                    {series.map(({ key }) => (
                      <td key={key}>{format(day[key])}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </VisuallyHidden>
        </>
      )}
    </div>
  )
}
