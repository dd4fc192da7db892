import { Text } from '@mantine/core'
import type { ResultOf } from '@graphql-typed-document-node/core'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { useScreenQuery } from '../../graphql/useScreenQuery.tsx'
import { Screen } from '../site/Screen.tsx'
import { formatCount, formatPercent } from '../../ui/format.ts'
import { Panel } from '../../ui/Panel.tsx'
import { StatStrip } from '../../ui/StatStrip.tsx'
import type { RateLimitName } from '../../graphql/generated/graphql.ts'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { TwoLines } from '../../ui/TwoLines.tsx'

const pageQuery = graphql(`
  query RateLimitsPage_Query($accountId: ID!) {
    account(id: $accountId) {
      id
      rateLimits {
        name
        limit
        burst
        current
        peak
      }
    }
  }
`)

type RateLimit = ResultOf<typeof pageQuery>['account']['rateLimits'][number]

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

/** How often edges report the rates of accounts. */
const pollInterval = 5000

/** Shows how much of their limits the account's tunnels are using right now. */
export function RateLimitsPage() {
  const { data, failure } = useScreenQuery(pageQuery, 'your rate limits', {
    variables: { accountId: useActiveAccount().membership.account.id },
    pollInterval,
    skipPollAttempt: () => document.hidden,
  })
  const limits = data?.account.rateLimits
  const requests = limits?.find(({ name }) => name === 'REQUESTS_PER_MINUTE')

  return (
    <Screen
      title="Rate Limits"
      description="How much of its limits this account uses, over all of its tunnels. Updated every 5 seconds."
      failure={failure}
    >
      <StatStrip
        stats={[
          { label: 'Current', value: requests && `${formatCount(requests.current)}/min`, note: 'requests' },
          { label: 'Peak', value: requests && `${formatCount(requests.peak)}/min`, note: 'today (UTC)' },
          {
            label: 'Limit',
            value: requests && `${formatCount(requests.limit)}/min`,
            // Reserves space for a line that loads.
            note: requests ? requests.burst && `${formatCount(requests.burst)} at once after a quiet spell` : '\u00a0',
          },
          {
            label: 'Used',
            value: requests && formatPercent(requests.current / requests.limit),
            note: 'of the limit',
          },
        ]}
      />
      <Panel title="Limits by endpoint" flush>
        <DataTable caption="Limits by endpoint" columns={columns} rows={limits} rowKey={({ name }) => name} />
      </Panel>
      <Panel title="How limits work">
        <Text size="sm">
          Edges that share a Redis apply these limits together, and the figures are sums. Requests over the limit get
          status 429, those over the limit of open requests get 503, and <code>Retry-After</code> says when to try
          again. Bytes are not limited.
        </Text>
      </Panel>
    </Screen>
  )
}
