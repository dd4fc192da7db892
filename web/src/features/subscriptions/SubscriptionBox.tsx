import type { ResultOf } from '@graphql-typed-document-node/core'
import { Button } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useState } from 'react'
import { graphql } from '../../graphql/generated/gql.ts'
import { useAction } from '../../graphql/useAction.ts'
import { FactList } from '../../ui/FactList.tsx'
import { formatDate } from '../../ui/format.ts'
import { IconExternal } from '../../ui/icons.ts'
import { Inset } from '../../ui/Inset.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { openProviderPage } from './provider-page.ts'
import { subscriptionLooks } from './subscription-looks.ts'

const providerSubscriptionFragment = graphql(`
  fragment SubscriptionBox_Subscription on ProviderSubscription {
    subscriptionStatus
    plan {
      id
      name
    }
    currentPeriodEnd
    cancelAtPeriodEnd
    paymentMethodBrand
    paymentMethodLast4
  }
`)

export type ProviderSubscription = ResultOf<typeof providerSubscriptionFragment>

const openBillingPortalMutation = graphql(`
  mutation SubscriptionBox_OpenBillingPortal($input: OpenBillingPortalInput!) {
    openBillingPortal(input: $input) {
      url
    }
  }
`)

interface SubscriptionBoxProps {
  accountId: string
  subscription: ProviderSubscription
  /** Whether the viewer may open the payment provider's pages. */
  canManage: boolean
}

/** The account's subscription at the payment provider. */
export function SubscriptionBox({ accountId, subscription, canManage }: SubscriptionBoxProps) {
  const portal = useAction(openBillingPortalMutation)
  const [leaving, setLeaving] = useState(false)
  // The back button may show the page in the state in which it was left.
  useWindowEvent('pageshow', () => setLeaving(false))
  const open = async () => {
    const opened = await portal.run({ input: { accountId } })
    if (!opened) return
    setLeaving(true)
    openProviderPage(opened.openBillingPortal.url)
  }
  const { subscriptionStatus, plan, cancelAtPeriodEnd, paymentMethodBrand, paymentMethodLast4 } = subscription
  const renews = subscriptionStatus !== 'canceled' && !cancelAtPeriodEnd
  return (
    <Inset title="Subscription">
      <FactList
        facts={[
          { name: 'Plan', value: plan?.name ?? 'Unknown' },
          { name: 'Status', value: <StatusBadge {...subscriptionLooks[subscriptionStatus]} /> },
          {
            name: subscriptionStatus === 'canceled' ? 'Ended on' : renews ? 'Renews on' : 'Ends on',
            value: formatDate(new Date(subscription.currentPeriodEnd * 1000).toISOString()),
          },
          { name: 'Auto-renew', value: renews ? 'Yes' : 'No' },
          {
            name: 'Payment method',
            value: paymentMethodBrand
              ? `${paymentMethodBrand}${paymentMethodLast4 ? ` ending in ${paymentMethodLast4}` : ''}`
              : 'None',
          },
        ]}
      />
      {portal.errorText && <Notice tone="danger">{portal.errorText}</Notice>}
      {canManage && (
        <Button
          mt="md"
          variant="default"
          loading={portal.pending || leaving}
          rightSection={<IconExternal size={16} aria-hidden />}
          onClick={() => void open()}
        >
          Manage billing
        </Button>
      )}
    </Inset>
  )
}
