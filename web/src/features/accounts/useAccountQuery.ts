import type { TypedDocumentNode } from '@apollo/client'
import { useScreenQuery } from '../../graphql/useScreenQuery.tsx'
import { useActiveAccount } from './ActiveAccount.tsx'

/** Queries what a screen shows of the active account: see `useScreenQuery`. */
export function useAccountQuery<Data>(
  query: TypedDocumentNode<Data, { accountId: string }>,
  what: string,
  options: { live?: boolean } = {},
) {
  const accountId = useActiveAccount().membership.account.id
  return useScreenQuery(query, what, { variables: { accountId }, ...options })
}
