import { BarChart, LineChart } from '@mantine/charts'
import '@mantine/charts/styles.css'
import '@mantine/core/styles/ColorSwatch.css'
import { useReducedMotion } from '@mantine/hooks'
import { useNavigate } from 'react-router-dom'
import { type Point, type Series, shortenTick, type TimeChartProps } from './time-series.ts'
import classes from './TimeChart.module.css'

const colors: Record<Series<string>['color'], string> = {
  accent: 'var(--accent)',
  neutral: 'var(--ink-faint)',
  positive: 'var(--positive)',
  warning: 'var(--warning-fill)',
  danger: 'var(--danger)',
}

type TimeBarsProps = Pick<TimeChartProps<string>, 'series' | 'times' | 'format' | 'lines' | 'bytes' | 'hrefOf'> & {
  points: Point<string>[]
}

/** The chart itself, with the library that draws it. A column links to what it counts. */
export function TimeBars({ points, series, times, format, lines, bytes, hrefOf }: TimeBarsProps) {
  const still = useReducedMotion()
  const navigate = useNavigate()
  const open = ({ activeLabel }: { activeLabel?: string | number }) => {
    if (hrefOf && typeof activeLabel === 'string') void navigate(hrefOf(activeLabel))
  }
  const shared = {
    h: '100%',
    className: hrefOf && classes.leading,
    data: points,
    dataKey: 'date',
    series: series.map(({ key, label, color }) => ({ name: key, label, color: colors[color] })),
    valueFormatter: format,
    withLegend: true,
    // In the order of the series, not alphabetically.
    legendProps: { itemSorter: null },
    tickLine: 'none',
    gridAxis: 'x',
    gridColor: 'var(--line)',
    textColor: 'var(--ink-soft)',
    xAxisProps: { tickFormatter: times.formatShort, minTickGap: 24 },
    yAxisProps: {
      width: 64,
      allowDecimals: false,
      ticks: bytes ? getByteTicks(points, series) : undefined,
      tickFormatter: (value: number) => shortenTick(value, format(value)),
    },
    tooltipProps: { labelFormatter: (date: unknown) => typeof date === 'string' && times.format(date) },
  } as const
  if (lines) {
    return (
      <LineChart
        {...shared}
        curveType="linear"
        strokeWidth={2}
        dotProps={{ r: 2 }}
        connectNulls={false}
        lineProps={{ isAnimationActive: false }}
        lineChartProps={{ accessibilityLayer: false, onClick: open }}
      />
    )
  }
  return (
    <BarChart
      {...shared}
      type="stacked"
      maxBarWidth={28}
      barProps={{ isAnimationActive: !still, animationDuration: 200 }}
      barChartProps={{ accessibilityLayer: false, onClick: open }}
    />
  )
}

/** Returns at most four steps from zero to above the highest bar. */
function getByteTicks(points: TimeBarsProps['points'], series: TimeBarsProps['series']): number[] {
  const highest = Math.max(...points.map((point) => series.reduce((sum, { key }) => sum + Number(point[key]), 0)))
  const step = 2 ** Math.ceil(Math.log2(Math.max(highest, 4) / 4))
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step)
}
