import { useQuery, useSubscription } from '@apollo/client/react'
import type { SubscriptionStatus } from '@culvert/schema/client-types'
import { VisuallyHidden } from '@mantine/core'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { subscriptionWords } from '../billing/subscription-words.ts'
import { Tag } from '../ui/Tag.tsx'
import {
  SubscriptionIndicator_AccountChangedDocument,
  SubscriptionIndicator_QueryDocument,
} from './SubscriptionIndicator.generated.ts'

/** The plan that the account is on, with the state of its subscription for those who may see it. */
export function SubscriptionIndicator() {
  const { id, plan, viewerCanSeeInvoices } = useActiveAccount().membership.account
  const options = { variables: { accountId: id }, skip: !viewerCanSeeInvoices }
  const { data } = useQuery(SubscriptionIndicator_QueryDocument, options)
  useSubscription(SubscriptionIndicator_AccountChangedDocument, { ...options, ignoreResults: true })
  return (
    <>
      <Tag tone="accent">
        <VisuallyHidden>Your plan: </VisuallyHidden>
        {plan.name}
      </Tag>
      {data && <Tag tone="soft">{describeStatus(data.account.subscription?.subscriptionStatus)}</Tag>}
    </>
  )
}

function describeStatus(status: SubscriptionStatus | undefined): string {
  if (status === undefined) return 'No active subscription'
  const { word } = subscriptionWords[status]
  return status === 'active' ? word : `(${word})`
}
