import { unlimited } from '@culvert/schema/units'
import { webPaths } from '@culvert/schema/web-paths'
import { Stack, Text } from '@mantine/core'
import { QueryError } from '../../graphql/QueryError.tsx'
import { formatElapsed } from '../requests/looks.ts'
import { formatCount, formatNumber } from '../../ui/format.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { TimeChart } from '../../ui/TimeChart.tsx'
import { durationSeries, getRequestsPath, getStepPath, getTimes, ranges, statusSeries, toPoints } from './traffic.ts'
import type { TrafficView } from './useTraffic.ts'
import { TextLink } from '../../ui/TextLink.tsx'

/** The statuses and durations of a gateway or an agent over time. */
export function TrafficPanel({ view }: { view: TrafficView }) {
  const { of, range, account, error, reload } = view
  const keptHours = account?.requestRecording.keptHours ?? unlimited
  const offered = ranges.filter(({ hours }) => keptHours === unlimited || hours <= Math.max(keptHours, 1))
  const segments = offered.map((one) => ({
    label: one.label,
    to: `?range=${one.name}`,
    isCurrent: one.name === range.name,
  }))
  return (
    <Panel
      title="Traffic"
      description={
        <>
          Select a bar to see its requests, or <TextLink to={getRequestsPath(of)}>see all requests</TextLink>.
        </>
      }
      aside={<Segments label="Range" segments={segments} />}
    >
      {error !== undefined && !account ? (
        <QueryError what="the traffic" error={error} onRetry={reload} />
      ) : (
        <Charts view={view} />
      )}
    </Panel>
  )
}

function Charts({ view: { of, account } }: { view: TrafficView }) {
  const traffic = account?.traffic
  const points = traffic && toPoints(traffic)
  const times = getTimes(traffic ?? { stepSeconds: 0, steps: [] })
  const hrefOf = (date: string) => getStepPath(of, date, traffic?.stepSeconds ?? 0)
  return (
    <Stack gap="lg">
      {account?.requestRecording.isOn === false && (
        <Notice tone="info" title="Requests are not recorded">
          Recording is off in this account, so nothing new is counted here.{' '}
          <TextLink to={webPaths.requests}>Recording</TextLink>
        </Notice>
      )}
      <section>
        <Text size="sm" fw={560} mb="xs">
          Requests by status
        </Text>
        <TimeChart
          label="Requests by status"
          series={statusSeries}
          points={points}
          times={times}
          format={formatCount}
          emptyText="No requests in this range."
          hrefOf={hrefOf}
        />
      </section>
      <section>
        <Text size="sm" fw={560} mb="xs">
          Duration
        </Text>
        <TimeChart
          label="Duration"
          series={durationSeries}
          points={points}
          times={times}
          format={formatElapsed}
          lines
          low
          emptyText="No requests in this range."
          hrefOf={hrefOf}
        />
        <Text size="xs" c="dimmed" mt="xs">
          Half of the requests took at most p50, and 95 of 100 at most p95, estimated to within 9 %. WebSockets are left
          out.
        </Text>
      </section>
      {traffic && traffic.notRecorded > 0 && (
        <Text size="sm" c="dimmed">
          {formatNumber(traffic.notRecorded, 'request')} of this account in this time came in too fast to be recorded,
          and {traffic.notRecorded === 1 ? 'is' : 'are'} not in these figures.
        </Text>
      )}
    </Stack>
  )
}
