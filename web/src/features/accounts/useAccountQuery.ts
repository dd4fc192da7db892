import type { TypedDocumentNode } from '@apollo/client'
import { useScreenQuery } from '../../graphql/useScreenQuery.tsx'
import { useActiveAccount } from './ActiveAccount.tsx'

/** Asks for what a screen shows of the account at hand: see `useScreenQuery`. */
export function useAccountQuery<Data>(
  query: TypedDocumentNode<Data, { accountId: string }>,
  what: string,
  options: { live?: boolean } = {},
) {
  const accountId = useActiveAccount().membership.account.id
  return useScreenQuery(query, what, { variables: { accountId }, ...options })
}
