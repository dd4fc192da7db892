import { graphql } from '../../graphql/generated/gql.ts'
import { useScreenQuery } from '../../graphql/useScreenQuery.tsx'

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

/** The account's subscription and invoices, kept live. Skipped for viewers who may not see them. */
export function usePayments(accountId: string, viewerCanSeeInvoices: boolean) {
  return useScreenQuery(paymentsQuery, 'your transactions', {
    variables: { accountId },
    skip: !viewerCanSeeInvoices,
    live: true,
  })
}
