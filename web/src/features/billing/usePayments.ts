import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../../graphql/generated/gql.ts'
import { useScreenQuery } from '../../graphql/useScreenQuery.tsx'

const invoiceFragment = graphql(`
  fragment Payments_Invoice on Invoice {
    id
    description
    amount
    overage {
      dataOutBytes
      amount
    }
    dueDate
    status
    createdAt
    viewerCanMarkPaid
  }
`)

export type Invoice = ResultOf<typeof invoiceFragment>

const providerSubscriptionFragment = graphql(`
  fragment Payments_Subscription on ProviderSubscription {
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

const paymentsQuery = graphql(`
  query Payments_Query($accountId: ID!) {
    account(id: $accountId) {
      ...Payments_Account
    }
  }

  fragment Payments_Account on Account {
    id
    subscription {
      ...Payments_Subscription
    }
    invoices {
      ...Payments_Invoice
    }
  }
`)

/** The account's subscription and invoices, kept live. Skipped for viewers who may not see them. */
export function usePayments(accountId: string, viewerCanSeeInvoices: boolean) {
  return useScreenQuery(paymentsQuery, 'your transactions', {
    variables: { accountId },
    skip: !viewerCanSeeInvoices,
    live: true,
  })
}
