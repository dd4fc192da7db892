import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { useScreenQuery } from '../../graphql/useScreenQuery.tsx'
import { Screen } from '../site/Screen.tsx'
import { wholeDays, type Series } from '../../ui/time-series.ts'
import { TimeChart } from '../../ui/TimeChart.tsx'
import { describeReconnecting, formatCount, formatMinutes, formatNumber, formatPercent } from '../../ui/format.ts'
import { Panel } from '../../ui/Panel.tsx'
import { StatStrip } from '../../ui/StatStrip.tsx'
import { listPerformance, sumPerformance } from './performance.ts'
import { PerformanceTable } from './PerformanceTable.tsx'
import { RangeSwitch } from './RangeSwitch.tsx'
import { useRange } from './range.ts'

const pageQuery = graphql(`
  query GatewayMetricsPage_Query($accountId: ID!, $from: Date!, $to: Date!) {
    account(id: $accountId) {
      ...MeteredAccount_Account
    }
  }
`)

const series: Series<'succeeded' | 'failed'>[] = [
  { key: 'succeeded', label: 'Succeeded', color: 'accent' },
  { key: 'failed', label: 'Failed', color: 'danger' },
]

/** The traffic of the account's gateways, and their success rate. */
export function GatewayMetricsPage() {
  const { days, from, to } = useRange()
  const variables = { accountId: useActiveAccount().membership.account.id, from, to }
  const { data, failure } = useScreenQuery(pageQuery, 'your gateway metrics', { variables, live: true })
  const account = data?.account
  const sum = account && sumPerformance(account)

  return (
    <Screen
      title="Gateway Metrics"
      description="How much your gateways are used, and how well they answer. Deleted ones count too."
      failure={failure}
    >
      <RangeSwitch days={days} />
      <StatStrip
        stats={[
          {
            label: 'Active gateways',
            value: sum && formatCount(sum.activeCount),
            note:
              sum &&
              `of ${formatNumber(account.gateways.length, 'gateway')}, ${describeReconnecting(sum.reconnectingCount) ?? 'right now'}`,
          },
          {
            label: 'Total sessions',
            value: sum && formatCount(sum.sessionCount),
            note: `agents started in ${days} days`,
          },
          {
            label: 'Avg session time',
            value: sum && (sum.averageMinutes === undefined ? '–' : formatMinutes(sum.averageMinutes)),
            note: 'of these sessions, so far',
          },
          {
            label: 'Success rate',
            value: sum && (sum.successShare === undefined ? '–' : formatPercent(sum.successShare)),
            note: sum && `answered below 500, of ${formatNumber(sum.requestCount, 'request')}`,
          },
        ]}
      />
      <Panel
        title="Requests by day"
        description="A request counts as failed when it is answered with status 500 or above, by your app or by the edge."
      >
        <TimeChart
          label="Requests by day"
          series={series}
          times={wholeDays}
          points={account?.usageTotals.map(({ date, apiRequests, failedRequests }) => ({
            date,
            succeeded: Math.max(0, apiRequests - failedRequests),
            failed: failedRequests,
          }))}
          format={formatCount}
          emptyText="No requests in this range."
        />
      </Panel>
      <PerformanceTable rows={account && listPerformance(account)} />
    </Screen>
  )
}
