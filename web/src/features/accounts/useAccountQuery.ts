import type { TypedDocumentNode } from '@apollo/client'
import { useQuery, useSubscription } from '@apollo/client/react'
import { useFallbackPollMs } from '../../graphql/ConnectionProvider.tsx'
import { useSteady } from '../../graphql/useSteady.ts'
import { useActiveAccount } from './ActiveAccount.tsx'

interface AccountVariables {
  accountId: string
}

/** Asks for something of the account that is shown, and again at intervals while the live connection is down. */
export function useAccountQuery<Data>(query: TypedDocumentNode<Data, AccountVariables>) {
  const variables = useAccountVariables()
  return useSteady(useQuery(query, { variables, pollInterval: useFallbackPollMs() }))
}

/** Keeps what a subscription selects of the account that is shown up to date in the cache. */
export function useAccountChanges(subscription: TypedDocumentNode<unknown, AccountVariables>): void {
  useSubscription(subscription, { variables: useAccountVariables(), ignoreResults: true })
}

function useAccountVariables(): AccountVariables {
  return { accountId: useActiveAccount().membership.account.id }
}
