import type { ResultOf } from '@graphql-typed-document-node/core'
import { webPaths } from '@culvert/schema/web-paths'
import { Text } from '@mantine/core'
import { graphql } from '../../graphql/generated/gql.ts'
import { formatUsage } from '../subscriptions/plan-rules.ts'
import { FactList } from '../../ui/FactList.tsx'
import { findLimitWarning } from '../../ui/limits.ts'
import { Panel } from '../../ui/Panel.tsx'
import { TextLink } from '../../ui/TextLink.tsx'

const limitsFragment = graphql(`
  fragment Limits_Account on Account {
    planUsage {
      label
      used
      limit
      unit
    }
  }
`)

/** The plan's limits that are near or reached. */
export function LimitPanel({ account: { planUsage } }: { account: ResultOf<typeof limitsFragment> }) {
  const near = planUsage.filter(({ used, limit }) => findLimitWarning(used, limit))
  return (
    <Panel
      title="Limits"
      aside={
        <TextLink to={webPaths.billing} size="sm">
          Your plan
        </TextLink>
      }
    >
      {near.length > 0 ? (
        <FactList
          facts={near.map((usage) => ({
            name: usage.label,
            value: (
              <Text span inherit c="var(--warning)">
                {formatUsage(usage)}
                {findLimitWarning(usage.used, usage.limit) === 'reached' && ', reached'}
              </Text>
            ),
          }))}
        />
      ) : (
        <Text size="sm" c="dimmed">
          No limit of your plan is near: less than 80 % of each is used.
        </Text>
      )}
    </Panel>
  )
}
