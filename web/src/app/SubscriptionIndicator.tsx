import { VisuallyHidden } from '@mantine/core'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { Tag } from '../ui/Tag.tsx'

/** The plan that the account is on. */
export function SubscriptionIndicator() {
  const { plan } = useActiveAccount().membership.account
  return (
    <Tag tone="accent">
      <VisuallyHidden>Your plan: </VisuallyHidden>
      {plan.name}
    </Tag>
  )
}
