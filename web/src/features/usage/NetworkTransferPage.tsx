import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { useScreenQuery } from '../../graphql/useScreenQuery.tsx'
import { Screen } from '../site/Screen.tsx'
import { Columns } from '../../ui/Columns.tsx'
import { wholeDays, type Series } from '../../ui/time-series.ts'
import { TimeChart } from '../../ui/TimeChart.tsx'
import { formatBytes } from '../../ui/format.ts'
import { Panel } from '../../ui/Panel.tsx'
import { StatStrip } from '../../ui/StatStrip.tsx'
import { LabelTransferTable } from './LabelTransferTable.tsx'
import { RangeSwitch } from './RangeSwitch.tsx'
import { countBytes, sumByGateway, sumTraffic } from './traffic.ts'
import { TransferBilling } from './TransferBilling.tsx'
import { TransferTable } from './TransferTable.tsx'
import { useRange } from './range.ts'

const pageQuery = graphql(`
  query NetworkTransferPage_Query($accountId: ID!, $from: Date!, $to: Date!) {
    account(id: $accountId) {
      id
      ...TransferBilling_Account
      usageTotals(from: $from, to: $to) {
        ...Traffic_Total
      }
      usageMetrics(from: $from, to: $to, step: MONTH) {
        ...Traffic_Metric
      }
    }
  }
`)

const series: Series<'dataInBytes' | 'dataOutBytes'>[] = [
  { key: 'dataOutBytes', label: 'Data Out', color: 'accent' },
  { key: 'dataInBytes', label: 'Data In', color: 'neutral' },
]
const daySeconds = 24 * 60 * 60

/** The traffic of the account's tunnels, and the billed part of it. */
export function NetworkTransferPage() {
  const { days, from, to } = useRange()
  const variables = { accountId: useActiveAccount().membership.account.id, from, to }
  const { data, failure } = useScreenQuery(pageQuery, 'your network transfer', { variables, live: true })
  const account = data?.account
  const sum = account && sumTraffic(account.usageTotals)

  return (
    <Screen
      title="Network Transfer"
      description="Bytes between visitors and your tunnels, as the edges count them. Days are in UTC."
      failure={failure}
    >
      <RangeSwitch days={days} />
      <StatStrip
        stats={[
          { label: 'Data In', value: sum && formatBytes(sum.dataInBytes), note: 'from visitors' },
          { label: 'Data Out', value: sum && formatBytes(sum.dataOutBytes), note: 'to visitors' },
          { label: 'Total', value: sum && formatBytes(countBytes(sum)), note: 'both ways' },
          {
            label: 'Avg Speed',
            value: sum && `${formatBytes(countBytes(sum) / (days * daySeconds))}/s`,
            note: `total over ${days} days`,
          },
        ]}
      />
      <Columns aside={<TransferBilling account={account} />} even>
        <Panel title="Data transfer by day">
          <TimeChart
            label="Data transfer by day"
            series={series}
            times={wholeDays}
            points={account?.usageTotals}
            format={formatBytes}
            bytes
            emptyText="No traffic in this range."
          />
        </Panel>
      </Columns>
      <LabelTransferTable range={variables} />
      <TransferTable rows={account && sumByGateway(account.usageMetrics)} range={variables} />
    </Screen>
  )
}
