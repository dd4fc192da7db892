import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.css'
import '@mantine/core/styles/ColorSwatch.css'
import { useReducedMotion } from '@mantine/hooks'
import type { DailyChartProps, Series } from './DailyChart.tsx'
import { formatDay, formatShortDay } from './format.ts'

const colors: Record<Series<string>['color'], string> = {
  accent: 'var(--accent)',
  neutral: 'var(--ink-faint)',
  danger: 'var(--danger)',
}

type DailyBarsProps = Pick<DailyChartProps<string>, 'series' | 'format'> & {
  days: NonNullable<DailyChartProps<string>['days']>
}

/** The chart itself, with the library that draws it. */
export function DailyBars({ days, series, format }: DailyBarsProps) {
  const still = useReducedMotion()
  return (
    <BarChart
      h="100%"
      data={days}
      dataKey="date"
      type="stacked"
      series={series.map(({ key, label, color }) => ({ name: key, label, color: colors[color] }))}
      valueFormatter={format}
      withLegend
      tickLine="none"
      gridAxis="x"
      gridColor="var(--line)"
      textColor="var(--ink-soft)"
      maxBarWidth={28}
      xAxisProps={{ tickFormatter: formatShortDay, minTickGap: 24 }}
      yAxisProps={{ width: 64, allowDecimals: false }}
      tooltipProps={{ labelFormatter: (date) => typeof date === 'string' && formatDay(date) }}
      barProps={{ isAnimationActive: !still, animationDuration: 200 }}
      barChartProps={{ accessibilityLayer: false }}
    />
  )
}
