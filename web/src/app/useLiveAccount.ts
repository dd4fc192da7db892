import { useApolloClient, useSubscription } from '@apollo/client/react'
import { useState } from 'react'
import { createListRefresh, type LiveList } from './list-refresh.ts'
import {
  LiveAccount_AccountChangedDocument,
  LiveAccount_DomainChangedDocument,
  LiveAccount_GatewayChangedDocument,
} from './useLiveAccount.generated.ts'
import { useLiveAgents } from './useLiveAgents.ts'

/**
 * Keeps every screen of an account live. Events carry whole objects, so the cache updates what is shown; only what
 * joins or leaves a list makes the screens that show the list ask again.
 */
export function useLiveAccount(accountId: string): void {
  const client = useApolloClient()
  const options = { variables: { accountId }, ignoreResults: true }
  const [known] = useState(() => new Set<string>())
  const [refresh] = useState(() => createListRefresh(client))

  useLiveAgents(accountId)
  useSubscription(LiveAccount_AccountChangedDocument, options)

  const follow = (list: LiveList, changed: Listed) => {
    if (changed.deletedAt !== null) {
      client.cache.evict({ id: client.cache.identify({ ...changed }) })
    } else if (!known.has(changed.id)) {
      known.add(changed.id)
      refresh(accountId, list)
    }
  }
  useSubscription(LiveAccount_GatewayChangedDocument, {
    ...options,
    onData: ({ data: { data } }) => data && follow('gateways', data.gatewayChanged),
  })
  useSubscription(LiveAccount_DomainChangedDocument, {
    ...options,
    onData: ({ data: { data } }) => data && follow('domains', data.domainChanged),
  })
}

/** What joins a list of the account when it is made, and leaves it when it is deleted. */
interface Listed {
  __typename?: string
  id: string
  deletedAt: string | null
}
