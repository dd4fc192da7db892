import { Skeleton, Text, VisuallyHidden } from '@mantine/core'
import { Suspense } from 'react'
import { lazyPart } from '../network/chunks.ts'
import classes from './DailyChart.module.css'
import type { DailyChartProps } from './daily-series.ts'
import { formatDay } from './format.ts'

/** The chart library is large: it loads after the figures. */
const DailyBars = lazyPart(async () => (await import('./DailyBars.tsx')).DailyBars)

/** A bar for each day, with the same figures in a table for screen readers. */
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
