import { useQuery, useSubscription } from '@apollo/client/react'
import { Stack, Text } from '@mantine/core'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { useFallbackPollMs } from '../graphql/ConnectionProvider.tsx'
import { getErrorText } from '../graphql/errors.ts'
import { useTitle } from '../site/useSite.ts'
import { LoadError } from '../ui/LoadError.tsx'
import { LoadingPanel } from '../ui/LoadingPanel.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import {
  BillingPage_AccountChangedDocument,
  BillingPage_QueryDocument,
  type BillingPage_AccountFragment,
} from './BillingPage.generated.ts'
import { InvoicePanel } from './InvoicePanel.tsx'
import { PlanGrid } from './PlanGrid.tsx'
import type { Payments_SubscriptionFragment } from './Payments.generated.ts'
import { describePlanType, describePrice } from './price.ts'
import { SubscriptionBox } from './SubscriptionBox.tsx'
import { UsageCards } from './UsageCards.tsx'
import { usePayments } from './usePayments.ts'

/** The account's plan, what it uses of it, and what it pays. */
export function BillingPage() {
  useTitle('Billing & Plans')
  const accountId = useActiveAccount().membership.account.id
  const variables = { accountId }
  const { data, error, refetch } = useQuery(BillingPage_QueryDocument, { variables, pollInterval: useFallbackPollMs() })
  useSubscription(BillingPage_AccountChangedDocument, { variables, ignoreResults: true })
  const account = data?.account
  const payments = usePayments(accountId, account?.viewerCanSeeInvoices ?? false)
  const paid = payments.data?.account

  return (
    <>
      <PageHeader title="Billing & Plans" description="Your plan, what you use of it, and what you pay for it." />
      {error && !account ? (
        <LoadError what="your plan" reason={getErrorText(error)} onRetry={() => void refetch()} />
      ) : (
        <>
          {account ? <CurrentPlan account={account} subscription={paid?.subscription} /> : <LoadingPanel />}
          <UsageCards account={account} />
          {data ? <PlanGrid account={data.account} plans={data.plans} /> : <LoadingPanel />}
          {payments.error && !paid && (
            <LoadError
              what="your transactions"
              reason={getErrorText(payments.error)}
              onRetry={() => void payments.refetch()}
            />
          )}
          {account?.viewerCanSeeInvoices && (paid || !payments.error) && <InvoicePanel invoices={paid?.invoices} />}
        </>
      )}
    </>
  )
}

interface CurrentPlanProps {
  account: BillingPage_AccountFragment
  /** Undefined while it loads, and where the viewer may not see it. */
  subscription: Payments_SubscriptionFragment | null | undefined
}

function CurrentPlan({ account, subscription }: CurrentPlanProps) {
  const { plan, viewerCanChangePlan } = account
  return (
    <Panel title={`Current Plan: ${plan.name}`} aside={<strong>{describePrice(plan.priceMonthly)}</strong>}>
      <Stack gap="md">
        <Text size="sm">{describePlanType(plan.type)}</Text>
        {subscription && subscription.subscriptionStatus !== 'not_started' && (
          <SubscriptionBox accountId={account.id} subscription={subscription} canManage={viewerCanChangePlan} />
        )}
      </Stack>
    </Panel>
  )
}
