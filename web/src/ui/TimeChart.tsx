import { Box, Skeleton, Text, VisuallyHidden } from '@mantine/core'
import { Suspense } from 'react'
import { lazyPart } from '../network/chunks.ts'
import { Disclosure } from './Disclosure.tsx'
import classes from './TimeChart.module.css'
import type { Point, TimeChartProps } from './time-series.ts'
import { TextLink } from './TextLink.tsx'

/** The chart library is large: it loads after the figures. */
const TimeBars = lazyPart('TimeBars', () => import('./TimeBars.tsx'))

/** Bars or lines over time, with the same figures in a table: for screen readers, and, if points have links, for everyone. */
export function TimeChart<Key extends string>(props: TimeChartProps<Key>) {
  const { label, series, points, low, emptyText, hrefOf } = props
  const placeholder = <Skeleton height="100%" />
  const shown = points?.filter((point) => series.some(({ key }) => point[key]))
  const isEmpty = shown?.length === 0
  return (
    <>
      <div className={classes.root} data-low={low}>
        {!points && <div className={classes.bars}>{placeholder}</div>}
        {isEmpty && (
          <Text className={classes.empty} size="sm" c="dimmed">
            {emptyText}
          </Text>
        )}
        {points && !isEmpty && (
          <div className={classes.bars} aria-hidden="true">
            <Suspense fallback={placeholder}>
              <TimeBars {...props} points={points} />
            </Suspense>
          </div>
        )}
      </div>
      {points && shown && !isEmpty && (
        <>
          {hrefOf ? (
            <Box mt="0.5rem">
              <Disclosure title={`${label} as a table`}>
                {/* Its links take the focus, so it can also be scrolled with the keyboard. */}
                <Box mah="20rem" style={{ overflow: 'auto' }}>
                  <FigureTable {...props} points={shown} />
                </Box>
              </Disclosure>
            </Box>
          ) : (
            <VisuallyHidden component="div">
              <FigureTable {...props} points={points} />
            </VisuallyHidden>
          )}
        </>
      )}
    </>
  )
}

function FigureTable<Key extends string>(props: TimeChartProps<Key> & { points: Point<Key>[] }) {
  const { label, series, points, times, format, hrefOf } = props
  return (
    <table className={classes.table}>
      <caption>
        <VisuallyHidden>{label}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">{times.noun}</th>
          {series.map((one) => (
            <th key={one.key} scope="col">
              {one.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={point.date}>
            <th scope="row">
              {hrefOf ? (
                <TextLink to={hrefOf(point.date)}>{times.format(point.date)}</TextLink>
              ) : (
                times.format(point.date)
              )}
            </th>
            {series.map(({ key }) => (
              <td key={key}>{formatFigure(point[key], format)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function formatFigure(value: number | null, format: (value: number) => string): string {
  return value === null ? '–' : format(value)
}
