import { useApolloClient, useSubscription } from '@apollo/client/react'
import { useState } from 'react'
import { graphql } from '../graphql/generated/gql.ts'
import { createRefresh, type LiveField } from './refresh.ts'
import { useLiveAgents } from './useLiveAgents.ts'

const gatewayChangedSubscription = graphql(`
  subscription LiveAccount_GatewayChanged($accountId: ID!) {
    gatewayChanged(accountId: $accountId) {
      ...GatewayTable_Gateway
      deletedAt
    }
  }
`)

const domainChangedSubscription = graphql(`
  subscription LiveAccount_DomainChanged($accountId: ID!) {
    domainChanged(accountId: $accountId) {
      ...Domain_Domain
      deletedAt
    }
  }
`)

const accountChangedSubscription = graphql(`
  subscription LiveAccount_AccountChanged($accountId: ID!) {
    accountChanged(accountId: $accountId) {
      ...ActiveAccount_Account
      viewerCanManageGateways
      viewerCanManageDomains
      viewerCanCreateGateway {
        ...Permission_Permission
      }
      viewerCanAddDomain {
        ...Permission_Permission
      }
      plan {
        id
        maxSubpoints
        maxDomains
        maxConcurrentAgents
      }
    }
  }
`)

/**
 * Keeps every screen of an account live. Events carry whole objects, so the cache updates what is shown. Only when an object
 * joins or leaves a list do the screens that show the list refetch it.
 */
export function useLiveAccount(accountId: string): void {
  const client = useApolloClient()
  const options = { variables: { accountId }, ignoreResults: true }
  const [known] = useState(() => new Set<string>())
  const [refresh] = useState(() => createRefresh(client))

  useLiveAgents(accountId)
  useSubscription(accountChangedSubscription, options)

  const follow = (list: LiveField, changed: Listed) => {
    if (changed.deletedAt !== null) {
      client.cache.evict({ id: client.cache.identify({ ...changed }) })
    } else if (!known.has(changed.id)) {
      known.add(changed.id)
      refresh(accountId, list)
    }
  }
  useSubscription(gatewayChangedSubscription, {
    ...options,
    onData: ({ data: { data } }) => data && follow('gateways', data.gatewayChanged),
  })
  useSubscription(domainChangedSubscription, {
    ...options,
    onData: ({ data: { data } }) => data && follow('domains', data.domainChanged),
  })
}

/** An object that joins a list of the account when it is created, and leaves it when it is deleted. */
interface Listed {
  __typename?: string
  id: string
  deletedAt: string | null
}
