import type { ApolloClient } from '@apollo/client'
import { useSubscription } from '@apollo/client/react'
import type { AgentStatus } from '@culvert/schema/client-types'
import { useRef } from 'react'
import {
  LiveAccount_AccountChangedDocument,
  LiveAccount_AgentChangedDocument,
  LiveAccount_DomainChangedDocument,
  LiveAccount_GatewayChangedDocument,
} from './useLiveAccount.generated.ts'

/**
 * Keeps every screen of an account live. Events carry whole objects, so the cache updates what is shown; only what
 * joins or leaves a list makes the screens that show the list ask again.
 */
export function useLiveAccount(accountId: string): void {
  const options = { variables: { accountId }, ignoreResults: true }
  const statuses = useRef(new Map<string, AgentStatus>())
  const known = useRef(new Set<string>())

  useSubscription(LiveAccount_AccountChangedDocument, options)

  useSubscription(LiveAccount_AgentChangedDocument, {
    ...options,
    onData: ({ client, data: { data } }) => {
      if (!data) return
      const { id, status } = data.agentChanged
      if (statuses.current.get(id) === status) return
      statuses.current.set(id, status)
      refetchList(client, accountId, 'agents')
    },
  })

  const follow = (client: ApolloClient, list: 'gateways' | 'domains', changed: Listed) => {
    if (changed.deletedAt !== null) {
      client.cache.evict({ id: client.cache.identify({ ...changed }) })
    } else if (!known.current.has(changed.id)) {
      known.current.add(changed.id)
      refetchList(client, accountId, list)
    }
  }
  useSubscription(LiveAccount_GatewayChangedDocument, {
    ...options,
    onData: ({ client, data: { data } }) => data && follow(client, 'gateways', data.gatewayChanged),
  })
  useSubscription(LiveAccount_DomainChangedDocument, {
    ...options,
    onData: ({ client, data: { data } }) => data && follow(client, 'domains', data.domainChanged),
  })
}

/** What joins a list of the account when it is made, and leaves it when it is deleted. */
interface Listed {
  __typename?: string
  id: string
  deletedAt: string | null
}

function refetchList(client: ApolloClient, accountId: string, field: 'agents' | 'gateways' | 'domains'): void {
  void client.refetchQueries({
    updateCache: (cache) => {
      cache.modify({
        id: cache.identify({ __typename: 'Account', id: accountId }),
        fields: { [field]: (_list, { INVALIDATE }) => INVALIDATE },
      })
    },
  })
}
