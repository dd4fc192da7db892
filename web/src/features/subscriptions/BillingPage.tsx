import { Skeleton, Stack, Text } from '@mantine/core'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { useAccountQuery } from '../accounts/useAccountQuery.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import type { BillingAccount } from './billing-account.ts'
import { Screen } from '../site/Screen.tsx'
import { Below } from '../../ui/Below.tsx'
import { LoadingPanel } from '../../ui/LoadingPanel.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { InvoicePanel } from '../invoices/InvoicePanel.tsx'
import { PlanGrid } from './PlanGrid.tsx'
import { describePlanType, describePrice } from '../plans/price.ts'
import { type ProviderSubscription, SubscriptionBox } from './SubscriptionBox.tsx'
import { UsageCards } from './UsageCards.tsx'
import { useScreenQuery } from '../../graphql/useScreenQuery.tsx'

const pageQuery = graphql(`
  query BillingPage_Query($accountId: ID!) {
    account(id: $accountId) {
      ...BillingAccount_Account
    }
    plans {
      ...Plan_Plan
    }
  }
`)

const paymentsQuery = graphql(`
  query Payments_Query($accountId: ID!) {
    account(id: $accountId) {
      ...Payments_Account
    }
  }

  fragment Payments_Account on Account {
    id
    subscription {
      ...SubscriptionBox_Subscription
    }
    invoices {
      ...InvoicePanel_Invoice
    }
  }
`)

/** The account's plan, its usage, and its payments. */
export function BillingPage() {
  const accountId = useActiveAccount().membership.account.id
  const { data, failure } = useAccountQuery(pageQuery, 'your plan', { live: true })
  const account = data?.account
  const payments = useScreenQuery(paymentsQuery, 'your transactions', {
    variables: { accountId },
    skip: !account?.viewerCanSeeInvoices,
    live: true,
  })
  const paid = payments.data?.account

  return (
    <Screen
      title="Billing & Plans"
      description="Your plan, how much of it you use, and what you pay."
      failure={failure}
    >
      {account ? <CurrentPlan account={account} subscription={paid?.subscription} /> : <LoadingPlan />}
      <Below ready={account !== undefined}>
        <UsageCards account={account} />
        {data ? <PlanGrid account={data.account} plans={data.plans} /> : <LoadingPanel />}
        {payments.failure}
        {account?.viewerCanSeeInvoices && !payments.failure && <InvoicePanel invoices={paid?.invoices} />}
      </Below>
    </Screen>
  )
}

function LoadingPlan() {
  return (
    <Panel title="Current Plan">
      <Skeleton height={20} width="60%" />
    </Panel>
  )
}

interface CurrentPlanProps {
  account: BillingAccount
  /** Undefined while it loads, and if the viewer may not see it. */
  subscription: ProviderSubscription | null | undefined
}

function CurrentPlan({ account, subscription }: CurrentPlanProps) {
  const { plan, viewerCanChangePlan } = account
  return (
    <Panel title={`Current Plan: ${plan.name}`} aside={<strong>{describePrice(plan.priceMonthlyCents)}</strong>}>
      <Stack gap="md">
        <Text size="sm">{describePlanType(plan.type)}</Text>
        {subscription && subscription.subscriptionStatus !== 'not_started' && (
          <SubscriptionBox accountId={account.id} subscription={subscription} canManage={viewerCanChangePlan} />
        )}
      </Stack>
    </Panel>
  )
}
