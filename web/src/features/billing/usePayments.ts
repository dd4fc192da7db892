import { useQuery, useSubscription } from '@apollo/client/react'
import type { ResultOf } from '@graphql-typed-document-node/core'
import { useFallbackPollMs } from '../../graphql/ConnectionProvider.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { useSteady } from '../../graphql/useSteady.ts'

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

const accountChangedSubscription = graphql(`
  subscription Payments_AccountChanged($accountId: ID!) {
    accountChanged(accountId: $accountId) {
      ...Payments_Account
    }
  }
`)

/** The account's subscription and invoices, kept live. Skipped for viewers who may not see them. */
export function usePayments(accountId: string, viewerCanSeeInvoices: boolean) {
  const options = { variables: { accountId }, skip: !viewerCanSeeInvoices }
  useSubscription(accountChangedSubscription, { ...options, ignoreResults: true })
  return useSteady(useQuery(paymentsQuery, { ...options, pollInterval: useFallbackPollMs() }))
}
