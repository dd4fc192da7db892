import { useQuery, useSubscription } from '@apollo/client/react'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { useFallbackPollMs } from '../../graphql/ConnectionProvider.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { QueryError } from '../../graphql/QueryError.tsx'
import { useSteady } from '../../graphql/useSteady.ts'
import { useTitle } from '../site/useSite.ts'
import { Columns } from '../../ui/Columns.tsx'
import type { Series } from '../../ui/daily-series.ts'
import { DailyChart } from '../../ui/DailyChart.tsx'
import { formatBytes } from '../../ui/format.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { StatStrip } from '../../ui/StatStrip.tsx'
import { AnalyticsLinks } from './AnalyticsLinks.tsx'
import { RangeSwitch } from './RangeSwitch.tsx'
import { countBytes, sumByGateway, sumTraffic } from './traffic.ts'
import { TransferBilling } from './TransferBilling.tsx'
import { TransferTable } from './TransferTable.tsx'
import { useRange } from './useRange.ts'

const pageQuery = graphql(`
  query NetworkTransferPage_Query($accountId: ID!, $from: Date!, $to: Date!) {
    account(id: $accountId) {
      ...NetworkTransferPage_Account
    }
  }

  fragment NetworkTransferPage_Account on Account {
    id
    ...TransferBilling_Account
    usageTotals(from: $from, to: $to) {
      ...Traffic_Total
    }
    usageMetrics(from: $from, to: $to, step: MONTH) {
      ...Traffic_Metric
    }
  }
`)

const accountChangedSubscription = graphql(`
  subscription NetworkTransferPage_AccountChanged($accountId: ID!, $from: Date!, $to: Date!) {
    accountChanged(accountId: $accountId) {
      ...NetworkTransferPage_Account
    }
  }
`)

const series: Series<'dataInBytes' | 'dataOutBytes'>[] = [
  { key: 'dataOutBytes', label: 'Data Out', color: 'accent' },
  { key: 'dataInBytes', label: 'Data In', color: 'neutral' },
]
const daySeconds = 24 * 60 * 60

/** The traffic of the account's tunnels, and what of it is billed. */
export function NetworkTransferPage() {
  useTitle('Network Transfer')
  const { days, from, to } = useRange()
  const variables = { accountId: useActiveAccount().membership.account.id, from, to }
  const { data, previousData, error, refetch } = useSteady(
    useQuery(pageQuery, {
      variables,
      pollInterval: useFallbackPollMs(),
    }),
  )
  useSubscription(accountChangedSubscription, { variables, ignoreResults: true })
  // While another range loads, the one before it stays: the layout does not jump.
  const account = (data ?? previousData)?.account
  const sum = account && sumTraffic(account.usageTotals)

  return (
    <>
      <PageHeader
        title="Network Transfer"
        description="Bytes between visitors and your tunnels, as the edges count them. Days are in UTC."
        actions={<AnalyticsLinks />}
      />
      {error && !account ? (
        <QueryError what="your network transfer" error={error} onRetry={() => void refetch()} />
      ) : (
        <>
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
              <DailyChart
                label="Data transfer by day"
                series={series}
                days={account?.usageTotals}
                format={formatBytes}
                bytes
                emptyText="No traffic in this range."
              />
            </Panel>
          </Columns>
          <TransferTable rows={account && sumByGateway(account.usageMetrics)} />
        </>
      )}
    </>
  )
}
