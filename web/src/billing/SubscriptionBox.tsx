import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../graphql/useAction.ts'
import { FactList } from '../ui/FactList.tsx'
import { formatDate } from '../ui/format.ts'
import { IconExternal } from '../ui/icons.ts'
import { Inset } from '../ui/Inset.tsx'
import { Notice } from '../ui/Notice.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import type { Payments_SubscriptionFragment } from './Payments.generated.ts'
import { openProviderPage } from './provider-page.ts'
import { SubscriptionBox_OpenBillingPortalDocument } from './SubscriptionBox.generated.ts'
import { subscriptionWords } from './subscription-words.ts'

interface SubscriptionBoxProps {
  accountId: string
  subscription: Payments_SubscriptionFragment
  /** Whether the viewer may open the payment provider's pages. */
  canManage: boolean
}

/** What the payment provider says of the account's subscription. */
export function SubscriptionBox({ accountId, subscription, canManage }: SubscriptionBoxProps) {
  const portal = useAction(SubscriptionBox_OpenBillingPortalDocument)
  const [leaving, setLeaving] = useState(false)
  const open = async () => {
    const opened = await portal.run({ input: { accountId } })
    if (!opened) return
    setLeaving(true)
    openProviderPage(opened.openBillingPortal.url)
  }
  const { subscriptionStatus, plan, cancelAtPeriodEnd, paymentMethodBrand, paymentMethodLast4 } = subscription
  const { word, tone } = subscriptionWords[subscriptionStatus]
  return (
    <Inset title="Subscription">
      <FactList
        facts={[
          { name: 'Plan', value: plan?.name ?? 'Unknown' },
          { name: 'Status', value: <StatusBadge tone={tone}>{word}</StatusBadge> },
          {
            name: cancelAtPeriodEnd ? 'Ends on' : 'Renews on',
            value: formatDate(new Date(subscription.currentPeriodEnd * 1000).toISOString()),
          },
          { name: 'Auto-renew', value: cancelAtPeriodEnd ? 'No' : 'Yes' },
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
