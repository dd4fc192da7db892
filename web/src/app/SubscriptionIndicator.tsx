import { useQuery } from '@apollo/client/react'
import { VisuallyHidden } from '@mantine/core'
import { useActiveAccount } from '../features/accounts/ActiveAccount.tsx'
import { subscriptionLooks } from '../features/subscriptions/subscription-looks.ts'
import { graphql } from '../graphql/generated/gql.ts'
import type { SubscriptionStatus } from '../graphql/generated/graphql.ts'
import { useSite } from '../features/site/useSite.ts'
import { useChanges } from '../graphql/useScreenQuery.tsx'
import { Tag } from '../ui/Tag.tsx'

const subscriptionQuery = graphql(`
  query SubscriptionIndicator_Query($accountId: ID!) {
    account(id: $accountId) {
      id
      subscription {
        subscriptionStatus
      }
    }
  }
`)

/** The account's plan, with the state of its subscription for viewers who may see it. */
export function SubscriptionIndicator() {
  const { id, plan, viewerCanSeeInvoices } = useActiveAccount().membership.account
  const options = { variables: { accountId: id }, skip: !viewerCanSeeInvoices }
  const { data } = useQuery(subscriptionQuery, options)
  useChanges(subscriptionQuery, options)
  const sellsPlans = useSite()?.planChanges === 'provider'
  const status =
    viewerCanSeeInvoices && data && describeStatus(data.account.subscription?.subscriptionStatus, sellsPlans)
  return (
    <>
      <Tag tone="accent">
        <VisuallyHidden>Your plan: </VisuallyHidden>
        {plan.name}
      </Tag>
      {status && <Tag tone="soft">{status}</Tag>}
    </>
  )
}

/** Returns the state of a subscription; undefined if there is none and none is sold. */
function describeStatus(status: SubscriptionStatus | undefined, sellsPlans: boolean): string | undefined {
  if (status === undefined) return sellsPlans ? 'No active subscription' : undefined
  const { word } = subscriptionLooks[status]
  return status === 'active' ? word : `(${word})`
}
