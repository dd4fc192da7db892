import { Text } from '@mantine/core'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { useScreenQuery } from '../../graphql/useScreenQuery.tsx'
import { Screen } from '../site/Screen.tsx'
import { formatCount, formatPercent } from '../../ui/format.ts'
import { Panel } from '../../ui/Panel.tsx'
import { StatStrip } from '../../ui/StatStrip.tsx'
import { RateLimitTable } from './RateLimitTable.tsx'

const pageQuery = graphql(`
  query RateLimitsPage_Query($accountId: ID!) {
    account(id: $accountId) {
      id
      rateLimits {
        ...RateLimit_RateLimit
      }
    }
  }
`)

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
      <RateLimitTable limits={limits} />
      <Panel title="How limits work">
        <Text size="sm">
          Each edge applies these limits on its own, and the figures are those of the busiest edge. Requests over the
          limit get status 429, those over the limit of open requests get 503, and <code>Retry-After</code> says when to
          try again. Bytes are not limited.
        </Text>
      </Panel>
    </Screen>
  )
}
