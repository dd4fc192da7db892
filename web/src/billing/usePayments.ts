import { useQuery, useSubscription } from '@apollo/client/react'
import { useFallbackPollMs } from '../graphql/ConnectionProvider.tsx'
import { Payments_AccountChangedDocument, Payments_QueryDocument } from './Payments.generated.ts'

/** The account's subscription and invoices, kept live; nothing is asked where the viewer may not see them. */
export function usePayments(accountId: string, viewerCanSeeInvoices: boolean) {
  const options = { variables: { accountId }, skip: !viewerCanSeeInvoices }
  useSubscription(Payments_AccountChangedDocument, { ...options, ignoreResults: true })
  return useQuery(Payments_QueryDocument, { ...options, pollInterval: useFallbackPollMs() })
}
