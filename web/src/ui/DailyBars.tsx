import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.css'
import '@mantine/core/styles/ColorSwatch.css'
import { useReducedMotion } from '@mantine/hooks'
import type { DailyChartProps, Series } from './daily-series.ts'
import { formatDay, formatShortDay } from './format.ts'

const colors: Record<Series<string>['color'], string> = {
  accent: 'var(--accent)',
  neutral: 'var(--ink-faint)',
  danger: 'var(--danger)',
}

type DailyBarsProps = Pick<DailyChartProps<string>, 'series' | 'format' | 'bytes'> & {
  days: NonNullable<DailyChartProps<string>['days']>
}

/** The chart itself, with the library that draws it. */
export function DailyBars({ days, series, format, bytes }: DailyBarsProps) {
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
      yAxisProps={{ width: 64, allowDecimals: false, ticks: bytes ? getByteTicks(days, series) : undefined }}
      tooltipProps={{ labelFormatter: (date) => typeof date === 'string' && formatDay(date) }}
      barProps={{ isAnimationActive: !still, animationDuration: 200 }}
      barChartProps={{ accessibilityLayer: false }}
    />
  )
}

/** Four steps or fewer from zero to above the highest bar. */
function getByteTicks(days: DailyBarsProps['days'], series: DailyBarsProps['series']): number[] {
  const highest = Math.max(...days.map((day) => series.reduce((sum, { key }) => sum + Number(day[key]), 0)))
  const step = 2 ** Math.ceil(Math.log2(Math.max(highest, 4) / 4))
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step)
}
