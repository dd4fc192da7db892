import { graphql } from '../../graphql/generated/gql.ts'
import { useScreenQuery } from '../../graphql/useScreenQuery.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { type LabelTraffic, sumByLabel } from './traffic.ts'
import { trafficColumns } from './traffic-columns.tsx'

const labelsQuery = graphql(`
  query LabelTransferTable_Query($accountId: ID!, $from: Date!, $to: Date!) {
    account(id: $accountId) {
      id
      usageByLabel(from: $from, to: $to, step: MONTH) {
        label
        apiRequests
        failedRequests
        dataInBytes
        dataOutBytes
      }
    }
  }
`)

const columns: Column<LabelTraffic>[] = [
  {
    title: 'Label',
    cell: ({ label }) => (label === null ? 'Agents of members' : <strong>{label}</strong>),
    sortBy: ({ label }) => label,
  },
  ...trafficColumns,
]

/** The traffic of each label of agent tokens; renders nothing if no such token carried anything. */
export function LabelTransferTable({ range }: { range: { accountId: string; from: string; to: string } }) {
  const { data, failure } = useScreenQuery(labelsQuery, 'the transfer by label', { variables: range, live: true })
  if (failure) return failure
  const rows = data && sumByLabel(data.account.usageByLabel)
  if (!rows?.some(({ label }) => label !== null)) return null
  return (
    <Panel title="Transfer by Label" description="The transfer of agents, by the label of their agent token." flush>
      <DataTable caption="Transfer by label" columns={columns} rows={rows} rowKey={({ label }) => label ?? ''} />
    </Panel>
  )
}
