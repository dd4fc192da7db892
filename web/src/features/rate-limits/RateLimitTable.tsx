import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../../graphql/generated/gql.ts'
import type { RateLimitName } from '../../graphql/generated/graphql.ts'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { formatCount, formatPercent } from '../../ui/format.ts'
import { Panel } from '../../ui/Panel.tsx'
import { TwoLines } from '../../ui/TwoLines.tsx'

const rateLimitFragment = graphql(`
  fragment RateLimit_RateLimit on RateLimit {
    name
    limit
    burst
    current
    peak
  }
`)

type RateLimit = ResultOf<typeof rateLimitFragment>

const words: Record<RateLimitName, { title: string; description: string; unit: string }> = {
  REQUESTS_PER_MINUTE: { title: 'Tunnel requests', description: 'within a minute', unit: '/min' },
  OPEN_REQUESTS: { title: 'Open requests', description: 'not answered yet, and WebSockets', unit: '' },
}

const format = ({ name }: RateLimit, value: number) => `${formatCount(value)}${words[name].unit}`

const columns: Column<RateLimit>[] = [
  {
    title: 'Endpoint',
    cell: ({ name }) => <TwoLines first={<strong>{words[name].title}</strong>} second={words[name].description} />,
  },
  { title: 'Current', numeric: true, cell: (limit) => format(limit, limit.current) },
  { title: 'Peak Today', numeric: true, cell: (limit) => format(limit, limit.peak) },
  { title: 'Limit', numeric: true, cell: (limit) => format(limit, limit.limit) },
  { title: 'Used', numeric: true, cell: ({ current, limit }) => formatPercent(current / limit) },
]

/** Each limit with its usage; undefined while they load. */
export function RateLimitTable({ limits }: { limits: RateLimit[] | undefined }) {
  return (
    <Panel title="Limits by endpoint" flush>
      <DataTable caption="Limits by endpoint" columns={columns} rows={limits} rowKey={({ name }) => name} />
    </Panel>
  )
}
